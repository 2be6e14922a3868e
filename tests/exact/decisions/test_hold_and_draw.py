"""Hold and draw: equal to brute force on small packs, and to printed returns on whole ones."""

import math
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.decisions import hold_and_draw as module
from montmort.exact.decisions.hold_and_draw import HoldAndDraw, hold_and_draw
from montmort.exact.decisions.optimal import optimal
from montmort.exact.formatting import fixed_point
from montmort.exact.from_rules import explore
from montmort.exact.jacks_or_better import BestPlayer, solve
from montmort.exact.law import Law
from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput, TooLarge
from montmort.games.jacks_or_better import EXPERIMENTS, PAID, Rules, choices, pay_of
from tests.exact.decisions import naive_draw as naive

PAYS = st.lists(
    st.sampled_from([0, 1, 2, -1, 5, Fraction(1, 2), Fraction(-2, 3), 10**30]), min_size=1
)


class Small(NamedTuple):
    """A small game: its pack, and a random pay of every hand."""

    ranks: int
    suits: int
    jokers: int
    cards: int
    pays: list[int | Fraction]
    symmetric: bool

    @property
    def size(self) -> int:
        return self.ranks * self.suits + self.jokers

    def pays_of_hands(self) -> dict[int, int | Fraction]:
        return {
            hand: self._pay(hand) for hand in map(naive.set_of, naive.hands(self.size, self.cards))
        }

    def _pay(self, hand: int) -> int | Fraction:
        """Return a pay that looks random, the same for equal keys."""
        pack = Pack(ranks=self.ranks, suits=self.suits)
        lanes = pack.lanes(hand)
        key = (sorted(lanes) if self.symmetric else lanes, hand >> pack.size)
        return self.pays[random.Random(str(key)).randrange(len(self.pays))]


@st.composite
def small_games(draw: Any) -> Small:
    ranks, suits = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    jokers = draw(st.integers(0, 2))
    cards = draw(st.integers(1, min(3, ranks * suits + jokers)))
    return Small(ranks, suits, jokers, cards, draw(PAYS), draw(st.booleans()))


def solved(game: Small, symmetric: bool | None) -> HoldAndDraw:
    pack = Pack(ranks=game.ranks, suits=game.suits)
    pays = game.pays_of_hands()
    return hold_and_draw(
        pays.__getitem__, pack=pack, jokers=game.jokers, cards=game.cards, symmetric=symmetric
    )


@settings(max_examples=25)
@given(small_games())
def test_value_law_and_ties_are_those_of_brute_force(game: Small) -> None:
    found, pay = solved(game, symmetric=None), game.pays_of_hands().__getitem__
    best: Counter[Fraction] = Counter()
    ties = 0
    for cards in naive.hands(game.size, game.cards):
        values = naive.values(pay, game.size, cards)
        most = max(values.values())
        best[most] += 1
        tied = {held for held, value in values.items() if value == most}
        ties += len(tied) > 1
        assert found.values(naive.set_of(cards)) == values
        assert {*found.best(naive.set_of(cards))} == tied
    assert (found.best_values, found.ties) == (best, ties)
    assert found.value == sum(v * n for v, n in best.items()) / Fraction(best.total())
    pack = (game.ranks, game.suits) if found.symmetric else None
    law = naive.law(pay, game.size, game.cards, pack)
    assert (found.law, found.variance) == (law, law.variance())


@settings(max_examples=20)
@given(small_games())
def test_classes_of_suits_change_no_value(game: Small) -> None:
    game = game._replace(symmetric=True)
    every = solved(game, symmetric=False)
    for found in (solved(game, symmetric=True), solved(game, symmetric=None)):
        assert found.best_values == every.best_values
        assert (found.value, found.ties) == (every.value, every.ties)
    assert every.classes == every.hands == math.comb(game.size, game.cards)
    assert found.symmetric == (found.classes < found.hands)


@settings(max_examples=10)
@given(small_games(), st.integers(0, 100))
def test_a_strategy_has_the_value_of_brute_force(game: Small, seed: int) -> None:
    found, pay = solved(game, symmetric=False), game.pays_of_hands().__getitem__

    def strategy(hand: int) -> int:
        return random.Random(f"{seed} {hand}").choice([*found.values(hand)])

    hands = [*naive.hands(game.size, game.cards)]
    values = {naive.set_of(cards): naive.values(pay, game.size, cards) for cards in hands}
    lost = {hand: max(of.values()) - of[strategy(hand)] for hand, of in values.items()}
    compared = found.compare(strategy)
    total = sum((of[strategy(hand)] for hand, of in values.items()), Fraction(0))
    assert compared.value == total / len(hands)
    assert {loss.view: loss.each for loss in compared.losses} == {
        h: x for h, x in lost.items() if x
    }
    assert compared.best - sum(loss.loss for loss in compared.losses) == compared.value
    for loss in compared.losses:
        assert isinstance(loss.view, int)
        assert (loss.best, loss.choice) == (found.best(loss.view)[0], strategy(loss.view))


