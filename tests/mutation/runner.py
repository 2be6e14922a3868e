"""Mutants tried one by one, each in a process of its own, until the first guard finds it.

`python -m tests.mutation.runner` reads the names of mutants, line by line, and writes a line of
JSON for each.  It imports what is not montmort, and forks: first for all guards without a fault,
which notes the lines that each of them runs; then for every mutant, whose module is loaded with
the fault, and the guards that run its line are called, the quickest ones first.
"""

import importlib
import importlib.machinery
import json
import linecache
import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any, NamedTuple

from tests.mutation.mutants import ROOT, Mutant, mutants_of
from tests.mutation.sample import MODULES, WEIGHT

LIBRARIES = ("numpy", "llvmlite.binding", "numba", "flint", "sympy", "pytest", "hypothesis")
MEMORY = 3 << 30  # bytes of data that a process may take
MOST = 25.0  # seconds of guards for one mutant
TOO_LONG = "too long"
LONGEST = 2.0  # seconds of a guard; longer ones are left out


class TooLong(BaseException):
    """A guard takes more than LONGEST."""


class Run(NamedTuple):
    """What a guard did without a fault: its seconds, the lines of each module, what was wrong."""

    guard: str
    seconds: float
    lines: dict[str, list[int]]
    wrong: str


def in_fork(work: Callable[[Callable[[Any], None]], None]) -> tuple[list[Any], int]:
    """Return what a forked process tells, and its wait status; its output is dropped."""
    with tempfile.TemporaryFile() as told:
        child = os.fork()
        if child == 0:
            try:
                sink = os.open(os.devnull, os.O_WRONLY)
                os.dup2(sink, 1)
                os.dup2(sink, 2)
                resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
                resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
                work(lambda thing: os.pwrite(told.fileno(), *_line(thing, told.fileno())) and None)
                os._exit(0)
            except BaseException as error:
                text = f"{type(error).__name__}: {error}"
                os.pwrite(told.fileno(), *_line(text, told.fileno()))
            os._exit(1)
        _, status = os.waitpid(child, 0)
        told.seek(0)
        return [json.loads(line) for line in told], status


def _line(thing: Any, file: int) -> tuple[bytes, int]:
    return json.dumps(thing).encode() + b"\n", os.fstat(file).st_size


def prepared() -> None:
    """Set up a forked process: hypothesis draws the same cases, and shrinks none."""
    from hypothesis import HealthCheck, Phase, settings

    warnings.simplefilter("ignore")
    sys.setrecursionlimit(2000)
    phases = (Phase.explicit, Phase.generate)
    checks = [*HealthCheck]
    settings.register_profile(
        "mutants", derandomize=True, deadline=None, phases=phases, suppress_health_check=checks
    )
    settings.load_profile("mutants")


def all_runs(modules: Iterable[str]) -> list[Run]:
    """Return the runs of all guards without a fault: of test modules, and of docstrings."""

    def work(tell: Callable[[Any], None]) -> None:
        prepared()
        from tests.mutation import guards

        files = {str(ROOT / "montmort" / (m.replace(".", "/") + ".py")): m for m in WEIGHT}
        for source in (*map(guards.guards_of, modules), *map(guards.examples_of, WEIGHT)):
            for name, guard in source.items():
                tell(_traced(name, guard, files))

    told, status = in_fork(work)
    if status:
        raise RuntimeError(f"the guards without a fault end with status {status}: {told[-1:]}")
    return [run for run in (Run(*each) for each in told) if run.wrong != TOO_LONG]


