"""Results of every game in Python: a repr of one line, HTML and LaTeX that parse."""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
import sympy

import montmort
from montmort import AbsorbingChain, Law, MarkovChain, SymbolicLaw, crosscheck, explore, optimal
from montmort.display import short_repr
from montmort.exact.par_sheet import ParSheet
from montmort.exact.treize.solution import solve
from montmort.exact.zero_sum.equilibrium import solve_matrix
from montmort.games.pig import Rules as PigRules
from montmort.games.treize import Rules as TreizeRules
from montmort.verification.registry import GAMES

LONGEST = 1000  # characters of a repr
SLOW = {"baccarat", "cribbage-hand", "five-card-draw", "le-her", "persian-monarchs", "pig"}
SLOW |= {"risk", "shut-the-box", "snakes-and-ladders", "three-card-poker", "yahtzee"}
SMALLER: dict[str, Any] = {"pig": PigRules(goal=20)}
MINUTES = {"blackjack", "jacks-or-better"}  # to be solved


def parts_of(root: object, most: int = 3000) -> Iterator[Any]:
    """Yield a result, its fields and what its properties give, and so on."""
    seen: dict[int, object] = {}
    waiting = [root]
    while waiting and len(seen) < most:
        value = waiting.pop()
        if id(value) in seen or isinstance(value, type):
            continue
        seen[id(value)] = value
        yield value
        if dataclasses.is_dataclass(value):
            waiting += [getattr(value, field.name) for field in dataclasses.fields(value)]
        elif isinstance(value, Mapping):
            waiting += [part for entry in [*value.items()][:4] for part in entry]
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += [*value][:4]


def check_short(root: object) -> int:
    """Check every part of montmort's own classes; return how many there were."""
    checked = 0
    for value in parts_of(root):
        if type(value).__module__.startswith("montmort"):
            assert len(repr(value)) <= LONGEST, type(value)
            assert "\n" not in repr(value), type(value)
            checked += 1
    return checked


def results_of(name: str) -> Iterator[object]:
    """Yield what a game gives in Python."""
    game = GAMES[name]
    yield game
    if name in MINUTES:
        return
    rules = SMALLER.get(name, game.rulebook.rules())
    experiment = game.rulebook.first_experiment
    yield game.truth(rules, experiment)
    yield game.field_laws(rules, experiment)
    aim = game.aim_in(experiment)
    if aim is not None:
        yield game.optimal_play(rules, experiment, aim)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] if n in SLOW else []) for n in GAMES]
)
def test_the_results_of_every_game_have_a_short_repr(name: str) -> None:
    for found in results_of(name):
        assert check_short(found)


def long_law() -> Law[int]:
    return 500 @ Law.of({0: Fraction(1, 3), 1: Fraction(2, 3)})