def test_of_tied_holds_the_law_is_that_of_the_most_cards() -> None:
    pays = {0b01: 1, 0b10: 0, 0b100: 2}  # from 0b01 a draw has the same mean, but not the same law
    pack = Pack(ranks=3, suits=1)
    found = hold_and_draw(pays.__getitem__, pack=pack, cards=1)
    assert found.best(0b01) == (0b01, 0)
    assert found.ties == 1
    assert found.law.chances() == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def test_all_tied_holds_of_a_hand_keep_the_order_of_the_hand() -> None:
    found = hold_and_draw(lambda hand: 1, pack=Pack(ranks=3, suits=1), cards=2)
    assert found.best(0b110) == (0b110, 0b010, 0b100)  # too few cards to draw two
    assert found.ties == 3


def test_the_law_is_that_of_the_first_best_hold_of_every_hand() -> None:
    # to hold a 2 or a 3 has the same mean, 1/2, and not the same law; the suits say which is first
    pays = {(1, 0, 1): 1, (0, 2, 0): 2, (0, 0, 2): -9}
    pack = Pack(ranks=3, suits=2)
    found = hold_and_draw(lambda hand: pays.get(pack.rank_counts(hand), 0), pack=pack, cards=2)
    weights: Counter[int | Fraction] = Counter()
    for cards in naive.hands(6, 2):
        held = tuple(card for card in cards if found.best(naive.set_of(cards))[0] >> card & 1)
        drawn = naive.final_pays(lambda hand: pays.get(pack.rank_counts(hand), 0), 6, cards, held)
        for pay, number in drawn.items():
            weights[pay] += number * 12 // drawn.total()
    assert found.symmetric
    assert found.ties
    assert found.law == Law(weights=weights)


def test_a_hand_of_nine_cards() -> None:
    # of ten cards nine are dealt; the card 0 is the only one that matters, and is never discarded
    found = hold_and_draw(lambda hand: hand & 1, pack=Pack(ranks=10, suits=1), cards=9)
    assert found.value == Fraction(9 + 1, 10)  # where it is not dealt it is drawn
    assert found.law == Law(weights={1: 1})


def test_pays_of_any_size_overflow_nowhere() -> None:
    pack = Pack(ranks=4, suits=2)
    values = [
        hold_and_draw(lambda hand: hand % 7 << size, pack=pack, cards=3).value / 2**size  # noqa: B023
        for size in range(40, 66)
    ]
    assert {*values} == {hold_and_draw(lambda hand: hand % 7, pack=pack, cards=3).value}


