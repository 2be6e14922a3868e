"""The question to every program: the expected number of steps to absorption from one state.

    python ask_PEER.py CHAIN_FILE CPU_SECONDS GIGABYTES [SETTING]

The answer is a line of JSON on standard output.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import chain_file
import stopwatch

Solver = Callable[[], Any]  # returns the answer, printed as "n/d"


def ask(prepare: Callable[[chain_file.Chain, str], Solver]) -> None:
    """Prepare the chain in the program's own form, then time its solver; each has the limits."""
    path, seconds, gigabytes, *setting = sys.argv[1:]
    sys.set_int_max_str_digits(0)
    chain = chain_file.read(path)
    limits = float(seconds), float(gigabytes)
    stopwatch.stop_after(*limits)
    prepared, solver = stopwatch.timed(lambda: prepare(chain, "".join(setting)))
    stopwatch.stop_after(*limits)  # restart the limit
    solved, answer = stopwatch.median_timed(solver)
    print(json.dumps({"seconds": solved, "prepared": prepared, "answer": str(answer)}))
