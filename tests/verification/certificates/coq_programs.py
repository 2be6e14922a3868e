"""Run coqc and coqchk, with the texts that all proofs share compiled once."""

import atexit
import functools
import hashlib
import os
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

from montmort.cli import main
from montmort.games import treize
from montmort.verification.certificates.coq.proof import library
from montmort.verification.treize.proof import proof as treize_proof

Run = subprocess.CompletedProcess[str]

needs_coq = pytest.mark.skipif(
    not (shutil.which("coqc") and shutil.which("coqchk")),
    reason="coqc and coqchk are not installed: Debian's package coq has them",
)
CLOSED = "Closed under the global context\n"
IMPORTS = """Require Import ZArith QArith List Bool Lia Lqa FMapPositive Qminmax.
Require Import montmort.
Import ListNotations.
Open Scope Q_scope.
"""
_OF_TREIZE = "Require Import of_treize.\nOpen Scope Z_scope.\n"


def run_coqc(folder: Path, text: str, name: str = "proof") -> Run:
    """Run coqc on a file, which is written to the folder."""
    (folder / f"{name}.v").write_text(text, encoding="utf-8")
    return _run(folder, "coqc", f"{name}.v")


def run_coqchk(folder: Path, *arguments: str) -> Run:
    """Run coqchk on compiled files of the folder."""
    return _run(folder, "coqchk", "-silent", "-o", *arguments)


def _run(folder: Path, *command: str) -> Run:
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=3600
    )


@functools.cache
def compiled() -> Path:
    """Return a folder with the library compiled, and what the proofs about Treize share."""
    folder = Path(tempfile.mkdtemp(prefix="coq"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    run_coqc(folder, library(), "montmort").check_returncode()
    run_coqc(folder, IMPORTS + _of_treize(), "of_treize").check_returncode()
    return folder


@functools.cache
def _of_treize() -> str:
    """Return what the proofs about Treize share beyond the library."""
    text = treize_proof(treize.Rules(ranks=2, suits=1)).removeprefix(library())
    return text[: text.index("\n(* What the calls made before a pass are worth")]


def in_short(proof: str) -> str:
    """Return a proof that requires what is compiled in place of its text."""
    assert proof.startswith(library())
    own = proof.removeprefix(library())
    if own.startswith(_of_treize()):
        return IMPORTS + _OF_TREIZE + own.removeprefix(_of_treize())
    return IMPORTS + own


def check(proof: str, name: str = "proof") -> Run:
    """Run coqc on a proof, beside what is compiled."""
    return run_coqc(compiled(), in_short(proof), name)


def certified(folder: Path, *command: str) -> str:
    """Return the proof that `montmort certify` writes."""
    file = folder / "written.v"
    assert main(["certify", *command, "--coq", os.fspath(file)]) == 0
    return file.read_text(encoding="utf-8")


def forge(folder: Path, compiled_against: bytes, proof: str, rules: str) -> None:
    """Make a compiled proof name the compiled rules of today in place of those it was made with.

    A compiled file holds the MD5 of those that it requires, and of its own parts.
    """
    now = (folder / f"{rules}.vo").read_bytes()
    file = folder / f"{proof}.vo"
    content = file.read_bytes()
    for old, new in zip(_parts(compiled_against), _parts(now), strict=True):
        content = content.replace(_digest(compiled_against, *old), _digest(now, *new))
    for start, length in _parts(content):
        digest, end = _digest(content, start, length), start + length
        content = content.replace(content[end : end + 16], digest)
    file.write_bytes(content)


def _parts(content: bytes) -> list[tuple[int, int]]:
    """Return where the parts of a compiled file begin, and their lengths."""
    (at,) = struct.unpack_from(">q", content, 8)
    (number,) = struct.unpack_from(">i", content, at)
    at, found = at + 4, []
    for _ in range(number):
        (name,) = struct.unpack_from(">i", content, at)
        found.append(struct.unpack_from(">qq", content, at + 4 + name))
        at += 4 + name + 16 + 16
    return found


def _digest(content: bytes, start: int, length: int) -> bytes:
    return hashlib.md5(content[start : start + length], usedforsecurity=False).digest()
