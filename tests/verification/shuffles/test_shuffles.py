"""Right deals pass; shuffles with a planted mistake are found, within the deals beside each.

Seeds are fixed, so a run repeats itself.
"""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort.cli import main
from montmort.exact.dealt_cards import laws
from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from montmort.games.dealt_cards import cards_outcome
from montmort.montecarlo.dealt_cards import simulator_of_deals
from montmort.montecarlo.outcomes import Records, Rng
from montmort.verification import Decision, crosscheck
from montmort.verification.registry import GAMES
from montmort.verification.verdicts import judge as verdict
from tests.verification.shuffles import buggy_shuffles as bugs

SMALL: dict[str, Any] = {
    "treize": treize.Rules(ranks=3, suits=2),
    "liars-poker": liars_poker.Rules(ranks=4, suits=2, jokers=2, cards=4, hand="*"),
    "five-card-draw": five_card_draw.Rules(ranks=3, max_draw=1, hand="2c 2d 3c 3d As"),
    "persian-monarchs": persian_monarchs.Rules(cards=6),
    "war": war.Rules(ranks=3, suits=2),
}


@pytest.mark.parametrize("game", SMALL)
def test_every_game_deals_its_cards_right(game: str) -> None:
    result = crosscheck(game, SMALL[game], experiment="cards", seed=1)
    assert result.decision is Decision.CONSISTENT
    assert not result.unjudged


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_every_game_deals_its_usual_deck_right(game: str) -> None:
    result = crosscheck(game, experiment="cards", seed=1)
    assert result.decision is Decision.CONSISTENT


FOUND = [  # by these fields of a deal of 52 cards, all different, within so many deals
    (bugs.BYTE_MODULO, "card", 16_384),
    (bugs.SWAPS_WITH_ANY_PLACE, "card", 1024),
    (bugs.SATTOLO, "card", 8192),
    (bugs.FIRST_CARD_STAYS, "card", 1024),
    (bugs.SEVEN_RIFFLES, "card", 131_072),
    (bugs.WITH_REPLACEMENT, "pair", 128),
    (bugs.CARD_DOUBLED, "pair", 128),
    (bugs.CARD_NEVER_DEALT, "pair", 128),
]


class Looked(Exception):
    """Ends a run after its first look, before the intervals of the verdicts are computed."""


def wrong(bug: int, kind: str, deals: int) -> bool:
    """Return whether cards, or pairs, dealt with the bug are found at fault at one look."""
    known = GAMES["persian-monarchs"].truth(persian_monarchs.Rules(), "cards")
    asked = {name: law for name, law in known.items() if name.startswith(kind)}
    simulator = replace(bugs.cards(bug), plays_per_block=deals)
    decisions: set[Decision] = set()

    def watch(plays: int, judge: verdict.Judge) -> None:
        decisions.update(judge.decisions.values())
        raise Looked

    with pytest.raises(Looked):
        crosscheck(exact=asked, simulator=simulator, plays=deals, seed=1, watch=watch)
    return bool(decisions & {Decision.INCONSISTENT, Decision.INVALID})


@pytest.mark.parametrize(
    ("bug", "kind", "deals"), FOUND, ids=[bugs.DESCRIPTIONS[bug] for bug, *_ in FOUND]
)
def test_a_shuffle_is_found_at_fault(bug: int, kind: str, deals: int) -> None:
    assert wrong(bug, kind, deals)


@pytest.mark.parametrize(("kind", "deals"), [("card", 131_072), ("pair", 128)])
def test_the_same_code_without_a_bug_is_not(kind: str, deals: int) -> None:
    assert not wrong(bugs.NONE, kind, deals)


@pytest.mark.parametrize("bug", [bugs.WITH_REPLACEMENT, bugs.CARD_DOUBLED, bugs.CARD_NEVER_DEALT])
@pytest.mark.parametrize("game", [bugs.of_treize, bugs.of_liars_poker])
def test_games_do_not_show_in_so_many_deals_what_their_cards_show(bug: int, game: Any) -> None:
    # but for Liars' Poker with replacement, where pairs of like cards are a hand
    deals = 256 if (bug, game) == (bugs.WITH_REPLACEMENT, bugs.of_liars_poker) else 32_768
    simulator = replace(game(bug), plays_per_block=deals)
    result = crosscheck(simulator.game, simulator=simulator, plays=deals, seed=1)
    assert result.decision is Decision.INCONCLUSIVE


