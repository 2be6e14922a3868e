"""The command line: `montmort VERB GAME [flags]`, a file per verb in `montmort.verbs`.

Nothing heavy is imported until a verb runs, so that `--help` answers at once.

Exit codes: 0 done, or every verdict CONSISTENT; 1 some field INCONSISTENT or
INVALID; 2 bad input; 3 something INCONCLUSIVE; 130 interrupted.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from montmort import __version__

VERBS = {
    "games": "list the games, their rules and experiments",
    "exact": "exact answers, as fractions",
    "simulate": "play a game by Monte Carlo and count its outcomes",
    "verify": "judge the simulation by the exact truth",
}


class _Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (default: the process's) and return the exit code."""
    # We multiply integers: BLAS would start its threads, a fifth of a second, for nothing.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    arguments = list(sys.argv[1:] if argv is None else argv)
    parser = _Parser(prog="montmort", description="Exact probability for games of chance.")
    parser.add_argument("--version", action="version", version=f"montmort {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=_Parser)
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    for verb, summary in VERBS.items():
        subparser = verbs.add_parser(verb, help=summary, description=summary.capitalize() + ".")
        if verb == chosen:
            module = importlib.import_module(f"montmort.verbs.{verb}")
            module.add_arguments(subparser, arguments)
            subparser.set_defaults(run=module.run)
    return _run(parser, arguments)


def _run(parser: argparse.ArgumentParser, arguments: list[str]) -> int:
    try:
        options = parser.parse_args(arguments)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    from games.errors import MontmortError

    try:
        code = int(options.run(options))
        sys.stdout.flush()
    except MontmortError as mistake:
        print(f"montmort {options.verb}: {mistake}", file=sys.stderr)  # noqa: T201
        return 2
    except KeyboardInterrupt:
        print(f"montmort {options.verb}: interrupted", file=sys.stderr)  # noqa: T201
        return 130
    except BrokenPipeError:  # the reader of our output left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code
