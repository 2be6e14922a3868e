"""Whether exact answers change with the order in which Python lists the items of sets.

That order follows from the hashes of texts and of members of enums, which are others in every
run of Python.  So rules that make sets are answered in three more processes, with other hashes,
and refused if the answers differ.  Where that takes long, it is said that it was not tried.
"""

import ast
import hashlib
import os
import pickle
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput, HasSymbols
from montmort.output.streams import note

if TYPE_CHECKING:
    from montmort.verification.aim import Aim
    from montmort.verification.game import Game

MAKING = frozenset(("set", "frozenset"))
VIEWS = ("keys", "items")  # of a dictionary: their difference is a set
SET_OPERATORS = (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)
SEEDS = ("1", "2", "3")  # of the hashes
LONG = 30.0  # seconds
_CHILD = "from montmort.options.order_of_sets import print_digest; print_digest()"


def check_order_of_sets(game: "Game[Any]", experiment: str, rules: Any, aim: "Aim | None") -> None:
    """Refuse the rules of a user's file whose answers differ from process to process."""
    file = str(getattr(game.module, "__file__", ""))
    if not file or not makes_sets(Path(file)):
        return
    _, _, name = game.rulebook.name.partition(".py")
    asked = pickle.dumps((file + name, experiment, pickle.dumps((rules, aim))))
    end = time.monotonic() + LONG
    with ExitStack() as ends:
        processes = [ends.enter_context(_asked(seed, asked)) for seed in SEEDS]
        try:
            for process in processes:
                process.wait(timeout=max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        finally:
            for process in processes:
                process.kill()
        found = {process.stdout.read() for process in processes if process.stdout is not None}
    if b"" in found:  # of one that was stopped, or has failed
        note("not tried: whether the answers change with the order of the items in sets")
    elif len(found) > 1:
        raise BadInput(
            f"{file}: the answers change with the order in which Python lists the items of a set, "
            "which for texts and members of enums differs from run to run: take them by sorted(…)"
        )


def _asked(seed: str, question: bytes) -> subprocess.Popen[bytes]:
    """Return a process with these hashes, which has been asked a question."""
    process = subprocess.Popen(
        [sys.executable, "-c", _CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(question)
    return process


def makes_sets(file: Path) -> bool:
    """Return whether a program, or a file beside it that it imports, makes a set."""
    files = [file]
    for each in files:  # grows during the loop
        for node in ast.walk(ast.parse(each.read_bytes())):
            if _is_set(node):
                return True
            beside = [file.parent / f"{name.partition('.')[0]}.py" for name in _imported(node)]
            files += [path for path in beside if path.is_file() and path not in files]
    return False


def _is_set(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, SET_OPERATORS):
        parts = (part for side in (node.left, node.right) for part in ast.walk(side))
        return any(isinstance(part, ast.Attribute) and part.attr in VIEWS for part in parts)
    return isinstance(node, ast.SetComp | ast.Set) or (
        isinstance(node, ast.Name) and node.id in MAKING and isinstance(node.ctx, ast.Load)
    )


def _imported(node: ast.AST) -> list[str]:
    """Return the names of the modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def print_digest() -> None:
    """Print the hash of the answers to the question that stands on standard input."""
    from montmort.options.flags import read_game

    word, experiment, rest = pickle.load(sys.stdin.buffer)
    game = read_game(word)  # so that the rules can be read
    rules, aim = pickle.loads(rest)
    try:
        found = repr(_answers(game, experiment, rules, aim))
    except Exception as error:  # the same error is met by the verb
        found = type(error).__name__
    os.write(1, hashlib.sha256(found.encode()).hexdigest().encode())


def _answers(game: "Game[Any]", experiment: str, rules: Any, aim: "Aim | None") -> Any:
    """Return the answers in an order that does not depend on hashes."""
    from montmort.output.formatting import plain
    from montmort.verification.optimal_functions import optimal_functions
    from montmort.verification.symbolic_laws import symbolic_laws

    aim = aim or game.aim_in(experiment)
    try:
        if aim is not None:
            return _sorted(game.optimal_play(rules, experiment, aim, None).answers())
        return _sorted(plain(game.laws(rules, experiment, may_be_endless=True).answers()))
    except HasSymbols:
        asked = game.rulebook.experiment(experiment)
        if aim is not None:
            return _sorted(optimal_functions(asked, rules, aim, None).answers())
        return _sorted(plain(symbolic_laws(asked, rules, "", None).answers()))


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((str(key), _sorted(part)) for key, part in value.items())
    return [*map(_sorted, value)] if isinstance(value, list | tuple) else value
