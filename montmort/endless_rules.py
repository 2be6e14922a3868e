"""Stops rules of a user that run on without a pick: a loop in them seems to have no end.

A thread samples the stacks of all threads.  Where montmort has called a function of the user's
folder, and in all samples for some seconds of CPU time the same call has neither returned nor
asked for a pick or a decision, an exception is raised in it.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

LONGEST_CALL = 8.0  # seconds of CPU time of one call without a pick
PAUSE = 0.05  # seconds between two samples
_HERE = Path(__file__).parent
_PLAYING = tuple(
    f"{folder}/"
    for name in (
        "games",
        "machine",
        "exact",
        "montecarlo",
        "verification/own_games",
        "verification/own_simulators",
    )
    for folder in (_HERE / name, (_HERE / name).resolve())
)


@contextmanager
def endless_rules_stopped(words: Sequence[str]) -> Iterator[None]:
    """Watch the rules in the Python files among the words of a command line."""
    files = [Path(f"{word.partition('.py')[0]}.py") for word in words if ".py" in word]
    folders = tuple(f"{file.parent.resolve()}/" for file in files if file.is_file())
    if not folders:
        yield
        return
    is_over = threading.Event()
    threading.Thread(target=_watch, args=(folders, is_over), daemon=True).start()
    try:
        yield
    finally:
        is_over.set()


def _watch(folders: tuple[str, ...], is_over: threading.Event) -> None:
    since: dict[int, tuple[FrameType, float]] = {}  # by thread: a call, and its CPU time then
    while not is_over.wait(PAUSE):
        found = {}
        for thread, frame in sys._current_frames().items():
            call = _call_of_rules(frame, folders)
            if call is None:
                continue
            first, began = since.get(thread, (None, 0.0))
            now = _cpu_time(thread)
            found[thread] = (call, began if first is call else now)
            if now - found[thread][1] > LONGEST_CALL:
                _stop(thread)
                found.pop(thread)
        since = found


def _call_of_rules(frame: FrameType | None, folders: tuple[str, ...]) -> FrameType | None:
    """Return the call of the rules that a thread is in; None if it is in a pick, or in no rules."""
    call: FrameType | None = None
    while frame is not None and not _is_ours(frame):
        call, frame = frame, frame.f_back
    if frame is None or call is None or not frame.f_code.co_filename.startswith(_PLAYING):
        return None
    place = str(Path(call.f_code.co_filename).resolve())
    return call if place.startswith(folders) and call.f_code.co_name != "<module>" else None


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).startswith("montmort")


def _cpu_time(thread: int) -> float:
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    except (AttributeError, OSError):
        return time.process_time()


def _stop(thread: int) -> None:
    from montmort.games.errors import EndlessRules

    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(EndlessRules)
    )
