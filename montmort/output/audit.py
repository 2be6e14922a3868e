"""The audit record of verdicts: what a stranger needs to check how they came about.

It is the part `audit` of the document that `montmort verify --json` prints and `--audit` writes;
`montmort.verification.audit.verify_json` describes every key.
"""

import argparse
import hashlib
import platform
import shlex
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from montmort import __version__

if TYPE_CHECKING:
    from montmort.montecarlo.external.program import NamedFile
    from montmort.montecarlo.tally import Tally
    from montmort.verification.audit import verify_json
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.comparison.source import Source
    from montmort.verification.two_samples.result import Comparison

FORMAT = 1
WRITTEN = {"--audit", "--junit", "--csv", "--plot", "--save", "--output", "-o"}
STREAMS = (
    "block b is played from numpy's SFC64(SeedSequence(seed, spawn_key=(w1, w2, b))), where w1 "
    "and w2 are the first and the last eight hexadecimal digits of the identity; a program's "
    "{seed} is the integer that Generator.integers(2**31) draws first from it"
)
SECOND_SEED = "the second of two simulators has the seed plus 2**127"


def now() -> str:
    """Return the time in UTC, as in 2026-01-31T12:00:00Z."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def audit_of(
    options: argparse.Namespace,
    began: str,
    seed: int | None,
    results: "Mapping[str, Crosscheck]",
    files: Mapping[str, Path | None],
) -> "verify_json.Audit":
    """Return the record of the runs by point; a run without a grid has the point "".

    `files` are the run files of the points.
    """
    runs: dict[str, verify_json.Run] = {
        point: {**_run(result.source, result.tally, files.get(point)), "law": _laws(result)}
        for point, result in results.items()
    }
    source = next((result.source for result in results.values()), None)
    audit = _occasion(options, began, seed, STREAMS)
    audit["outcomes"] = _outcomes(source)
    audit["program"] = _program(options, source, options.source)
    if "" in runs:
        audit["run"] = runs[""]
    else:
        audit["runs"] = runs
    return audit


def audit_of_two(
    options: argparse.Namespace, began: str, result: "Comparison"
) -> "verify_json.Audit":
    """Return the record of a comparison: that of the first simulator, the second as `versus`."""
    first, second = result.sources
    tally, other_tally = result.tallies or (None, None)
    audit = _occasion(options, began, result.seed, f"{STREAMS}; {SECOND_SEED}")
    audit["outcomes"] = _outcomes(first)
    audit["program"] = _program(options, first, options.source)
    audit["run"] = _run(first, tally, options.save)
    audit["versus"] = {
        "outcomes": _outcomes(second),
        "program": _program(options, second, ()),
        "run": _run(second, other_tally, options.save),
    }
    return audit


def _occasion(
    options: argparse.Namespace, began: str, seed: int | None, streams: str
) -> "verify_json.Audit":
    """Return the record without the plays: when, by which command line, with which versions."""
    return {
        "format": FORMAT,
        "command_line": shlex.join(_typed(options)),
        "repeat": shlex.join(_again(options, seed)),
        "began": began,
        "ended": now(),
        "versions": _versions(),
        "streams": None if seed is None else streams,
        "game_file": _game_file(options),
    }


def _outcomes(source: "Source | None") -> "verify_json.ReadFile | None":
    """Return the file that gave the plays, if one did."""
    if source is None or source.read is None:
        return None
    read = source.read
    return {
        "name": read.name,
        "sha256": read.sha256,
        "bytes": read.bytes,
        "lines": read.lines,
        "to_end": read.to_end,
    }


def _typed(options: argparse.Namespace) -> list[str]:
    return ["montmort", *options.typed]


def _again(options: argparse.Namespace, seed: int | None) -> list[str]:
    """Return the command line with the seed that was drawn, and without the files it wrote."""
    words: list[str] = []
    typed = iter(_typed(options))
    for word in typed:
        if word in WRITTEN:
            next(typed, None)
        elif word.partition("=")[0] not in WRITTEN:
            words.append(word)
    is_drawn = seed is not None and options.seed is None
    return [*words, "--seed", str(seed)] if is_drawn else words


def _run(
    source: "Source | None", tally: "Tally | None", run_file: Path | None
) -> "verify_json.Run":
    return {
        "identity": source.identity if source else None,
        "block": source.block if source else None,
        "plays": tally.plays if tally else 0,
        "run_file": _hashed(run_file) if run_file is not None and run_file.is_file() else None,
    }


def _laws(result: "Crosscheck") -> "verify_json.Laws":
    from montmort.verification.audit.law_digest import law_digest

    return {
        "sha256": law_digest(result.laws),
        "fields": {name: law_digest({name: law}) for name, law in result.laws.items()},
    }


def _program(
    options: argparse.Namespace, source: "Source | None", built_from: "Sequence[NamedFile]"
) -> "verify_json.JudgedProgram | None":
    """Return the program that gave the plays, if one did, and what it was built from."""
    if source is None or not source.command:
        return None
    from montmort.montecarlo.external.program import TIME_LIMIT

    return {
        "command": source.command,
        "files": [_named_file(file) for file in source.files],
        "sources": [_named_file(file) for file in built_from],
        "time_limit": options.time_limit or TIME_LIMIT,
    }


def _named_file(file: "NamedFile") -> "verify_json.ProgramFile":
    return {"word": file.word, "path": file.path, "sha256": file.sha256}


def _game_file(options: argparse.Namespace) -> "verify_json.Hashed | None":
    module = None if options.game is None else options.game.module
    return None if module is None else _hashed(Path(module.__file__))


def _hashed(path: Path) -> "verify_json.Hashed":
    with path.open("rb") as file:
        return {
            "path": str(path.resolve()),
            "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
        }


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    found = {"montmort": __version__, "python": platform.python_version()}
    for name in ("numpy", "numba"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # imported from a folder that was never installed
            found[name] = "unknown"
    return found | {"platform": platform.platform()}
