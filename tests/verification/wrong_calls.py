"""Calls of verdicts, games and crosschecks, for `tests.wrong_arguments`."""

from fractions import Fraction
from functools import partial

import numpy as np
import sympy

from montmort import (
    Crosscheck,
    Decision,
    Game,
    Judge,
    Law,
    Levels,
    Quantity,
    Rulebook,
    Verdict,
    coin,
    crosscheck,
    crosscheck_grid,
    laws_from,
    outcomes,
)
from montmort.games import treize
from montmort.verification import Comparison, compare
from montmort.verification.game import Given
from montmort.verification.registry import GAMES
from tests.wrong_arguments import ONCE, STEPS, Call, die, half, of, record, with_key

p = sympy.Symbol("p")
LAW = Law(weights=dict.fromkeys(range(1, 7), 1))
COIN = Quantity(field="heads", mean=half, variance=Fraction(1, 4), low=0, high=1)
VERDICT = Judge([COIN]).verdicts()[0]
CHECKED = crosscheck(play=die, plays=100, seed=1)
BOOK = Rulebook(name="two", experiments={"play": ONCE})
GAME = Game(rulebook=BOOK)
RULES = treize.Rules(ranks=2, suits=1)
REFUSED = {"laws_from", "crosscheck outcomes"}  # for a reason other than their arguments


def throw(rng: np.random.Generator) -> int:
    return int(rng.integers(1, 7))


COMPARED = compare(throw, throw, plays=100, seed=1, workers=1)


def judged(look: object) -> object:
    judge = Judge([COIN])
    judge.look(look)  # type: ignore[arg-type]
    return judge.verdicts()


CALLS: dict[str, Call] = {
    "Levels": of(Levels, reject=1e-6, accept=0.01),
    "Decision.worst": of(Decision.worst, [Decision.CONSISTENT]),
    "Quantity": record(Quantity, COIN),
    "Quantity law": of(
        lambda law: Quantity(
            field="heads", mean=half, variance=Fraction(1, 4), low=0, high=1, law=law
        ),
        {0: half, 1: half},
    ),
    "Quantity law chance": of(
        lambda chance: Quantity(
            field="heads",
            mean=half,
            variance=Fraction(1, 4),
            low=0,
            high=1,
            law={0: half, 1: chance},
        ),
        half,
    ),
    "Judge": of(Judge, [COIN], margins=None, tolerances=None, levels=None),
    "Judge margins": of(lambda margin: Judge([COIN], margins={"heads": margin}), half),
    "Judge tolerances": of(lambda margin: Judge([COIN], tolerances={"heads": margin}), 0),
    "Judge.look": of(judged, {"heads": {0: 3, 1: 4}}),
    "Judge.look histogram": of(lambda h: judged({"heads": h}), {0: 3, 1: 4}),
    "Judge.look count": of(lambda count: judged({"heads": {0: 3, 1: count}}), 4),
    "Judge.look value": of(lambda value: judged({"heads": {0: 3} | with_key(value, 4)}), 1),
    "Judge.look value with a horizon": of(
        lambda value: Judge(
            [Quantity(field="n", mean=half, variance=Fraction(1, 4), low=0, high=1, horizon=1)]
        ).look({"n": {0: 3} | with_key(value, 4)}),
        1,
    ),
    "Judge of a wide range": of(
        lambda high: Judge([Quantity(field="n", mean=half, variance=None, low=0, high=high)]).look(
            {"n": {0: 3, 1: 4}}
        ),
        1,
    ),
    "Judge.invalid": of(Judge([COIN]).invalid, "heads", "reason"),
    "Verdict": record(Verdict, VERDICT),
    "Verdict.interval_at": of(VERDICT.interval_at, 0.999),
    "Verdict.rows": of(VERDICT.rows),
    "Crosscheck": record(Crosscheck, CHECKED),
    "Comparison": record(Comparison, COMPARED),
    "Game": record(Game, GAME),
    "Game.truth": of(GAME.truth, None, "play", None),
    "Game.solve": of(GAME.solve, "play"),
    "Game.answers": of(GAME.answers, None, Given(), "play", None),
    "Game.simulator": of(GAME.simulator, None, "play", None),
    "Game.truth of Treize": of(lambda *args: GAMES["treize"].truth(*args), RULES, "game"),
    "Game.simulator of Treize": of(lambda *args: GAMES["treize"].simulator(*args), RULES, "game"),
    "laws_from": of(laws_from, "no such file", None, None),
    "outcomes": of(outcomes, "no such file", column=None),
    "crosscheck outcomes": of(
        lambda path, column: crosscheck(play=die, simulator=outcomes(path, column=column)),
        "no such file",
        None,
    ),
    "crosscheck": of(
        crosscheck,
        None,
        None,
        play=die,
        exact=None,
        simulator=None,
        against=None,
        experiment=None,
        at=None,
        plays=100,
        most=1000,
        seed=1,
        save=None,
        margin=0.05,
        margins=None,
        levels=None,
        executor=None,
        workers=1,
        began=None,
        watch=None,
        solving=None,
    ),
    "compare": of(
        compare,
        throw,
        throw,
        game=None,
        rules=None,
        experiment=None,
        plays=100,
        most=1000,
        seed=1,
        save=None,
        margin=0.05,
        margins=None,
        ranges=None,
        levels=None,
        workers=1,
        began=None,
        watch=None,
        solving=None,
    ),
    "compare range": of(
        lambda ends: compare(throw, throw, plays=10, seed=1, workers=1, ranges={"value": ends}),
        (1, 6),
    ),
    "compare of Treize": of(compare, RULES, RULES, game="treize", plays=100, seed=1, workers=1),
    "crosscheck_grid": of(
        crosscheck_grid,
        None,
        None,
        points=[{p: Fraction(1, 2)}],
        played=None,
        play=partial(coin, heads=p),
        experiment=None,
        plays=10,
        seed=1,
        margin=0.5,
        levels=None,
        workers=1,
    ),
    "crosscheck_grid point": of(
        lambda value: crosscheck_grid(
            play=partial(coin, heads=p), points=[{p: value}], plays=10, seed=1
        ),
        Fraction(1, 2),
    ),
    "crosscheck margins": of(
        lambda margin: crosscheck(play=die, plays=10, seed=1, margins={"value": margin}), 0.05
    ),
    "crosscheck of Treize": of(
        crosscheck,
        "treize",
        RULES,
        against=RULES,
        experiment="game",
        plays=100,
        seed=1,
        workers=1,
    ),
    "crosscheck exact": of(
        lambda law: crosscheck(play=die, exact={"value": law}, plays=10, seed=1), LAW
    ),
    "crosscheck of steps": of(crosscheck, None, None, play=STEPS, plays=100, seed=1, workers=1),
    "crosscheck of a function's value": of(
        lambda value: crosscheck(play=lambda c: value if die(c) else 1, plays=10, seed=1), 1
    ),
    "crosscheck of a simulator": of(
        lambda value: crosscheck(play=die, simulator=lambda rng: value, plays=10, seed=1), 1
    ),
    "crosscheck of a counter": of(
        lambda value: crosscheck(play=die, simulator=lambda n, rng: value, plays=10, seed=1),
        {1: 10},
    ),
}
