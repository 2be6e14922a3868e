"""Certificates of other answers of the games, asked for by flags: honest ones, and forged ones."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.cli import main
from montmort.exact.from_rules import explore
from montmort.exact.war.all_deals import orders
from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput, TooLarge
from montmort.games.liars_poker.calls import all_calls
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.games.liars_poker.published import published
from montmort.games.table import SilentTable
from montmort.games.war.turn import turn as one_turn
from montmort.verification.certificates.check import (
    Unreadable,
    check_document,
    number_text,
)
from montmort.verification.certificates.monarchs import PLAYERS
from montmort.verification.five_card_draw import certificate as five_card_draw_certificate
from montmort.verification.five_card_draw import rows_certificate, rows_checker
from montmort.verification.liars_poker import certificate as liars_poker_certificate
from montmort.verification.liars_poker import published_checker
from montmort.verification.persian_monarchs import (
    dependent_match_checker,
    match_certificate,
)
from montmort.verification.treize import law_certificate
from montmort.verification.war import first_turns_certificate
from tests.verification.certificates import tampering
from tests.verification.certificates.corpus import OTHER_ANSWERS


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        (["treize", "--ranks", "3", "--suits", "2", "--of", "law"],
         "recomputed: the points have the mean 966983/465312"),
        (["liars-poker", "--hand", "Kc Qc", "--cards", "10", "--call", "pair of kings"],
         "recomputed: 'pair of kings' is true with the chance 29/70"),
        (["persian-monarchs", "--second", "random", "--of", "match"],
         "recomputed: of 100 counters counter has 135.5107288879 in the end on average"),
        (["persian-monarchs", "--first", "random", "--second", "non-counter", "--of", "match"],
         "recomputed: of 100 counters random has "),
        (["persian-monarchs", "--first", "random", "--of", "best-responses"],
         "recomputed: over 26 rounds the best response takes 62.2237907947 counters from random"),
        (["war", "--of", "first-turns"],
         "recomputed: the shortest games with a winner end in turn 2: first with"),
        (["five-card-draw", "--ranks", "6", "--suits", "2", "--max-draw", "1", "--of", "rows"],
         "verified from witnesses: the game is won with chance "),
        (["liars-poker", "--reading", "published", "--ranks", "6"],
         "recomputed: how likely the program finds each hand"),
    ],
)  # fmt: skip
def test_the_program_checks_what_the_command_writes(
    tmp_path: Path, asked: list[str], begins: str
) -> None:
    file, checker = tmp_path / "answer.json", tmp_path / "check.py"
    assert main(["certify", *asked, "-o", str(file), "--checker", str(checker)]) == 0
    run = [sys.executable, "-I", str(checker), str(file)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(begins)


def test_an_unknown_answer_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "treize", "--of", "luck"]) == 2
    assert "no certificate of 'luck'; leave --of out or --of law" in capsys.readouterr().err


# Treize.


@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (2, 2), (3, 1), (4, 1)])
def test_the_law_and_the_means_are_those_of_the_rules_walked(ranks: int, suits: int) -> None:
    rules = treize.Rules(ranks=ranks, suits=suits)
    content: Any = law_certificate.certificate(rules)["content"]
    walk = explore(treize.EXPERIMENTS["game"], rules)
    for name, field in (("points", "points"), ("decks", "passes"), ("cards", "cards")):
        assert Fraction(content[name][0]) == walk.expected(field)
    law = walk.field_law("points", len(content["law"]) - 1)
    assert [Fraction(p) for p in content["law"]] == [law[k] for k in range(len(content["law"]))]


def test_a_law_that_is_consistent_and_false_is_refused() -> None:
    """Move chance from two points to one and three: the mean stays, and the total."""
    honest = OTHER_ANSWERS["treize, law"]
    law = [Fraction(p) for p in honest["content"]["law"]]
    law[1], law[2], law[3] = (
        law[1] + Fraction(1, 99),
        law[2] - Fraction(2, 99),
        law[3] + Fraction(1, 99),
    )
    forged = tampering.changed(
        honest, ("content", "law"), tampering.put([number_text(p) for p in law])
    )
    assert tampering.is_refused(forged)


def test_means_of_another_chain_are_refused() -> None:
    """All means of 2 x 1, consistent with each other, under the name of 3 x 1."""
    other = law_certificate.certificate(treize.Rules(ranks=2, suits=1))
    forged = tampering.changed(
        OTHER_ANSWERS["treize, law"], ("content",), tampering.put(other["content"])
    )
    assert tampering.is_refused(forged)


@settings(max_examples=15)
@given(st.integers(2, 6), st.integers(1, 3))
def test_honest_laws_of_any_small_deck_pass(ranks: int, suits: int) -> None:
    assert (
        tampering.trusted(law_certificate.certificate(treize.Rules(ranks=ranks, suits=suits))) == []
    )


# Liars' Poker.


def deals(rules: liars_poker.Rules) -> Iterator[tuple[int, int]]:
    """Yield the cards in play of every deal: the natural ones, and the number of jokers."""
    natural, held = rules.own
    unseen = [1 << card for card in range(rules.pack.size) if not natural >> card & 1]
    unseen += [0] * (rules.jokers - held)
    for dealt in combinations(unseen, rules.cards - rules.own_cards):
        yield natural | sum(dealt), held + dealt.count(0)


@given(st.data())
def test_calls_are_counted_as_by_dealing_all_cards(data: st.DataObject) -> None:
    ranks, suits = data.draw(st.sampled_from([(2, 2), (5, 2), (6, 1), (6, 2), (4, 3)]))
    pack, jokers = Pack(ranks=ranks, suits=suits), data.draw(st.integers(0, 2))
    names = [pack.write(1 << card, 0) for card in range(pack.size)] + ["*"] * jokers
    hand = " ".join(data.draw(st.permutations(names))[: data.draw(st.integers(0, 2))])
    rules = liars_poker.Rules(
        ranks=ranks, suits=suits, jokers=jokers, hand=hand,
        cards=data.draw(st.integers(max(1, len(hand.split())), min(7, len(names)))),
        call=str(data.draw(st.sampled_from(all_calls(pack)))),
        flush_reading=data.draw(st.sampled_from(["wild", "natural", "strict"])),
    )  # fmt: skip
    found = liars_poker_certificate.certificate(rules)
    assert tampering.trusted(found) == []
    assert rules.asked is not None
    true = total = 0
    for cards, in_play in deals(rules):
        needed = rules.asked.jokers_needed(cards, rules.flush_reading)
        true += needed is not None and needed <= in_play
        total += 1
    content: Any = found["content"]
    assert (int(content["made"]), int(content["deals"])) == (true, total)


@pytest.mark.parametrize(("ranks", "suits"), [(2, 2), (5, 2), (6, 1), (3, 3)])
@pytest.mark.parametrize("jokers", [0, 2])
def test_the_program_s_hands_are_counted_as_in_all_deals(
    ranks: int, suits: int, jokers: int
) -> None:
    made = published_checker.deals_by_hand(ranks, suits, jokers)
    pack, size = Pack(ranks=ranks, suits=suits), ranks * suits
    found = Counter[tuple[str, int]]()
    for dealt in range(1 << size + jokers):
        first, second = bool(dealt >> size & 1), bool(dealt >> size + 1 & 1)
        held = published(dealt & (1 << size) - 1, first, second, pack)
        for name, holds in zip(CATEGORIES, held, strict=True):
            found[name, dealt.bit_count()] += holds
    for name, by_size in made.items():
        assert by_size == [found[name, cards] for cards in range(size + jokers + 1)], name


@pytest.mark.slow
def test_the_full_pack_has_the_known_counts_of_the_program() -> None:
    made = published_checker.deals_by_hand(13, 4, 0)
    assert (made["two_pair"][5], made["full_house"][5], made["flush"][5]) == (127920, 1872, 5148)
    made = published_checker.deals_by_hand(13, 4, 2)
    assert (made["two_pair"][5], made["full_house"][5]) == (222222, 5993)
    assert made["high_card"] == [0, *(comb(54, n) for n in range(1, 55))]


def test_a_call_under_another_reading_is_refused() -> None:
    honest = OTHER_ANSWERS["liars-poker, call"]
    for reading in ("wild", "strict", "published"):
        twin = tampering.changed(honest, ("rules", "flush_reading"), tampering.put(reading))
        assert tampering.is_refused(twin)


# Persian Monarchs.


@pytest.mark.parametrize("purse", ["none", "published", "strict"])
@pytest.mark.parametrize("second", ["counter", "random", "non-counter"])
def test_the_counters_are_those_of_the_rules_walked(second: str, purse: str) -> None:
    rules = persian_monarchs.Rules(
        first="counter", second=second, cards=4, max_raise=2, rounds=1, counters=2, purse=purse
    )
    if second == "non-counter" and purse != "none":
        with pytest.raises(BadInput, match="take purse=none"):
            match_certificate.certificate(rules)
        return
    found = match_certificate.certificate(rules)
    assert tampering.trusted(found) == []
    content: Any = found["content"]
    law = explore(persian_monarchs.EXPERIMENTS["match"], rules).field_law("first")
    assert Fraction(content["mean"]["first"]) == law.mean()
    assert Fraction(content["variance"]) == law.variance()
    if second != "non-counter":
        assert {int(c): Fraction(p) for c, p in content["law"].items()} == law.chances()


@settings(max_examples=25)
@given(st.data())
def test_honest_matches_and_best_responses_of_any_pack_pass(data: st.DataObject) -> None:
    players = st.sampled_from(["counter", "random", "non-counter"])
    rules = persian_monarchs.Rules(
        first=data.draw(players),
        second=data.draw(players),
        cards=data.draw(st.integers(2, 9)),
        max_raise=data.draw(st.integers(1, 4)),
        rounds=data.draw(st.integers(1, 6)),
        counters=data.draw(st.integers(0, 9)),
    )
    assert tampering.trusted(match_certificate.certificate(rules)) == []
    if rules.first != "non-counter":
        asked = persian_monarchs.Rules(
            first=rules.first, cards=rules.cards, max_raise=rules.max_raise, rounds=rules.rounds
        )
        assert tampering.trusted(match_certificate.best_responses(asked)) == []


@pytest.mark.parametrize("second", [pytest.param("counter", marks=pytest.mark.slow), "non-counter"])
def test_a_digit_of_the_variance_against_a_non_counter_is_checked(second: str) -> None:
    """In the full pack, where the hands of both packs of 26 depend on each other."""
    rules = persian_monarchs.Rules(first="non-counter", second=second)
    honest: Any = match_certificate.certificate(rules)
    assert tampering.trusted(honest) == []
    variance = honest["content"]["variance"]
    other = number_text(Fraction(variance) + Fraction(1, Fraction(variance).denominator))
    forged = tampering.changed(honest, ("content", "variance"), tampering.put(other))
    found = check_document(tampering.as_json(forged), [dependent_match_checker.CHECKER])
    false = [each.words for each in found[1:] if not each.holds]
    assert len(false) == 1
    assert false[0].startswith("the variance of both is ")


@pytest.mark.parametrize(
    "players", [pair for pair in product(PLAYERS, PLAYERS) if PLAYERS[1] in pair]
)
@pytest.mark.parametrize(("cards", "most", "rounds"), [(2, 3, 1), (4, 2, 2), (5, 1, 2), (6, 2, 1)])
def test_moments_with_a_non_counter_are_those_of_the_rules_walked(
    players: tuple[str, str], cards: int, most: int, rounds: int
) -> None:
    """Among them packs of an odd number of hands, and one that is not dealt to its end."""
    asked = dependent_match_checker.Match(players, cards, most, 2 * rounds, 5, "none")
    first, second = players
    rules = persian_monarchs.Rules(
        first=first, second=second, cards=cards, max_raise=most, rounds=rounds, counters=5
    )
    law = explore(persian_monarchs.EXPERIMENTS["match"], rules).field_law("first")
    found = dependent_match_checker.gain_and_variance(asked)
    assert found == (law.mean() - 5, law.variance())


def test_the_same_match_under_another_question_is_refused() -> None:
    honest = OTHER_ANSWERS["persian-monarchs, match"]
    for name, others in {
        "first": ["random", "non-counter", "equilibrium"],
        "second": ["counter", "non-counter"],
        "purse": ["none", "strict", "full"],
        "counters": ["3"],
        "rounds": ["2", "1000000000"],
        "cards": ["2", "4"],
    }.items():
        for other in others:
            twin = tampering.changed(honest, ("rules", name), tampering.put(other))
            assert tampering.is_refused(twin), (name, other)


def test_gains_that_are_swapped_between_the_seats_are_refused() -> None:
    honest: Any = OTHER_ANSWERS["persian-monarchs, best responses"]
    takes = honest["content"]["takes"][::-1]
    assert tampering.is_refused(
        tampering.changed(honest, ("content", "takes"), tampering.put(takes))
    )


# War.


@pytest.mark.parametrize("shortfall", ["lose", "last-card", "second-takes"])
@pytest.mark.parametrize(
    ("ranks", "suits", "face_down"), [(3, 2, 0), (4, 2, 0), (4, 2, 1), (2, 4, 1), (6, 1, 3)]
)
def test_the_first_turns_are_those_of_all_deals(
    shortfall: Any, ranks: int, suits: int, face_down: int
) -> None:
    rules = war.Rules(
        ranks=ranks, suits=suits, face_down=face_down, shortfall=shortfall, pick_up="loser-first"
    )
    found: Any = first_turns_certificate.certificate(rules)
    assert tampering.trusted(found) == []
    deals = list(orders(rules))
    hands = [(deal, 2) for deal in deals]  # 2: the game goes on
    compared = 0
    for after in found["content"]["turns"]:
        if after["beyond"] != "0":
            break
        hands = [_next(rules, deal, end) for deal, end in hands]
        ends = Counter(end for _, end in hands)
        cards = Counter(len(deal[0]) for deal, end in hands if end == 2)
        for kind, counts in (
            ("cards", {str(c): n for c, n in cards.items()}),
            ("over", {"first": ends[1], "second": ends[-1], "draw": ends[0]}),
        ):
            chances = {name: Fraction(n, len(deals)) for name, n in counts.items() if n}
            assert chances == {name: Fraction(p) for name, p in after[kind].items()}
        compared += 1
    assert compared or found["content"]["turns"][0]["beyond"] != "0"


def _next(rules: war.Rules, deal: Any, end: int) -> tuple[Any, int]:
    """Return the hands after a turn, and who has won, 2 if nobody has."""
    if end != 2:
        return deal, end
    after = one_turn(rules, deal, tuple, SilentTable())
    return after.hands, after.winner if after.over else 2


@given(st.data())
def test_honest_first_turns_of_any_deck_pass(data: st.DataObject) -> None:
    ranks, suits = data.draw(st.integers(1, 9)), data.draw(st.sampled_from([1, 2, 3, 4, 6]))
    if ranks * suits % 2:
        ranks += 1
    rules = war.Rules(
        ranks=ranks,
        suits=suits,
        face_down=data.draw(st.integers(0, 4)),
        shortfall=data.draw(st.sampled_from(["lose", "last-card", "second-takes"])),
        turn_limit=data.draw(st.sampled_from([None, 1, 2, 5, 100])),
    )
    found: Any = first_turns_certificate.certificate(rules)
    assert tampering.trusted(found) == []
    for after in found["content"]["turns"]:
        chances = (*after["cards"].values(), *after["over"].values(), after["beyond"])
        assert sum(map(Fraction, chances)) == 1


def test_chances_moved_between_two_hands_of_equal_chance_are_refused() -> None:
    """By symmetry two numbers of cards are equally likely: take from both, add between them."""
    honest: Any = OTHER_ANSWERS["war, first turns"]
    cards = {int(c): Fraction(p) for c, p in honest["content"]["turns"][0]["cards"].items()}
    low, high = min(cards), max(cards)
    cards[low] -= Fraction(1, 99)
    cards[high] -= Fraction(1, 99)
    middle = next(c for c in cards if low < c < high)
    cards[middle] += Fraction(2, 99)
    path = ("content", "turns", 0, "cards")
    forged = {str(c): number_text(p) for c, p in cards.items()}
    assert tampering.is_refused(tampering.changed(honest, path, tampering.put(forged)))


# Five-card draw.


@pytest.fixture(scope="module")
def twenty_cards() -> dict[str, Any]:
    """A certificate of so many hands that only a sample of them is played."""
    return rows_certificate.certificate(five_card_draw.Rules(ranks=5, suits=4))


def evidence(document: dict[str, Any], *asked: str) -> list[str]:
    found = check_document(tampering.as_json(document), tampering.CHECKERS, *asked)
    return [statement.evidence for statement in found]


def test_rows_that_are_not_in_the_sample_are_on_trust(twenty_cards: dict[str, Any]) -> None:
    for asked in (["1"], ["2", "9"], []):
        found = evidence(twenty_cards, *asked)
        assert (found[0], set(found)) == ("on trust", {"on trust", "recomputed", "verified"})
    assert "on trust" not in evidence(OTHER_ANSWERS["five-card-draw, rows"])
    for asked in (["x"], ["-1"], ["1", "1000000000"]):
        with pytest.raises(Unreadable):
            evidence(twenty_cards, *asked)


def test_a_sample_finds_rows_that_are_consistent_and_false(twenty_cards: dict[str, Any]) -> None:
    """Let all hands that draw three cards win one deal more, and the game's chance follow."""
    rows = [[int(n) for n in row] for row in twenty_cards["content"]["rows"]]
    classes = rows_checker.classes(5, 4)
    deals = [comb(15, d) * comb(15 - d, 5) for d in range(4)]
    for row in rows:
        row[1] += row[0] == 3
    won = sum(
        Fraction(rows_checker.number_of(held) * won, deals[drawn])
        for held, (drawn, won, _) in zip(classes, rows, strict=True)
    )
    content = {
        "rows": [[str(n) for n in row] for row in rows],
        "win": number_text(won / comb(20, 5)),
        "tie": twenty_cards["content"]["tie"],
    }
    forged = tampering.changed(twenty_cards, ("content",), tampering.put(content))
    assert "FALSE" not in evidence(forged, "1", "0")  # nothing is played
    assert evidence(forged, "1", "20")[0] == "FALSE"


