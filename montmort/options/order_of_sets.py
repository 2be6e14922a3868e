"""Whether exact answers change with the order in which Python lists the items of sets.

That order follows from the hashes of texts and of members of enums, which are others in every
run of Python.  So rules that make sets are answered in a few more processes, with other hashes,
and refused if the answers differ.  The hashes are chosen so that a set of any two words in the
file is listed in both orders, as far as MOST processes can.  Where they take long, it is said
that it was not tried.
"""

import ast
import hashlib
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from montmort.games.errors import BadInput, HasSymbols
from montmort.output.streams import note

if TYPE_CHECKING:
    from montmort.verification.aim import Aim
    from montmort.verification.game import Game

MAKING = frozenset(("set", "frozenset"))
VIEWS = frozenset(("keys", "items"))  # of a dictionary: their difference is a set
OPERATORS = (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)
OPERATOR_NAMES = frozenset(("sub", "and_", "or_", "xor", "isub", "iand", "ior", "ixor"))
CANDIDATES = 24  # seeds of hashes, of which some are taken
FEWEST, MOST = 3, 5  # seeds that are taken
WORDS = 60  # of a file, by which they are chosen
LONG = 30.0  # seconds
_ORDERS = """
import sys
words = sys.stdin.buffer.read().decode().split("\\0")
pairs = (next(iter({a, b})) == a for a in words for b in words if a != b)
print("".join("01"[first] for first in pairs))
"""
_CHILD = "from montmort.options.order_of_sets import print_digest; print_digest()"


def check_order_of_sets(game: "Game[Any]", experiment: str, rules: Any, aim: "Aim | None") -> None:
    """Refuse the rules of a user's file whose answers differ from process to process."""
    file = str(getattr(game.module, "__file__", ""))
    if not file or not makes_sets(trees := _trees(Path(file))):
        return
    _, _, name = game.rulebook.name.partition(".py")
    asked = pickle.dumps((file + name, experiment, pickle.dumps((rules, aim))))
    end = time.monotonic() + LONG
    with ExitStack() as ends:
        processes = [ends.enter_context(_asked(seed, asked)) for seed in seeds_for(_words(trees))]
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
    process = _run(seed, ["-c", _CHILD])
    assert process.stdin is not None
    with process.stdin as pipe:
        pipe.write(question)
    return process


def _run(seed: str, flags: Sequence[str]) -> subprocess.Popen[bytes]:
    """Return a Python with the hashes of a seed."""
    return subprocess.Popen(
        [sys.executable, *flags],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )


def seeds_for(words: Sequence[str]) -> list[str]:
    """Return seeds of hashes with which sets of two words are listed in both orders."""
    if len(words) < 2:
        return [str(seed) for seed in range(1, FEWEST + 1)]
    asked = "\0".join(words).encode("utf-8", "replace")
    seeds = [str(seed) for seed in range(1, CANDIDATES + 1)]
    found = [_run(seed, ["-S", "-c", _ORDERS]) for seed in seeds]
    orders = {
        seed: int(each.communicate(asked)[0], 2) for seed, each in zip(seeds, found, strict=True)
    }
    taken = seeds[:1]
    first = orders[seeds[0]]
    left = (1 << len(words) * (len(words) - 1)) - 1  # pairs in one order so far
    while len(taken) < FEWEST or (left and len(taken) < MOST):
        rest = [seed for seed in seeds if seed not in taken]
        taken.append(max(rest, key=lambda seed: ((orders[seed] ^ first) & left).bit_count()))
        left &= ~(orders[taken[-1]] ^ first)
    return taken


def _trees(file: Path) -> list[ast.Module]:
    """Return the syntax trees of a program and of the files beside it that it imports."""
    files = [file]
    trees = []
    for each in files:  # grows during the loop
        trees.append(ast.parse(each.read_bytes()))
        for folder, name in _imported(trees[-1], each.parent, file.parent):
            path = folder.joinpath(*name.split("."))
            there = (path.with_name(f"{path.name}.py"), path / "__init__.py")
            files += [path for path in there if path.is_file() and path not in files]
    return trees


def _imported(tree: ast.Module, here: Path, beside: Path) -> Iterator[tuple[Path, str]]:
    """Yield the modules that a program may import: a folder, and a name with dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names, folder = [each.name for each in node.names], beside
        elif isinstance(node, ast.ImportFrom):
            folder = [here, *here.parents][node.level - 1] if node.level else beside
            base = node.module or ""
            names = [base, *(f"{base}.{each.name}".lstrip(".") for each in node.names)]
        else:
            continue
        for name in filter(None, names):
            parts = name.split(".")
            yield from ((folder, ".".join(parts[: k + 1])) for k in range(len(parts)))


def makes_sets(trees: Sequence[ast.Module]) -> bool:
    """Return whether programs make a set, or may do so from the keys of dictionaries.

    >>> [makes_sets([ast.parse(text)]) for text in ("{1, 2}", "a - b", "a.keys() & b", "{1: 2}")]
    [True, False, True, False]
    """
    nodes = [node for tree in trees for node in ast.walk(tree)]
    if any(isinstance(node, ast.SetComp | ast.Set) or _name(node) in MAKING for node in nodes):
        return True
    operators = (isinstance(getattr(node, "op", None), OPERATORS) for node in nodes)
    return any(_name(node) in VIEWS for node in nodes) and (
        any(operators) or any(_name(node) in OPERATOR_NAMES for node in nodes)
    )


def _name(node: ast.AST) -> str:
    """Return the name that a variable or an attribute is read by."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _words(trees: Sequence[ast.Module]) -> list[str]:
    """Return texts in programs and names of members of classes: they may be items of sets."""
    found: dict[str, None] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.ClassDef):
            assigned = (part for each in node.body for part in ast.walk(each))
            found.update((part.id, None) for part in assigned if _is_stored(part))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(dict.fromkeys([node.value, *node.value.split()]))
    return [*found][:WORDS]


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


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
