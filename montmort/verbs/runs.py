"""`montmort runs show|merge|check FILE…`: the files that --save writes.

Several files are their union over (experiment, seed, block): overlapping
files, retries and two machines are all counted once.
"""

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import counted
from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import flag
from montmort.options.verb_flags import Answer, VerbFlags
from montmort.output.files import check_writable, write_lines
from montmort.output.json_document import print_document
from montmort.output.page import page
from montmort.output.streams import answer, note, say

if TYPE_CHECKING:
    from montmort.montecarlo.run_files.merge import Run, Union
    from montmort.montecarlo.tally import Tally


MOST_SENTENCES = 100  # on what is wrong with a file, for a person
EXAMPLES = (
    "montmort runs show run.jsonl",
    "montmort runs merge run-1.jsonl run-2.jsonl -o run.jsonl",
    "montmort runs check run.jsonl --json",
)


@dataclass(frozen=True, kw_only=True)
class Flags(VerbFlags):
    """What `montmort runs` is asked besides a task."""


@dataclass(frozen=True, kw_only=True)
class Look(VerbFlags, Answer):
    """What `montmort runs show` and `check` are asked."""

    files: Sequence[Path] = flag(None, nargs="+")


@dataclass(frozen=True, kw_only=True)
class Merge(VerbFlags):
    """What `montmort runs merge` is asked."""

    files: Sequence[Path] = flag(None, nargs="+")
    output: Path | None = flag("a new file", names=["-o", "--output"])
    json: bool = flag("print one JSON document on the new file", default=False)


def _show(options: Look) -> int:
    """Show the runs that the files hold together: length, missing blocks, means."""
    started = time.perf_counter()
    found = [(run, run.tally) for run in _sound(options.files).runs]
    rows = [_row(run, tally) for run, tally in found]
    if options.json:
        print_document(
            game=None, rules=None, answers={"runs": rows}, seconds=time.perf_counter() - started
        )
        return 0
    from rich.table import Table

    table = Table("experiment", box=None, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("seed", "blocks", "plays", "missing", "means"):
        table.add_column(heading)
    for row, (_, tally) in zip(rows, found, strict=True):
        gaps = ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in row["missing"])
        means = ", ".join(_means(tally))
        counts = (f"{row['blocks']:,}", f"{row['plays']:,}")
        table.add_row(row["label"], str(row["seed"]), *counts, gaps or "-", means)
    page().print(table)
    return 0


def _means(tally: "Tally") -> Iterator[str]:
    """Yield the mean of each number, and the commonest values of each enum."""
    from montmort.montecarlo.tally import commonest

    for name in tally.fields:
        if tally.is_number(name):
            yield f"{name} {float(tally.mean(name)):.6g}"
        else:
            yield f"{name} ({commonest(tally.named[name], tally.plays)})"


def _row(run: "Run", tally: "Tally") -> dict[str, Any]:
    return {
        "experiment": run.experiment,
        "label": run.label,
        "seed": run.seed,
        "blocks": len(run.places),
        "plays": run.plays,
        "missing": [list(gap) for gap in run.gaps],
        "means": {name: float(tally.mean(name)) for name in tally.fields if tally.is_number(name)},
        "counts": {name: tally.named[name] for name in tally.fields if not tally.is_number(name)},
    }


def _merge(options: Merge) -> int:
    """Write the union of the files, a line for every block, to a new file or to stdout."""
    started = time.perf_counter()
    check_writable(options.output)
    if options.json and options.output is None:
        raise BadInput("--json is about the new file; name one with --output")
    if options.output is not None and os.path.lexists(options.output):  # also a dangling link
        raise BadInput(f"{options.output} exists, and merge writes a new file; name another")
    union = _sound(options.files)
    lines = (line for run in union.runs for line in run.lines)
    if options.output is None:
        answer().writelines(line.decode("ascii") for line in lines)
        return 0
    write_lines(options.output, lines)
    plays = sum(run.plays for run in union.runs)
    if options.json:
        print_document(
            game=None,
            rules=None,
            answers={"file": str(options.output), "blocks": union.blocks, "plays": plays},
            seconds=time.perf_counter() - started,
        )
        return 0
    note(f"{options.output}: {counted(union.blocks, 'block')}, {counted(plays, 'play')}")
    return 0


def _sound(files: Sequence[Path]) -> "Union":
    """Return the union of the files; BadInput or InvalidCounts if something is wrong with it."""
    from montmort.montecarlo.run_files.merge import Union

    union = Union(files)
    for run in union.runs:
        run.check()
    return union


def _check(options: Look) -> int:
    """Report truncated, damaged or contradictory lines; exit code 1 if the files cannot be used."""
    from montmort.montecarlo.run_files.merge import Union

    started = time.perf_counter()
    together = Union(())
    each = {str(path): together.with_file(path) for path in options.files}
    conflicts = together.conflicts
    options.ending.code = int(bool(conflicts) or any(union.faults for union in each.values()))
    if options.json:
        print_document(
            game=None,
            rules=None,
            answers={"files": {n: _found(u) for n, u in each.items()}, "conflicts": conflicts},
            seconds=time.perf_counter() - started,
        )
    else:
        for name, union in each.items():
            torn = [f"{line} is torn; its block will be played again" for line in union.torn]
            held = f"{counted(union.lines, 'line')}, {counted(union.blocks, 'block')}"
            say(f"{name}: {held}", *torn, *_first(union.faults))
        say(*_first(conflicts))
    return options.ending.code


def _first(sentences: Sequence[str]) -> Iterator[str]:
    """Yield the first sentences, and how many more there are."""
    yield from sentences[:MOST_SENTENCES]
    if len(sentences) > MOST_SENTENCES:
        yield f"and {len(sentences) - MOST_SENTENCES:,} more: --json"


def _found(union: "Union") -> dict[str, Any]:
    return {
        "lines": union.lines,
        "blocks": union.blocks,
        "torn": union.torn,
        "faults": union.faults,
    }


TASKS = {"show": (Look, _show), "merge": (Merge, _merge), "check": (Look, _check)}
