"""Certificates: honest ones pass the checker, and every change is refused."""

import copy
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.chains.markov import MarkovChain
from montmort.exact.war import random_pickup
from montmort.games import (
    five_card_draw,
    liars_poker,
    persian_monarchs,
    treize,
    war,
)
from montmort.games.errors import BadChain, BadInput, TooLarge
from montmort.verification.certificates import check, treize_passes
from montmort.verification.certificates.chain_checker import CHECKER as CHAIN
from montmort.verification.certificates.check import number_text
from montmort.verification.certificates.decks import arrangements
from montmort.verification.certificates.document import certificate, document, text_of
from montmort.verification.certificates.poker_hands import read_hand
from montmort.verification.certificates.treize_passes import (
    count_by_formula,
    count_without_points,
)
from montmort.verification.five_card_draw import certificate as five_card_draw_certificate
from montmort.verification.five_card_draw import checker as five_card_draw_checker
from montmort.verification.liars_poker import certificate as liars_poker_certificate
from montmort.verification.liars_poker import checker as liars_poker_checker
from montmort.verification.persian_monarchs import certificate as persian_monarchs_certificate
from montmort.verification.treize import certificate as treize_certificate
from montmort.verification.treize import checker as treize_checker
from montmort.verification.war import certificate as war_certificate
from tests.verification.certificates import tampering
from tests.verification.certificates.corpus import GAMES, OTHER_ANSWERS, walk_of

HALF = Fraction(1, 2)
COIN = AbsorbingChain.from_rows({"toss": {"toss": HALF, "done": HALF}, "done": {"done": 1}})


def asked_by_flags(name: str) -> Any:
    """Return the parameter of a certificate of another answer; one of them takes long."""
    marks = [pytest.mark.slow] if name == "five-card-draw, rows" else []
    return pytest.param((OTHER_ANSWERS, name), id=name, marks=marks)


@pytest.fixture(
    scope="module",
    params=[
        *(pytest.param((GAMES, name), id=name) for name in GAMES),
        *map(asked_by_flags, OTHER_ANSWERS),
    ],
)
def small(request: pytest.FixtureRequest) -> dict[str, Any]:
    kind, name = request.param
    return kind[name]  # type: ignore[no-any-return]


def test_nothing_of_an_honest_certificate_is_false_or_on_trust(small: dict[str, Any]) -> None:
    """Of a chain it is taken on trust that it is the one meant."""
    assert len(tampering.trusted(small)) == (small["game"] == "chain")


def test_the_first_line_says_what_the_headline_rests_on() -> None:
    lines = {
        game: check.first_line(check.check_document(text_of(each), tampering.CHECKERS))
        for game, each in GAMES.items()
    }
    assert lines["treize"].startswith(
        "verified from witnesses: the value to the dealer is v[0] - 1 = "
    )
    assert lines["war"].startswith("recomputed: the chances of the ends are first ")
    assert lines["chain"] == (
        "on trust: the expected sum of the rewards from 1 is 6 -- this rests on "
        "what is on trust: the chain that is listed is the one meant"
    )
    value = tampering.put("999")
    forged = tampering.changed(GAMES["persian-monarchs"], ("content", "value"), value)
    statements = check.check_document(text_of(forged), tampering.CHECKERS)
    assert check.first_line(statements) == (
        "FALSE: a hand is worth 999 counters to the non-dealer -- this rests on what is FALSE: "
        "against these raises the dealer can leave the value, and no less"
    )
    assert not any("999" in each.words for each in statements[1:])


def test_a_headline_is_as_weak_as_the_weakest_statement() -> None:
    def checked(*others: check.Statement) -> str:
        head = check.Statement(True, "it is 1", check.HEADLINE)
        one = check.Checker("one", "a problem", lambda _rules, _content: iter([*others, head]))
        return check.check_document(text_of(document(one, {}, {})), [one])[0].evidence

    sure, seen = check.Statement(True, "a"), check.Statement(True, "b", check.VERIFIED)
    trust, wrong = check.Statement(None, "c"), check.Statement(False, "d", check.VERIFIED)
    assert checked(sure) == "recomputed"
    assert checked(sure, seen) == "verified"
    assert checked(trust, sure, seen) == "on trust"
    assert checked(sure, wrong, trust) == "FALSE"


