"""Elements of HTML and MathML that are also XML; the only place that turns strings into markup.

mypy refuses a `str` where `Markup` is expected, so no text is written unescaped.
"""

from typing import NewType
from xml.sax.saxutils import escape, quoteattr

Markup = NewType("Markup", str)
_VOID = {"img", "link", "meta"}  # elements without content in HTML


def plain(words: str) -> Markup:
    """Return words escaped, so that they are shown as they are.

    >>> print(plain("p < q & q < r"))
    p &lt; q &amp; q &lt; r
    """
    return Markup(escape(words))


def element(name: str, /, *inside: Markup, **attributes: str | None) -> Markup:
    """Return an element; attributes that are None are omitted, class_ is written class.

    >>> print(element("a", plain("where"), href="#main", title=None, class_="ref"))
    <a href="#main" class="ref">where</a>
    >>> print(element("img", alt='"', src=""))
    <img alt='"' src="" />
    """
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value)}"
        for key, value in attributes.items()
        if value is not None
    )
    if name in _VOID:
        return Markup(f"<{name}{written} />")
    return Markup(f"<{name}{written}>{''.join(inside)}</{name}>")
