"""Optimal play as a function of a symbol: known thresholds, the answer, refusals."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy

from montmort import Chance, Experiment, RandomChance, RuleSet, Table, coin, explore, optimal
from montmort.exact.decisions.piecewise import PiecewiseOptimal
from montmort.exact.parameters.roots import Root
from montmort.games.errors import BadInput, UnknownName
from montmort.games.rule_set import rule
from tests.exact.decisions.symbolic_games import p

b, c = sympy.symbols("b c")
HALF = Fraction(1, 2)


class Money(NamedTuple):
    won: int


class Game2(NamedTuple):
    reached: bool


def points(best: PiecewiseOptimal) -> list[Any]:
    return [each.point for each in best.breaks]


def of_play(play: Any) -> Experiment[Any, Any, Any]:
    return Experiment.of_play(play, Money)


# --- known thresholds ------------------------------------------------------------------------


def bet(odds: Any, heads: Any) -> Any:
    def play(chance: Chance, table: Table) -> Money:
        if table.decide(0, ["play", "pass"], "offer") == "pass":
            return Money(0)
        return Money(odds) if coin(chance, heads) else Money(-1)

    return of_play(play)


def test_a_bet_is_taken_where_odds_times_chance_exceed_the_chance_to_lose() -> None:
    by_chance = optimal(bet(3, p), maximise="won")
    assert points(by_chance) == [Fraction(1, 4)]
    assert [piece["offer"].choice for piece in by_chance.pieces] == ["pass", "play"]
    assert by_chance.value.subs(p, sympy.Rational(1, 2)) == 1
    by_odds = optimal(bet(b, Fraction(1, 3)), maximise="won")
    assert points(by_odds) == [2]
    assert str(by_odds) == (
        "maximise won, every b\nb <= 2  0\nb >= 2  (b - 2)/3\nat b = 2\n  offer: pass -> play"
    )
    assert by_odds.ties_at(Fraction(2)) == {"offer": ("play", "pass")}
    assert by_odds.ties_at(Fraction(3)) == {}


def red_and_black(goal: int, units: int, win: Any) -> Experiment[Any, Any, Any]:
    def step(_rules: object, units: int, chance: Chance, table: Table) -> tuple[Any, Game2]:
        stake = table.decide(0, range(1, min(units, goal - units) + 1), units)
        units += stake if coin(chance, win) else -stake
        return (None if units in (0, goal) else units), Game2(units == goal)

    return Experiment(name="bets", outcome=Game2, start=lambda *_: units, step=step)


def test_bold_play_is_optimal_in_an_unfair_game_and_timid_play_in_a_favourable_one() -> None:
    best = optimal(red_and_black(8, 3, p), maximise="reached")
    assert str(best.region) == "0 <= p <= 1"
    assert points(best) == [HALF]
    bold, timid = best.pieces
    assert all(min(x, 8 - x) in bold[x].ties for x in range(2, 7))
    assert bold.value == p**2 * (2 - p)
    assert timid.strategy() == dict.fromkeys(range(2, 7), 1)
    ratio = (1 - p) / p
    assert sympy.cancel(timid.value - (1 - ratio**3) / (1 - ratio**8)) == 0
    everything = {x: tuple(range(1, min(x, 8 - x) + 1)) for x in range(2, 7)}
    assert best.ties_at(HALF) == everything
    assert best.value_at(HALF) == Fraction(3, 8)
    assert "4 -> 1" in str(best)


def coins(limit: int) -> Experiment[Any, Any, Any]:
    """Pig for one, with a coin: heads adds a point, tails loses all points of the turn."""

    def step(_rules: object, turn: int, chance: Chance, table: Table) -> tuple[Any, Money]:
        if turn == limit or (turn and table.decide(0, ["hold", "toss"], turn) == "hold"):
            return None, Money(turn)
        return (turn + 1, Money(0)) if coin(chance, p) else (None, Money(0))

    return Experiment(name="coins", outcome=Money, start=lambda *_: 0, step=step)


def test_a_turn_of_pig_is_held_from_p_over_q_points_on() -> None:
    best = optimal(coins(5), maximise="won")
    assert points(best) == [Fraction(t, t + 1) for t in range(1, 5)]
    for hold, piece in enumerate(best.pieces, start=1):
        wanted = {t: "hold" if t >= hold else "toss" for t in range(1, 5)}
        assert piece.strategy() == wanted
        assert piece.value == hold * p**hold
    assert best.pieces[0].touching == (HALF,)


class Position(NamedTuple):
    mine: int
    other: int
    turn: int
    first: bool


def pig(goal: int, heads: Any) -> Experiment[Any, Any, Any]:
    """Pig for two, with a coin."""

    def step(_: object, position: Position, chance: Chance, table: Table) -> tuple[Any, Game2]:
        mine, other, turn, first = position
        seat = 0 if first else 1
        if turn and table.decide(seat, ["toss", "hold"], position) == "hold":
            return Position(other, mine + turn, 0, not first), Game2(False)
        if not coin(chance, heads):
            return Position(other, mine, 0, not first), Game2(False)
        if mine + turn + 1 >= goal:
            return None, Game2(first)
        return position._replace(turn=turn + 1), Game2(False)

    start = Position(0, 0, 0, first=True)
    return Experiment(name="pig", outcome=Game2, start=lambda *_: start, step=step)


def test_pig_for_two_is_held_below_irrational_chances() -> None:
    best = optimal(pig(2, p), maximise="reached")
    behind, level = points(best)
    assert str(behind) == "1 - sqrt(2)/2"
    assert isinstance(level, Root)
    # equal scores, one point in the turn: hold wins w and toss p + (1 - p)(1 - v)
    assert best.pieces[2].value == 1 / (2 - p**2)  # both always toss: v = p² + (1 - p²)(1 - v)
    assert best.pieces[2][Position(0, 0, 1, first=True)].choice == "toss"
    assert set(best.ties_at(level)) == {Position(0, 0, 1, first=True)}
    for value in (Fraction(1, 7), Fraction(1, 3), HALF):
        numeric, found = optimal(pig(2, value), maximise="reached"), best.at({p: value})
        assert found == numeric
        assert hash(found) == hash(numeric)
        assert found != optimal(pig(2, value / 2), maximise="reached")
        assert found.value == numeric.value == best.value_at(value)
        assert [found.strategy(seat) for seat in (0, 1)] == [
            numeric.strategy(seat) for seat in (0, 1)
        ]
        assert found.walk.last_law("reached") == numeric.walk.last_law("reached")


def house(offers: int, cost: Any) -> Experiment[Any, Any, Any]:
    def step(_rules: object, left: int, chance: Chance, table: Table) -> tuple[Any, Money]:
        offer = chance.pick([1] * 6) + 1
        if not left or table.decide(0, ["sell", "wait"], (offer, left)) == "sell":
            return None, Money(offer - cost)
        return left - 1, Money(-cost)

    return Experiment(name="house", outcome=Money, start=lambda *_: offers - 1, step=step)


def test_a_house_is_sold_for_what_waiting_is_worth() -> None:
    best = optimal(house(2, c), maximise="won")
    assert points(best) == [Fraction(7, 2) - offer for offer in range(6, 0, -1)]
    assert best.value_at(Fraction(1)) == optimal(house(2, 1), maximise="won").value
    later = optimal(house(4, c), maximise="won")
    assert all((offer, 1) in later.pieces[0].strategy() for offer in range(1, 7))
    assert later.at({c: 1}).strategy() == optimal(house(4, 1), maximise="won").strategy()


def test_a_house_without_a_last_offer_is_waited_for_as_long_as_that_costs_less() -> None:
    def step(_rules: object, left: int, chance: Chance, table: Table) -> tuple[Any, Money]:
        offer = chance.pick([1] * 6) + 1
        if table.decide(0, ["sell", "wait"], offer) == "sell":
            return None, Money(offer - fee)
        return 0, Money(-fee)

    fee = sympy.Symbol("fee", nonnegative=True)
    sale = Experiment(name="sale", outcome=Money, start=lambda *_: 0, step=step)
    best = optimal(sale, maximise="won")
    assert str(best.region) == "fee >= 0"
    # from k on: E(offer - k)+ = fee, so sum (offer - k)/6 over the offers above k
    assert points(best) == [Fraction(n * (n + 1), 12) for n in range(1, 6)]
    assert best.value_at(Fraction(0)) == 6
    fee = sympy.Symbol("fee")
    with pytest.raises(BadInput, match=r"at fee = -1: .* from where it gains for ever"):
        optimal(sale, maximise="won")


def test_a_worthless_wait_is_taken_where_it_is_better_than_the_end() -> None:
    def step(_rules: object, state: int, chance: Chance, table: Table) -> tuple[Any, Money]:
        if table.decide(0, ["stop", "wait"], "") == "stop":
            return None, Money(prize)
        return 0, Money(0)

    game = Experiment(name="wait", outcome=Money, start=lambda *_: 0, step=step)
    prize = sympy.Symbol("prize", nonnegative=True)
    assert optimal(game, maximise="won").value == prize
    prize = sympy.Symbol("prize")
    best = optimal(game, maximise="won")
    assert [(str(piece.interval.text("prize")), piece.value) for piece in best.pieces] == [
        ("prize <= 0", 0),
        ("prize >= 0", prize),
    ]
    assert (best.at({prize: -1}).value, best.at({prize: -1}).never_ends) == (0, 1)


def test_a_free_wait_at_one_point_is_refused_if_it_is_better_there() -> None:
    def step(_rules: object, state: int, chance: Chance, table: Table) -> tuple[Any, Money]:
        if table.decide(0, ["stop", "wait"], "") == "stop":
            return None, Money(prize)
        return 0, Money(-((2 * p - 1) ** 2))

    game = Experiment(name="wait", outcome=Money, start=lambda *_: 0, step=step)
    prize = 1
    best = optimal(game, maximise="won")
    assert best.breaks == ()
    assert best.pieces[0].touching == (HALF,)
    assert best.ties_at(HALF) == {"": ("stop", "wait")}
    assert best.at({p: HALF}).value == 1
    prize = -1
    with pytest.raises(BadInput, match="at p = 1/2 a seat can put off the end for ever"):
        optimal(game, maximise="won")


def test_a_standing_offer_is_taken_where_it_beats_the_candidates_left() -> None:
    def step(_rules: object, left: int, chance: Chance, table: Table) -> tuple[Any, Money]:
        if not left or table.decide(0, ["take", "see"], left) == "take":
            return None, Money(b)
        value = chance.pick([1] * 6) + 1
        if table.decide(0, ["choose", "pass"], (value, left)) == "choose":
            return None, Money(value)
        return left - 1, Money(0)

    stop = Experiment(name="stop", outcome=Money, start=lambda *_: 1, step=step)
    best = optimal(stop, maximise="won")
    assert points(best) == [1, 2, 3, 4, 5, 6]
    assert best.value_at(Fraction(4)) == Fraction(4 + 4 + 4 + 4 + 5 + 6, 6)
    assert best.pieces[-1].strategy()[1] == "take"


# --- the answer ------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Stakes(RuleSet):
    """A bet of two rounds."""

    heads: Fraction = rule(HALF, "chance to win", least=0, most=1)
    fee: int = rule(0, "fee", least=0)


class Result(NamedTuple):
    won: int
    lucky: bool


def rounds(rules: Stakes, left: int, chance: Chance, table: Table) -> tuple[Any, Result]:
    """Stop, or bet 1 for a fee; win 3, or lose all and stop."""
    if table.decide(0, ["stop", "bet"], None) == "stop":
        return None, Result(0, False)
    lucky = coin(chance, rules.heads)
    return (left - 1 if left and lucky else None), Result(3 * lucky - 1 - rules.fee, lucky)


ROUNDS = Experiment(name="rounds", outcome=Result, start=lambda *_: 1, step=rounds, rules=Stakes)


def test_the_numeric_answer_has_the_rules_of_its_point_and_can_be_played() -> None:
    best = optimal(ROUNDS, Stakes(heads=p), maximise="won")
    found = best.at({p: HALF})
    assert found.rules == Stakes(heads=HALF)
    numeric = optimal(ROUNDS, Stakes(heads=HALF), maximise="won")
    assert found.played.play(found.rules, RandomChance(5)) == numeric.played.play(
        numeric.rules, RandomChance(5)
    )
    assert found.compare(lambda choices, view: "bet").value == numeric.value
    assert found.reached == numeric.reached
    assert found.size == numeric.size == best.size
    assert found.how == numeric.how


def test_a_payoff_without_a_value_divides_the_region() -> None:
    def play(chance: Chance, table: Table) -> Money:
        return Money(table.decide(0, [1, 2], "") / (c - 1))

    best = optimal(of_play(play), maximise="won")
    assert str(best.region) == "c < 1 or c > 1"
    assert best.breaks == ()
    assert [piece[""].choice for piece in best.pieces] == [1, 2]
    assert best.value.subs(c, 3) == 1
    with pytest.raises(BadInput, match="c = 1 is outside of the region"):
        best.value_at(1)


def test_gains_that_are_equal_at_a_point_become_one() -> None:
    def play(chance: Chance, table: Table) -> Money:
        if table.decide(0, ["draw", "stop"], "") == "stop":
            return Money(0)
        return Money([c, 1, -1][chance.pick([1, 1, 1])])

    found = optimal(of_play(play), maximise="won").at({c: 1})
    assert found.walk.law().chances() == {(1,): Fraction(2, 3), (-1,): Fraction(1, 3)}


def test_the_bounds_of_the_rules_are_conditions() -> None:
    best = optimal(ROUNDS, Stakes(fee=c), maximise="won")
    assert str(best.region) == "c >= 0"
    assert best.conditions == sympy.Le(0, c)
    assert points(best) == [HALF]
    assert best.value.subs(c, 0) == sympy.Rational(3, 4)
    assert best.at({c: 0}).value == Fraction(3, 4)


def test_a_strategy_can_be_explored_as_a_function_of_the_symbol() -> None:
    best = optimal(red_and_black(5, 2, p), maximise="reached")
    bold = optimal(red_and_black(5, 2, Fraction(1, 3)), maximise="reached")
    walk = explore(red_and_black(5, 2, p), None, table=bold.table)
    chance = walk.last_law("reached")[True]
    assert sympy.cancel(chance - best.pieces[0].value) == 0
    assert best.pieces[0].walk.last_law("reached")[True] == chance
    assert chance.subs(p, sympy.Rational(1, 3)) == bold.value
    whole = optimal(ROUNDS, Stakes(heads=p), maximise="won").pieces[-1]
    assert sympy.cancel(whole.walk.expected("won") - whole.value) == 0


def test_the_value_is_one_expression_where_pieces_share_a_function() -> None:
    def play(chance: Chance, table: Table) -> Money:
        if table.decide(0, ["safe", "risk"], "first") == "safe":
            return Money(1)
        if table.decide(0, ["bet", "stop"], "then") == "stop":
            return Money(0)
        return Money(1 if coin(chance, p) else -1)

    best = optimal(of_play(play), maximise="won")
    assert points(best) == [HALF]
    assert best.value == 1
    assert best.pieces[1].touching == (HALF, 1)
    assert best.ties_at(Fraction(1)) == {"first": ("safe", "risk")}
    assert best.value_at(HALF) == 1


def test_a_break_may_be_an_algebraic_number_with_an_exact_value() -> None:
    def play(chance: Chance, table: Table) -> Money:
        if table.decide(0, ["one", "two"], "") == "one":
            return Money(int(coin(chance, HALF)))
        return Money(int(coin(chance, p) and coin(chance, p)))

    best = optimal(of_play(play), maximise="won")
    (each,) = best.breaks
    assert each.point.expression == sympy.sqrt(2) / 2
    assert best.value_at(each.point) == HALF
    assert best.value.subs(p, 1) == 1
    assert best.pieces[0][""].values == (sympy.Rational(1, 2), p**2)
    root = best.value.args[0].cond.subs(p, sympy.Rational(7071, 10000))
    assert root == sympy.true


def test_a_function_of_the_outcome_and_a_discount_are_objectives_as_well() -> None:
    rules = Stakes(heads=p)
    both = optimal(ROUNDS, rules, maximise=lambda outcome: outcome.won > 3)
    assert both.value == p**2
    less = optimal(ROUNDS, rules, maximise="won", discount=HALF)
    numeric = optimal(ROUNDS, Stakes(heads=HALF), maximise="won", discount=HALF)
    assert less.value_at(HALF) == numeric.value == less.at({p: HALF}).value
    priced = optimal(ROUNDS, Stakes(), maximise=lambda last: c * int(last.lucky) - last.won)
    after_a_win = HALF * (4 - 4) + HALF * (0 - 1)
    assert priced.value_at(Fraction(4)) == HALF * after_a_win + HALF * (0 - -1)
    assert priced.at({c: 4}).value == priced.value_at(Fraction(4))


def test_fractions_are_weights_of_games_with_decisions() -> None:
    def play(chance: Chance, table: Table) -> Money:
        drawn = chance.pick([Fraction(1, 3), Fraction(2, 3)])
        return Money(drawn if table.decide(0, ["keep", "drop"], drawn) == "keep" else 0)

    assert optimal(of_play(play), maximise="won").value == Fraction(2, 3)


# --- refusals --------------------------------------------------------------------------------


def hidden(chance: Chance, table: Table) -> Money:
    drawn = coin(chance, p)
    return Money(int(drawn == (table.decide(0, ["heads", "tails"], "?") == "heads")))


def compared(chance: Chance, table: Table) -> Money:
    return Money(1 if p > HALF else 0)


def several(chance: Chance, table: Table) -> Money:
    return Money(c if coin(chance, p) and table.decide(0, [0, 1], None) else 0)


def impossible(chance: Chance, table: Table) -> Money:
    return Money(chance.pick([p - 2, 1 - p]) * table.decide(0, [0, 1], None))


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        (hidden, "in different situations, in which different choices are best"),
        (compared, "the rules ask whether p > 1/2, which depends on the values"),
        (several, "the rules have the symbols c, p; optimal play is found as a function of one"),
        (impossible, "no values of p fulfil these conditions"),
    ],
)
def test_what_has_no_answer_is_refused_in_a_sentence(play: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        optimal(of_play(play), maximise="won")


def test_arguments_that_do_not_fit_are_refused() -> None:
    game = bet(3, p)
    with pytest.raises(BadInput, match="go with rules without symbols"):
        optimal(game, maximise="won", width=HALF)
    with pytest.raises(BadInput, match="go with rules without symbols"):
        optimal(game, maximise="won", symmetric_under=lambda view: view)
    best = optimal(game, maximise="won")
    for values in ({}, {c: 1}, {p: 1, c: 1}, {p: c}):
        with pytest.raises(BadInput, match="must be a number for p alone"):
            best.at(values)
    with pytest.raises(BadInput, match="p = 2 is outside of the region, 0 <= p <= 1"):
        best.at({p: 2})
    with pytest.raises(UnknownName, match="never decides"):
        best.pieces[0]["elsewhere"]
