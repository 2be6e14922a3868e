"""A human at the command line, his answers from a pipe."""

import io
import sys
from typing import Any

import pytest

from montmort.cli import main


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that plays with answers from a pipe: (exit code, stdout, stderr)."""

    def call(*argv: str, answers: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        capsys.readouterr()
        code = main(["play", *argv])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    return call