def test_integers_of_any_length_give_the_same_law(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = Pack(ranks=4, suits=2)
    usual = hold_and_draw(lambda hand: hand % 7, pack=pack, cards=3)
    monkeypatch.setattr(module, "exact_type", lambda bound: np.object_)
    found = hold_and_draw(lambda hand: hand % 7, pack=pack, cards=3)
    assert (found.value, found.law, found.ties) == (usual.value, usual.law, usual.ties)
    assert found.best_values == usual.best_values


# Jacks or better


@pytest.fixture(scope="module")
def usual() -> HoldAndDraw:
    return solve(Rules())


def test_jacks_or_better_as_ethier_kim_and_lee_2016_have_it(usual: HoldAndDraw) -> None:
    assert usual.value == Fraction(1653526326983, 1661102543100)
    assert len(usual.best_values) == 1153
    assert usual.best_values[Fraction(800)] == 4
    assert sum(usual.best_values.values()) == usual.hands == math.comb(52, 5)
    assert usual.classes == 134_459


def test_each_hold_of_a_hand_of_jacks_or_better_by_all_its_draws(usual: HoldAndDraw) -> None:
    hand = FULL.read("Tc Jc Qc Kc 9d")[0]
    values = usual.values(hand)
    royal = FULL.read("Tc Jc Qc Kc")[0]
    # of 47 cards: the ace royal, 9c straight flush, 7 clubs, 3 aces and 2 nines straight, 9 pairs
    assert values[royal] == Fraction(800 + 50 + 7 * 6 + (3 + 2) * 4 + 9, 47)
    assert values[hand] == 4
    assert usual.best(hand) == (royal,)
    assert len(values) == 32
    kept = FULL.read("Jc Qc Kc")[0]
    cards = tuple(card for card in range(52) if hand >> card & 1)
    pays = naive.final_pays(
        lambda final: Rules().pays.get(type_of(final), 0), 52, cards, (9, 10, 11)
    )
    assert naive.set_of((9, 10, 11)) == kept
    assert values[kept] == naive.mean(pays)


def type_of(hand: int) -> str:
    """Return the name of a hand, by counting."""
    cards = [divmod(card, 13) for card in range(52) if hand >> card & 1]
    ranks = sorted(rank for _, rank in cards)
    counts = sorted(Counter(ranks).values(), reverse=True)
    is_flush = len({suit for suit, _ in cards}) == 1
    is_straight = len({*ranks}) == 5 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if is_flush and is_straight:
        return "royal flush" if ranks[0] == 8 else "straight flush"
    if is_flush or is_straight:
        return "flush" if is_flush else "straight"
    by_counts = {(4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind",
                 (2, 2, 1): "two pair"}  # fmt: skip
    if tuple(counts) in by_counts:
        return by_counts[tuple(counts)]
    is_high = any(ranks.count(rank) == 2 and rank >= 9 for rank in ranks)
    return "jacks or better" if is_high else ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pay_table", "printed"),  # in percent, as guides for players print them
    [("800,50,25,8,6,4,3,2,1", "98.39"), ("800,50,25,8,5,4,3,2,1", "97.30")],
)
def test_other_pay_tables_have_the_returns_that_are_printed(pay_table: str, printed: str) -> None:
    assert fixed_point(100 * solve(Rules(pay_table=pay_table)).value, 2) == printed


@pytest.mark.slow
def test_a_pay_table_of_fractions_scales() -> None:
    sevenths = ",".join(f"{pay}/7" for pay in Rules().pay_table.split(","))
    usual, scaled = solve(Rules()), solve(Rules(pay_table=sevenths))
    assert scaled.value == usual.value / 7
    assert scaled.law == usual.law.map(lambda pay: Fraction(pay) / 7)


def wild_pay(pays: dict[str, int], is_wild: Callable[[int], bool]) -> Callable[[int], int]:
    """Return the best pay of a hand with wild cards."""

    def pay(hand: int) -> int:
        cards = [card for card in range(53) if hand >> card & 1]
        wild = sum(map(is_wild, cards))
        natural = [divmod(card, 13) for card in cards if not is_wild(card)]
        ranks = sorted(rank for _, rank in natural)
        counts = sorted(Counter(ranks).values(), reverse=True) or [0]
        most, pairs = counts[0] + wild, len(counts)
        names = [f"natural {type_of(hand)}"] if not wild else []
        is_flush = len({suit for suit, _ in natural}) <= 1
        names += ["four wild"] * (wild == 4) + ["five"] * (most == 5) + ["four"] * (most == 4)
        low = [-1 if rank == 12 else rank for rank in ranks]
        if pairs == len(ranks):  # all different
            is_straight = min(max(r) - min(r) for r in (ranks, low)) <= 4
            names += ["flush"] * is_flush + ["straight"] * is_straight
            names += ["straight flush"] * (is_flush and is_straight)
            names += ["royal"] * (is_flush and ranks[0] >= 8)
        names += ["full house"] * (pairs == 2 and most >= 3) + ["three"] * (most == 3)
        names += ["two pair"] * (pairs == 3 and counts[0] == 2 and not wild)
        high = [rank for rank in ranks if rank >= 11 and ranks.count(rank) + wild >= 2]
        names += ["kings"] * bool(high)
        return max(pays.get(name, 0) for name in [*names, ""])

    return pay


@pytest.mark.slow
def test_full_pay_deuces_wild_has_the_return_that_is_printed() -> None:
    pays = {"natural royal flush": 800, "four wild": 200, "royal": 25, "five": 15,
            "straight flush": 9, "four": 5, "full house": 3, "flush": 2, "straight": 2,
            "three": 1}  # fmt: skip
    found = hold_and_draw(wild_pay(pays, lambda card: card % 13 == 0), symmetric=True)
    assert fixed_point(100 * found.value, 2) == "100.76"  # in percent, in guides for players


@pytest.mark.parametrize(
    "rules",
    [
        Rules(ranks=4, suits=2, cards=2),
        Rules(ranks=4, suits=2, cards=3, pay_table="9,8,7,6,5,4,3/2,2,1"),
        Rules(ranks=5, suits=1, cards=3),
    ],
    ids=["two cards", "three cards", "one suit"],
)
def test_the_walk_of_the_best_player_has_the_law(rules: Rules) -> None:
    found = solve(rules)
    walk = explore(EXPERIMENTS["hand"], rules, table=BestPlayer(rules))
    assert walk.law().field("pays") == found.law
    assert optimal(EXPERIMENTS["hand"], rules, maximise="pays").value == found.value
    hands = map(naive.set_of, naive.hands(rules.pack.size, rules.cards))
    pat = Fraction(sum(pay_of(rules, hand) for hand in hands)) / found.hands
    assert found.compare(lambda hand: hand).value == pat


def test_the_choices_of_the_rules_are_the_holds() -> None:
    for rules in (Rules(cards=2), Rules(ranks=4, suits=1, cards=3), Rules(ranks=2, cards=4)):
        words = rules.pack.write((1 << rules.cards) - 1)
        held = solve(rules).values(rules.pack.read(words)[0])
        assert choices(rules, words) == tuple(map(rules.pack.write, held))


@pytest.mark.slow
def test_to_stand_pat_costs_most_where_nothing_is_held(usual: HoldAndDraw) -> None:
    pat = usual.compare(lambda hand: hand)
    paid = {"royal flush": 4, "straight flush": 36, "four of a kind": 624, "full house": 3744,
            "flush": 5108, "straight": 10200, "three of a kind": 54912, "two pair": 123552,
            "jacks or better": 4 * 6 * 220 * 64}  # fmt: skip
    total = sum(Rules().pays[name] * hands for name, hands in paid.items())
    assert pat.value == Fraction(total, usual.hands)
    assert pat.losses[0].loss == max(loss.loss for loss in pat.losses)


# Errors


@pytest.mark.parametrize("held", [0b1000, 0b1, "2c", 0, True])
def test_what_cannot_be_held(held: Any) -> None:
    found = hold_and_draw(lambda hand: hand % 3, pack=Pack(ranks=3, suits=1), cards=2)
    with pytest.raises(
        BadInput, match=r"the strategy holds .* hold a set of its cards, and no few"
    ):
        found.compare(lambda hand: held)


def test_a_strategy_that_treats_suits_differently() -> None:
    found = solve(Rules(ranks=4, suits=2, cards=2))
    with pytest.raises(BadInput, match=r"treats the suits of .* differently; solve the game with"):
        found.compare(lambda hand: hand & 0b1111)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cards": 5, "pack": Pack(ranks=2, suits=2)}, "cards=5 must be an integer from 1 to 4"),
        ({"cards": 0}, "cards=0 must be an integer from 1 to 52, the cards of the pack"),
        ({"pack": 52}, "pack=52 must be a Pack"),
        ({"jokers": 11}, "jokers=11 must be an integer from 0 to 10"),
        ({"symmetric": "yes"}, "symmetric='yes' must be True, False, or None to find out"),
    ],
)
def test_games_that_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        hold_and_draw(int.bit_count, **{"cards": 2, **arguments})


