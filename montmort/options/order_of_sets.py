"""Whether exact answers change with the order in which Python lists the items of sets.

That order follows from the hashes of texts and of members of enums, which are others in every
run of Python.  So rules that make sets are answered again in a process where the sets of the
file, and of files beside it, list such items backwards, from the second one, and in other
orders; and in three processes with other hashes, and other addresses of objects, which `str` of
an object may show.  They are refused if the answers differ.  Where that takes long, it is said
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
from contextlib import ExitStack, suppress
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput, HasSymbols
from montmort.games.sameness import ORDERS, Order, Turned
from montmort.output.streams import note

if TYPE_CHECKING:
    from montmort.verification.aim import Aim
    from montmort.verification.game import Game

MAKING = frozenset(("set", "frozenset"))
METHODS = frozenset(("union", "intersection", "difference", "symmetric_difference", "copy"))
VIEWS = frozenset(("keys", "items"))  # of a dictionary: their difference is a set
OPERATORS = (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)
OPERATOR_NAMES = frozenset(("sub", "and_", "or_", "xor", "isub", "iand", "ior", "ixor"))
STABLE = (bool, int, float, complex, Fraction)  # with hashes that are the same in every run
LONG = 20.0  # seconds
_NATURAL = [("print_digest", seed) for seed in ("1", "2", "3")]  # of the hashes
_CHILD = "from montmort.options.order_of_sets import {0}; {0}()"


def check_order_of_sets(game: "Game[Any]", experiment: str, rules: Any, aim: "Aim | None") -> None:
    """Refuse the rules of a user's file whose answers change with the order in sets."""
    file = str(getattr(game.module, "__file__", ""))
    sources = _sources(Path(file)) if file else []
    if not may_vary([tree for _, tree in sources]):
        return
    _, _, name = game.rulebook.name.partition(".py")
    asked = pickle.dumps((file + name, experiment, pickle.dumps((rules, aim))))
    if _varies(asked, tuple(text for text, _ in sources)):
        raise BadInput(
            f"{file}: the answers change with the order in which Python lists the items of a set, "
            "or with the address of an object, which differ from run to run: take items by "
            "sorted(…), and give classes a __repr__"
        )


@cache
def _varies(asked: bytes, _texts: tuple[bytes, ...]) -> bool:
    """Return whether processes answer differently; several claims may ask the same."""
    orders, *others = _digests([("print_digests", "random"), *_NATURAL], asked)
    if not all(others):
        note("not tried: whether the answers change with the order of the items in sets")
        return False
    if not orders:
        note("whether the answers change with the order in sets: tried in three processes alone")
    return len({digest for each in (orders, *others) for digest in each}) > 1


def _digests(asked: Sequence[tuple[str, str]], question: bytes) -> list[list[bytes]]:
    """Return what processes print: nothing, where one fails or takes long."""
    end = time.monotonic() + LONG
    with ExitStack() as ends:
        processes = [
            ends.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", _CHILD.format(function)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, "PYTHONHASHSEED": seed},
                )
            )
            for function, seed in asked
        ]
        try:
            for process in processes:
                assert process.stdin is not None
                with suppress(BrokenPipeError), process.stdin as pipe:
                    pipe.write(question)
            for process in processes:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=max(0.0, end - time.monotonic()))
        finally:
            for process in processes:
                process.kill()
        return [process.stdout.read().split() for process in processes if process.stdout]


def _sources(file: Path) -> list[tuple[bytes, ast.Module]]:
    """Return texts and syntax trees of a program and of the files beside it that it imports."""
    files = [file]
    found = []
    for each in files:  # grows during the loop
        text = each.read_bytes()
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):  # so it was not imported
            continue
        found.append((text, tree))
        for folder, name in _imported(tree, each.parent, file.parent):
            path = folder.joinpath(*name.split("."))
            there = (path.with_name(f"{path.name}.py"), path / "__init__.py")
            files += [path for path in there if path.is_file() and path not in files]
    return found


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


def may_vary(trees: Sequence[ast.Module]) -> bool:
    """Return whether programs make a set, perhaps of a dictionary's keys, or show an address.

    >>> [may_vary([ast.parse(text)]) for text in ("{1, 2}", "a - b", "a.keys() & b", "{1: 2}")]
    [True, False, True, False]
    """
    nodes = [node for tree in trees for node in ast.walk(tree)]
    if any(isinstance(node, ast.SetComp | ast.Set) or _name(node) in MAKING for node in nodes):
        return True
    if any(map(_shows_address, nodes)) and any(map(_shows_texts, nodes)):
        return True
    operators = (isinstance(getattr(node, "op", None), OPERATORS) for node in nodes)
    return any(_name(node) in VIEWS for node in nodes) and (
        any(operators) or any(_name(node) in OPERATOR_NAMES for node in nodes)
    )


def _shows_address(node: ast.AST) -> bool:
    """Return whether a node is a class without a text of its own, a lambda or `object`."""
    if not isinstance(node, ast.ClassDef):
        return isinstance(node, ast.Lambda) or _name(node) == "object"
    own = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    return not (node.bases or node.decorator_list or own & {"__repr__", "__str__"})