def test_every_changed_number_is_refused(small: dict[str, Any]) -> None:
    for path, others in tampering.numbers(small):
        for other in others:
            assert tampering.is_refused(tampering.changed(small, path, tampering.put(other))), (
                f"{path} -> {other}"
            )


@pytest.mark.slow
def test_every_missing_or_mistyped_part_is_refused(small: dict[str, Any]) -> None:
    others = [7, None, True, [], {}, "", "x", ["1"], {"1": "1"}, "-1e9"]
    for path in tampering.containers(small):
        for change in (tampering.remove, *map(tampering.put, others)):
            twin = tampering.changed(small, path, change)
            if path != ("sha256",) and twin != small:
                assert tampering.is_refused(twin), path


def test_every_changed_word_is_refused(small: dict[str, Any]) -> None:
    for path, text in tampering.leaves(small):
        if path[0] != "sha256":
            twin = tampering.changed(small, path, tampering.put(f"{text} "))
            assert tampering.is_refused(twin), path


def test_an_unknown_field_is_refused(small: dict[str, Any]) -> None:
    for path in (("more",), ("rules", "more"), ("content", "more")):
        assert tampering.is_refused(tampering.changed(small, path, tampering.put("1")))


def test_a_wrong_hash_is_refused(small: dict[str, Any]) -> None:
    assert tampering.is_refused({**small, "sha256": "0" * 64})


@pytest.mark.parametrize(
    ("number", "text", "words"),
    [
        (Fraction(2, 3), "2/3", "2/3 = 0.6666666667"),
        (Fraction(-16), "-16", "-16"),
        (Fraction(-(10**20)), "-1" + "0" * 20, "about -2^67"),
        (Fraction(1, 10**1000), f"0x1/{10**1000:#x}", "0.0000000000"),
        (Fraction(10**999), "1" + "0" * 999, "about 2^3319"),
        (Fraction(10**1000, 3), f"{10**1000:#x}/0x3", "beyond all decimals"),
    ],
)
def test_numbers_are_written_and_read(number: Fraction, text: str, words: str) -> None:
    assert number_text(number) == text
    assert check.fraction("p", text) == number
    assert check.rounded(number) == words


@pytest.mark.parametrize("text", ["1/0", "-0", "007", "2/4", "1/1", "0/3", "0x2", "2/0x4", "-0x0"])
def test_a_number_has_one_spelling(text: str) -> None:
    """Else one content would have many hashes."""
    with pytest.raises(check.Unreadable, match="lowest terms"):
        check.fraction("p", text)


def test_what_cannot_be_seen_in_a_name_is_spelled_out(capsys: pytest.CaptureFixture[str]) -> None:
    check.print_line("true     p\n5 true, 0 trusted\x1b[8m\u202e é “x”")
    assert capsys.readouterr().out == "true     p\\n5 true, 0 trusted\\x1b[8m\\u202e é “x”\n"


def test_a_fate_of_no_deal_is_refused() -> None:
    add = {"end": "draw", "turns": "1", "wars": "0", "period": "0", "deals": "0"}
    twin = tampering.changed(
        GAMES["war"], ("content", "fates", 0), lambda fates, i: fates.append(add)
    )
    with pytest.raises(check.Unreadable, match="fate of no deal"):
        list(check.check_document(text_of(twin), tampering.CHECKERS))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "7", '{"a": 1e999}', '{"certificate": "montmort 2"}', "[" * 100_000,
     '{"certificate": "montmort 1", "certificate": "montmort 1"}'],
)  # fmt: skip
def test_other_texts_are_unreadable(text: str) -> None:
    with pytest.raises(check.Unreadable):
        list(check.check_document(text, tampering.CHECKERS))


def test_an_identity_that_proves_nothing_is_refused() -> None:
    """Q = [1], e = [0], v = [5]: v = e + Qv holds, and so it does for every v."""
    content = {"rows": {"s": {"s": 1}}, "ends": [], "rewards": {"s": 0}, "values": {"s": 5}}
    stuck = text_of(document(CHAIN, {}, content))
    statements = check.check_document(stuck, [CHAIN])
    head, wrong = [s for s in statements if s.holds is False]
    assert "can be reached" in wrong.words
    assert head == statements[0]


