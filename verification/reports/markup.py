"""Pieces of HTML and MathML that are XML too; only here is a string made into markup.

A `str` where `Markup` is asked for is refused by mypy, so nothing goes out unescaped.
"""

from typing import NewType
from xml.sax.saxutils import escape, quoteattr

Markup = NewType("Markup", str)
_VOID = {"img", "link", "meta"}  # in HTML nothing stands within these


def plain(words: str) -> Markup:
    """Return words as they are to be read.

    >>> print(plain("p < q & q < r"))
    p &lt; q &amp; q &lt; r
    """
    return Markup(escape(words))


def element(name: str, /, *inside: Markup, **attributes: str | None) -> Markup:
    """Return an element; an attribute that is None is left out, class_ is written class.

    >>> print(element("a", plain("where"), href="#main", title=None, class_="ref"))
    <a href="#main" class="ref">where</a>
    >>> print(element("img", alt='"', src=""))
    <img alt='"' src="" />
    """
    told = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{told} />")
    return Markup(f"<{name}{told}>{''.join(inside)}</{name}>")
