"""The files that a command names, with their hashes."""

import hashlib
import shlex
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class NamedFile:
    """A file: the word of the command that names it, its path and its SHA-256."""

    word: str
    path: str
    sha256: str


def named_files(command: str) -> tuple[NamedFile, ...]:
    """Return the program of a command, wherever it is found, and the files among its words.

    Files that the program reads without being named are not among them.

    >>> [file.word for file in named_files("python3 no_such_file.py {seed}")]
    ['python3']
    >>> named_files("")
    ()
    """
    return tuple(_named(shlex.split(command)))


def _named(words: list[str]) -> Iterator[NamedFile]:
    for place, word in enumerate(words):
        path = (shutil.which(word) if place == 0 else None) or word
        with suppress(OSError, ValueError):  # a word with a null byte is no path
            if Path(path).is_file():  # a pipe would be waited for
                yield named_file(word, path)


def named_file(word: str, path: str) -> NamedFile:
    """Return the file at a path, with its hash; OSError if it cannot be read."""
    with open(path, "rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return NamedFile(word=word, path=str(Path(path).resolve()), sha256=sha256)