def test_a_closed_class_beside_a_state_that_ends_is_refused() -> None:
    content = {
        "rows": {"a": {"end": 1}, "b": {"c": 1}, "c": {"b": 1}},
        "ends": ["end"],
        "rewards": {"a": 1, "b": 0, "c": 0},
        "values": {"a": 1, "b": 3, "c": 3},
    }
    assert tampering.is_refused(document(CHAIN, {}, content))
    content["rows"]["c"] = {"b": HALF, "end": HALF}
    content["values"] = {"a": 1, "b": 0, "c": 0}
    assert len(tampering.trusted(document(CHAIN, {}, content))) == 1


def test_negative_chances_that_sum_to_one_are_refused() -> None:
    content = {
        "rows": {"a": {"a": 2, "end": -1}},
        "ends": ["end"],
        "rewards": {"a": -1},
        "values": {"a": 1},
    }
    assert tampering.is_refused(document(CHAIN, {}, content))


@given(st.integers(1, 9), st.fractions(-3, 3, max_denominator=9))
def test_walks_of_any_length_and_reward_pass(size: int, reward: Fraction) -> None:
    honest = certificate(walk_of(size), reward)
    assert len(tampering.trusted(honest)) == 1
    # The lazy walk takes 3/2 i (size - i) steps in the mean (Feller 1968, XIV.3, times 3/2).
    values = {s: Fraction(check.fraction(s, v)) for s, v in honest["content"]["values"].items()}
    assert values == {str(i): Fraction(3, 2) * i * (size - i) * reward for i in range(1, size)}


def test_numbers_beyond_a_thousand_digits_are_hexadecimal() -> None:
    tiny = Fraction(1, 7**2000)
    chain = AbsorbingChain.from_rows({"s": {"s": 1 - tiny, "end": tiny}, "end": {"end": 1}})
    honest = certificate(chain)
    assert honest["content"]["values"]["s"] == hex(7**2000)
    assert len(tampering.trusted(honest)) == 1
    assert tampering.is_refused(
        tampering.changed(honest, ("content", "values", "s"), tampering.put(hex(7**2000 + 1)))
    )
    decimal = tampering.changed(honest, ("content", "values", "s"), tampering.put("1" * 1001))
    with pytest.raises(check.Unreadable):
        list(check.check_document(text_of(decimal), [CHAIN]))


@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (2, 4), (5, 1), (3, 3), (4, 2)])
def test_nothing_of_a_small_deck_is_on_trust(ranks: int, suits: int) -> None:
    honest = treize_certificate.certificate(treize.Rules(ranks=ranks, suits=suits))
    assert tampering.trusted(honest) == []


@pytest.mark.parametrize(
    ("ranks", "suits"), [(7, 3), pytest.param(13, 4, marks=pytest.mark.longest)]
)
def test_nothing_of_a_large_deck_is_on_trust(ranks: int, suits: int) -> None:
    honest = treize_certificate.certificate(treize.Rules(ranks=ranks, suits=suits))
    assert tampering.trusted(honest) == []
    statements = check.check_document(text_of(honest), tampering.CHECKERS)
    assert any("`count_by_formula`" in s.words for s in statements)


@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (2, 3), (3, 2), (4, 1), (4, 2), (5, 1)])
def test_the_formula_counts_what_a_walk_finds(ranks: int, suits: int) -> None:
    for i in range(ranks):
        walk = treize_checker.count_by_walk(ranks, suits, i)
        for j in range(ranks + 1):
            found = {kind: n for kind, n in walk.items() if kind[0] == j and kind[1]}
            assert count_by_formula(ranks, suits, i, j) == found, (i, j)


def test_of_huge_decks_the_counts_alone_are_on_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(treize_checker, "MOST_POSITIONS", 0)
    honest = treize_certificate.certificate(treize.Rules(ranks=3, suits=2))
    moved = tampering.changed(honest, ("content", "survive", 0, 0), lambda row, j: row.reverse())
    assert tampering.trusted(honest) == []
    assert tampering.is_refused(moved)
    monkeypatch.setattr(treize_passes, "MOST_COUNTED", 0)
    assert tampering.trusted(honest) == ["the counts of orders with points"]


