"""A play told from its picks."""

from montmort.games import five_card_draw, treize
from montmort.games.chance import RecordedChance
from montmort.games.errors import RulesDiffer
from montmort.play.replay_story import IN_LINE, story
from montmort.verification.registry import find_game


def told(name: str, experiment: str, rules: object, picks: list[int]) -> list[str]:
    play = RulesDiffer(1, picks, "", "")
    return [*story(find_game(name), experiment, rules, play)]


def test_a_pick_stands_on_a_line_with_its_chance() -> None:
    lines = told("treize", "game", treize.Rules(ranks=2, suits=1), [1, 0])
    assert lines[0] == "pick 1: 1, with chance 1/2"
    assert lines[2] == "pick 2: 0, with chance 1/1"


def test_many_picks_in_a_row_share_lines() -> None:
    rules = five_card_draw.Rules()
    chance = RecordedChance(1)
    find_game("five-card-draw").played(rules, "hand").play(rules, chance)
    lines = told("five-card-draw", "hand", rules, chance.picks)
    rows = [line for line in lines if line.startswith("pick")]
    assert len(rows) <= len(chance.picks) // IN_LINE + 2
    first, picks = rows[0].split(": ")
    assert first == f"picks 1 to {len(picks.split())}"
    shown = [int(pick) for row in rows for pick in row.split(": ")[1].split()]
    assert shown == chance.picks
