"""A user's own game, from its rules to a verdict: no registration, no declared outcome."""

import enum
import itertools
import random
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance, coin, shuffled
from montmort.games.errors import BadChain, BadInput, InvalidCounts, TooLarge, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.table import Table
from montmort.games.treize import EXPERIMENTS as TREIZE
from montmort.games.treize import Rules as Treize
from montmort.montecarlo import treize as kernel
from montmort.montecarlo.simulator import simulator_of
from montmort.verification import Decision, crosscheck
from montmort.verification.own_games import from_play
from montmort.verification.own_games.from_play import experiment_of, laws_of
from tests.verification.own_games.own_plays import by_counting, quick

HALF = Fraction(1, 2)
Rng = np.random.Generator


def law(play: Any, field: str = "value") -> Law[Any]:
    return laws_of(experiment_of(play), None)[field]


# One-shot games


def two_dice(chance: Chance) -> int:
    return chance.pick([1] * 6) + chance.pick([1] * 6) + 2


def aces(chance: Chance, cards: int = 2) -> int:
    deck, found = Deck((4, 48)), 0
    for _ in range(cards):
        kind, deck = deck.draw(chance)
        found += kind == 0
    return found


def sides(faces: int, chance: Chance) -> int:
    return chance.pick([1] * faces)


class Sign(enum.Enum):
    LOWER = "<"
    EQUAL = "="
    HIGHER = ">"


def war(chance: Chance) -> Sign:
    mine, other = chance.pick([1] * 6), chance.pick([1] * 6)
    return list(Sign)[1 + (mine > other) - (mine < other)]


class Derangement(NamedTuple):
    fixed: int
    none: bool
    first: Sign


def letters(chance: Chance) -> Derangement:
    """Four letters put into four envelopes at random."""
    order = shuffled(chance, range(4))
    fixed = sum(letter == place for place, letter in enumerate(order))
    return Derangement(fixed, fixed == 0, Sign.HIGHER if order[0] else Sign.EQUAL)


def test_the_law_of_two_dice_is_that_of_all_36_throws() -> None:
    faces = range(1, 7)
    assert law(two_dice) == by_counting(a + b for a, b in itertools.product(faces, faces))


def test_the_laws_of_a_named_tuple_are_those_of_all_24_orders() -> None:
    orders = [sum(map(int.__eq__, o, range(4))) for o in itertools.permutations(range(4))]
    laws = laws_of(experiment_of(letters), None)
    assert list(laws) == ["fixed", "none", "first"]
    assert laws["fixed"] == by_counting(orders)
    assert laws["none"] == by_counting(fixed == 0 for fixed in orders)
    assert laws["first"] == Law(weights={Sign.EQUAL: 1, Sign.HIGHER: 3})


@given(st.integers(0, 4))
def test_aces_are_hypergeometric_for_any_hand(cards: int) -> None:
    expected = {k: comb(4, k) * comb(48, cards - k) for k in range(cards + 1)}
    assert law(partial(aces, cards=cards)) == Law(weights=expected)


PLAYS = [two_dice, aces, war, letters, lambda chance: chance.pick([1, 3]) == 1, lambda chance: 7]


@pytest.mark.parametrize("play", PLAYS)
def test_right_plays_are_consistent(play: Any) -> None:
    result = quick(play=play)
    assert result.decision is Decision.CONSISTENT, str(result)
    assert not result.unjudged


def test_an_enum_is_judged_member_by_member_and_a_bool_as_a_number() -> None:
    result = quick(play=war)
    assert [v.field for v in result.verdicts] == ["value=lower", "value=equal", "value=higher"]
    assert [v.exact for v in result.verdicts] == [
        Fraction(15, 36),
        Fraction(6, 36),
        Fraction(15, 36),
    ]
    assert [v.exact for v in quick(play=lambda c: c.pick([1, 3]) == 1).verdicts] == [Fraction(3, 4)]


def test_a_constant_game_is_consistent_until_another_value_is_seen() -> None:
    assert str(quick(play=lambda chance: 7)).startswith("CONSISTENT: value, 7 in 4,096 plays")
    seen = quick(play=lambda chance: 7, simulator=lambda rng: 7 + (rng.random() < 0.01))
    assert seen.decision is Decision.INVALID


