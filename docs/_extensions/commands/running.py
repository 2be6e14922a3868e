"""The steps of a page, done in a scratch folder as a reader would do them.

A plain call of montmort runs in this process, which saves the second that a new one needs to
start; everything else runs in a shell.  A result is shared with other pages that give the same
command in a folder of the same files, unless the command changes a file.
"""

import contextlib
import hashlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from unittest import mock

from docs._extensions.commands.outputs import matches
from docs._extensions.commands.pages import ROOT, Command, File, steps
from montmort.cli import main

NOT_RUN = {"make", "pip", "pipx", "git", "conda"}  # they install, or run everything
ENDS = 120  # seconds allowed for a command of the shell


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit code."""

    output: str
    code: int


@dataclass(frozen=True)
class Done:
    """A command of a page, with the result; `expected` is the exit code that the page shows."""

    command: Command
    ran: Ran
    expected: int
    seconds: float = 0  # of CPU, of child processes too

    @property
    def is_as_shown(self) -> bool:
        """Return whether the exit code is that of the page, and what it holds of the output."""
        if self.ran.code != self.expected:
            return False
        return self.command.is_made or matches(self.command.shown, self.ran.output)


def done_on(page: str, folder: Path, shared: Path) -> Iterator[Done]:
    """Do the steps of a page in `folder`; yields the commands that were run."""
    (folder / "docs").symlink_to(ROOT / "docs")  # commands read the examples
    _write_programs(folder / ".bin")
    todo = steps(page)
    code = 0
    for number, step in enumerate(todo):
        if isinstance(step, File):
            (folder / step.name).write_text(step.text, encoding="utf-8")
        elif step.text == "echo $?":
            yield Done(step, Ran(f"{code}\n", 0), 0)
        elif is_run(step.text):
            begun = _seconds()
            ran = _result(step.text, folder, shared)
            code = ran.code
            yield Done(
                step, ran, code if _shows_code(todo[number + 1 :]) else 0, _seconds() - begun
            )


def _shows_code(following: list[Command | File]) -> bool:
    """Return whether the next step shows an exit code."""
    return any(isinstance(step, Command) and step.text == "echo $?" for step in following[:1])


def _seconds() -> float:
    """Return the CPU time of this process and of its children so far."""
    return sum(os.times()[:4])


def is_run(command: str) -> bool:
    """Return whether a command is run: it installs nothing, and its program is there."""
    program = shlex.split(command)[0]
    return program not in NOT_RUN and bool(
        program in {"montmort", "python"} or shutil.which(program)
    )


def _write_programs(folder: Path) -> None:
    """Write the programs that a page calls montmort and python: those of this environment."""
    folder.mkdir()
    for name, words in {"montmort": "-m montmort ", "python": ""}.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n', encoding="utf-8")
        program.chmod(0o755)


def _result(command: str, folder: Path, shared: Path) -> Ran:
    """Return the result of a command, from an earlier run if there is one."""
    before = _state(folder)
    key = hashlib.sha256(f"{command}\n{before}".encode()).hexdigest()
    kept = shared / f"{key}.json"
    if kept.exists():
        return Ran(**json.loads(kept.read_text(encoding="utf-8")))
    ran = _in_process(command, folder) if _is_plain(command) else _in_shell(command, folder)
    if _state(folder) == before:
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_text(json.dumps(asdict(ran)), encoding="utf-8")
        written.rename(kept)
    return ran


def _state(folder: Path) -> list[tuple[str, str]]:
    """Return the names and the contents of the files in a folder."""
    return [
        (path.name, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(folder.iterdir())
        if path.is_file()
    ]


def _is_plain(command: str) -> bool:
    """Return whether a command calls montmort without a shell's signs.

    >>> _is_plain("montmort exact kuhn"), _is_plain("montmort exact kuhn | head -1")
    (True, False)
    """
    words = [*shlex.shlex(command, posix=True, punctuation_chars=True)]
    return words[0] == "montmort" and not any(set(word) <= set("();<>|&") for word in words)


def _in_process(command: str, folder: Path) -> Ran:
    out, errors = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(errors),
        mock.patch.object(sys, "stdin", io.StringIO("watch\n")),  # some play
        mock.patch.dict(os.environ, COLUMNS="80"),
    ):
        code = main(shlex.split(command)[1:])
    return Ran(out.getvalue() or errors.getvalue(), code)


def _in_shell(command: str, folder: Path) -> Ran:
    path = f"{folder / '.bin'}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=ENDS,
        check=False,
    )
    return Ran(ran.stdout or ran.stderr, ran.returncode)
