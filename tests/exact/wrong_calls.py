"""Calls of laws, walks and chains, for `tests.wrong_arguments`."""

from fractions import Fraction
from typing import Any

import networkx
import sympy

from montmort import (
    AbsorbingChain,
    Experiment,
    Family,
    Law,
    MarkovChain,
    ParSheet,
    SymbolicLaw,
    SymbolicWalk,
    Walk,
    coin,
    crossings,
    estimated_paths,
    every_path,
    explore,
    extremum,
    fair,
    law_of,
    optimal,
    sensitivity,
    sign_table,
    solve_family,
)
from montmort.exact.decisions.card import strategy_card
from montmort.exact.moments import Moments
from montmort.games import treize
from tests.wrong_arguments import (
    ONCE,
    STEPS,
    Call,
    Two,
    die,
    half,
    of,
    record,
    third,
    two,
    with_key,
)

LAW = Law(weights=dict.fromkeys(range(1, 7), 1))
TWO_LAW = law_of(two)
SHEET = ParSheet(net=Law(weights={1: 18, -1: 19}))
COIN_LAW = Law.of([0, 1])
CUT = Law(weights={0: 1, 1: 1}, total=4)
WORDS = Law(weights={"win": 1, "loss": 2})
WALK = explore(STEPS, None)
WALK_ONCE = explore(ONCE, None)
CHAIN = AbsorbingChain.from_rows({"a": {"a": half, "b": half}, "b": {"b": 1}})
WEATHER = MarkovChain.from_rows(
    {"rain": {"rain": half, "sun": half}, "sun": {"rain": Fraction(1, 4), "sun": Fraction(3, 4)}}
)
RULES = treize.Rules(ranks=2, suits=1)


def _reroll(chance: Any, table: Any) -> Two:
    eyes = 1 + chance.pick([1] * 6)
    again = table.decide(0, [True, False], eyes)
    return Two(1 + chance.pick([1] * 6) if again else eyes, not again)


REROLL = Experiment.of_play(_reroll, Two)
BEST = optimal(REROLL, maximise="eyes")
p = sympy.Symbol("p")
INSIDE = (p > 0) & (p < 1)
COIN = SymbolicLaw.of({0: 1 - p, 1: p})


def _toss(p: Any, state: Any, chance: Any, table: Any) -> tuple[Any, Two]:
    heads = coin(chance, p)
    return (None if heads else state), Two(1, heads)


TOSSES = Experiment(name="tosses", outcome=Two, start=lambda *_: 0, step=_toss)
TOSSED = explore(TOSSES, p)


def _bet(chance: Any, table: Any) -> Two:
    bets = table.decide(0, [True, False], 3)
    return Two(3 if bets and coin(chance, p) else 1, bets)


PIECES = optimal(Experiment.of_play(_bet, Two), maximise="eyes")
k, n = sympy.symbols("k n", integer=True)
MOVES = {k + 1: half, k - 1: half}
ENDS = {sympy.Eq(k, 0): 0, sympy.Eq(k, n): 1}
RUIN = Family(name="ruin", size=n, states={k: (0, n)}, moves=MOVES, ends=ENDS)
REFUSED = {
    "Law.field of numbers",
    "Law.at_most of words",
}  # for a reason other than their arguments