def test_the_classes_are_all_hands_of_the_pack() -> None:
    for ranks, suits in ((3, 2), (5, 3), (4, 4), (13, 1), (6, 2)):
        cards = [(suit, rank) for suit in range(suits) for rank in range(ranks)]
        found = Counter(
            tuple(sorted(sum(1 << r for s, r in hand if s == suit) for suit in range(suits)))
            for hand in combinations(cards, 5)
        )
        classes = rows_checker.classes(ranks, suits)
        assert {held: rows_checker.number_of(held) for held in classes} == found
        assert len(classes) == len(found)


@pytest.mark.parametrize("ranking", ["standard", "published"])
@pytest.mark.parametrize(("ranks", "suits", "most"), [(5, 3, 1), (6, 2, 1), (3, 4, 2)])
def test_honest_rows_of_small_decks_pass(ranks: int, suits: int, most: int, ranking: Any) -> None:
    rules = five_card_draw.Rules(ranks=ranks, suits=suits, max_draw=most, ranking=ranking)
    found = rows_certificate.certificate(rules)
    assert tampering.trusted(found) == []
    whole: Any = five_card_draw_certificate.certificate(rules)["content"]
    content: Any = found["content"]
    assert (content["win"], content["tie"]) == (whole["win"], whole["tie"])


