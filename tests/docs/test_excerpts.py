"""Python without prompts is a file of its own, or a part of the file that the text names."""

import ast
import re
from pathlib import Path

import pytest

from docs._extensions.commands.pages import NAME, ROOT, pages

BLOCK = re.compile(r"^(\S[^\n]*)\n\n```python\n(?!>>>)(.*?)^```$", re.MULTILINE | re.DOTALL)
LINKED = re.compile(r"\]\(([\w./-]+\.py)\)[^\]]*:$")
PARTS = [
    pytest.param(page, above, code, id=f"{page.name} {code.splitlines()[0]}")
    for page in pages()
    for above, code in BLOCK.findall(page.read_text(encoding="utf-8"))
    if not NAME.search(above)
    and "In code ([games/" not in above  # those are test_small_game_pages'
]


class NoDocstrings(ast.NodeTransformer):
    """Remove docstrings: a page says in its own words what a function does."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Remove the docstring of a function or a class, and those within."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:]
        return super().generic_visit(node)


def definitions(code: str) -> set[str]:
    """Return the statements of a module, without docstrings and comments.

    >>> definitions('def one():\\n    "One."\\n    return 1') == definitions(
    ...     "def one(): return 1  # not two"
    ... )
    True
    """
    return {ast.dump(each) for each in NoDocstrings().visit(ast.parse(code)).body}


@pytest.mark.parametrize(("page", "above", "code"), PARTS)
def test_the_code_stands_in_the_file(page: Path, above: str, code: str) -> None:
    found = LINKED.search(above)
    assert found, f"no file is named above:\n{code}"
    file = (ROOT if found[1].startswith("docs/") else page.parent) / found[1]
    assert definitions(code) <= definitions(file.read_text(encoding="utf-8"))


def test_there_are_parts() -> None:
    assert len(PARTS) > 5
