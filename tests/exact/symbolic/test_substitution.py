"""Substitution commutes with every operation: random games with symbols and with numbers.

A game is a table of rows, each a few branches: the state after it or the end, a weight as
a function of p and q that is > 0 for 0 < p, q < 1, the points gained, how many stakes are
won, and whether the play is won.  Played with numbers, it shares no code with the field of
rational functions.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import example, given, settings
from hypothesis import strategies as st

from montmort.exact import explore, law_of
from montmort.exact.law import Law
from montmort.exact.rational_functions.field import RationalFunction, from_sympy
from montmort.exact.symbolic.law import SymbolicLaw
from montmort.exact.symbolic.walk import SymbolicWalk
from montmort.exact.walk import Walk
from montmort.games.chance import Chance
from montmort.games.errors import BadChain
from montmort.games.experiment import Experiment

p, q, r, A = sympy.symbols("p q r A")
HORIZON = 4

WEIGHTS: list[Callable[[Any, Any], Any]] = [
    lambda p, q: p,
    lambda p, q: 1 - p,
    lambda p, q: q,
    lambda p, q: 2 * (1 - q),
    lambda p, q: p * q,
    lambda p, q: 1 + p - q**2,
    lambda p, q: (1 - p) / (1 + q),
    lambda p, q: Fraction(2, 3),
    lambda p, q: 3,
    lambda p, q: p - p,
]
WITH_SYMBOLS = 7


class Branch(NamedTuple):
    after: int | None
    weight: int
    points: int
    stakes: int
    won: bool


Table = tuple[tuple[Branch, ...], ...]


class Gain(NamedTuple):
    points: int
    money: Any
    won: bool


@st.composite
def tables(draw: st.DrawFn, *, cycles: bool = True) -> Table:
    """Draw 1 to 3 rows of 1 to 3 branches; the first branch of a row ends the play."""
    size = draw(st.integers(1, 3))
    rows = []
    for state in range(size):
        later = [*range(size)] if cycles else [*range(state + 1, size)]
        ends = [
            Branch(None, draw(st.integers(0, WITH_SYMBOLS - 1)), *draw(gains())),
        ]
        others = draw(
            st.lists(
                st.builds(
                    lambda after, weight, gain: Branch(after, weight, *gain),
                    st.sampled_from(later if cycles else [None, *later]),
                    st.integers(0, len(WEIGHTS) - 1),
                    gains(),
                ),
                min_size=int(cycles),
                max_size=2,
            )
        )
        rows.append(tuple(ends + others))
    return tuple(rows)


def gains() -> st.SearchStrategy[tuple[int, int, bool]]:
    return st.tuples(st.integers(0, 2), st.integers(-2, 2), st.booleans())


def chances() -> st.SearchStrategy[Fraction]:
    return st.fractions(Fraction(1, 9), Fraction(8, 9), max_denominator=9)


def game(table: Table, p: Any, q: Any, stake: Any) -> Experiment[Any, int, Gain]:
    """Return the table as a game of steps; `stake` is won `stakes` times with a branch."""

    def step(_rules: object, state: int, chance: Chance, _table: object) -> tuple[Any, Gain]:
        row = table[state]
        branch = row[chance.pick([WEIGHTS[b.weight](p, q) for b in row])]
        return branch.after, Gain(branch.points, branch.stakes * stake, branch.won)

    return Experiment(name="table", outcome=Gain, start=lambda *_: 0, step=step)


def one_shot(table: Table, p: Any, q: Any, most: int) -> Callable[[Chance], tuple[int, bool]]:
    """Return the table as a function with a loop; its result is the number of visits to state 0.

    They are counted up to `most`, so that the places of a play repeat and can merge.
    """

    def play(chance: Chance) -> tuple[int, bool]:
        state, visits = 0, 0
        while True:
            visits = min(visits + (state == 0), most)
            row = table[state]
            branch = row[chance.pick([WEIGHTS[b.weight](p, q) for b in row])]
            if branch.after is None:
                return visits, branch.won
            state = branch.after

    return play


def value(answer: Any, at: dict[Any, Any]) -> Any:
    """Return an answer with values for symbols: expressions, laws, and mappings of these."""
    if isinstance(answer, Mapping) and not isinstance(answer, Law):
        return {key: value(part, at) for key, part in answer.items()}
    if isinstance(answer, tuple):
        return tuple(value(part, at) for part in answer)
    if isinstance(answer, SymbolicLaw):
        return answer.at(at)
    found = from_sympy(answer).at(at)
    return found.to_sympy() if isinstance(found, RationalFunction) else found


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "expected points": lambda walk: walk.expected("points"),
    "expected money": lambda walk: walk.expected("money"),
    "variance of points": lambda walk: walk.variance("points"),
    "variance of money": lambda walk: walk.variance("money"),
    "steps": lambda walk: walk.steps_to_end(),
    "law of the last": lambda walk: walk.last_law("won"),
    "law of points": lambda walk: walk.field_law("points", HORIZON),
    "law of steps": lambda walk: walk.steps_law(HORIZON),
    "absorption": lambda walk: walk.chain().absorption(start=0),
    "visits": lambda walk: walk.chain().visits(start=0),
    "duration of the chain": lambda walk: walk.chain().expected(start=0),
    "variance in the chain": lambda walk: walk.chain().variance(start=0),
}


def plain(answer: Any) -> Any:
    """Return an answer of a numeric walk with Fractions for numbers."""
    if isinstance(answer, Mapping) and not isinstance(answer, Law):
        return {key: plain(part) for key, part in answer.items()}
    if isinstance(answer, tuple):
        return tuple(map(plain, answer))
    return answer if isinstance(answer, Law) else Fraction(answer)


ROUND = tuple(  # every state leads to both others
    (
        Branch(None, state, 1, state, state == 1),
        Branch((state + 1) % 3, 5 - state, state, 1, True),
        Branch((state + 2) % 3, state + 1, 0, 2, False),
    )
    for state in range(3)
)


@settings(max_examples=5)
@example(ROUND, Fraction(1, 3), Fraction(1, 4), 2)
@given(tables(), chances(), chances(), st.integers(-3, 3))
def test_a_walk_with_cycles(table: Table, up: Fraction, other: Fraction, stake: int) -> None:
    at = {p: up, q: other, A: stake}
    general, special = (
        explore(game(table, p, q, A), None),
        explore(game(table, up, other, stake), None),
    )
    between = general.at(at)
    assert isinstance(between, Walk)
    for ask in QUESTIONS.values():
        answer = ask(general)
        assert value(answer, at) == plain(ask(special)) == plain(ask(between))
        if isinstance(answer, SymbolicLaw):
            whole = sum(answer.elements.values(), start=from_sympy(answer.tail))
            assert whole == 1
            assert value(answer.tail, at) == ask(special).tail


class Chances(NamedTuple):
    p: Any
    q: Any
    A: Any


RUIN: Experiment[Chances, int, Gain] = Experiment(
    name="ruin",
    outcome=Gain,
    start=lambda rules, chance: 1 + chance.pick([rules.p, rules.q]),
    step=lambda rules, counters, chance, _table: _ruin(rules, counters, chance),
)


def _ruin(rules: Chances, counters: int, chance: Chance) -> tuple[int | None, Gain]:
    counters += (1, -1, 0)[chance.pick([rules.p, rules.q, 1])]
    over = counters in (0, 4)
    return (None if over else counters), Gain(1, rules.A if over else 0, counters == 4)


@settings(max_examples=4)
@given(chances(), chances(), st.integers(-3, 3))
def test_a_walk_at_a_point_is_the_walk_of_the_numbers(
    up: Fraction, other: Fraction, stake: int
) -> None:
    general, special = (explore(RUIN, Chances(*each)) for each in ((p, q, A), (up, other, stake)))
    found = general.at({p: up, q: other, A: stake})
    assert found == special
    assert hash(found) == hash(special)
    assert found != general.at({p: up / 2, q: other, A: stake})
    assert found != general.at({p: up, q: other, A: stake + 1})
    assert found != general
    between = general.at({q: other})
    assert between == explore(RUIN, Chances(p, other, A))
    assert between != general.at({q: other / 2})
    assert between != special


@settings(max_examples=20)
@given(tables(cycles=False), chances(), chances(), st.integers(-3, 3))
def test_joint_laws_of_games_with_a_longest_play(
    table: Table, up: Fraction, other: Fraction, stake: int
) -> None:
    at = {p: up, q: other, A: stake}
    general, special = (
        explore(game(table, p, q, A), None),
        explore(game(table, up, other, stake), None),
    )
    if isinstance(general, SymbolicWalk):
        assert general.has_longest_play == special.has_longest_play
        assert general.law().at(at) == special.law()
        for field in ("points", "money"):
            assert general.field_law(field).at(at) == special.field_law(field)


@settings(max_examples=6)
@given(tables(), chances(), chances(), st.integers(1, 3))
def test_laws_of_functions_with_loops(
    table: Table, up: Fraction, other: Fraction, most: int
) -> None:
    at = {p: up, q: other}
    general = law_of(one_shot(table, p, q, most))
    special = law_of(one_shot(table, up, other, most), by="situations")
    assert general.at(at) == special
    assert sum(general.elements.values(), start=from_sympy(0)) == 1
    visits = special.map(lambda result: result[0])
    assert general.map(lambda result: result[0]).at(at) == visits
    assert value(general.map(lambda result: result[0]).mean(), at) == visits.mean()
    assert value(general.map(lambda result: result[0]).variance(), at) == visits.variance()
    square = general.expected(lambda result: result[0] ** 2 - result[1])
    assert value(square, at) == special.expected(lambda result: result[0] ** 2 - result[1])
    won = next(iter(special))[1]
    among = general.given(lambda result: result[1] == won)
    assert among.at(at) == special.given(lambda result: result[1] == won)
    assert sum(among.elements.values(), start=from_sympy(0)) == 1


@settings(max_examples=8)
@given(tables(), chances(), chances(), st.integers(-3, 3))
def test_one_symbol_after_the_other(
    table: Table, up: Fraction, other: Fraction, stake: int
) -> None:
    general = explore(game(table, p, q, A), None)
    special = explore(game(table, up, other, stake), None)
    values = {p: up, q: other, A: stake}
    for order in ([p, q, A], [A, q, p]):
        walk: Any = general
        law: Any = general.last_law("won")
        for symbol in order:
            walk = walk.at({symbol: values[symbol]}) if symbol in _symbols(walk) else walk
            law = law.at({symbol: values[symbol]}) if symbol in _symbols(law) else law
        walk = walk.at({}) if isinstance(walk, SymbolicWalk) else walk
        law = law.at({}) if isinstance(law, SymbolicLaw) else law
        assert isinstance(walk, Walk)
        assert law.chances() == special.last_law("won").chances()
        for field in ("points", "money"):
            assert plain(walk.expected(field)) == plain(special.expected(field))
            assert plain(walk.variance(field)) == plain(special.variance(field))


def _symbols(whole: Any) -> frozenset[Any]:
    return whole.symbols if isinstance(whole, SymbolicWalk | SymbolicLaw) else frozenset()


@settings(max_examples=8)
@given(tables(), st.sampled_from([{p: q, q: p}, {p: r}, {q: r, A: 2 * p}, {p: q / 2}]))
def test_other_names_and_other_expressions(table: Table, names: dict[Any, Any]) -> None:
    general = explore(game(table, p, q, A), None)
    known = {symbol: x for symbol, x in names.items() if symbol in _symbols(general)}
    if known != names:
        return
    renamed, direct = (
        general.at(names),
        explore(game(table, *(names.get(x, x) for x in (p, q, A))), None),
    )
    for question in ("expected points", "variance of money", "law of the last", "law of steps"):
        ask = QUESTIONS[question]
        assert (
            _elements(ask(renamed)) == _elements(ask(direct)) == _elements_at(ask(general), names)
        )


def _elements(answer: Any) -> Any:
    return dict(answer.elements) if isinstance(answer, SymbolicLaw) else from_sympy(answer)


def _elements_at(answer: Any, names: dict[Any, Any]) -> Any:
    chosen = {symbol: from_sympy(x) for symbol, x in names.items()}
    if not isinstance(answer, SymbolicLaw):
        return from_sympy(from_sympy(answer).at(chosen))
    found = {x: from_sympy(chance.at(chosen)) for x, chance in answer.elements.items()}
    return {x: chance for x, chance in found.items() if chance}


@settings(max_examples=8)
@given(tables(), chances(), chances())
def test_what_is_printed_is_the_value(table: Table, up: Fraction, other: Fraction) -> None:
    law = law_of(one_shot(table, p, q, 2))
    for chance in law.elements.values() if isinstance(law, SymbolicLaw) else ():
        printed = str(-2 * chance)
        assert from_sympy(sympy.sympify(printed, {"p": p, "q": q})) == -2 * chance
        # Python would divide two printed integers into a float.
        exact = re.sub(r"\d+", r"Fraction(\g<0>)", printed)
        names = {"p": up, "q": other, "Fraction": Fraction}
        assert eval(exact, names) == -2 * chance.at({p: up, q: other})


def test_a_play_that_may_be_endless_is_endless_with_symbols_and_with_numbers() -> None:
    stays = ((Branch(1, 0, 0, 0, False), Branch(None, 1, 0, 0, True)), (Branch(1, 2, 1, 1, False),))
    for walk in (
        explore(game(stays, p, q, A), None),
        explore(game(stays, Fraction(1, 2), q, 1), None),
    ):
        with pytest.raises(BadChain, match="never ends"):
            walk.expected("points")