@pytest.mark.slow
def test_every_kind_of_number_of_the_full_deck_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    # The orders of one deck, 17 s of CPU, are counted once for 24 checks.
    monkeypatch.setattr(treize_checker, "count_passes", cache(treize_passes.count_passes))
    honest = treize_certificate.certificate(treize.Rules())
    for path in (("orders",), ("survive", 3, 4, 5), ("loss", 12, 0), ("q", 0, 12), ("e", 7),
                 ("v", 0), ("v", 12), ("value",)):  # fmt: skip
        old = honest
        for key in ("content", *path):
            old = old[key]
        number = check.fraction("", old)
        for other in (number + Fraction(1, 10**60), number + 1, -number):
            put = tampering.put(number_text(other))
            assert tampering.is_refused(tampering.changed(honest, ("content", *path), put)), path


def test_the_walk_counts_rencontres() -> None:
    """Montmort (1708): of n cards of one suit D_n = n! sum (-1)^k / k! orders have no match."""
    lost = [treize_checker.count_by_walk(n, 1, 0)[n, 0, n] for n in range(2, 7)]
    assert lost == [1, 2, 9, 44, 265]
    assert [count_without_points(n, 1, 0) for n in range(2, 7)] == lost
    assert [count_without_points(3, 1, state) for state in range(3)] == [2, 3, 4]
    assert (arrangements([2, 1]), arrangements([2, 3])) == (3, comb(5, 2))


@pytest.mark.parametrize(
    "rules",
    [
        {"ranks": 1, "suits": 2},
        {"ranks": 4, "suits": 1},
        {"ranks": 3, "suits": 2, "face_down": 0, "pick_up": "loser-first"},
        {"ranks": 4, "suits": 2, "face_down": 1, "shortfall": "last-card"},
        {"ranks": 4, "suits": 2, "face_down": 1, "deuce_beats_ace": "always", "turn_limit": 9},
        {"ranks": 4, "suits": 2, "face_down": 2, "pick_up": "first-player-first",
         "shortfall": "second-takes", "deuce_beats_ace": "battles"},
        {"ranks": 2, "suits": 4, "face_down": 1, "pick_up": "first-player-first",
         "shortfall": "last-card", "deuce_beats_ace": "battles"},
        {"ranks": 2, "suits": 2, "pick_up": "first-player-first", "deuce_beats_ace": "battles",
         "face_down": 1, "turn_limit": 20},
        {"ranks": 3, "suits": 2, "face_down": 1, "pick_up": "first-player-first",
         "shortfall": "second-takes", "deuce_beats_ace": "always", "turn_limit": 100},
    ],
)  # fmt: skip
def test_every_deal_of_war_is_played_again(rules: dict[str, Any]) -> None:
    assert tampering.trusted(war_certificate.certificate(war.Rules(**rules))) == []


def test_with_a_limit_an_endless_game_is_unfinished() -> None:
    free = war.Rules(
        ranks=2, suits=2, face_down=1, pick_up="first-player-first", deuce_beats_ace="battles"
    )
    limited = war.Rules(**{**vars(free), "turn_limit": 20})
    chances = [
        war_certificate.certificate(rules)["content"]["chances"] for rules in (free, limited)
    ]
    assert chances[0]["endless"] == chances[1]["unfinished"] != "0"
    assert chances[0]["unfinished"] == chances[1]["endless"] == "0"


def test_a_false_fate_is_named() -> None:
    """It is no fate of the deck, and one of the deck's is missing."""
    honest = war_certificate.certificate(war.Rules(ranks=3, suits=2, face_down=1))
    moved = tampering.changed(
        honest, ("content", "fates", 0), lambda fates, i: fates[i].update(turns="77")
    )
    statements = [*check.check_document(text_of(moved), tampering.CHECKERS)]
    assert [s.words for s in statements if s.holds is False] == [
        "the chances of the ends are first 2/5 = 0.4000000000, second 2/5 = 0.4000000000, "
        "draw 1/5 = 0.2000000000",
        "as many deals have each fate as when every deal is played to its end or its cycle",
        "fates[second, 77, 1, 0] is 6",
        "fates[second, 1, 1, 0] is nothing",
    ]


