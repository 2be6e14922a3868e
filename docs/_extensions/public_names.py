"""The directive `public-names`: what a package offers, with signatures and docstrings."""

import importlib
import inspect
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import montmort


def names_of(package: str) -> list[str]:
    """Return the full names that a package offers, each under its shortest address.

    >>> "montmort.Deck" in names_of("montmort.games"), "montmort.Deck" in names_of("montmort.exact")
    (True, False)
    """
    offered = set(importlib.import_module(package).__all__)
    from_top = {
        name for name in montmort.__all__ if getattr(montmort, name).__module__.startswith(package)
    }
    return sorted(
        (f"montmort.{name}" if name in montmort.__all__ else f"{package}.{name}")
        for name in offered | from_top
    )


def object_named(name: str) -> object:
    """Return the object of a full name."""
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)


def described(name: str) -> list[str]:
    """Return the lines that describe one name."""
    thing = object_named(name)
    if inspect.isclass(thing):
        kind = "autoexception" if issubclass(thing, BaseException) else "autoclass"
        return [f".. {kind}:: {name}", "   :members:", ""]
    kind = "autofunction" if inspect.isroutine(thing) else "autodata"
    return [f".. {kind}:: {name}", ""]


class PublicNames(SphinxDirective):
    """Describe the public names of a package (the argument), and those listed in the content."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the descriptions."""
        package = self.arguments[0]
        names = [] if package == "-" else names_of(package)
        lines = [line for name in [*names, *self.content] for line in described(name)]
        return self.parse_content_to_nodes(lines)

    def parse_content_to_nodes(self, lines: list[str]) -> list[nodes.Node]:
        """Parse reStructuredText."""
        node = nodes.container()
        node.document = self.state.document
        self.state.nested_parse(StringList(lines, source="public names"), 0, node)
        return node.children


def skip(_app: Sphinx, _what: str, _name: str, thing: object, skipped: bool, _options: Any) -> bool:
    """Leave out the fields of a NamedTuple, which have no words of their own."""
    return skipped or (getattr(thing, "__doc__", None) or "").startswith("Alias for field number")


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("public-names", PublicNames)
    app.connect("autodoc-skip-member", skip)
    return {"parallel_read_safe": True}