def test_a_pay_that_is_no_exact_number() -> None:
    with pytest.raises(BadInput, match=r"pay=0\.5 must be an integer or a Fraction"):
        hold_and_draw(lambda hand: 0.5, pack=Pack(ranks=2, suits=1), cards=1)  # type: ignore[arg-type,return-value]
    with pytest.raises(BadInput, match="function=3 must be a function of"):
        hold_and_draw(3)  # type: ignore[arg-type]


def test_a_symmetry_that_is_declared_and_not_there() -> None:
    with pytest.raises(BadInput, match="symmetric under permutation of the suits, but differs for"):
        hold_and_draw(lambda hand: hand & 1, pack=Pack(ranks=3, suits=2), cards=2, symmetric=True)


def test_too_many_hands() -> None:
    with pytest.raises(
        TooLarge, match="157,036,244 sets of at most 7 of 52 cards exceed the limit"
    ):
        hold_and_draw(lambda hand: 0, cards=7)


def test_a_hand_that_is_none() -> None:
    found = hold_and_draw(lambda hand: 0, pack=Pack(ranks=3, suits=1), cards=2)
    for hand in (0b1, 0b111, 0b1001):
        with pytest.raises(BadInput, match="must be a set of 2 of 3 cards, as Pack"):
            found.values(hand)


def test_every_paid_hand_has_a_name() -> None:
    assert {*PAID} == {*Rules().pays}