def big_chain(kind: Any) -> Any:
    return kind.from_rows({n: {n // 2: 1} for n in range(3000)})


def two_states() -> dict[str, dict[str, Fraction]]:
    half = Fraction(1, 2)
    return {"<toss>": {"<toss>": half, "done": half}, "done": {"done": Fraction(1)}}


def symbolic_law() -> SymbolicLaw[str]:
    p = sympy.Symbol("p")
    return SymbolicLaw.of({"win": p**3 / (1 + p), "loss": 1 - p**3 / (1 + p)})


class Roll(NamedTuple):
    """A throw that may be thrown again once."""

    points: int


def reroll(chance: montmort.Chance, table: montmort.Table) -> Roll:
    face = chance.pick([1] * 6) + 1
    if table.decide(0, ("keep", "again"), face) == "again":
        face = chance.pick([1] * 6) + 1
    return Roll(face)


def treize_check() -> montmort.Crosscheck:
    return crosscheck("treize", TreizeRules(ranks=3, suits=1), plays=2000, seed=1)


RESULTS: dict[str, Callable[[], Any]] = {
    "law": lambda: Law.of({"<win>": 1, "loss": 2}),
    "long law": long_law,
    "law with a tail": lambda: Law.of({0: Fraction(1, 3)}, horizon=0),
    "fractions": lambda: Law.of([Fraction(1, 10**40), Fraction(-1, 2)]),
    "law of tuples": lambda: Law.of([Roll(1), Roll(2)]),
    "symbolic law": symbolic_law,
    "chain": lambda: AbsorbingChain.from_rows(two_states()),
    "big chain": lambda: big_chain(AbsorbingChain),
    "markov chain": lambda: MarkovChain.from_rows(two_states()),
    "chain with symbols": lambda: AbsorbingChain.from_rows(
        {0: {0: sympy.Symbol("p"), 1: 1 - sympy.Symbol("p")}, 1: {1: 1}}
    ),
    "treize": lambda: solve(TreizeRules(ranks=13, suits=4)),
    "equilibrium": lambda: solve_matrix([[0, -1, 2], [1, 0, -3], [-2, 3, 0]]),
    "big equilibrium": lambda: solve_matrix([[(i * j) % 7 for j in range(30)] for i in range(30)]),
    "par sheet": lambda: ParSheet(net=Law.of({1: 18, -1: 19})),
    "walk": lambda: explore(GAMES["treize"].rulebook.experiment("game"), TreizeRules(ranks=2)),
    "optimal": lambda: optimal(montmort.Experiment.of_play(reroll, Roll), maximise="points"),
    "crosscheck": treize_check,
    "tally": lambda: treize_check().tally,
    "verdict": lambda: treize_check().verdicts[0],
}


class _Balanced(HTMLParser):
    """Every tag that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_in_a_notebook(name: str) -> None:
    found = RESULTS[name]()
    assert check_short(found)
    page = found._repr_html_()
    reader = _Balanced()
    reader.feed(page)
    assert reader.open == []
    assert "<win>" not in page
    assert "<toss>" not in page
    if name != "crosscheck":  # its picture has no formula
        formula = found._repr_latex_()
        assert formula[0] == formula[-1] == "$"
        plain = formula.replace(r"\{", "").replace(r"\}", "")
        assert plain.count("{") == plain.count("}")
        assert formula.count(r"\begin") == formula.count(r"\end")


def test_decimals_stand_beside_fractions() -> None:
    law = Law.of({"win": 1, "loss": 2})
    assert "<td>1/3</td><td>0.333333...</td>" in law._repr_html_()
    assert r"\text{win} & \frac{1}{3} = 0.333333\ldots\\" in law._repr_latex_()
    assert "<td>1/2 = 0.5</td>" in RESULTS["chain"]()._repr_html_()
    assert r"\frac{1}{2} = 0.5" in RESULTS["chain"]()._repr_latex_()
    assert "<th>value</th><td>0</td>" in RESULTS["equilibrium"]()._repr_html_()
    sheet = RESULTS["par sheet"]()
    assert "<td>1/37 = 0.027027...</td>" in sheet._repr_html_()
    assert r"\frac{1}{37} = 0.027027\ldots" in sheet._repr_latex_()
    long = long_law()._repr_html_()
    assert "digits)" in long
    assert "e-" in long
    assert len(long) < 5000


def test_members_of_an_enum_go_by_their_names() -> None:
    from montmort.games.five_card_draw import Result

    law = Law.of({Result.WIN: 3, Result.TIE: 1, Result.LOSS: 2})
    assert "<td>win</td><td>1/2</td>" in law._repr_html_()
    assert "the commonest, win, has" in str(law)


def test_a_repr_that_fits_rebuilds_the_record() -> None:
    law = Law.of({0: 1, 1: 2})
    assert eval(repr(law)) == law
    chain = AbsorbingChain.from_rows({0: {1: 1}, 1: {1: 1}})
    assert eval(repr(chain), {"AbsorbingChain": AbsorbingChain, "Fraction": Fraction}) == chain


def test_what_is_cut_from_a_repr_is_counted() -> None:
    class Found(NamedTuple):
        many: tuple[int, ...]
        deep: dict[str, tuple[int, ...]]

        def __repr__(self) -> str:
            return short_repr(self)

    shown = repr(Found(tuple(range(1000)), {"a": tuple(range(1000))}))
    assert shown.startswith("Found(many=(0, 1, 2,")
    assert shown.count("more") == 2
    assert len(shown) < 200
    assert repr(Found((1,), {})) == "Found(many=(1,), deep={})"
