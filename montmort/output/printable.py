"""Texts of others without what a terminal would obey."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def printable(text: str) -> str:
    r"""Return a text with ? in place of control characters; lines stay lines.

    >>> printable("a\x1b[31mred\nb")
    'a?[31mred\nb'
    """
    return _CONTROL.sub("?", text)