def test_a_row_that_is_wrong_is_named_and_no_other() -> None:
    honest = liars_poker_certificate.certificate(liars_poker.Rules(ranks=5, suits=1, jokers=1))
    path = ("content", "table", 2, "deals")
    forged = tampering.changed(honest, path, tampering.put("7"))
    head, row = [
        s for s in check.check_document(text_of(forged), tampering.CHECKERS) if not s.holds
    ]
    assert row.words.startswith("3 in play: high_card 1, pair 0.5")
    assert head.rests_on == f" -- this rests on what is FALSE: {row.words}"
    forged["content"]["table"].pop()
    assert tampering.false_statements(forged) == [row.words, "table has 6 entries"]


@pytest.mark.parametrize(("ranks", "suits", "hand"), [(5, 2, ""), (6, 3, "2c 3c Ah"), (4, 4, "")])
def test_hands_are_counted_in_all_sets_of_natural_cards(ranks: int, suits: int, hand: str) -> None:
    own, _ = read_hand(hand, ranks, suits)
    unseen = ranks * suits - len(own)
    for name, needs in liars_poker_checker.hand_needs(ranks, suits, own).items():
        sets = [sum(n for (dealt, _), n in needs.items() if dealt == m) for m in range(unseen + 1)]
        assert sets == [comb(unseen, m) for m in range(unseen + 1)], name


@pytest.mark.slow
def test_endless_games_of_war_are_played_again() -> None:
    honest = war_certificate.certificate(war.Rules(ranks=3, suits=4, face_down=1))
    assert tampering.trusted(honest) == []
    assert honest["content"]["chances"]["endless"] == "323/17325"  # as in docs/games/war.md


@pytest.mark.parametrize(
    "rules",
    [
        {"ranks": 2, "suits": 2},
        {"ranks": 3, "suits": 2, "face_down": 1, "deuce_beats_ace": "always"},
        {"ranks": 3, "suits": 2, "shortfall": "second-takes", "turn_limit": 4},
    ],
)
def test_a_random_pick_up_is_certified_by_its_chain(rules: dict[str, Any]) -> None:
    """The chances of the ends are those of the solver, which shares no code with the walk."""
    asked = war.Rules(**rules, pick_up="random")
    honest = war_certificate.certificate(asked)
    assert honest["game"] == "chain of an outcome"
    (chain,) = tampering.trusted(honest)
    assert chain.startswith("the chain follows from the rules")
    mean, square = (Fraction(honest["content"]["answers"][name]) for name in ("winner", "winner^2"))
    chances = random_pickup.solve(asked).chances
    assert ((square + mean) / 2, (square - mean) / 2) == (chances["first"], chances["second"])


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({}, "smaller deck"),
        ({"ranks": 1, "suits": 102}, "smaller deck"),
        ({"ranks": 5, "suits": 2, "pick_up": "random"}, "with a random pick-up"),
        ({"ranks": 3, "suits": 2, "turn_limit": 10**9}, "earlier limit"),
    ],
)
def test_war_that_the_checker_would_not_play_is_refused(rules: dict[str, Any], words: str) -> None:
    with pytest.raises((BadInput, TooLarge), match=words):
        war_certificate.certificate(war.Rules(**rules))


@pytest.mark.parametrize(("cards", "most"), [(2, 1), (3, 2), (5, 4), (12, 10), (52, 10), (9, 30)])
def test_best_responses_to_an_equilibrium_are_computed_again(cards: int, most: int) -> None:
    rules = persian_monarchs.Rules(cards=cards, max_raise=most)
    assert tampering.trusted(persian_monarchs_certificate.certificate(rules)) == []


