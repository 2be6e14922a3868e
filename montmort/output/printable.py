"""Texts of others without what a terminal would obey."""

import re

from montmort.games.errors import cut_middle, cut_words

_LONGEST_MESSAGE = 4000

# control characters, ends of lines that are none of ours, marks of the direction of writing, and
# what stands for bytes that are no UTF-8 and cannot be written
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    r"""Return a text with ? for control characters and lone surrogates; lines stay lines.

    >>> printable("a\x1b[31mred\nb\udcff")
    'a?[31mred\nb?'
    """
    return _CONTROL.sub("?", text)


def shortened(sentence: str) -> str:
    """Return a message without the middle of what is too long to be read.

    >>> len(shortened("'" + "a" * 5000 + "' is not a number")), shortened("a bad number")
    (97, 'a bad number')
    """
    words = cut_words(printable(sentence))
    words = " ".join(words.splitlines())  # a name may have an end of a line
    return cut_middle(words, _LONGEST_MESSAGE)