def test_without_a_number_of_plays_the_run_ends_when_all_is_decided() -> None:
    result = quick(play=two_dice, plays=None, margin=Fraction(1, 10))
    assert result.decision is Decision.CONSISTENT
    assert result.tally is not None
    assert result.tally.plays < 10**5


def test_game_rules_and_experiment_bear_the_names_of_the_play() -> None:
    result = quick(play=partial(aces, cards=1))
    assert (result.game, result.experiment, result.rules) == ("aces", "aces", {"cards": 1})
    assert (quick(play=lambda chance: 7).game, quick(play=two_dice).rules) == ("play", None)
    assert result.against == result.rules


def test_identities_depend_on_name_and_rules() -> None:
    plays = [two_dice, aces, partial(aces, cards=1), partial(aces, cards=2), partial(sides, 2)]
    runs = [(quick(play=play, plays=10).tally, play) for play in plays]
    assert len({tally.experiment for tally, _ in runs if tally}) == len(plays)
    again = quick(play=two_dice, plays=10).tally
    assert again == runs[0][0]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_workers_change_nothing(workers: int) -> None:
    alone = quick(play=two_dice, plays=10_000)
    result = quick(play=two_dice, plays=10_000, workers=workers)
    assert [str(verdict) for verdict in result.verdicts] == [str(v) for v in alone.verdicts]


# Independent simulators and laws


def from_a_hat(rng: Rng) -> int:
    return int((rng.permutation(52)[:2] < 4).sum())


def hat_of_tosses(rng: Rng) -> "Tosses":
    return Tosses(from_a_hat(rng))


def put_back(rng: Rng) -> np.int64:
    return np.int64((rng.integers(52, size=5) < 4).sum())


def loaded_dice(rng: Rng) -> int:
    return sum(min(int(rng.random() * 6.2) + 1, 6) for _ in range(2))


def test_a_simulator_of_ones_own_is_compared_with_the_walk() -> None:
    result = quick(play=aces, simulator=from_a_hat)
    assert result.decision is Decision.CONSISTENT
    assert (result.game, result.experiment) == ("aces", "from_a_hat")


def test_planted_bugs_are_found() -> None:
    assert quick(play=two_dice, simulator=loaded_dice, plays=20_000).decision is (
        Decision.INCONSISTENT
    )
    mean_is_right = quick(play=partial(aces, cards=5), simulator=put_back, plays=None, margin=None)
    assert mean_is_right.decision is Decision.INCONSISTENT
    assert abs(mean_is_right.verdicts[0].z or 9) < 4


@pytest.mark.slow
def test_a_supplied_law_replaces_the_walk() -> None:
    def unwalkable(chance: Chance) -> int:
        return sum(chance.pick([1, 1]) for _ in range(100))

    how: Any = {"play": unwalkable, "margin": 1, "plays": 3000}
    binomial = Law(weights={k: comb(100, k) for k in range(101)})
    assert quick(**how, exact=binomial).decision is Decision.CONSISTENT
    shifted = binomial.map(lambda k: k + 1)
    assert quick(**how, exact={"value": shifted}).decision is Decision.INCONSISTENT


def test_a_law_and_a_simulator_need_no_game() -> None:
    die = Law(weights=dict.fromkeys(range(1, 7), 1))

    def roll(rng: Rng) -> int:
        return int(rng.integers(1, 7))

    result = quick(exact=die, simulator=roll)
    assert (result.decision, result.game) == (Decision.CONSISTENT, "roll")


def test_a_law_of_named_tuples_gives_all_their_fields() -> None:
    joint = explore(Experiment.of_play(letters, Derangement), None).law()
    assert quick(play=letters, exact=joint).laws == laws_of(experiment_of(letters), None)
    only = quick(play=letters, exact={"none": joint.field("none")})
    assert (only.unjudged, len(only.verdicts)) == (("fixed", "first"), 1)


def test_laws_and_simulators_for_a_built_in_game() -> None:
    small = Treize(ranks=2, suits=1)
    built_in = crosscheck("treize", small, plays=10**5, seed=1)
    given = crosscheck("treize", small, exact=built_in.laws, plays=10**5, seed=1)
    assert list(map(str, given.verdicts)) == list(map(str, built_in.verdicts))
    judged = crosscheck(
        "treize", small, simulator=lambda rng: 1, exact={"points": Law(weights={1: 1})}
    )
    assert judged.decision is Decision.CONSISTENT


