"""The command line as a user types it; a human player's answers come from a pipe."""

import io
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from montmort.cli import main
from montmort.verification.audit.schema import verify_schema

DOCUMENTS = jsonschema.Draft202012Validator(verify_schema())


def audited(argv: Sequence[object]) -> str:
    """Return the file that --audit names, "" if there is none."""
    path = Path(str(argv[argv.index("--audit") + 1])) if "--audit" in argv[:-1] else None
    return path.read_text() if path is not None and path.is_file() else ""


@pytest.fixture(autouse=True)
def wide_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print sentences on one line each, where they are looked for; test_pages has 80 columns."""
    monkeypatch.setenv("COLUMNS", "1000")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs a command line: (exit code, stdout, stderr)."""

    def call(*argv: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*map(str, argv)])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        if argv[0] == "verify":  # every document there is
            for text in (captured.out, audited(argv)):
                if text.startswith("{"):
                    DOCUMENTS.validate(json.loads(text))
        return code, captured.out, captured.err

    return call


@pytest.fixture
def play(run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that plays with answers from a pipe: (exit code, stdout, stderr)."""

    def call(*argv: str, answers: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        return run("play", *argv)  # type: ignore[no-any-return]

    return call


@pytest.fixture
def verify(run: Any) -> Any:
    """Return a function that runs `montmort verify`: (exit code, stdout, stderr)."""
    return partial(run, "verify")


@pytest.fixture
def law(tmp_path: Path) -> Any:
    """Return a function that writes a law of one field and returns its file."""

    def written(values: dict[str, str], **tail: str) -> Path:
        path = tmp_path / "law.json"
        path.write_text(json.dumps({"values": values, **tail}))
        return path

    return written


@pytest.fixture
def file(tmp_path: Path) -> Any:
    """Return a function that writes a game and returns its file."""

    def written(text: str, name: str = "own.py") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return path

    return written
