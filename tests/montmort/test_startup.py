"""The first minute: nothing loaded for nothing, and no home directory needed."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from montmort.cli import main
from montmort.montecarlo.run_files.resume import SavedRun
from montmort.montecarlo.runs.block import Block

HOUSE = Path(__file__).parents[2]
PACKAGES = ("games", "machine", "exact", "montecarlo", "verification", "montmort")
NOWHERE = "/dev/null/montmort"  # below what is no folder nobody makes one, not even root
HEAVY = {"numba", "matplotlib", "distributed", "dask", "typst", "sympy"}


@pytest.mark.parametrize(
    "argv", [["--help"], ["games"], ["simulate", "treize", "--help"], ["verify", "--help"]]
)
def test_nothing_heavy_is_loaded_for_nothing(argv: list[str]) -> None:
    script = (
        f"import sys; from montmort.cli import main; main({argv}); "
        f"sys.exit(', '.join(sys.modules.keys() & {HEAVY}) or None)"
    )
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A montmort in whose folders nothing can be written, not even by root."""
    folder = tmp_path_factory.mktemp("site")
    for package in PACKAGES:
        shutil.copytree(HOUSE / package, folder / package, ignore=lambda *_: ["__pycache__"])
        for place in [folder / package, *(folder / package).rglob("*/")]:
            (place / "__pycache__").write_bytes(b"")  # in the way of the folder of this name
    return folder


@pytest.mark.parametrize(
    "argv",
    [
        ["exact", "treize"],
        pytest.param(
            ["simulate", "treize", "--plays", "1000", "--seed", "1"], marks=pytest.mark.slow
        ),
        pytest.param(
            ["exact", "five-card-draw", "--hand", "5c 6d 7h 8s 9c"], marks=pytest.mark.slow
        ),
        pytest.param(["exact", "war", "--ranks", "3"], marks=pytest.mark.slow),
        pytest.param(["simulate", "war", "--plays", "100", "--seed", "1"], marks=pytest.mark.slow),
    ],
    ids=" ".join,
)
def test_a_home_that_cannot_be_written_changes_no_answer(read_only: Path, argv: list[str]) -> None:
    command = [sys.executable, "-m", "montmort", *argv, "--json"]
    nowhere = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR", "MPLCONFIGDIR"), NOWHERE)
    there, here = (
        subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
        for cwd, env in ((read_only, os.environ | nowhere), (HOUSE, os.environ))
    )
    assert there.returncode == here.returncode == 0, there.stderr
    assert json.loads(there.stdout)["answers"] == json.loads(here.stdout)["answers"]
    assert not list(read_only.rglob("*.nbi"))


@pytest.mark.parametrize(
    ("verb", "heading"),
    [
        ("simulate", "Treize, ranks 3, suits 1; 10 plays\n"),
        ("verify", "Treize, ranks 3, suits 1\n"),
    ],
)
def test_the_heading_is_printed_before_the_first_play(
    verb: str,
    heading: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    printed: list[str] = []

    def blocks(*_: object, **__: object) -> Iterator[Block]:
        printed.append(capsys.readouterr().out)
        yield from ()

    monkeypatch.setattr(SavedRun, "blocks", blocks)
    main([verb, "treize", "--ranks", "3", "--suits", "1", "--plays", "10"])
    assert printed == [heading]