def test_the_reference_rules_of_treize_as_ones_own_game() -> None:
    """No longest play: the laws of fields that add up are followed to a tail of 1e-9."""
    small = Treize(ranks=2, suits=1)
    own = quick(play=TREIZE["game"], rules=small, plays=8192)
    assert own.decision is Decision.CONSISTENT
    built_in = crosscheck("treize", small, plays=1000, seed=1)
    for mine, theirs in zip(own.verdicts, built_in.verdicts, strict=True):
        assert (mine.field, mine.exact, mine.horizon) == (
            theirs.field,
            theirs.exact,
            theirs.horizon,
        )
    other = quick(play=TREIZE["game"], rules=small, against=Treize(ranks=3, suits=1))
    assert other.decision is not Decision.CONSISTENT
    fast = quick(play=TREIZE["game"], rules=small, simulator=kernel.simulator(small), plays=8192)
    assert fast.decision is Decision.CONSISTENT


# Games without a longest play


class Tosses(NamedTuple):
    tosses: int


def toss(rules: Fraction, state: int, chance: Chance, table: Table) -> tuple[int | None, Tosses]:
    return (None if coin(chance, rules) else 0), Tosses(1)


def began(rules: Any, chance: Chance) -> int:
    return 0


UNTIL_HEADS = Experiment(name="until heads", outcome=Tosses, start=began, step=toss)


@pytest.mark.parametrize("heads", [HALF, Fraction(2, 3), Fraction(1, 10)])
def test_toss_until_heads_is_geometric(heads: Fraction) -> None:
    tosses = laws_of(UNTIL_HEADS, heads)["tosses"]
    assert tosses.horizon is not None
    assert tosses.tail == (1 - heads) ** tosses.horizon <= from_play.RARE
    assert all(tosses[k] == heads * (1 - heads) ** (k - 1) for k in range(1, tosses.horizon))


def test_toss_until_heads_is_judged_up_to_its_horizon() -> None:
    result = quick(play=UNTIL_HEADS, rules=HALF)
    assert result.decision is Decision.CONSISTENT
    assert result.verdicts[0].horizon == 30  # 2^-30 < 1e-9 < 2^-29


class Ruin(NamedTuple):
    rounds: int
    rich: bool
    last: Sign


def bet(rules: int, state: int, chance: Chance, table: Table) -> tuple[int | None, Ruin]:
    won = bool(chance.pick([10, 9]))
    state += 1 if won else -1
    gain = Ruin(1, state == rules, Sign.HIGHER if won else Sign.LOWER)
    return (state if 0 < state < rules else None), gain


RUIN = Experiment(name="ruin", outcome=Ruin, start=lambda rules, chance: 1, step=bet)
FLIP = Experiment.of_play(lambda chance: Tosses(chance.pick([1, 1])), Tosses)


@pytest.mark.parametrize("counters", [2, 3, 10])
def test_what_the_last_step_says_is_known_without_a_longest_play(counters: int) -> None:
    """Gambler's ruin, de Moivre 1711: (r - 1) / (r^n - 1) with r = q/p = 10/9."""
    laws, r = laws_of(RUIN, counters), Fraction(10, 9)
    rich = (r - 1) / (r**counters - 1)
    assert laws["rich"] == Law.of({True: rich, False: 1 - rich})
    assert laws["last"] == Law.of({Sign.HIGHER: rich, Sign.LOWER: 1 - rich})
    result = quick(play=RUIN, rules=counters)
    assert not result.unjudged
    assert result.decision not in {Decision.INVALID, Decision.INCONSISTENT}


def test_what_cannot_be_followed_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pair(NamedTuple):
        tosses: int
        balance: int

    def step(rules: Any, state: int, chance: Chance, table: Table) -> tuple[int | None, Pair]:
        return (None if chance.pick([1, 1]) else 0), Pair(1, -1)

    game = Experiment(name="debts", outcome=Pair, start=began, step=step)
    result = quick(play=game)
    assert ([v.field for v in result.verdicts], result.unjudged) == (["tosses"], ("balance",))
    monkeypatch.setattr(from_play, "FARTHEST", 20)
    with pytest.raises(
        BadInput, match=r"no exact law is known of tosses, balance.*supply their laws"
    ):
        quick(play=game)


