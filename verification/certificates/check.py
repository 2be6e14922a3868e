"""Check a certificate of an exact answer:  python -I check.py FILE

This program needs Python's standard library and nothing else.  A certificate is one JSON document

    {"certificate": "montmort 1", "game": ..., "problem": ..., "rules": ..., "content": ...,
     "sha256": ...}

Its numbers are strings, "n" or "n/d", in hexadecimal ("0x...") if decimals would have more than
1000 digits; each has one spelling: in lowest terms, without "-0" or a 0 ahead.  The hash names the
document; it proves nothing, and no other statement relies on it.
For each statement the program prints

    true      it was computed again here, from the problem as stated below
    trusted   it was not computed again: it is taken from the certificate
    FALSE     it is wrong

The exit code is 0 if no statement is FALSE, 1 if one is, 2 if FILE is not a certificate that this
program checks.
"""

# The core of the program: `montmort.verification.certificates.program` writes it into one file
# with the checker of one game.  So it imports the standard library only.

import hashlib
import json
import math
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeVar

FORMAT = "montmort 1"
DECIMALS = 1000  # digits; longer numbers are hexadecimal
DIGITS = rf"0x[0-9a-f]+|[0-9]{{1,{DECIMALS}}}"
NUMBER = re.compile(rf"(-?(?:{DIGITS}))(?:/({DIGITS}))?")
MOST_CARDS = 2000  # of a deck or pack, and its jokers

T = TypeVar("T")
Reader = Callable[[str, object], T]  # (name of the value, value as loaded) -> value as typed


class Unreadable(Exception):
    """The file is not a certificate that this program checks."""


class Statement(NamedTuple):
    """A statement, and whether it is true; `holds` is None if it is taken on trust."""

    holds: bool | None
    words: str


Statements = Iterator[Statement]


class Checker(NamedTuple):
    """One kind of certificate; check(rules, content, *names) if it takes names after FILE."""

    game: str
    problem: str
    check: Callable[..., Statements]
    takes_names: bool = False


# --- Reading: every field must be there, have its type, and be known. ---


def fields(what: str, value: object, *names: str) -> list[object]:
    """Return the values of a mapping that has these names and no others."""
    if not isinstance(value, dict) or value.keys() != {*names}:
        raise Unreadable(f"{what} must have these fields and no others: {', '.join(names)}")
    return [value[name] for name in names]


def fraction(what: str, text: object) -> Fraction:
    """Return the number that a string stands for, as "2/3"."""
    found = NUMBER.fullmatch(text) if isinstance(text, str) else None
    parts = found.groups("1") if found else ("0", "0")
    numerator, denominator = (int(part, 0 if "x" in part else 10) for part in parts)
    if not denominator or text != number_text(Fraction(numerator, denominator)):
        raise Unreadable(f'{what} is {str(text)[:40]!r}, not "n" or "n/d" in lowest terms')
    return Fraction(numerator, denominator)


def integer(what: str, text: object, least: float = -math.inf, most: float = math.inf) -> int:
    """Return the integer that a string stands for."""
    number = fraction(what, text)
    if number.denominator != 1:
        raise Unreadable(f"{what} must be an integer")
    if not least <= number <= most:
        raise Unreadable(f"{what} must be from {least} to {most}")
    return number.numerator


def list_of(read: Reader[T], length: int | None = None) -> Reader[list[T]]:
    """Return a reader of lists, of `length` entries if that is given."""

    def read_list(what: str, value: object) -> list[T]:
        if not isinstance(value, list):
            raise Unreadable(f"{what} must be a list")
        if length is not None and len(value) != length:
            raise Unreadable(f"{what} must have {length} entries, not {len(value)}")
        return [read(f"{what}[{i}]", entry) for i, entry in enumerate(value)]

    return read_list


def mapping_of(read: Reader[T]) -> Reader[dict[str, T]]:
    """Return a reader of mappings from any names."""

    def read_mapping(what: str, value: object) -> dict[str, T]:
        if not isinstance(value, dict):
            raise Unreadable(f"{what} must be a mapping")
        return {name: read(f"{what}[{name!r}]", entry) for name, entry in value.items()}

    return read_mapping


