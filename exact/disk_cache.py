"""A cache for results of long computations: files in the user's cache folder.

The first line of a file gives its name, its version and the SHA-256 of the rest:
compressed integer arrays.  A file is written completely or not at all.  A damaged
file, or one of another version, is reported and computed again; where no file can
be written, that is reported, and the result is returned all the same.  Results
are the same with and without the cache.
"""

import hashlib
import io
import logging
import os
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

Arrays = dict[str, npt.NDArray[Any]]

logger = logging.getLogger(__name__)  # warnings go to stderr by default


def load_or_compute(name: str, version: int, compute: Callable[[], Arrays]) -> Arrays:
    """Return the cached arrays of this name and version, or compute and cache them."""
    try:
        file = cache_folder() / name
        arrays = _read(file, f"{name} {version}")
    except (OSError, RuntimeError) as error:  # no folder, no home, no permission to read
        logger.warning("%s is computed without a cache (%s).", name, error)
        return compute()
    if arrays is None:
        arrays = compute()
        _write(file, f"{name} {version}", arrays)
    return arrays


def _read(file: Path, title: str) -> Arrays | None:
    """Return the arrays of a file; None if it is missing, damaged or has another title."""
    try:
        line, _, body = file.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    *found, digest = line.decode(errors="replace").split(" ")
    complete = hashlib.sha256(body).hexdigest() == digest
    if complete and found != title.split(" "):
        logger.warning("The file %s is of another version; its result is computed again.", file)
        return None
    arrays = _unpack(body) if complete else None
    if arrays is None:
        logger.warning("The file %s is damaged; its result is computed again.", file)
    return arrays


def _unpack(body: bytes) -> Arrays | None:
    """Return the arrays of a body; None if it is not an archive of arrays, despite its digest."""
    try:
        with np.load(io.BytesIO(body), allow_pickle=False) as arrays:
            return dict(arrays)
    except (ValueError, TypeError, EOFError, BadZipFile, zlib.error):
        return None


def _write(file: Path, title: str, arrays: Arrays) -> None:
    """Write a file, completely or not at all; log a warning if that is not possible."""
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)  # type: ignore[arg-type]
    body = packed.getvalue()
    line = f"{title} {hashlib.sha256(body).hexdigest()}\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as new:
            try:
                new.write(line.encode() + body)
                new.close()
                os.replace(new.name, file)
            except BaseException:
                os.unlink(new.name)
                raise
    except OSError as error:
        logger.warning("Nothing can be cached in %s: %s.", file.parent, error.strerror or error)


def cache_folder() -> Path:
    """Return montmort's cache folder: in XDG_CACHE_HOME if it is set, else the system's default."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():  # relative paths must be ignored (XDG Base Directory Specification)
        return given / "montmort"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "montmort"
    default = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path.home() / default / "montmort"
