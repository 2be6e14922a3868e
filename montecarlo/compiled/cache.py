"""Compiled rules across processes: one module for each text, in the user's cache folder.

The text of a compiled play holds all that it depends on: its functions, the functions
that they call, every constant.  A module is named by the hash of its text, of the
machinery below it, and of the versions of Python and numba; so a changed rule, helper
or version is a new module, and none is ever out of date.  numba stores the machine
code beside the module.

Where nothing can be written, or what was stored cannot be read, the text is compiled
for this process alone.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from montmort.games.cache_folder import cache_folder
from montmort.machine import stream

MOST_MODULES = 200  # stored; the oldest are deleted
KERNELS = Path(__file__).parents[1] / "kernels"


def load(text: str) -> ModuleType:
    """Return the module of this text, from the cache folder if that is possible."""
    file = _file_of(text)
    if file is None or not _is_stored(file, text):
        return load_uncached(text)
    spec = spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        return load_uncached(text)
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module  # numba finds the functions by this name
    spec.loader.exec_module(module)
    return module


def load_uncached(text: str) -> ModuleType:
    """Return the module of this text, compiled for this process alone."""
    module = ModuleType("montmort_rules")
    exec(compile(text, "<compiled rules>", "exec"), module.__dict__)
    return module


def is_compiled(text: str) -> bool:
    """Return whether machine code of this text is stored."""
    file = _file_of(text)
    with suppress(OSError):
        return file is not None and any(_machine_code(file))
    return False


def _file_of(text: str) -> Path | None:
    """Return where the module of a text belongs; None if there is no cache folder."""
    digest = hashlib.sha256(f"{_machinery()}\n{text}".encode()).hexdigest()[:32]
    try:
        return cache_folder() / "compiled" / f"montmort_rules_{digest}.py"
    except RuntimeError:  # no home folder
        return None


def _machine_code(file: Path) -> Iterator[Path]:
    return (file.parent / "__pycache__").glob(f"{file.stem}.*.nbc")


@cache
def _machinery() -> str:
    """Return a digest of what compiled rules call, and of what compiles them."""
    digest = hashlib.sha256()
    files = [*Path(__file__).parent.glob("*.py"), *KERNELS.glob("*.py"), Path(stream.__file__)]
    for file in sorted(files):
        digest.update(file.read_bytes())
    packages = " ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
    digest.update(f"{sys.version} {packages}".encode())
    return digest.hexdigest()


def _is_stored(file: Path, text: str) -> bool:
    """Return whether the file holds the text, which is written to it if necessary."""
    with suppress(OSError):
        if file.exists() and file.read_bytes() == text.encode():
            return os.access(file.parent, os.W_OK)
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".new", delete=False) as new:
            new.write(text.encode())
        os.replace(new.name, file)
        _delete_oldest(file.parent)
        return True
    return False


def _delete_oldest(folder: Path) -> None:
    """Delete the oldest modules beyond `MOST_MODULES`, with their machine code."""
    files = sorted(folder.glob("montmort_rules_*.py"), key=lambda file: file.stat().st_mtime)
    for file in files[:-MOST_MODULES]:
        for old in [file, *(file.parent / "__pycache__").glob(f"{file.stem}.*")]:
            old.unlink(missing_ok=True)