def load(text: str) -> object:
    """Return the JSON of a text without bare numbers and without duplicate names."""
    try:
        return json.loads(
            text,
            object_pairs_hook=without_duplicates,
            parse_int=refuse_number,
            parse_float=refuse_number,
            parse_constant=refuse_number,
        )
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from error


def without_duplicates(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return the mapping of pairs whose names all differ."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unreadable("a mapping has a duplicate name")
    return found


def refuse_number(number: str) -> NoReturn:
    """Refuse a number that is not a string."""
    raise Unreadable(f'{number[:40]} is not a string; exact numbers are strings, as in "1/3"')


# --- Writing ---


def number_text(value: Fraction | int) -> str:
    """Return the one string that stands for a number."""
    top, below = value.as_integer_ratio()
    write = hex if max(abs(top), below) >= 10**DECIMALS else str
    return write(top) if below == 1 else f"{write(top)}/{write(below)}"


def content_hash(document: Mapping[str, object]) -> str:
    """Return the SHA-256 of a document without its hash: keys sorted, no spaces, ASCII."""
    rest = {name: part for name, part in document.items() if name != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def rounded(value: Fraction | int) -> str:
    """Return a number for people: in full if it is short, and to ten decimals."""
    if value.denominator == 1:
        sign, size = "-" * (value < 0), abs(value.numerator)
        return str(value) if size < 10**15 else f"about {sign}2^{size.bit_length()}"
    try:
        decimals = f"{float(value):.10f}"
    except OverflowError:
        return "beyond all decimals"
    is_short = value.denominator < 10**40 and len(str(value)) < 40
    return f"{value} = {decimals}" if is_short else decimals


# --- The program ---


def check_document(text: str, checkers: Sequence[Checker], *asked: str) -> Statements:
    """Yield what a certificate states, and whether it is true."""
    names = "certificate", "game", "problem", "rules", "content", "sha256"
    form, game, problem, rules, content, sha256 = parts = fields("a document", load(text), *names)
    if form != FORMAT:
        raise Unreadable(f"the document is not a certificate of the form {FORMAT!r}")
    found = [checker for checker in checkers if checker.game == game]
    if not found:
        raise Unreadable(f"game must be {' or '.join(checker.game for checker in checkers)}")
    yield Statement(problem == found[0].problem, "the problem is the one stated in this program")
    yield from found[0].check(rules, content, *asked)
    is_hash = sha256 == content_hash(dict(zip(names, parts, strict=True)))
    yield Statement(is_hash, "the hash is that of the document")


def main(arguments: Sequence[str], checkers: Sequence[Checker]) -> int:
    """Print every statement about the file; return the exit code."""
    if isinstance(sys.stdout, TextIOWrapper):  # some terminals cannot print every character
        sys.stdout.reconfigure(errors="backslashreplace")
    if not arguments or (arguments[1:] and not any(each.takes_names for each in checkers)):
        return print_line("usage: python check.py FILE", 2)
    counts = Counter[str]()
    try:
        text = Path(arguments[0]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        return print_line(f"cannot read {arguments[0]}: {error}", 2)
    try:
        for statement in check_document(text, checkers, *arguments[1:]):
            word = {True: "true", False: "FALSE", None: "trusted"}[statement.holds]
            counts[word] += 1
            print_line(f"{word:8} {statement.words}")
    except Unreadable as error:
        return print_line(f"unreadable: {error}", 2)
    print_line(", ".join(f"{counts[word]} {word}" for word in ("true", "trusted", "FALSE")))
    return 1 if counts["FALSE"] else 0


def print_line(words: str, code: int = 0) -> int:
    """Print a line, no invisible sign in it; return the exit code, or exit with 2."""
    seen = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in words)
    try:
        print(seen, flush=True)  # noqa: T201
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # which means that the reader has stopped
            print(f"cannot print: {error.strerror}", file=sys.stderr)  # noqa: T201
            sys.exit(2)
    return code
