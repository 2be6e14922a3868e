"""Texts of others without what a terminal would obey."""

import re

# control characters, ends of lines that are none of ours, marks of the direction of writing, and
# what stands for bytes that are no UTF-8 and cannot be written
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    r"""Return a text with ? for control characters and lone surrogates; lines stay lines.

    >>> printable("a\x1b[31mred\nb\udcff")
    'a?[31mred\nb?'
    """
    return _CONTROL.sub("?", text)
