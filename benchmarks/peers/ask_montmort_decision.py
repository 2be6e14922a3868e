"""Ask montmort one question of optimal play in a separate process, and plain Python the same.

    python ask_montmort_decision.py QUESTION CPU_SECONDS GIGABYTES

The answer is a line of JSON.  The time is that of one solution, after a smaller question or
the same one, without the compilation of the rules, whose time is another number.
"""

import json
import sys
from typing import Any

import stopwatch
from decision_recursions import RECURSIONS
from decision_rows import QUESTIONS

from montmort.exact.graph import compiled_exploration


class TimedCompiler:
    """The compiler of rules, with the CPU seconds that it has taken."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._compile = compiled_exploration.compile_steps

    def __call__(self, *arguments: Any) -> Any:
        """Compile, and add the time."""
        began = stopwatch.cpu_seconds()
        try:
            return self._compile(*arguments)
        finally:
            self.seconds += stopwatch.cpu_seconds() - began


def main() -> None:
    """Answer one question."""
    name, seconds, gigabytes = sys.argv[1:]
    sys.set_int_max_str_digits(0)
    stopwatch.stop_after(float(seconds), float(gigabytes))
    question = QUESTIONS[name]
    question.warm()
    compiler = compiled_exploration.compile_steps = TimedCompiler()
    solved, answer = stopwatch.timed(question.solve)
    megabytes = stopwatch.peak_megabytes()
    result: dict[str, Any] = {
        "seconds": solved - compiler.seconds,
        "compiled": compiler.seconds or None,
        "answer": str(answer.low),
        "text": str(answer),
        "how": answer.how,
        "states": answer.states,
        "megabytes": megabytes,
    }
    if question.recursion:
        function, *arguments = question.recursion
        plain, value = stopwatch.median_timed(lambda: RECURSIONS[str(function)](*arguments))
        result |= {"plain": plain, "plain_answer": str(value)}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
