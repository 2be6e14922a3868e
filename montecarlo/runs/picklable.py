"""What can be sent to other processes, and when.

Processes are spawned: each is a new interpreter that imports the modules of
what it is sent, and the user's script too, under another name than `__main__`.
So a function sent must stand at the top of a module (a lambda, a closure, a
function of a notebook does not), and a script that plays without standing
below `if __name__ == "__main__":` would be repeated by every worker.

What cannot be sent is played in this process.  Results do not depend on it.
"""

import ast
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from pickle import dumps
from types import FrameType, ModuleType

GUARD = "__name__ == '__main__'"  # as ast.unparse writes it


def sendable(task: object) -> bool:
    """Whether other processes can be given `task` now.

    >>> sendable(ast.parse), sendable(lambda chance: 0)
    (True, False)
    """
    try:
        packed = dumps(task)
    except Exception:  # pickle raises what the objects' own methods raise
        return False
    main = sys.modules["__main__"]
    if _is_imported_again(main):
        return _is_guarded(main)
    return b"__main__" not in packed


def _is_imported_again(main: ModuleType) -> bool:
    """Whether a spawned process imports the main module, as `multiprocessing.spawn` decides it."""
    if main.__spec__ is not None:
        return main.__spec__.name.rpartition(".")[2] != "__main__"
    return getattr(main, "__file__", None) is not None


def _is_guarded(main: ModuleType) -> bool:
    """Whether the line that the main module is at stands below its `if __name__ …`."""
    lines = [frame.f_lineno for frame in _main_stack() if frame.f_globals is vars(main)]
    return bool(lines) and any(first <= lines[-1] <= last for first, last in _guarded_lines(main))


def _main_stack() -> Iterator[FrameType]:
    """Yield the frames of the main thread, the innermost first."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _guarded_lines(main: ModuleType) -> Iterator[tuple[int, int]]:
    """Yield first and last line of what the main module keeps below `if __name__ …`."""
    try:
        script = ast.parse(Path(str(main.__file__)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for part in script.body:
        if isinstance(part, ast.If) and ast.unparse(part.test) == GUARD:
            yield part.body[0].lineno, part.body[-1].end_lineno or 0