def test_strategies_with_the_right_value_that_are_no_equilibrium_are_refused() -> None:
    """Each of the two is changed on a card, the value left as it is."""
    honest = persian_monarchs_certificate.certificate(persian_monarchs.Rules(cards=6, max_raise=1))
    for name, place, other in (("raises", 0, ["1", "0"]), ("raises", 5, ["1", "0"]),
                               ("accepts", 0, ["1"]), ("accepts", 5, ["0"])):  # fmt: skip
        twin = tampering.changed(honest, ("content", name, place), tampering.put(other))
        assert twin != honest
        assert tampering.is_refused(twin), (name, place)


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"jokers": 2, "hand": "Kc Kd *"},
        {"jokers": 30, "hand": "9s 8s 7s"},
        {"ranks": 2, "suits": 1},
        {"ranks": 2, "suits": 2, "hand": "2c 2d Ac Ad"},
        {"ranks": 4, "suits": 3, "jokers": 4},
        {"ranks": 5, "suits": 4, "jokers": 1, "hand": "As"},
        {"ranks": 13, "suits": 1, "jokers": 1, "hand": "*"},
    ],
)
def test_every_hand_of_liars_poker_is_counted_again(rules: dict[str, Any]) -> None:
    honest = liars_poker_certificate.certificate(liars_poker.Rules(**rules))
    assert tampering.trusted(honest) == []


@pytest.mark.parametrize("rules", [{"most": 6}, {"cards": 7}, {"flush_reading": "strict"}])
def test_what_liars_poker_does_not_certify_is_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="leave it out"):
        liars_poker_certificate.certificate(liars_poker.Rules(**rules))


@pytest.mark.parametrize(
    "rules",
    [
        {"hand": "Tc Jc Qc Kc Ac", "max_draw": 1},
        {"hand": "2c 2d 2h 2s 9c", "max_draw": 1},
        {"hand": "As 2c 3d 4h 5s", "max_draw": 1, "ranking": "published"},
        {"hand": "7s 7d 7c Ks 2s", "max_draw": 0, "ranking": "published"},
        {"hand": "2c 3d 4c 5d Ac", "max_draw": 3, "ranks": 7, "suits": 2},
        {"hand": "2c 2d 4c 4d Ac", "max_draw": 2, "ranks": 4, "suits": 3, "ranking": "published"},
        {"hand": "6c 2c 3c 4c 5c", "max_draw": 2, "ranks": 12, "suits": 1},
        {"hand": "2c 3d 4c 5d Ac", "max_draw": 1, "ranks": 5, "ranking": "published"},
        {"hand": "2c 3d 4c 5d Ac", "max_draw": 1, "ranks": 5},
    ],
)  # fmt: skip
def test_every_discard_is_counted_again(rules: dict[str, Any]) -> None:
    honest = five_card_draw_certificate.certificate(five_card_draw.Rules(**rules))
    assert tampering.trusted(honest) == []


@pytest.mark.slow
def test_every_discard_of_up_to_three_cards_is_counted_again() -> None:
    rules = five_card_draw.Rules(hand="Jh Js 4c 8d 9h")
    assert tampering.trusted(five_card_draw_certificate.certificate(rules)) == []


def test_a_draw_of_more_than_three_cards_is_refused() -> None:
    rules = five_card_draw.Rules(hand="Jh Js 4c 8d 9h", max_draw=4)
    with pytest.raises(BadInput, match="draw fewer"):
        five_card_draw_certificate.certificate(rules)


@pytest.mark.parametrize("ranking", ["standard", "published"])
def test_of_all_hands_the_wins_of_each_type_are_counted_again_or_on_trust(
    ranking: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = five_card_draw.Rules(ranks=6, suits=2, max_draw=1, ranking=ranking)
    honest = five_card_draw_certificate.certificate(rules)
    assert tampering.trusted(honest) == []
    types = honest["content"]["by_type"]
    name, row = next((name, row) for name, row in types.items() if int(row[1][0]) > 1)
    twin = tampering.changed(  # a win more, of which a chance a little higher follows
        honest,
        ("content", "by_type", name, 1, 1),
        tampering.put(str(int(row[1][1]) + 1)),
    )
    deals = comb(12, 5) * comb(7, 1) * comb(6, 5)
    chance = check.fraction("win", honest["content"]["win"]) + Fraction(1, deals)
    twin = tampering.changed(twin, ("content", "win"), tampering.put(number_text(chance)))
    assert tampering.is_refused(twin)
    monkeypatch.setattr(five_card_draw_checker, "MOST_PLAYED", 0)
    assert [words.split(",")[0] for words in tampering.trusted(honest)] == [
        "how many cards the hands of each type draw"
    ]
    assert not tampering.is_refused(twin)
    head = check.check_document(text_of(twin), tampering.CHECKERS)[0]
    assert head.evidence == "on trust"


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (
            lambda: treize_certificate.certificate(treize.Rules(ranks=500, suits=1)),
            "without a point",
        ),
        (lambda: liars_poker_certificate.certificate(liars_poker.Rules(jokers=1999)), "the table"),
    ],
)
def test_what_would_take_long_is_refused_with_the_estimate(write: Any, words: str) -> None:
    with pytest.raises(TooLarge, match=f"the checker refuses this: .*{words} would take about "):
        write()