# Errors


class Loose(NamedTuple):
    points: Any


@pytest.mark.parametrize("value", [0.5, "seven", None, (1, 2), Fraction(1, 2)])
def test_an_outcome_that_is_no_integer(value: Any) -> None:
    with pytest.raises(InvalidCounts, match=r"field value gave .* an outcome is an integer"):
        quick(play=lambda chance: value)
    with pytest.raises(InvalidCounts, match="field points gave"):
        quick(play=lambda chance: Loose(value))
    with pytest.raises(InvalidCounts, match="field value gave"):
        quick(play=lambda chance: (1, value)[chance.pick([10**9, 1])], exact=None)


def test_fractions_are_outcomes_in_exact_answers() -> None:
    halves = experiment_of(lambda chance: Fraction(chance.pick([1, 1, 1]), 2))
    law = laws_of(halves, None)["value"]
    assert law == Law.of({Fraction(0): 1, Fraction(1, 2): 1, Fraction(1): 1})


def test_a_rare_outcome_that_is_no_integer_is_invalid_where_it_is_played() -> None:
    half = Law(weights={0: 1, 1: 1})
    result = quick(play=lambda chance: (0, 1, 0.5)[chance.pick([50, 50, 1])], exact=half)
    assert result.decision is Decision.INVALID


def test_an_enum_mixed_with_numbers() -> None:
    with pytest.raises(BadInput, match="keep to one kind"):
        quick(play=lambda chance: (Sign.EQUAL, 1)[chance.pick([1, 1])])


@pytest.mark.parametrize("other", [4, Tosses(1), None])
def test_outcomes_of_two_kinds(other: Any) -> None:
    for first in (Loose(1), other):
        with pytest.raises(BadInput, match=r"keep to one kind|an outcome is an integer"):
            quick(play=lambda chance, first=first: (first, other, Loose(1))[chance.pick([9, 1, 1])])


@pytest.mark.parametrize("source", [random.random, np.random.default_rng(1).random])
def test_chance_from_elsewhere(source: Any) -> None:
    def outcome(chance: Chance) -> int:
        return int(6 * source())

    def weights(chance: Chance) -> int:
        return chance.pick([1] * (2 + int(99 * source())))

    for play in (outcome, weights):
        with pytest.raises(BadInput, match="from `chance`"):
            quick(play=play)
    game = Experiment.of_play(lambda chance: Loose(int(6 * source())), Loose)
    with pytest.raises(BadInput, match="from `chance`"):
        quick(play=game)


def test_a_play_that_remembers() -> None:
    plays = itertools.count()
    with pytest.raises(BadInput, match="from outside, which moves on when it is used"):
        quick(play=lambda chance: next(plays))


def test_more_paths_than_can_be_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_play, "explore", partial(explore, limit=100))
    with pytest.raises(TooLarge, match=r"start and step.*exact="):
        quick(play=lambda chance: sum(shuffled(chance, range(6))))


@pytest.mark.slow
def test_a_play_whose_paths_go_on_for_ever() -> None:
    """Refused at once instead of walking for ever; a path that is only long is walked."""

    def until_heads(chance: Chance, heads: int, most: int = 10**9) -> int:
        return next((k for k in range(most) if chance.pick([1, 1]) == heads), most)

    for heads in (0, 1):
        with pytest.raises(TooLarge, match=r"no longest play.*start and step"):
            quick(play=partial(until_heads, heads=heads))
    assert law(partial(until_heads, heads=0, most=300)).mean() == 1 - Fraction(1, 2**300)


def test_a_game_that_never_ends() -> None:
    game = Experiment(name="for ever", outcome=Tosses, start=began, step=lambda *_: (0, Tosses(1)))
    with pytest.raises(BadChain, match="never ends"):
        quick(play=game)


