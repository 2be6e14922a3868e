"""Texts of others without what a terminal would obey."""

import re

# control characters, ends of lines that are none of ours, and marks of the direction of writing
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    r"""Return a text with ? in place of control characters; lines stay lines.

    >>> printable("a\x1b[31mred\nb")
    'a?[31mred\nb'
    """
    return _CONTROL.sub("?", text)
