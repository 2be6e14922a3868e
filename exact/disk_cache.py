"""Answers that took long, kept in a file of the user's cache folder.

The first line of a file says what it holds, in which version, and the SHA-256 of
all that follows: compressed integer arrays.  A file is put in its place whole or
not at all.  One that is damaged or of another version is told of and made anew;
where nothing can be written that is told, and the answer is given all the same.
Results are the same with and without the file.
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

logger = logging.getLogger(__name__)  # a warning goes to stderr unless the user says otherwise


def folder() -> Path:
    """Return the folder of our files: in XDG_CACHE_HOME if it is set, else where it is usual."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():  # others are to be ignored (XDG Base Directory Specification)
        return given / "montmort"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "montmort"
    usual = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path.home() / usual / "montmort"


def kept(name: str, version: int, make: Callable[[], Arrays]) -> Arrays:
    """Return the arrays kept under a name, or make them and keep them."""
    try:
        file = folder() / name
        arrays = _read(file, f"{name} {version}")
    except (OSError, RuntimeError) as error:  # no folder, no home, no right to read
        logger.warning("Nothing is kept of %s (%s); it is worked out.", name, error)
        return make()
    if arrays is None:
        arrays = make()
        _write(file, f"{name} {version}", arrays)
    return arrays


def _read(file: Path, title: str) -> Arrays | None:
    """Return what a file keeps under its title; None if it is missing or worthless."""
    try:
        line, _, body = file.read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    *found, digest = line.decode(errors="replace").split(" ")
    whole = hashlib.sha256(body).hexdigest() == digest
    if whole and found != title.split(" "):
        logger.warning("The file %s is of another version; what it kept is worked out anew.", file)
        return None
    arrays = _unpacked(body) if whole else None
    if arrays is None:
        logger.warning("The file %s is damaged; what it kept is worked out anew.", file)
    return arrays


def _unpacked(body: bytes) -> Arrays | None:
    """Return the arrays of a body; None if it is no archive of arrays, whoever has signed it."""
    try:
        with np.load(io.BytesIO(body), allow_pickle=False) as arrays:
            return dict(arrays)
    except (ValueError, TypeError, EOFError, BadZipFile, zlib.error):
        return None


def _write(file: Path, title: str, arrays: Arrays) -> None:
    """Put a file in its place, whole or not at all; say so if that cannot be done."""
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
        logger.warning("The answer cannot be kept in %s: %s.", file.parent, error.strerror or error)
