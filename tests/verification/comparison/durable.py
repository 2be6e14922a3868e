"""A verification with a run file, which other processes can start as well."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from montmort.games.treize import Rules
from montmort.montecarlo import treize
from montmort.verification import Crosscheck, crosscheck

SMALL = Rules(ranks=3, suits=2)
SIZE = 5000
SIMULATOR = replace(treize.simulator(SMALL), plays_per_block=SIZE)


def judged(path: Path | None, **how: Any) -> Crosscheck:
    how = {"simulator": SIMULATOR, "workers": 2} | how
    return crosscheck("treize", SMALL, save=path, **how)
