"""Exact answers with every digit, in lines of 80 columns."""

import textwrap
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import fixed_point, whole
from montmort.output.page import WIDEST
from montmort.output.streams import say
from montmort.verification.words_of_values import entries, spoken

PLACES = 16  # decimals


def print_whole(answers: Mapping[str, Any]) -> None:
    """Print every answer whole."""
    for name, answer in answers.items():
        for index, value in entries(answer):
            for line in whole_lines(f"{name} {index}".strip().replace("_", " "), value):
                say(line)


def whole_lines(name: str, value: object) -> Iterator[str]:
    r"""Yield the lines of an answer: its decimals, its fraction, and the fraction's size.

    >>> print(*whole_lines("value", Fraction(1, 3)), sep="\\n")
    value = 1/3 = 0.3333333333333333
    >>> print(*whole_lines("ranks", 13), sep="\\n")
    ranks = 13
    """
    if not isinstance(value, Fraction) or value.denominator == 1:
        yield from textwrap.wrap(f"{name} = {spoken(value)}", WIDEST, subsequent_indent="  ")
        return
    text, rounded = whole(value), fixed_point(value, PLACES)
    if len(line := f"{name} = {text} = {rounded}") <= WIDEST:
        yield line
        return
    above, below = text.split("/")
    size = f"{len(above.lstrip('-'))} digits above the line, {len(below)} below"
    heading = f"{name} = {rounded}, a fraction with {size}:"
    yield from textwrap.wrap(heading, WIDEST, subsequent_indent="  ")
    yield from textwrap.wrap(above, WIDEST, initial_indent="    ", subsequent_indent="    ")
    yield from textwrap.wrap(below, WIDEST, initial_indent="  / ", subsequent_indent="    ")
