"""Write the checker of one kind of certificate as a program in one file.

The program has the text of `check`, of the modules beside it that the checker imports, and of the
checker's own module, in this order and without double blank lines, and it ends with a call of
`main`.  Definitions that nothing in it uses are left out.  The docstrings of these modules are
joined at the top, and so are their imports from the standard library.  Forms are written with their
readers alone: what `forms` describes is left out.
"""

import ast
import inspect
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from montmort.verification.certificates.check import Checker

_PACKAGE = "montmort.verification.certificates."
_FORMS = f"{_PACKAGE}forms"  # not a part of the programs
_IMPORT = ast.Import | ast.ImportFrom
_CALLS = "describe", "Checker"
_WIDTH = 100
_GLUE = "\N{NO-BREAK SPACE}"  # a name and its reader stand on one line
_CALL = 'if __name__ == "__main__":\n    sys.exit(main(sys.argv[1:], [CHECKER]))\n'


class _Module(NamedTuple):
    """The text of a module in three parts, in their order: nothing is imported below the top."""

    docstring: str
    imports: list[ast.Import | ast.ImportFrom]
    body: str


def program_of(checker: Checker) -> str:
    """Return the program that checks one kind of certificate with the standard library alone.

    >>> from montmort.verification.certificates.chain_checker import CHECKER
    >>> print(program_of(CHECKER)[3:67])
    Check a certificate of an exact answer:  python -I check.py FILE
    """
    modules: dict[Path, _Module] = {}
    _collect(Path(__file__).with_name("check.py"), modules)
    _collect(Path(inspect.getfile(inspect.unwrap(checker.check))), modules)
    docstring = "\n\n".join(doc for doc, _, _ in modules.values() if "\n" in doc)
    core, *others = modules.values()
    body = _used("\n\n".join([core.body, *map(_with_title, others), _CALL]))
    nodes = (node for module in modules.values() for node in module.imports)
    imports = _joined_imports(nodes, _names_in(ast.parse(body)))
    program = f'"""{docstring}\n"""\n\n{imports}\n\n{body}'
    return re.sub("\n{3,}", "\n\n", program).replace(" ---\n\n", " ---\n")


def _used(text: str) -> str:
    r"""Return a program without the definitions at its top that nothing in it uses.

    >>> _used("A = 1\nB = A\n\ndef unused():\n    pass\n\nprint(B)\n")
    'A = 1\nB = A\n\n\nprint(B)\n'
    """
    tree = ast.parse(text)
    defined = {name: node for node in tree.body for name in _defined(node)}
    left = [node for node in tree.body if not _defined(node)]
    used = {*left}
    while left:
        more = {defined[name] for name in _names_in(left.pop()) & defined.keys()} - used
        used |= more
        left += more
    lines = text.splitlines(keepends=True)
    for node in reversed(tree.body):
        if node not in used:
            starts = [part.lineno for part in (node, *getattr(node, "decorator_list", ()))]
            del lines[min(starts) - 1 : node.end_lineno]
    return "".join(lines)


def _defined(node: ast.stmt) -> set[str]:
    """Return the names that a statement at the top of a program defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return set()
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {name for target in targets for name in _names_in(target)}


def _names_in(node: ast.AST) -> set[str]:
    """Return the names in a part of a program, and the words that stand for a type in quotes."""
    names = set[str]()
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            names.add(part.id)
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            names.add(part.value)
    return names


def _collect(file: Path, modules: dict[Path, _Module]) -> None:
    """Read a module after the modules of this package that it imports."""
    module = _read_module(file)
    for node in module.imports:
        if isinstance(node, ast.ImportFrom) and _is_ours(node) and node.module != _FORMS:
            beside = Path(__file__).with_name(f"{node.module}".removeprefix(_PACKAGE) + ".py")
            if beside not in modules:
                _collect(beside, modules)
    modules[file] = module


def _read_module(file: Path) -> _Module:
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    imports = [node for node in tree.body if isinstance(node, _IMPORT)]
    lines = text.splitlines()
    for node in reversed(tree.body):
        if isinstance(node, ast.Assign | ast.AnnAssign) and _has_form(node):
            lines[node.lineno - 1 : node.end_lineno] = _readers_alone(node)
    top = (imports or tree.body)[-1 if imports else 0].end_lineno
    return _Module(ast.get_docstring(tree) or "", imports, "\n".join(lines[top:]).strip())


def _has_form(node: ast.AST) -> bool:
    """Return whether an assignment is that of a form, or of the checker with its forms."""
    called = (part.func for part in ast.walk(node) if isinstance(part, ast.Call))
    return any(isinstance(func, ast.Name) and func.id in _CALLS for func in called)


class _Readers(ast.NodeTransformer):
    """Puts the readers of fields in the place of their descriptions."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Return the reader that is described, the checker without forms, and other calls."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "describe":
            return node.args[0]
        if name == "Checker":
            node.keywords = [keyword for keyword in node.keywords if keyword.arg == "takes_names"]
        return node


def _readers_alone(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """Return the lines of an assignment without what is said of forms."""
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    assert node.value is not None
    value = ast.unparse(_Readers().visit(node.value)).replace("'", '"')
    text = f"{ast.unparse(target)} = {value}".replace('": ', f'":{_GLUE}')
    lines = textwrap.wrap(
        text, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(_GLUE, " ") for line in lines]


def _is_ours(node: ast.ImportFrom) -> bool:
    return f"{node.module}".startswith(_PACKAGE)


def _joined_imports(nodes: Iterable[ast.Import | ast.ImportFrom], used: set[str]) -> str:
    """Return the imports from the standard library that are used, each name once."""
    plain: set[str] = set()
    names: dict[str, set[str]] = defaultdict(set)
    for node in nodes:
        needed = {alias.name for alias in node.names} & used
        if isinstance(node, ast.Import):
            plain |= needed
        elif needed and not _is_ours(node):
            names[f"{node.module}"] |= needed
    lines = [f"import {', '.join(sorted(plain))}"]
    for module, imported in sorted(names.items()):
        lines.append(f"from {module} import {', '.join(sorted(imported))}")
    return "\n".join(lines)


def _with_title(module: _Module) -> str:
    """Return the body under the first line of its docstring."""
    title = module.docstring.partition("\n")[0].rstrip(".")
    return f"# --- {title} ---\n{module.body}"
