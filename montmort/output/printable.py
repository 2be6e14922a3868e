"""Texts of others without what a terminal would obey."""

import re

# control characters, and what stands for bytes that are no UTF-8 and cannot be written
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def printable(text: str) -> str:
    r"""Return a text with ? for control characters and lone surrogates; lines stay lines.

    >>> printable("a\x1b[31mred\nb\udcff")
    'a?[31mred\nb?'
    """
    return _CONTROL.sub("?", text)