def _traced(name: str, guard: Callable[[], object], files: dict[str, str]) -> Run:
    """Call a guard, and note the lines that it runs, or has compiled."""
    lines: dict[str, set[int]] = {}

    def within(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return within

    def entered(frame: FrameType, _event: str, _: object) -> Any:
        if frame.f_code.co_name == "source_of":  # of a function of the prelude, to be compiled
            compiled = frame.f_locals["function"].__code__
            lines.setdefault(compiled.co_filename, set()).update(
                line for _, _, line in compiled.co_lines() if line is not None
            )
        return within if frame.f_code.co_filename in files else None

    def stopped(_signal: int, _frame: object) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, stopped)
    start, wrong = time.process_time(), ""
    sys.settrace(entered)
    try:
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        guard()
    except TooLong:
        wrong = TOO_LONG
    except Exception as error:
        wrong = f"{type(error).__name__}: {str(error)[:300]}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.settrace(None)
    seconds = time.process_time() - start
    return Run(
        name,
        seconds,
        {files[file]: sorted(each) for file, each in lines.items() if file in files},
        wrong,
    )


def guards_for(mutant: Mutant, runs: Iterable[Run]) -> list[Run]:
    """Return the guards that run a line of a mutant, the quickest first.

    Where that is not seen, as in kernels, those that run its module.
    """
    inside = [run for run in runs if mutant.module in run.lines and not run.wrong]
    if mutant.is_run:
        lines = {*mutant.lines}
        inside = [run for run in inside if not lines.isdisjoint(run.lines[mutant.module])]
    chosen, seconds = [], 0.0
    for run in sorted(inside, key=lambda run: run.seconds):
        seconds += run.seconds
        if seconds < MOST:
            chosen.append(run)
    return chosen


def verdict(mutant: Mutant, runs: Iterable[Run]) -> dict[str, Any]:
    """Return which guard finds a mutant, "" if none does, and how; the CPU seconds it took."""
    chosen = guards_for(mutant, runs)

    def work(tell: Callable[[Any], None]) -> None:
        prepared()
        _plant(mutant, folder)
        from tests.mutation import guards

        known: dict[str, Callable[[], object]] = {}
        for run in chosen:
            place = run.guard.split()[0]
            tell(run.guard)
            most = int(time.process_time() + 20 + 10 * run.seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
            if run.guard not in known:
                of = guards.guards_of if place in MODULES else guards.examples_of
                known |= of(place)
            known[run.guard]()
        tell("")

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        told, status = in_fork(work)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = {"name": mutant.name, "change": mutant.change, "seconds": round(seconds, 2)}
    if status == 0:
        return found | {"guard": "", "how": f"{len(chosen)} guards run"}
    if os.WIFSIGNALED(status):
        return found | {"guard": told[-1] if told else "import", "how": f"signal {status & 127}"}
    return found | {"guard": told[-2] if told[1:] else "import", "how": told[-1][:300]}


def _plant(mutant: Mutant, folder: str) -> None:
    """Let a module be imported with the fault; its source is found with it as well."""
    name = f"montmort.{mutant.module}"
    path = str(ROOT / "montmort" / (mutant.module.replace(".", "/") + ".py"))
    lines = mutant.text.splitlines(keepends=True)
    linecache.cache[path] = (len(mutant.text), None, lines, path)
    loader: Any = importlib.machinery.SourceFileLoader
    original = loader.get_code

    def get_code(self: Any, fullname: str) -> Any:
        if fullname == name:
            return compile(mutant.text, path, "exec", dont_inherit=True)
        return original(self, fullname)

    loader.get_code = get_code
    if mutant.module.startswith("exact.graph."):  # kernels with the fault: none from the disk
        import numba

        numba.config.CACHE_DIR = folder


def main() -> None:
    """Try the mutants named on standard input."""
    assert not any(name.split(".")[0] == "montmort" for name in sys.modules)
    sys.dont_write_bytecode = True
    for library in LIBRARIES:
        importlib.import_module(library)
    runs = all_runs(sys.argv[1:] or MODULES)
    for run in runs:
        if run.wrong:
            _say({"name": "", "guard": run.guard, "how": run.wrong})
    _say({"name": "guards", "guard": "", "how": str(len(runs))})
    for name in map(str.strip, sys.stdin):
        _say(verdict(mutants_of(name.split()[0])[name], runs))


def _say(found: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