def test_in_the_published_ranking_suits_are_not_alike() -> None:
    """The flush of the higher suit wins: a row for every hand, exchanged if the suits are."""
    published = five_card_draw.Rules(ranks=6, suits=2, max_draw=0, ranking="published")
    honest: Any = rows_certificate.certificate(published)
    hands = rows_checker.classes(6, 2, are_alike=False)
    assert len(hands) == len({*hands}) == comb(12, 5)
    won = dict(zip(hands, (int(won) for _, won, _ in honest["content"]["rows"]), strict=True))
    assert won[0, 0b110111] > won[0b110111, 0]  # the same flush in either suit
    rows = [honest["content"]["rows"][hands.index(held[::-1])] for held in hands]
    forged = tampering.changed(honest, ("content", "rows"), tampering.put(rows))
    assert tampering.is_refused(forged)


def test_more_hands_than_rows_are_refused() -> None:
    with pytest.raises(TooLarge, match="2,598,960 hands would need a row each"):
        rows_certificate.certificate(five_card_draw.Rules(ranking="published"))
    rules = {**OTHER_ANSWERS["five-card-draw, rows"]["rules"], "ranking": "published"}
    with pytest.raises(Unreadable, match="a row for every hand would take about 2,598,960 steps"):
        next(
            rows_checker.check(
                {**rules, "ranks": "13", "suits": "4"}, {"rows": [], "win": "0", "tie": "0"}
            )
        )