CALLS: dict[str, Call] = {
    "Law": of(Law, weights={0: 1, 1: 2}, total=4, horizon=1),
    "Law weight": of(lambda weight: Law(weights={0: 1, 1: weight}), 1),
    "Law outcome": of(lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)), 1),
    "Law outcome with a tail": of(
        lambda outcome: Law(weights={0: 1} | with_key(outcome, 1), total=4), 1
    ),
    "Law.of": of(Law.of, {0: third, 1: third}, horizon=1),
    "Law.of chance": of(lambda chance: Law.of({0: third, 1: chance}, horizon=1), third),
    "Law[]": of(LAW.__getitem__, 1),
    "Law[] with a tail": of(CUT.__getitem__, 1),
    "Law.expected": of(LAW.expected, lambda x: x),
    "Law.map": of(LAW.map, lambda x: x),
    "Law.field": of(TWO_LAW.field, "eyes"),
    "Law.field of numbers": of(LAW.field, "eyes"),
    "Law.given": of(LAW.given, lambda x: x > 1),
    "Law.at_most": of(LAW.at_most, 3),
    "Law.at_most with a tail": of(CUT.at_most, 1),
    "Law.at_most of words": of(WORDS.at_most, 3),
    "Law.quantile": of(LAW.quantile, half),
    "Law.pgf": of(LAW.pgf, half),
    "Law.pgf of a long law": of(
        lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)).pgf(half), 3
    ),
    "Law.mean": of(lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)).mean(), 3),
    "Law.variance": of(lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)).variance(), 3),
    "Law.capped": of(LAW.capped, 3),
    "Law.of chance without a horizon": of(lambda chance: Law.of({0: half, 1: chance}), half),
    "Law.of outcomes": of(Law.of, [1, 2]),
    "Law.of outcome": of(lambda outcome: Law.of(with_key(outcome, 1)), 1),
    "Law +": of(LAW.__add__, 1),
    "Law + outcome": of(lambda outcome: LAW + Law.of([1, outcome]), 1),
    "Law -": of(LAW.__sub__, 1),
    "Law.repeat": of(LAW.repeat, 2),
    "Law.repeat outcome": of(lambda outcome: 3 @ Law.of([0, outcome]), 1),
    "Law.highest": of(LAW.highest, 2),
    "Law.lowest": of(LAW.lowest, 2),
    "Law.joint": of(LAW.joint, COIN_LAW),
    "ParSheet": record(ParSheet, SHEET),
    "ParSheet.chance": of(SHEET.chance, 0),
    "ParSheet.after": of(SHEET.after, 3),
    "ParSheet.volatility_index": of(SHEET.volatility_index, 90),
    "ParSheet.rtp_interval": of(SHEET.rtp_interval, 90, 100),
    "ParSheet.answers": of(SHEET.answers, [3]),
    "Law.capped with a tail": of(CUT.capped, 1),
    "Moments": of(Moments, mean=half, variance=Fraction(1, 4), low=0, high=1),
    "law_of": of(law_of, die, limit=100, watch=lambda *_: None),
    "law_of by": of(law_of, die, by="paths", compiled=False),
    "law_of result": of(lambda result: law_of(lambda chance: result if die(chance) else 1), 1),
    "law_of weight": of(lambda weight: law_of(lambda chance: chance.pick([1, weight])), 1),
    "law_of weights": of(lambda weights: law_of(lambda chance: chance.pick(weights)), [1, 2]),
    "every_path": of(every_path, die, limit=100, watch=lambda *_: None),
    "estimated_paths": of(estimated_paths, die, probes=10, rng=1),
    "explore": of(explore, STEPS, None, table=None, limit=100, states=100, watch=lambda *_: None),
    "explore Treize": of(explore, treize.EXPERIMENTS["game"], RULES),
    "Walk": record(Walk, WALK),
    "Walk.expected": of(WALK.expected, "eyes"),
    "Walk.variance": of(WALK.variance, "eyes"),
    "Walk.last_law": of(WALK.last_law, "won"),
    "Walk.field_law": of(WALK.field_law, "eyes", 3),
    "Walk.steps_law": of(WALK.steps_law, 3),
    "Walk.quantile": of(WALK.quantile, "eyes", half),
    "Walk.field_chances": of(WALK.field_chances, "eyes"),
    "Walk.law": of(WALK_ONCE.law),
    "explore with a symbol": of(explore, TOSSES, p, limit=100, states=100),
    "law_of with a symbol": of(lambda weight: law_of(lambda c: c.pick([p, weight])), 1 - p),
    "SymbolicLaw": of(SymbolicLaw, elements=COIN.elements, horizon=1),
    "SymbolicLaw.of": of(SymbolicLaw.of, {0: 1 - p, 1: p}),
    "SymbolicLaw[]": of(COIN.__getitem__, 1),
    "SymbolicLaw.at": of(COIN.at, {p: half}),
    "SymbolicLaw.at value": of(lambda value: COIN.at({p: value}), half),
    "SymbolicLaw.at symbol": of(lambda symbol: COIN.at(with_key(symbol, half)), p),
    "SymbolicLaw.expected": of(COIN.expected, lambda x: x),
    "SymbolicLaw.map": of(COIN.map, lambda x: x),
    "SymbolicLaw.given": of(COIN.given, lambda x: x > 0),
    "SymbolicWalk": record(SymbolicWalk, TOSSED),
    "SymbolicWalk.expected": of(TOSSED.expected, "eyes"),
    "SymbolicWalk.variance": of(TOSSED.variance, "eyes"),
    "SymbolicWalk.last_law": of(TOSSED.last_law, "won"),
    "SymbolicWalk.field_law": of(TOSSED.field_law, "eyes", 3),
    "SymbolicWalk.steps_law": of(TOSSED.steps_law, 3),
    "SymbolicWalk.at": of(TOSSED.at, {p: half}),
    "fair": of(fair, 1 - 2 * p, p, INSIDE),
    "sign_table": of(sign_table, 1 - 2 * p, p, INSIDE, sides=("a", "b")),
    "sensitivity": of(sensitivity, 1 - 2 * p, p),
    "extremum": of(extremum, 1 - 2 * p, p, INSIDE),
    "Family": of(
        Family, name="ruin", size=n, states={k: (0, n)}, moves=MOVES, ends=ENDS, reward=0, least=1
    ),
    "solve_family": of(solve_family, RUIN, up_to=5),
    "crossings": of(crossings, p, 1 - p, p, INSIDE, names=("a", "b")),
    "AbsorbingChain": record(AbsorbingChain, CHAIN),
    "AbsorbingChain.from_rows": of(AbsorbingChain.from_rows, {"a": {"b": 1}, "b": {"b": 1}}),
    "from_rows row": of(lambda row: AbsorbingChain.from_rows({"a": row, "b": {"b": 1}}), {"b": 1}),
    "from_rows chance": of(
        lambda chance: AbsorbingChain.from_rows({"a": {"b": chance}, "b": {"b": 1}}), 1
    ),
    "from_rows target": of(
        lambda target: AbsorbingChain.from_rows({"a": with_key(target, 1), "b": {"b": 1}}), "b"
    ),
    "from_weights": of(AbsorbingChain.from_weights, {"a": ({"b": 2}, 2), "b": ({"b": 1}, 1)}),
    "from_weights row": of(
        lambda row: AbsorbingChain.from_weights({"a": row, "b": ({"b": 1}, 1)}), ({"b": 2}, 2)
    ),
    "from_weights parts": of(
        lambda row, total: AbsorbingChain.from_weights({"a": (row, total), "b": ({"b": 1}, 1)}),
        {"b": 2},
        2,
    ),
    "from_matrix": of(AbsorbingChain.from_matrix, [[half, half], [0, 1]], ["toss", "done"]),
    "from_matrix row": of(lambda row: AbsorbingChain.from_matrix([row, [0, 1]]), [0, 1]),
    "from_matrix entry": of(lambda entry: AbsorbingChain.from_matrix([[0, entry], [0, 1]]), 1),
    "from_matrix label": of(
        lambda label: AbsorbingChain.from_matrix([[0, 1], [0, 1]], [label, "b"]), "a"
    ),
    "from_graph": of(AbsorbingChain.from_graph, networkx.DiGraph([(0, 1)]), None),
    "from_graph chance": of(
        lambda chance: AbsorbingChain.from_graph(networkx.DiGraph([(0, 1, {"p": chance})]), "p"), 1
    ),
    "from_function": of(AbsorbingChain.from_function, lambda _: {0: 1}, 0, limit=10),
    "from_function row": of(lambda row: AbsorbingChain.from_function(lambda _: row, 0), {0: 1}),
    "from_step": of(
        AbsorbingChain.from_step, lambda s, c: None if c.pick([1, 1]) else s, 0, limit=10
    ),
    "from_step next": of(
        lambda after: AbsorbingChain.from_step(lambda s, c: None if c.pick([1, 1]) else after, 0), 0
    ),
    "AbsorbingChain.absorption": of(CHAIN.absorption, start="a"),
    "AbsorbingChain.ancestors": of(CHAIN.ancestors, [1]),
    "AbsorbingChain.at": of(CHAIN.at, {}),
    "AbsorbingChain.expected": of(CHAIN.expected, 1, start="a", discount=half),
    "AbsorbingChain.expected of rewards": of(lambda r: CHAIN.expected({"a": r}), 1),
    "AbsorbingChain.expected of a function": of(lambda r: CHAIN.expected(lambda _: r), 1),
    "AbsorbingChain.expected for all": of(CHAIN.expected, 1, discount=half),
    "AbsorbingChain.second_moment": of(CHAIN.second_moment, 1, start="a"),
    "AbsorbingChain.variance": of(CHAIN.variance, 1, start="a"),
    "AbsorbingChain.steps_law": of(CHAIN.steps_law, "a", 3),
    "AbsorbingChain.steps_pgf": of(CHAIN.steps_pgf, "a", None),
    "AbsorbingChain.visits": of(CHAIN.visits, start="a"),
    "MarkovChain.stationary": of(WEATHER.stationary, "rain"),
    "MarkovChain.return_time": of(WEATHER.return_time, "rain"),
    "MarkovChain.hitting_times": of(WEATHER.hitting_times, "rain"),
    "MarkovChain.hitting_chances": of(WEATHER.hitting_chances, "rain"),
    "MarkovChain.stopped_at": of(WEATHER.stopped_at, "rain"),
    "optimal": of(optimal, REROLL, None, maximise="eyes", seat=0),
    "optimal minimise": of(optimal, REROLL, minimise=lambda outcome: outcome.eyes, limit=10**4),
    "optimal discount": of(optimal, REROLL, maximise="eyes", discount=half, states=10),
    "Optimal[]": of(BEST.__getitem__, 3),
    "Optimal.at": of(BEST.at, 3, 0),
    "Optimal.card": of(BEST.card, 0, rows="view"),
    "Optimal.compare": of(BEST.compare, dict.fromkeys(range(1, 7), True)),
    "PiecewiseOptimal.at": of(PIECES.at, {p: half}),
    "PiecewiseOptimal.piece_at": of(PIECES.piece_at, half),
    "PiecewiseOptimal.value_at": of(PIECES.value_at, half),
    "PiecewiseOptimal.ties_at": of(PIECES.ties_at, half, 0),
    "Piece[]": of(PIECES.pieces[0].__getitem__, 3),
    "Piece.strategy": of(PIECES.pieces[0].strategy, 0),
    "strategy_card": of(strategy_card, BEST.decisions, rows="view"),
}
