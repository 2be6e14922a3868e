"""A file of rules for the tests of certificates."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def own(tmp_path: Path) -> Callable[[str], Path]:
    """Return what writes a file of rules."""

    def write(text: str, name: str = "own.py") -> Path:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write
