"""Content that follows from the rules alone: it is computed again and compared."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from typing import Any

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    read_form,
    rounded,
)

Recount = Callable[..., Mapping[str, object]]  # (*rules) -> the content, and more for the headline
Words = Mapping[str, str]  # of the headline, and of each field or its rows, with {} for values


def recounted(
    game: str, problem: str, rules: Form, content: Form, recount: Recount, words: Words
) -> Checker:
    """Return what checks certificates whose content is what `recount` returns."""

    @wraps(recount)
    def check(rules_said: object, said: object) -> Statements:
        values = dict(zip(rules, read_form(rules, "rules", rules_said), strict=True))
        parts = read_form(content, "content", said)
        computed = recount(*values.values())
        texts = {name: shown(value) for name, value in {**values, **computed}.items()}
        yield Statement(True, words[HEADLINE].format_map(texts), HEADLINE)
        for name, part in zip(content, parts, strict=True):
            yield from compare(name, part, computed[name], words[name])

    return Checker(game, problem, check, rules=[rules], content=[content])


def compare(name: str, part: Any, right: Any, words: str) -> Statements:
    """Compare a part of the content with what was computed, a list of rows row by row.

    Of a mapping the entries that are wrong or missing are named.
    """
    if not isinstance(right, list) or not any(isinstance(row, list | tuple) for row in right):
        yield Statement(part == right, words.format(shown(part)))
        for key in {**part, **right} if isinstance(right, dict) else ():
            if part.get(key) != right.get(key):
                yield Statement(False, f"{name}[{shown(key)}] is {shown(part.get(key, ''))}")
        return
    for i, row in enumerate(part):
        yield Statement(right[i : i + 1] == [row], words.format(*map(shown, row), i=i))
    yield Statement(len(part) == len(right), f"{name} has {len(right)} entries")


def shown(value: Any, is_part: bool = False) -> str:
    """Return a value for people: a number in full, one among others to ten decimals."""
    if isinstance(value, Fraction | int):
        return rounded(value).rpartition("= ")[2] if is_part else rounded(value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {shown(part, True)}" for name, part in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(shown(part, True) for part in value) or "none"
    return str(value) or "nothing"
