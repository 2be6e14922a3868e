"""Whether an object can be sent to spawned worker processes.

A spawned process is a new interpreter that imports the modules of the objects it
receives, and also the user's script, under another name than `__main__`.  So a
function must be defined at the top level of a module (a lambda, a closure or a
function of a notebook is not), and a script that starts a run outside
`if __name__ == "__main__":` would be repeated by every worker.

A module that was made without the import system, as a user's file on the command line,
cannot be imported there.

A simulator that cannot be sent is played in this process.  The results are the same.
"""

import ast
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from pickle import dumps
from pickletools import genops
from types import FrameType, ModuleType

NAMES_MODULES = 3  # the last protocol that writes "module name" at once, apart from all other text
GUARD = "__name__ == '__main__'"  # as ast.unparse writes it


def is_picklable(task: object) -> bool:
    """Return whether `task` can be sent to other processes now.

    >>> is_picklable(ast.parse), is_picklable(lambda chance: 0)
    (True, False)
    """
    try:
        packed = dumps(task, protocol=NAMES_MODULES)
    except Exception:  # pickle raises what the objects' own methods raise
        return False
    if _needs_module_without_spec(packed):
        return False
    main = sys.modules["__main__"]
    if _is_imported_again(main):
        return _is_guarded(main)
    return b"__main__" not in packed


def _needs_module_without_spec(packed: bytes) -> bool:
    """Return whether a pickle imports from a module, other than the main one, without a spec."""
    imports = {str(what) for opcode, what, _ in genops(packed) if opcode.name == "GLOBAL"}
    names = {what.partition(" ")[0] for what in imports} - {"__main__"}
    return any(
        getattr(sys.modules[name], "__spec__", None) is None for name in names & set(sys.modules)
    )


def _is_imported_again(main: ModuleType) -> bool:
    """Return whether a spawned process imports the main module (see `multiprocessing.spawn`)."""
    if main.__spec__ is not None:
        return main.__spec__.name.rpartition(".")[2] != "__main__"
    return getattr(main, "__file__", None) is not None


def _is_guarded(main: ModuleType) -> bool:
    """Return whether the main module is now running code below its `if __name__ ...`."""
    lines = [frame.f_lineno for frame in _main_stack() if frame.f_globals is vars(main)]
    return bool(lines) and any(first <= lines[-1] <= last for first, last in _guarded_lines(main))


def _main_stack() -> Iterator[FrameType]:
    """Yield the frames of the main thread, innermost first."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _guarded_lines(main: ModuleType) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each `if __name__ ...` body of the main module."""
    try:
        script = ast.parse(Path(str(main.__file__)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for part in script.body:
        if isinstance(part, ast.If) and ast.unparse(part.test) == GUARD:
            yield part.body[0].lineno, part.body[-1].end_lineno or 0