@pytest.mark.parametrize(
    ("question", "error", "message"),
    [
        ({}, BadInput, "give game= or play="),
        ({"exact": Law(weights={1: 1})}, BadInput, "give game= or play="),
        ({"game": "treize", "play": two_dice}, BadInput, "two games"),
        ({"game": "whist"}, UnknownName, "no game 'whist'.*play="),
        ({"game": "treize", "rules": "rules"}, BadInput, r"rules='rules' must be .*Rules"),
        ({"game": "treize", "against": 4}, BadInput, "against=4 must be"),
        ({"play": 5}, BadInput, "must be a function play"),
        ({"play": two_dice, "rules": 5}, BadInput, r"rules=5 goes with an Experiment.*partial"),
        ({"play": two_dice, "experiment": "hand"}, BadInput, "give game="),
        ({"play": two_dice, "simulator": 5}, BadInput, "must be a Simulator or a function"),
        ({"play": two_dice, "exact": {1: HALF}}, BadInput, "must be a Law"),
        ({"play": two_dice, "exact": 0.5}, BadInput, "must be a Law"),
        ({"play": two_dice, "exact": {"sum": Law(weights={1: 1})}}, UnknownName, "'sum'.* value"),
        ({"play": letters, "exact": Law(weights={1: 1})}, BadInput, r"\{'fixed': law\}"),
        ({"play": UNTIL_HEADS, "rules": HALF, "against": HALF, "exact": {}}, BadInput, "give one"),
        ({"play": two_dice, "exact": Law(weights={HALF: 1})}, BadInput, "an outcome is an integer"),
        ({"play": letters, "simulator": hat_of_tosses}, BadInput, "is known of tosses"),
        ({"play": two_dice, "margin": "0.1"}, BadInput, "margin of value, '0.1', must be"),
        ({"play": two_dice, "margin": float("nan")}, BadInput, "margin of value"),
        ({"play": two_dice, "margin": True}, BadInput, "margin of value"),
        ({"play": two_dice, "margins": [1]}, BadInput, "must be a mapping"),
        ({"play": two_dice, "plays": True}, BadInput, "plays=True must be an integer"),
        ({"play": two_dice, "workers": 1.5}, BadInput, "workers=1.5 must be an integer"),
        ({"play": FLIP, "rules": object()}, BadInput, "no stable representation"),
    ],
)  # fmt: skip
def test_questions_that_cannot_be_asked(question: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        quick(**question)


def test_a_float_margin_is_the_binary_fraction_that_it_is() -> None:
    assert quick(play=two_dice, margin=0.25).verdicts[0].margin == Fraction(1, 4)
    assert quick(play=two_dice, margins={"value": 0.1}).verdicts[0].margin == Fraction(0.1)


def test_a_simulator_of_ones_own_rules_keeps_its_version() -> None:
    versioned = simulator_of(UNTIL_HEADS, HALF, game="until heads", version=2)
    result = quick(play=UNTIL_HEADS, rules=HALF, simulator=versioned)
    assert result.tally is not None
    assert result.tally.experiment == versioned.identity


def own_die(rng: Rng) -> int:
    return int(rng.integers(1, 7))


@pytest.mark.parametrize(
    ("mean", "decision"),
    [(Fraction(7, 2), Decision.CONSISTENT), (Fraction(3), Decision.INCONSISTENT)],
)
def test_where_only_moments_are_known_the_mean_is_judged(
    mean: Fraction, decision: Decision
) -> None:
    known = Moments(mean=mean, variance=Fraction(35, 12), low=1, high=6)
    result = quick(exact={"value": known}, simulator=own_die)
    assert result.decision is decision


def test_a_value_outside_the_bounds_of_the_moments_is_invalid() -> None:
    known = Moments(mean=Fraction(7, 2), variance=Fraction(9, 4), low=2, high=5)
    result = quick(exact={"value": known}, simulator=own_die)
    assert result.decision is Decision.INVALID


def test_where_the_variance_is_not_known_the_largest_possible_sets_margin_and_plan() -> None:
    known = Moments(mean=Fraction(7, 2), low=1, high=6)
    (verdict,) = quick(exact={"value": known}, simulator=own_die, margin=None).verdicts
    assert verdict.margin == Fraction(5, 2) / 100  # sd 5/2 if only 1 and 6 occurred
    assert verdict.decision is Decision.INCONCLUSIVE
    assert verdict.z is None
    assert verdict.plays_to_decide == 25 * 100**2
