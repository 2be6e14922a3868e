"""What montmort is asked, in a process of its own: build, all states, one state, a step function.

    python ask_montmort.py FAMILY STATES QUESTION CPU_SECONDS GIGABYTES

QUESTION is `all`, `one`, `step` (build from the step function), or a path,
to which the chain is written for the peers.  The answer is a line of JSON.
"""

import json
import sys
from pathlib import Path
from typing import Any

import chain_file
import stopwatch
from chain_families import FAMILIES, Family

from montmort.exact.chains.absorbing import AbsorbingChain

WARM = 150  # states of the chain on which everything is done once before


def answers(family: Family, question: str) -> dict[str, Any]:
    """Return the median seconds of the question, of building, and the answer."""
    built: list[float] = []

    def fresh() -> AbsorbingChain[Any]:
        seconds, chain = stopwatch.timed(lambda: AbsorbingChain.from_rows(family.rows))
        built.append(seconds)
        return chain

    def one(chain: AbsorbingChain[Any]) -> Any:
        return chain.expected(start=family.start)

    def every(chain: AbsorbingChain[Any]) -> Any:
        return chain.expected()[family.start]

    seconds, answer = stopwatch.median_prepared(fresh, one if question == "one" else every)
    return {
        "seconds": seconds,
        "build": sorted(built)[len(built) // 2],
        "answer": str(answer),
        "bits": answer.denominator.bit_length(),
    }


def from_step(family: Family) -> dict[str, Any]:
    """Return the median seconds of building the chain from its step function."""
    if family.step is None:
        return {"seconds": None}
    step = family.step
    seconds, chain = stopwatch.median_timed(lambda: AbsorbingChain.from_step(step, *family.rows))
    if chain.totals != AbsorbingChain.from_rows(family.rows).totals:
        raise ArithmeticError("the step function makes another chain than the rows")
    return {"seconds": seconds}


def main() -> None:
    """Answer one question."""
    name, states, question, limit, gigabytes = sys.argv[1:]
    sys.set_int_max_str_digits(0)
    make = FAMILIES[name]
    if question not in ("all", "one", "step"):
        family = make(int(states))
        chain_file.write(Path(question), family.rows, family.start)
        return
    answers(make(min(WARM, int(states))), "all")  # imports
    family = make(int(states))
    stopwatch.stop_after(float(limit), float(gigabytes))
    answer = from_step(family) if question == "step" else answers(family, question)
    print(json.dumps(answer | {"megabytes": stopwatch.peak_megabytes()}))


if __name__ == "__main__":
    main()