def _shows_texts(node: ast.AST) -> bool:
    """Return whether a node is `str` or `repr`, called or handed on."""
    if not isinstance(node, ast.Call | ast.keyword):
        return False
    return _name(node.func if isinstance(node, ast.Call) else node.value) in ("str", "repr")


def _name(node: ast.AST) -> str:
    """Return the name that a variable or an attribute is read by."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


# What follows runs in the other processes.


class _Listed(ast.NodeTransformer):
    """Lets a program pass what may be a set through `listed`."""

    def visit(self, node: ast.AST) -> Any:
        """Return the node, in a call of `listed` where it may make a set."""
        self.generic_visit(node)
        called = _name(node.func) if isinstance(node, ast.Call) else ""
        makes = isinstance(node, ast.Set | ast.SetComp) or (
            isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS)
        )
        if not isinstance(node, ast.expr) or not (makes or called in MAKING | METHODS):
            return node
        function = ast.Name(listed.__name__, ast.Load())
        return ast.fix_missing_locations(ast.copy_location(ast.Call(function, [node], []), node))


class _Orders:
    """The order in which sets list their items now, and how often they have been asked."""

    now: Order | None = None
    asked: list[object] = []  # noqa: RUF012


class _Set(set[Any]):
    """A set that lists its items in the order of now."""

    def __iter__(self) -> Iterator[Any]:
        return iter(_arranged([*set.__iter__(self)]))

    def pop(self) -> Any:
        """Remove the first item, and return it."""
        first = next(iter(self))
        self.remove(first)
        return first


def _arranged(items: list[Any]) -> list[Any]:
    if len(items) < 2 or all(map(_is_stable, items)):
        return items
    _Orders.asked.append(None)
    return items if _Orders.now is None else _Orders.now(items)


def _is_stable(item: object) -> bool:
    """Return whether the hash of an item is the same in every run of Python."""
    if isinstance(item, tuple | frozenset):
        return all(map(_is_stable, item))
    return type(item) in STABLE


def listed(value: Any) -> Any:
    """Return a set as one that lists its items in the order of now, and all else as it is.

    >>> listed(3), sorted(listed({1, 2}))
    (3, [1, 2])
    """
    if type(value) is set:
        return _Set(value)
    if type(value) is frozenset and not all(map(_is_stable, value)):
        return Turned.of(_arranged([*value]), _Orders.asked)
    return value


def is_beside(module: str, file: str, folder: Path) -> bool:
    """Return whether a module is a file of the user's, and not of a package that is installed.

    >>> [is_beside(name, "/mine/a/b.py", Path("/mine")) for name in ("a.b", "montmort.a.b")]
    [True, False]
    """
    path = Path(file).resolve()
    is_own = module.partition(".")[0] != "montmort" and "site-packages" not in path.parts
    return is_own and path.is_relative_to(folder)


def print_digests() -> None:
    """Print the hash of the answers, with sets in their own order and in others."""
    import builtins
    import importlib.machinery

    from montmort.verification import game_file

    question = pickle.load(sys.stdin.buffer)
    folder = Path(question[0].partition(".py")[0]).resolve().parent
    loader: Any = importlib.machinery.SourceFileLoader
    get_code = loader.get_code

    def compiled(content: bytes, path: object) -> Any:
        tree = _Listed().visit(ast.parse(content))
        return compile(tree, str(path), "exec", dont_inherit=True)

    def code_of(self: Any, name: str) -> Any:
        if not is_beside(name, self.path, folder):
            return get_code(self, name)
        return compiled(self.get_data(self.path), self.path)

    vars(builtins)[listed.__name__] = listed
    game_file.compiled, loader.get_code = compiled, code_of
    before, found = {*sys.modules}, list[bytes]()
    for order in (None, *(order for _, order in ORDERS)):
        _Orders.now = order
        _Orders.asked.clear()
        digest = _digest(*question)
        if not digest:
            return  # with less than is needed
        found.append(digest)
        if not _Orders.asked:
            break
        for name in {*sys.modules} - before:
            if is_beside(name, getattr(sys.modules[name], "__file__", None) or "", folder):
                del sys.modules[name]
    os.write(1, b"\n".join(found))


def print_digest() -> None:
    """Print the hash of the answers to the question that stands on standard input."""
    os.write(1, _digest(*pickle.load(sys.stdin.buffer), also_errors=True))


def _digest(word: str, experiment: str, rest: bytes, *, also_errors: bool = False) -> bytes:
    """Return the hash of the answers, b"" for an error."""
    from montmort.options.flags import read_game

    game = read_game(word)  # so that the rules can be read
    rules, aim = pickle.loads(rest)
    try:
        found = repr(_answers(game, experiment, rules, aim))
    except Exception as error:  # the same error is met by the verb
        found = type(error).__name__ if also_errors else ""
    return hashlib.sha256(found.encode()).hexdigest().encode() if found else b""


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
