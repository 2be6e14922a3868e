"""Whether exact answers change with the order in which Python lists the items of sets.

That order follows from the hashes of texts and of members of enums, which are others in every
run of Python.  So rules that make sets are answered again in a process where the sets of the
file, and of the user's files that it imports, list such items backwards, from the second one,
and in other orders; and in four processes with other hashes, and other addresses of objects,
which `str` of an object may show.  They are refused if the answers differ.  Where that takes
long, it is said how far it was tried.
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
from itertools import combinations, islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from montmort.exact.surroundings import INSTALLED
from montmort.games.errors import BadInput, HasSymbols
from montmort.games.sameness import ORDERS, Listings, Order, Turned
from montmort.output.streams import note

if TYPE_CHECKING:
    from montmort.verification.aim import Aim
    from montmort.verification.game import Game
    from montmort.verification.outcome_laws import OutcomeLaws

MAKING = frozenset(("set", "frozenset"))
UNSEEN = frozenset(("eval", "exec", "literal_eval", "stdlib_module_names"))  # may make sets
METHODS = frozenset(("union", "intersection", "difference", "symmetric_difference", "copy"))
VIEWS = frozenset(("keys", "items"))  # of a dictionary: their difference is a set
OPERATORS = (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor)
OPERATOR_NAMES = frozenset(
    f"{before}{name}{after}"
    for name in ("sub", "and", "or", "xor", "isub", "iand", "ior", "ixor", "rsub", "rand")
    for before, after in (("", ""), ("", "_"), ("__", "__"))
)
SHOWING = frozenset(("str", "repr", "ascii", "format"))
STABLE = (bool, int, float, complex, Fraction)  # with hashes that are the same in every run
LONG = 20.0  # seconds
LONG_TEXT = 40  # characters
SEEDS = 16  # of hashes, of which NATURAL are taken
NATURAL = 4
MOST_PAIRS = 2000  # of texts that stand in a program
LISTED, SET = "<listed>", "<set>"  # names that no program can have
_FIRST = "print(*(int(next(iter({a, b})) == a) for a, b in eval(input())), sep='')"
_CHILD = "from montmort.options.order_of_sets import {0}; {0}()"


def check_order_of_sets(
    game: "Game[Any]", experiment: str, rules: Any, aim: "Aim | None", given: str = ""
) -> None:
    """Refuse the rules of a user's file whose answers change with the order in sets.

    Answers are those of optimal play for an aim, or else of the outcome, given a condition.
    """
    sources = _sources(game.module) if game.module is not None else []
    if game.module is None or not may_vary([tree for _, tree in sources]):
        return
    file, (_, _, name) = _file_of(game.module), game.rulebook.name.partition(".py")
    asked = pickle.dumps((file + name, experiment, pickle.dumps((rules, aim, given))))
    if _varies(asked, tuple(text for text, _ in sources)):
        raise BadInput(
            f"{file}: the answers change with the order in which Python lists the items of a set, "
            "or with the address of an object, which differ from run to run: take items by "
            "sorted(…), and give classes a __repr__"
        )


@cache
def _varies(asked: bytes, texts: tuple[bytes, ...]) -> bool:
    """Return whether processes answer differently; several claims may ask the same."""
    natural = [("print_digest", seed) for seed in _seeds(texts)]
    (orders, is_whole), *others = _digests([("print_digests", "random"), *natural], asked)
    if not all(digests for digests, _ in others):
        note("not tried: whether the answers change with the order of the items in sets")
        return False
    if not is_whole or not orders:
        tried = f"in {len(orders)} orders, and " if len(orders) > 1 else ""
        note(f"whether the answers change with the order in sets: tried {tried}with other hashes")
    return len({*orders}) > 1 or len({digest for each, _ in others for digest in each}) > 1


def _digests(asked: Sequence[tuple[str, str]], question: bytes) -> list[tuple[list[bytes], bool]]:
    """Return what processes print, and whether they came to an end before it took long."""
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
                process.wait()
        return [(_printed(process), process.returncode == 0) for process in processes]


def _printed(process: "subprocess.Popen[bytes]") -> list[bytes]:
    assert process.stdout is not None
    return process.stdout.read().split()


def _sources(module: ModuleType) -> list[tuple[bytes, ast.Module]]:
    """Return texts and syntax trees of a file and of the user's other modules that it imports."""
    modules, found = [module], []
    for each in modules:  # grows during the loop
        try:
            text = Path(str(each.__file__)).read_bytes()
            tree = ast.parse(text)
        except (OSError, SyntaxError, ValueError):  # it is not what has been imported
            continue
        found.append((text, tree))
        for name in dict.fromkeys(_imported(tree, each.__package__ or "")):
            other = sys.modules.get(name)
            if other is not None and other not in modules and is_own(name, _file_of(other)):
                modules.append(other)
    return found


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """Yield the names of the modules that a program may import, by statements or by their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        elif isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            base = ".".join([*above, node.module or ""]).strip(".")
            names = [base, *(f"{base}.{each.name}" for each in node.names)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            yield from (".".join(parts[: k + 1]) for k in range(len(parts)))


def _file_of(module: ModuleType) -> str:
    return str(getattr(module, "__file__", None) or "")


def is_own(module: str, file: str) -> bool:
    """Return whether a module is a file of the user's: no part of Python, of a package or of ours.

    >>> [is_own(name, file) for name, file in (("a.b", "/a/b.py"), ("montmort.a", "/m/a.py"))]
    [True, False]
    """
    is_ours = module.partition(".")[0] == "montmort"
    return bool(file) and not is_ours and not file.startswith(INSTALLED)


@cache
def _seeds(programs: tuple[bytes, ...]) -> tuple[str, ...]:
    """Return seeds of hashes with which sets of two texts of the programs list them either way."""
    nodes = [node for program in programs for node in ast.walk(ast.parse(program))]
    held: set[object] = {node.value for node in nodes if isinstance(node, ast.Constant)}
    bodies = [part for node in nodes if isinstance(node, ast.ClassDef) for part in node.body]
    members = [part.targets[0] for part in bodies if isinstance(part, ast.Assign)]  # of enums
    held |= {member.id for member in members if isinstance(member, ast.Name)}
    texts = sorted(text for text in held if isinstance(text, str) and len(text) < LONG_TEXT)
    pairs = [*islice(combinations(texts, 2), MOST_PAIRS)]
    listed = {str(seed): _listed_with(str(seed), pairs) for seed in range(1, SEEDS + 1)}
    taken: list[str] = []
    known: set[tuple[int, str]] = set()
    for _ in range(NATURAL):
        taken.append(max(listed, key=lambda seed: len({*enumerate(listed[seed])} - known)))
        known |= {*enumerate(listed[taken[-1]])}
    return tuple(taken)


def _listed_with(seed: str, pairs: Sequence[tuple[str, str]]) -> str:
    """Return 1 for each pair whose set lists the first text first with a seed of hashes, else 0."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", _FIRST],
        input=ascii(pairs),
        text=True,
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=False,
    )
    return done.stdout.strip()


