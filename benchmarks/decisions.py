"""Optimal play of games told by rules: montmort, a plain Python dynamic programme, and Storm.

    python benchmarks/decisions.py [--questions "Le Her" …] [--storm PYTHON | --no-storm]

CPU seconds of one core, every row in a process of its own.  `seconds` is one solution, after
a smaller question, another or the same has been solved, without compilation.  `compile` is the
time of compiling the start and the step of the rules, in the same solution; every solution
compiles them anew.  It is empty where they were interpreted.  `plain` is the programme of
`decision_recursions.py`: fractions in plain Python, written for this one game by hand.  A
line ends with *missed* if a target is missed.

Storm answers First Orchard through stormpy, in an environment outside this project (see
exact_chains.py), in exact and in float mode.  `build` makes the model from a PRISM program,
`check` finds the value.  `value` and `strategy` say whether the value, and the exact value of
the strategy that Storm extracts, are equal to ours, or by how much they differ.

Pig is not asked: Storm builds this game of two players (smg), but stormpy 2.0.0 returns None
for its value in both modes.  stormvogel 0.1.1, another surface of stormpy, is a SyntaxError
in Python 3.11.

All exact values of a game must be equal, or the benchmark ends with an ArithmeticError.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from decision_rows import QUESTIONS, Question
from exact_chains import CACHE, Cell, Limits, ask, environment
from measured import load

STORM = {
    "First Orchard": (4, 4, 5),
    "… 5 trees, 5 fruits, raven 6": (5, 5, 6),
    "… 6 trees, 7 fruits, raven 7": (6, 7, 7),
}  # trees, fruits, raven
MODES = "exact", "float"
WIDTH = 42  # of a name


def header() -> str:
    """Return the names of the columns."""
    return (
        f"{'':{WIDTH}}{'seconds':>9}{'target':>8}{'compile':>9}{'plain':>8}{'MB':>7}{'states':>9}"
        "   value"
    )


def row(name: str, question: Question, cell: Cell) -> str:
    """Return the row of a question; ArithmeticError if plain Python finds another value."""
    if cell.failure:
        return f"{name:{WIDTH}}{cell.failure:>9}   {cell.reason[:200]}"
    found = cell.result
    if "plain" in found and Fraction(found["plain_answer"]) != Fraction(found["answer"]):
        raise ArithmeticError(f"{name}: plain Python and montmort give different values")
    target = "" if question.target is None else f"{question.target:g}"
    states = f"{found['states']:,}" if found["states"] else ""
    return (
        f"{name:{WIDTH}}{found['seconds']:9.3f}{target:>8}{_seconds(found, 'compiled'):>9}"
        f"{_seconds(found, 'plain'):>8}{found['megabytes']:7,.0f}{states:>9}   {found['text']}"
        f"{_missed(question, found)}"
    )


def _seconds(found: Mapping[str, Any], name: str) -> str:
    seconds = found.get(name)
    return "" if seconds is None else f"{seconds:.3f}"


def _missed(question: Question, found: Mapping[str, Any]) -> str:
    """Return which target is missed."""
    slow = question.target is not None and found["seconds"] > question.target
    large = question.gigabytes is not None and found["megabytes"] > 1024 * question.gigabytes
    memory = f"; memory missed, {question.gigabytes:g} GB" if large else ""
    return f"   missed{memory}" if slow else memory.replace("; ", "   ")


def storm_rows(python: str, values: Mapping[str, Fraction], limits: Limits) -> Iterator[str]:
    """Yield Storm's answers to the questions whose values are known."""
    yield f"\n{'Storm':{WIDTH}}{'mode':>9}{'build':>9}{'check':>9}{'states':>9}   value, strategy"
    for name, sizes in STORM.items():
        if name not in values:
            continue
        for mode in MODES:
            arguments = [*sizes, mode, "default", *limits]
            cell = ask(python, "ask_storm_decisions.py", arguments, limits)
            yield f"{name:{WIDTH}}{mode:>9}{_storm(cell, values[name])}"


def _storm(cell: Cell, value: Fraction) -> str:
    if cell.failure:
        return f"   {cell.failure} {cell.reason[:120]}"
    found = cell.result
    value_is, strategy_is = (compared(found[key], value) for key in ("answer", "followed"))
    return (
        f"{found['prepared']:9.4f}{found['seconds']:9.4f}{found['states']:9,}"
        f"   {value_is}, {strategy_is}"
    )


def compared(text: str, value: Fraction) -> str:
    """Return whether a number is the value, or how far from it.

    >>> compared("1/3", Fraction(1, 3)), compared("0.3333", Fraction(1, 3))
    ('==', '-3e-05')
    """
    difference = Fraction(text) - value
    return f"{float(difference):+.0e}" if difference else "=="


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--questions", nargs="+", choices=QUESTIONS, default=list(QUESTIONS))
    parser.add_argument("--no-storm", action="store_true", help="montmort and plain Python")
    parser.add_argument("--storm", metavar="PYTHON", help="a Python that has stormpy")
    parser.add_argument("--peers-folder", type=Path, default=CACHE, help=f"default {CACHE}")
    parser.add_argument("--limit", type=float, default=600, help="CPU seconds of a process")
    parser.add_argument("--memory", type=float, default=12, help="gigabytes of a process")
    return parser.parse_args(words)


def main() -> None:
    """Print the tables, each line as soon as it is measured."""
    options = arguments()
    limits = Limits(options.limit, options.memory)
    sys.set_int_max_str_digits(0)
    os.environ["PYTHONIOENCODING"] = "utf-8"
    print(header(), flush=True)
    values = {}
    for name in options.questions:
        cell = ask(sys.executable, "ask_montmort_decision.py", [name, *limits], limits)
        print(row(name, QUESTIONS[name], cell), flush=True)
        if not cell.failure:
            values[name] = Fraction(cell.result["answer"])
    if not options.no_storm:
        python = options.storm or environment(options.peers_folder)
        for line in storm_rows(python, values, limits):
            print(line, flush=True)
    print(f"{load():>{WIDTH}}")


if __name__ == "__main__":
    main()
