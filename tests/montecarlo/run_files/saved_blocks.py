"""Blocks of a small simulator, and their lines, for the tests of run files."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from montmort.games.treize import Rules
from montmort.montecarlo import treize
from montmort.montecarlo.run_files.merge import Union
from montmort.montecarlo.run_files.record import _checksum, _text, line_of
from montmort.montecarlo.runs.block import Block, play_block

SIMULATOR = replace(treize.simulator(Rules(ranks=3, suits=1)), plays_per_block=20)
IN_ORDER = [play_block(SIMULATOR, 1, number, 20) for number in range(8)]
SHORT = play_block(SIMULATOR, 1, 3, 7)
FALSE = replace(IN_ORDER[3], tally=IN_ORDER[4].tally)
WHOLE = [line_of(block) for block in IN_ORDER]


def write_lines(path: Path, *lines: bytes) -> Path:
    path.write_bytes(b"".join(lines))
    return path


def in_order(blocks: Iterable[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: block.number)


def blocks_in(path: Path) -> list[Block]:
    return [block for run in Union([path]).runs for block in run]


def forge(line: bytes, **changes: object) -> bytes:
    """Return a line whose checksum fits what was changed."""
    entry = json.loads(line) | changes
    del entry["check"]
    return _text(entry | {"check": _checksum(entry)}).encode() + b"\n"
