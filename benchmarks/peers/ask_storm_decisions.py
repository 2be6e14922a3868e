"""Ask Storm for the best chance in First Orchard, through stormpy, and check its strategy.

    python ask_storm_decisions.py TREES FRUITS RAVEN exact|float METHOD CPU_SECONDS GIGABYTES

METHOD is a method of Storm for problems with choices, such as policy_iteration, or `default`.
The strategy (Storm's scheduler) is evaluated with fractions in the exact model, whose states
and choices have the same numbers.  The game is a PRISM program that counts the trees with 1,
2, … fruits, so equal orchards are one state.  The answer is a line of JSON.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import stopwatch
import stormpy
from stormpy import environments

PROPERTY = 'Pmax=? [F "won"]'
Rows = list[list[tuple[int, Fraction]]]


def orchard(trees: int, fruits: int, raven: int) -> str:
    """Return First Orchard as a PRISM program."""
    return "\n".join(_lines(trees, fruits, raven))


def _lines(trees: int, fruits: int, raven: int) -> Iterator[str]:
    counts = "+".join(f"n{left}" for left in range(1, fruits + 1))
    yield "mdp\nmodule orchard"
    for left in range(1, fruits + 1):
        yield f"n{left}: [0..{trees}] init {trees if left == fruits else 0};"
    yield f"raven: [0..{raven}] init {raven};\nchoosing: bool init false;"
    faces = trees + 2
    thrown = [
        f"n{left}/{faces}: {_picked(left, trees, 'max', 'min')}" for left in range(1, fruits + 1)
    ]
    thrown += [
        f"({trees}-({counts}))/{faces}: true",
        f"1/{faces}: (choosing'=true)",
        f"1/{faces}: (raven'=raven-1)",
    ]
    yield f"[] !choosing & raven>0 & {counts}>0 -> {' + '.join(thrown)};"
    for left in range(1, fruits + 1):
        yield f"[] choosing & n{left}>0 -> {_picked(left, trees)}&(choosing'=false);"
    yield f'endmodule\nlabel "won" = raven>0 & {counts}=0;'


def _picked(left: int, trees: int, low: str = "", high: str = "") -> str:
    """Return the update where a fruit is picked from a tree with so many; bounded if it may be 0.

    Storm checks the bounds of updates with chance 0 as well.
    """
    fewer = f"n{left}-1" if not low else f"{low}(n{left}-1,0)"
    if left == 1:
        return f"(n1'={fewer})"
    more = f"n{left - 1}+1" if not high else f"{high}(n{left - 1}+1,{trees})"
    return f"(n{left}'={fewer})&(n{left - 1}'={more})"


def chosen_rows(model: Any, scheduler: Any) -> Rows:
    """Return the transitions of the chosen actions, by state."""
    rows = []
    for state in model.states:
        index = scheduler.get_choice(state).get_deterministic_choice()
        action = list(state.actions)[index]
        rows.append([(each.column, Fraction(str(each.value))) for each in action.transitions])
    return rows


def chance(rows: Rows, start: int, won: set[int]) -> Fraction:
    """Return the exact chance to reach a state of `won`, where all cycles are loops."""
    found = dict.fromkeys(won, Fraction(1))
    waiting = [start]
    while waiting:
        state = waiting[-1]
        others = [(to, p) for to, p in rows[state] if to != state and p]
        if missing := [to for to, _ in others if to not in found]:
            waiting += missing
            continue
        total = sum((p for _, p in others), Fraction(0))
        reached = sum((p * found[to] for to, p in others), Fraction(0))
        found[state] = reached / total if total else Fraction(0)
        waiting.pop()
    return found[start]


def main() -> None:
    """Answer one question."""
    trees, fruits, raven, numbers, method, seconds, gigabytes = sys.argv[1:]
    stopwatch.stop_after(float(seconds), float(gigabytes))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "orchard.prism")
        path.write_text(orchard(int(trees), int(fruits), int(raven)))
        program = stormpy.parse_prism_program(str(path))
    asked = stormpy.parse_properties(PROPERTY, program)[0]
    exact = stormpy.build_model[stormpy.Rational](program, [asked])
    kind = stormpy.Rational if numbers == "exact" else float
    built, model = stopwatch.median_timed(lambda: stormpy.build_model[kind](program, [asked]))
    given = environments.exact() if numbers == "exact" else environments.default(model)
    if method != "default":
        given.solver().min_max().method = getattr(environments.MinMaxMethod, method.upper())

    def solve() -> Any:
        return stormpy.model_checking(model, asked, environment=given, extract_scheduler=True)

    solved, result = stopwatch.median_timed(solve)
    start = int(model.initial_states[0])
    won = set(map(int, exact.labeling.get_states("won")))
    followed = chance(chosen_rows(exact, result.get_scheduler()), start, won)
    print(
        json.dumps(
            {
                "seconds": solved,
                "prepared": built,
                "answer": str(result.get_value(start)),
                "followed": str(followed),
                "states": model.nr_states,
            }
        )
    )


if __name__ == "__main__":
    main()