def test_a_checker_refuses_before_the_work() -> None:
    for game, path, value, words in (
        ("liars-poker", ("rules", "jokers"), "1999", "the table would take about 8,048,"),
        ("chain", ("content", "values", "1"), "0x" + "f" * 10**6, "numbers so long would take"),
    ):
        twin = tampering.changed(GAMES[game], path, tampering.put(value))
        with pytest.raises(check.Unreadable, match=words):
            check.check_document(text_of(twin), tampering.CHECKERS)


def test_values_without_a_short_common_denominator_are_refused_early() -> None:
    content = copy.deepcopy(GAMES["chain"]["content"])
    primes = [prime for prime in range(3, 9000, 2) if all(prime % d for d in range(3, 95, 2))]
    states = [f"s{prime}" for prime in primes]
    content["rows"] = {state: {"end": "1"} for state in states}
    content["ends"] = ["end"]
    content["rewards"] = dict.fromkeys(states, "1")
    content["values"] = {f"s{p}": number_text(Fraction(1, p**200)) for p in primes}
    with pytest.raises(check.Unreadable, match="over one denominator would take about "):
        check.check_document(text_of(document(CHAIN, {}, content)), [CHAIN])


def test_a_long_game_of_war_ends_where_it_repeats() -> None:
    """Ten thousand turns of an endless game are not played one by one."""
    rules = {"ranks": 2, "suits": 2, "pick_up": "first-player-first", "face_down": 1}
    for limit in (20, 21, 22, 10_000):
        limited = war.Rules(**rules, deuce_beats_ace="battles", turn_limit=limit)
        assert tampering.trusted(war_certificate.certificate(limited)) == []


def test_a_markov_chain_with_ends_has_a_certificate() -> None:
    rows = {"toss": {"toss": HALF, "done": HALF}, "done": {"done": 1}}
    assert certificate(MarkovChain.from_rows(rows)) == certificate(COIN)
    with pytest.raises(BadChain, match="make one of these absorbing"):
        certificate(MarkovChain.from_rows({0: {1: 1}, 1: {0: 1}}))


def test_states_written_alike_are_refused() -> None:
    chain = AbsorbingChain.from_rows({1: {"1": 1}, "1": {"1": 1}})
    with pytest.raises(BadInput, match="written alike"):
        certificate(chain)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        (treize_certificate, treize.Rules(ranks=2, suits=1001)),
        (liars_poker_certificate, liars_poker.Rules(jokers=2001)),
        (persian_monarchs_certificate, persian_monarchs.Rules(cards=2001)),
    ],
)
def test_a_deck_that_the_checker_refuses_has_no_certificate(game: Any, rules: Any) -> None:
    with pytest.raises(TooLarge, match="the checker reads"):
        game.certificate(rules)


def test_symbols_have_no_certificate() -> None:
    sympy = pytest.importorskip("sympy")
    p = sympy.Symbol("p")
    chain = AbsorbingChain.from_rows({"s": {"s": p, "end": 1 - p}, "end": {"end": 1}})
    with pytest.raises(BadInput, match="give the symbols values"):
        certificate(chain)
    with pytest.raises(BadInput, match="the reward of state 'toss'"):
        certificate(COIN, p)


def test_a_type_that_poker_does_not_know_is_refused() -> None:
    rules = five_card_draw.Rules(ranks=6, suits=2, max_draw=0)
    honest = five_card_draw_certificate.certificate(rules)
    path = ("content", "by_type", "five_queens")
    assert tampering.is_refused(tampering.changed(honest, path, tampering.put([["0", "0", "0"]])))