def may_vary(trees: Sequence[ast.Module]) -> bool:
    """Return whether programs make a set, perhaps of a dictionary's keys, or show an address.

    >>> [may_vary([ast.parse(text)]) for text in ("{1, 2}", "a - b", "a.keys() & b", "{1: 2}")]
    [True, False, True, False]
    """
    nodes = [node for tree in trees for node in ast.walk(tree)]
    if any(isinstance(node, ast.SetComp | ast.Set) or _name(node) in UNSEEN for node in nodes):
        return True
    if any(isinstance(node, ast.Name) and node.id in MAKING for node in nodes):
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
    """Return whether a node is `str` or the like, called or handed on, or an f-string."""
    if not isinstance(node, ast.Call | ast.keyword):
        return isinstance(node, ast.FormattedValue)
    return _name(node.func if isinstance(node, ast.Call) else node.value) in SHOWING


def _name(node: ast.AST) -> str:
    """Return the name that a variable or an attribute is read by."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


# What follows runs in the other processes.


class _Listed(ast.NodeTransformer):
    """Lets a program pass what may be a set through `listed`, and make sets of the class `_Set`."""

    def visit(self, node: ast.AST) -> Any:
        """Return the node, in a call of `listed` where it may make a set."""
        if isinstance(node, ast.pattern):
            return node
        about = {name: getattr(node, name, None) for name in ("annotation", "returns")}
        for name in filter(about.get, about):  # texts for others, with `from __future__`
            setattr(node, name, None)
        self.generic_visit(node)
        for name in filter(about.get, about):
            setattr(node, name, about[name])
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            return [node, self._again(node)]
        called = _name(node.func) if isinstance(node, ast.Call) else ""
        makes = isinstance(node, ast.Set | ast.SetComp) or (
            isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS)
        )
        if isinstance(node, ast.Name) and node.id == "set" and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Name(SET, ast.Load()), node)
        if not isinstance(node, ast.expr) or not (makes or called in MAKING | METHODS):
            return node
        return self._call(node)

    def _call(self, node: ast.expr) -> ast.Call:
        call = ast.Call(ast.Name(LISTED, ast.Load()), [node], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def _again(self, node: ast.AugAssign) -> ast.stmt:
        """Return the assignment of what `target |= …` has made, in a call of `listed`."""
        assert isinstance(node.target, ast.Name)
        value = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        again = ast.Assign([ast.Name(node.target.id, ast.Store())], self._call(value))
        return ast.fix_missing_locations(ast.copy_location(again, node))


class _Orders:
    """The order in which sets list their items now; None: their own."""

    now: Order | None = None


class _Set(set[Any]):
    """A set that lists its items in the order of now."""

    def __iter__(self) -> Iterator[Any]:
        return iter(_arranged([*set.__iter__(self)]))

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self))}}}" if self else "set()"

    def pop(self) -> Any:
        """Remove the first item, and return it."""
        first = next(iter(self))
        self.remove(first)
        return first


def _arranged(items: list[Any]) -> list[Any]:
    if len(items) < 2 or all(map(_is_stable, items)):
        return items
    Listings.count += 1
    return items if _Orders.now is None else _Orders.now(items)


def _every_second(items: list[Any]) -> list[Any]:
    """Turn about half of all sets, by what they hold."""
    return items[::-1] if hash(frozenset(items)) >> 4 & 1 else items


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
        return Turned.of(_arranged([*value]))
    return value


def print_digests() -> None:
    """Print the hash of the answers, with sets in their own order and in others.

    They are compared with each other alone: rules may ask for the class of a set.
    """
    import builtins
    import importlib.machinery

    from montmort.verification import game_file

    question = pickle.load(sys.stdin.buffer)
    loader: Any = importlib.machinery.SourceFileLoader
    get_code = loader.get_code

    def compiled(content: bytes, path: object) -> Any:
        tree = _Listed().visit(ast.parse(content))
        return compile(tree, str(path), "exec", dont_inherit=True)

    def code_of(self: Any, name: str) -> Any:
        if not is_own(name, self.path):
            return get_code(self, name)
        return compiled(self.get_data(self.path), self.path)

    vars(builtins).update({LISTED: listed, SET: _Set})
    game_file.compiled, loader.get_code = compiled, code_of
    before, found = {*sys.modules}, list[bytes]()
    for order in (None, *(order for _, order in ORDERS), _every_second):
        _Orders.now, listings = order, Listings.count
        digest = _digest(*question, also_errors=bool(found))
        if not digest:
            return
        os.write(1, digest + b"\n")  # at once: time may be up before all orders are tried
        found.append(digest)
        if Listings.count == listings:
            break
        for name in {*sys.modules} - before:
            if is_own(name, _file_of(sys.modules[name])):
                del sys.modules[name]


def print_digest() -> None:
    """Print the hash of the answers to the question that stands on standard input."""
    os.write(1, _digest(*pickle.load(sys.stdin.buffer), also_errors=True))


def _digest(word: str, experiment: str, rest: bytes, *, also_errors: bool = False) -> bytes:
    """Return the hash of the answers, b"" for an error."""
    from montmort.options.flags import read_game

    game = read_game(word)  # so that the rules can be read
    rules, aim, given = pickle.loads(rest)
    try:
        found = repr(_answers(game, experiment, rules, aim, given))
    except Exception as error:  # the same error is met by the verb
        found = type(error).__name__ if also_errors else ""
    return hashlib.sha256(found.encode()).hexdigest().encode() if found else b""


def _answers(game: "Game[Any]", experiment: str, rules: Any, aim: "Aim | None", given: str) -> Any:
    """Return the answers in an order that does not depend on hashes."""
    from montmort.verification.words_of_values import plain

    aim = aim or game.aim_in(experiment)
    asked = game.rulebook.experiment(experiment)
    try:
        if aim is not None:
            play = game.optimal_play(rules, experiment, aim, None)
            return _sorted([play.answers(), _told(play.outcome_laws(given))])
        found = game.laws(rules, experiment, given, may_be_endless=not given)
        return _sorted(plain(_told(found)))
    except HasSymbols:
        if aim is not None:
            from montmort.verification.optimal_functions import optimal_functions

            return _sorted(optimal_functions(asked, rules, aim, None).answers())
        from montmort.verification.symbolic_laws import symbolic_laws

        return _sorted(plain(symbolic_laws(asked, rules, given, None).answers()))


def _told(laws: "OutcomeLaws") -> Any:
    """Return what may be told of an outcome: of its fields, of all together, of the steps."""
    from montmort.verification.own_games.from_play import joint_law

    joint = None if laws.walk is None else joint_law(laws.walk)
    together = {} if joint is None else {repr(outcome): joint[outcome] for outcome in joint}
    steps = laws.steps and laws.steps.answers()
    return {"fields": laws.answers(), "together": together, "steps": steps, "given": laws.event}


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return sorted((str(key), _sorted(part)) for key, part in value.items())
    return [*map(_sorted, value)] if isinstance(value, list | tuple) else value
