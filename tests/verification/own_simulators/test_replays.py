"""Plays with their picks: the rules judged play by play, the picks judged as chance."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from montmort.games import treize
from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance, RecordedChance, ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from montmort.montecarlo import program
from montmort.verification import crosscheck, outcomes
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.own_simulators.replays import CHANCE, RULES
from montmort.verification.registry import find_game
from montmort.verification.verdicts.decision import Decision, Levels


class Hand(NamedTuple):
    """Two cards and a third: the highest rank, and whether two ranks are equal."""

    highest: int
    pair: bool


def play_hand(chance: Chance) -> Hand:
    cards, _ = Deck.of(ranks=4, suits=2).draw_in_order(chance, 3)
    return Hand(max(cards), len({*cards}) < 3)


HAND = Experiment.of_play(play_hand, Hand, "hand")
Draw = Callable[[random.Random], Iterator[Sequence[int]]]


def fresh(rng: random.Random) -> Iterator[list[int]]:
    """Yield three cards of a newly shuffled deck for every play."""
    while True:
        yield rng.sample([0, 0, 1, 1, 2, 2, 3, 3], 3)


def right(picks: Sequence[int]) -> tuple[int, bool]:
    return max(picks), len({*picks}) < 3


def written(
    path: Path,
    plays: int,
    draw: Draw = fresh,
    outcome: Callable[[Sequence[int]], tuple[int, bool]] = right,
    seed: int = 1713,
) -> Path:
    """Write plays of the hand with their picks."""
    decks = draw(random.Random(seed))
    lines = ["highest,pair,picks"]
    for _ in range(plays):
        picks = next(decks)
        highest, pair = outcome(picks)
        lines.append(f"{highest},{pair},{' '.join(map(str, picks))}")
    path.write_text("\n".join(lines) + "\n")
    return path


def judged(path: Path) -> dict[str, Decision]:
    result = crosscheck(play=HAND, replays=path, margin=0.1)
    return {verdict.field: verdict.decision for verdict in (*result.verdicts, *result.chance)}


def test_a_right_simulator_is_consistent_in_both_channels(tmp_path: Path) -> None:
    decisions = judged(written(tmp_path / "plays.csv", 12_000))
    assert set(decisions) == {"highest", "pair", RULES, *CHANCE}
    assert {*decisions.values()} == {Decision.CONSISTENT}


def _wrong_pair(picks: Sequence[int]) -> tuple[int, bool]:
    return max(picks), picks[0] == picks[1]  # the third card is not compared


def _wrong_once(picks: Sequence[int]) -> tuple[int, bool]:
    return (3, False) if [*picks] == [3, 2, 3] else right(picks)


@pytest.mark.parametrize("outcome", [_wrong_pair, _wrong_once])
def test_a_wrong_rule_is_found_the_first_time_it_matters(
    tmp_path: Path, outcome: Callable[[Sequence[int]], tuple[int, bool]]
) -> None:
    path = written(tmp_path / "plays.csv", 2_000, outcome=outcome)
    result = crosscheck(play=HAND, replays=path)
    found = result.difference
    assert found is not None
    lines = path.read_text().splitlines()
    first = next(
        number
        for number, line in enumerate(lines[1:], 2)
        if outcome(picks := [int(x) for x in line.split(",")[2].split()]) != right(picks)
    )
    assert (found.line, found.source) == (first, str(path))
    assert found.picks == [int(x) for x in lines[first - 1].split(",")[2].split()]
    assert found.printed != found.by_rules
    assert result.decision is Decision.INCONSISTENT
    assert result.tally is not None
    assert result.tally.plays == first - 2


def _carried(rng: random.Random) -> Iterator[list[int]]:
    """Deal two games from one deck."""
    while True:
        deck = rng.sample([0, 0, 1, 1, 2, 2, 3, 3], 6)
        yield deck[:3]
        yield deck[3:]


def _twice(rng: random.Random) -> Iterator[list[int]]:
    for picks in fresh(rng):
        yield picks
        yield picks


def _mirrored(rng: random.Random) -> Iterator[list[int]]:
    for picks in fresh(rng):
        yield picks
        yield [3 - rank for rank in picks]


def _never_last_first(rng: random.Random) -> Iterator[list[int]]:
    """Shuffle badly: one card is swapped with any, and the last never comes first."""
    while True:
        deck = [0, 0, 1, 1, 2, 2, 3, 3]
        for place in range(8):
            other = rng.randrange(8)
            deck[place], deck[other] = deck[other], deck[place]
        yield deck[:3]


def _with_replacement_of_the_second(rng: random.Random) -> Iterator[list[int]]:
    """Draw the second card from the whole deck: seldom a third of a rank, often a pair."""
    while True:
        first, third = rng.sample([0, 0, 1, 1, 2, 2, 3, 3], 2)
        second = rng.randrange(4)
        if [first, second, third].count(second) < 3:
            yield [first, second, third]


FAULTS: list[tuple[Draw, int]] = [
    (_carried, 12_000),
    (_twice, 1_000),
    (_mirrored, 1_000),
    (_never_last_first, 20_000),
    (_with_replacement_of_the_second, 4_000),
]


@pytest.mark.parametrize(("draw", "plays"), FAULTS, ids=lambda each: getattr(each, "__name__", ""))
def test_chance_that_is_no_chance_is_found(tmp_path: Path, draw: Draw, plays: int) -> None:
    decisions = judged(written(tmp_path / "plays.csv", plays, draw))
    assert decisions[RULES] is Decision.CONSISTENT
    assert Decision.INCONSISTENT in {decisions[name] for name in CHANCE}


class Tosses(NamedTuple):
    """Tosses until heads."""

    tosses: int


def play_tosses(chance: Chance) -> Tosses:
    tosses = 1
    while not chance.pick([3, 1]) and tosses < 40:
        tosses += 1
    return Tosses(tosses)


TOSSES = Experiment.of_play(play_tosses, Tosses, "tosses")


def test_how_many_picks_a_play_has_may_depend_on_the_picks(tmp_path: Path) -> None:
    """A play ends with heads: the last pick is no random one."""
    chance = RecordedChance(3)
    lines = ["tosses,picks"]
    for _ in range(20_000):
        chance.picks.clear()
        outcome = TOSSES.play(None, chance)
        lines.append(f"{outcome.tosses},{' '.join(map(str, chance.picks))}")
    path = tmp_path / "tosses.csv"
    path.write_text("\n".join(lines) + "\n")
    levels = Levels(reject=0.05)
    result = crosscheck(play=TOSSES, replays=path, levels=levels, margin=0.5)
    assert {verdict.decision for verdict in result.chance} == {Decision.CONSISTENT}


@pytest.mark.slow
def test_true_simulators_are_seldom_inconsistent(tmp_path: Path) -> None:
    """At a level of 20 % per run no more than that many of 80 runs fail, with room for luck."""
    failed = 0
    for seed in range(80):
        path = written(tmp_path / "plays.csv", 1_000, seed=seed)
        result = crosscheck(play=HAND, replays=path, levels=Levels(reject=0.2))
        failed += result.decision is Decision.INCONSISTENT
    assert failed <= 16


def test_a_program_prints_its_picks(tmp_path: Path) -> None:
    script = tmp_path / "hand.py"
    script.write_text(
        "import random, sys\n"
        "rng = random.Random(int(sys.argv[1]))\n"
        "print('pair,picks,highest')\n"
        "for _ in range(int(sys.argv[2])):\n"
        "    cards = rng.sample([0, 0, 1, 1, 2, 2, 3, 3], 3)\n"
        "    print(len(set(cards)) < 3, ' '.join(map(str, cards)), max(cards), sep=',')\n"
    )
    command = f"{sys.executable} {script} {{seed}} {{plays}}"
    result = crosscheck(
        play=HAND, replays=program(command, plays_per_block=2_000), seed=1, margin=0.1, workers=1
    )
    assert result.decision is Decision.CONSISTENT
    assert result.difference is None
    script.write_text(script.read_text().replace("< 3", "< 2"))
    wrong = crosscheck(
        play=HAND, replays=program(command, plays_per_block=2_000), seed=1, workers=1
    )
    assert wrong.difference is not None
    assert "hand.py" in wrong.difference.source


def _treize(path: Path, plays: int, rules: treize.Rules) -> Path:
    chance, game = RecordedChance(1), treize.EXPERIMENTS["game"]
    lines = [",".join((*game.fields, "picks"))]
    for _ in range(plays):
        chance.picks.clear()
        outcome = game.play(rules, chance)
        lines.append(",".join(map(str, (*outcome, " ".join(map(str, chance.picks))))))
    path.write_text("\n".join(lines) + "\n")
    return path


def _of_treize(path: Path, rules: treize.Rules) -> Crosscheck:
    return crosscheck(find_game("treize"), rules, replays=path, margin=0.2)


def _first_impossible(path: Path, rules: treize.Rules) -> int:
    """Return the first line whose picks the rules cannot follow to its outcome."""
    game = treize.EXPERIMENTS["game"]
    for number, line in enumerate(path.read_text().splitlines()[1:], 2):
        *outcome, picks = line.split(",")
        try:
            played = game.play(rules, ScriptedChance(map(int, picks.split())))
        except BadInput:
            return number
        if tuple(map(str, played)) != tuple(outcome):
            return number
    raise AssertionError("the rules follow all picks")


def test_a_game_of_the_registry_is_replayed_by_its_reference_rules(tmp_path: Path) -> None:
    rules = treize.Rules(ranks=3, suits=2)
    path = _treize(tmp_path / "treize.csv", 3_000, rules)
    assert _of_treize(path, rules).difference is None
    others = treize.Rules(ranks=3, suits=1)
    found = _of_treize(path, others).difference
    assert found is not None
    assert found.line == _first_impossible(path, others)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("3,True,3 3", "the game goes on after 2 picks, where the play ended"),
        ("3,True,3 3 3", "pick 3, 3: impossible, only 0 to 2 can be picked here"),
        ("3,True,3 3 9", "pick 3, 9: impossible, only 0 to 2 can be picked here"),
        ("3,True,3 3 0 1", "the game is over 1 pick earlier"),
        ("3,True,", "the game goes on after 0 picks, where the play ended"),
    ],
)
def test_picks_that_the_rules_cannot_follow_differ(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(f"highest,pair,picks\n3,True,3 3 0\n{line}\n")
    result = crosscheck(play=HAND, replays=path)
    assert result.difference is not None
    assert problem in result.difference.by_rules
    assert result.difference.line == 3


def _no_numbers(_rng: object) -> tuple[dict[str, int], list[object]]:
    return {"highest": 3, "pair": True}, [3, "x"]


def test_picks_that_are_no_numbers_are_invalid(tmp_path: Path) -> None:
    """They are no question of the rules, and what stands before them is counted."""
    path = tmp_path / "plays.csv"
    path.write_text("highest,pair,picks\n3,True,3 3 0\n3,True,3 x 0\n")
    result = crosscheck(play=HAND, replays=path)
    words = f"{path}, line 3: the picks '3 x 0' are not integers between spaces"
    assert (result.decision, result.difference) == (Decision.INVALID, None)
    assert [verdict.reason for verdict in result.verdicts] == [words] * len(result.verdicts)
    assert result.tally is not None
    assert result.tally.plays == 1
    played = crosscheck(play=HAND, replays=_no_numbers, plays=9, seed=1)
    assert played.decision is Decision.INVALID
    assert ", play 1: the picks '3 x' are not integers between spaces" in played.verdicts[0].reason


def test_bad_questions() -> None:
    with pytest.raises(BadInput, match="two records of plays"):
        crosscheck(play=HAND, replays="a.csv", simulator=lambda rng: 1)
    with pytest.raises(BadInput, match="give game= or play="):
        crosscheck(exact={}, replays="a.csv")
    with pytest.raises(BadInput, match=r"must be a path, a function \(rng\) -> \(outcome, picks\)"):
        crosscheck(play=HAND, replays=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("header", ["highest,pair", "highest,picks,picks", "3"])
def test_a_header_needs_one_column_of_picks(tmp_path: Path, header: str) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(f"{header}\n3,True,3 3 0\n")
    with pytest.raises(BadInput, match="no header with one column picks"):
        crosscheck(play=HAND, replays=outcomes(str(path)))


def _command(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "montmort", *words], capture_output=True, text=True, check=False
    )


def test_command_line_tells_the_first_differing_play(tmp_path: Path) -> None:
    rules = treize.Rules(ranks=3, suits=2)
    path = _treize(tmp_path / "treize.csv", 300, rules)
    lines = path.read_text().splitlines()
    points, rest = lines[41].split(",", 1)
    lines[41] = f"{int(points) + 1},{rest}"
    path.write_text("\n".join(lines) + "\n")
    run = _command("verify", "treize", "--ranks", "3", "--suits", "2", "--replays", str(path))
    assert run.returncode == 1
    assert "The first play that differs" in run.stdout
    assert "line 42" in run.stdout
    assert "pick 1: " in run.stdout
    assert "by the rules: points" in run.stdout


@pytest.mark.parametrize(
    "game",
    ["treize", *(pytest.param(game, marks=pytest.mark.slow) for game in ("war", "first-orchard"))],
)
def test_records_with_picks_are_replays(tmp_path: Path, game: str) -> None:
    path = tmp_path / "plays.csv"
    words = ["--records", str(path), "--with-picks", "--plays", "100", "--seed", "1"]
    assert _command("simulate", game, *words).returncode == 0
    run = _command("verify", game, "--replays", str(path))
    assert "the rules agree in all 100 plays" in run.stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["simulate", "treize", "--with-picks"], "--with-picks is about --records"),
        (["verify", "treize", "--with-picks"], "--with-picks is about a program"),
        (["verify", "treize", "--replays", "a", "--outcomes", "b"], "two records of plays"),
        (["verify", "--replays", "a"], "name a GAME"),
        (["verify", "treize", "--replays", "a", "--command", "x {seed}"], "two records of plays"),
        (["verify", "treize", "--replays", "a", "--seed", "1"], "those of --replays have been"),
    ],
)
def test_flags_that_do_not_go_together(words: list[str], problem: str) -> None:
    run = _command(*words)
    assert (run.returncode, run.stdout) == (2, "")
    assert problem in run.stderr
