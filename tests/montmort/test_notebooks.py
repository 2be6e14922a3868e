"""The notebooks of the documentation: small, complete, and their outputs are those of a new run."""

import importlib.util
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_spec = importlib.util.spec_from_file_location(
    "notebooks", Path(__file__).with_name("notebooks.py")
)
assert _spec is not None
assert _spec.loader is not None
notebooks = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(notebooks)

LARGEST = 200_000  # bytes of a notebook
by_name = pytest.mark.parametrize("path", notebooks.NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path, kind: str) -> Iterator[dict[str, Any]]:
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == kind:
            yield cell


def test_there_are_six() -> None:
    assert len(notebooks.NOTEBOOKS) == 6


@by_name
def test_a_notebook_is_stored_with_the_outputs_of_one_run(path: Path) -> None:
    assert path.stat().st_size < LARGEST
    code = list(cells(path, "code"))
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    kinds = {output["output_type"] for cell in code for output in cell["outputs"]}
    assert kinds <= {"stream", "execute_result"}
    streams = {output.get("name", "stdout") for cell in code for output in cell["outputs"]}
    assert streams == {"stdout"}


@by_name
def test_a_notebook_begins_with_its_title_and_names_no_place_on_a_machine(path: Path) -> None:
    first = next(cells(path, "markdown"))
    assert "".join(first["source"]).startswith("# ")
    text = path.read_text("utf-8")
    assert not re.search(r"/(home|tmp|root|work)/", text)
    assert "\\u001b" not in text  # no colours of a terminal


@by_name
def test_links_lead_to_other_notebooks(path: Path) -> None:
    for cell in cells(path, "markdown"):
        for target in re.findall(r"\]\(([^)#]+)\)", "".join(cell["source"])):
            assert (path.parent / target).exists(), target


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@by_name
def test_a_new_run_has_the_stored_outputs(path: Path) -> None:
    for module in ("nbclient", "nbformat", "ipykernel"):
        pytest.importorskip(module)
    stored = notebooks.read(path)
    assert notebooks.texts(notebooks.executed(stored)) == notebooks.texts(stored)