def test_fields_of_one_law_share_its_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    class Counted(verdict.LawBets):
        def __init__(self, law: Any) -> None:
            made.append(law)
            super().__init__(law)

    monkeypatch.setattr(verdict, "LawBets", Counted)
    result = crosscheck("war", experiment="cards", plays=1, seed=1)
    assert (len(result.verdicts), len(made)) == (103, 2)


def test_a_card_that_is_not_of_the_deck_is_invalid() -> None:
    rules = SMALL["persian-monarchs"]

    def deal(rng: Rng, dealt: Records) -> None:
        dealt[:] = range(1, 7)

    dealing = persian_monarchs.dealing(rules)
    simulator = simulator_of_deals("persian-monarchs", rules, dealing, lambda _: deal)
    result = crosscheck("persian-monarchs", rules, simulator=simulator, plays=1, seed=1)
    assert result.decision is Decision.INVALID


# A shuffle of one's own


def pythons_own(rng: np.random.Generator) -> list[int]:
    deck = list(range(8))
    random.Random(int(rng.integers(2**63))).shuffle(deck)
    return deck


def naive(rng: np.random.Generator) -> list[int]:
    deck = list(range(8))
    for place in range(8):
        other = int(rng.integers(8))
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def test_pythons_own_shuffle_of_eight_cards() -> None:
    result = crosscheck(
        exact=laws(8),
        simulator=lambda rng: cards_outcome(pythons_own(rng), 8),
        plays=20_000,
        seed=1,
        margin=1,
    )
    assert result.decision is Decision.CONSISTENT


def test_a_naive_shuffle_of_eight_cards() -> None:
    result = crosscheck(
        exact=laws(8), simulator=lambda rng: cards_outcome(naive(rng), 8), plays=8192, seed=1
    )
    assert result.decision is Decision.INCONSISTENT


def test_reference_rules_of_ones_own_are_walked() -> None:
    cards = war.EXPERIMENTS["cards"]
    result = crosscheck(play=cards, rules=war.Rules(ranks=2, suits=2), plays=4096, seed=1, margin=1)
    assert result.laws == laws([2, 2])
    assert result.decision is Decision.CONSISTENT


# From the command line


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    code = main([*argv])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


DECK = ("war", "--ranks", "2", "--suits", "2", "--experiment", "cards")


def test_verify_judges_every_place(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "verify", *DECK, "--seed", "1", "--json")
    document = json.loads(out)
    names = ["card_1", "card_2", "card_3", "card_4", "pair_1", "pair_2", "pair_3"]
    assert code == 0
    assert sorted(document["answers"]) == names
    assert document["answers"]["pair_2"]["exact"] == "3/2"
    assert document["meta"]["experiment"] == "cards"


def test_simulate_counts_every_place(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", *DECK, "--plays", "100", "--seed", "1", "--json")
    answers = json.loads(out)["answers"]
    assert code == 0
    assert sum(map(int, answers["pair_3"].values())) == 100


def test_exact_prints_the_laws(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "exact", *DECK, "--json")
    expected = {"deck": "4", "cards": "4", "card": ["1/2", "1/2"], "pair": [["1/6", "1/3"],
            ["1/3", "1/6"]]}  # fmt: skip
    assert (code, json.loads(out)["answers"]) == (0, expected)
    code, out, _ = run(capsys, "exact", *DECK)
    assert code == 0
    assert "0.500000  0.500000" in out


def test_other_questions_are_not_about_cards(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "exact", *DECK, "--by-deal")
    assert code == 2
    assert "is not about the cards dealt; leave out what it asks, or the experiment cards" in err


def test_rules_by_which_nothing_is_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("verify", "simulate", "exact"):
        code, _, err = run(capsys, verb, "liars-poker", "--cards", "52", "--experiment", "cards")
        assert code == 2
        assert "all cards are known, and none is dealt; take another number of cards" in err


@pytest.mark.parametrize(("shuffle", "code"), [(pythons_own, 0), (naive, 1)])
def test_cards_that_others_have_written_down(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, shuffle: Any, code: int
) -> None:
    rng, path = np.random.default_rng(1), tmp_path / "deals.csv"
    lines = [",".join(f"card_{place}" for place in range(1, 9))]
    lines += (",".join(map(str, shuffle(rng))) for _ in range(16_384))
    path.write_text("\n".join(lines) + "\n")
    deck = ("--cards", "8", "--experiment", "cards", "--margin", "1", "--margin", "pair_1=2")
    margins = (word for place in range(2, 8) for word in ("--margin", f"pair_{place}=2"))
    found, out, _ = run(capsys, "verify", "persian-monarchs", *deck, *margins,
                        "--outcomes", str(path), "--json")  # fmt: skip
    assert (found, len(json.loads(out)["answers"])) == (code, 15)
