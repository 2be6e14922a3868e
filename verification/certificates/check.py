"""Check a certificate of an exact answer:  python -I check.py FILE  (FILE may be a .gz)

This program needs Python's standard library and nothing else.  A certificate is one JSON document

    {"certificate": "montmort 3", "game", "problem", "rules", "content", "sha256": ...}

Its numbers are strings, "n" or "n/d", in hexadecimal ("0x...") if decimals would have more than
1000 digits; each has one spelling: in lowest terms, without "-0" or a 0 ahead.  The hash names the
document; it proves nothing, and no other statement relies on it.
For each statement the program prints

    recomputed  it was computed again here, from the problem as stated below
    verified    it was checked here from numbers that the certificate gives, as v = e + Qv
    on trust    it was not checked: it is taken from the certificate
    FALSE       it is wrong

The first line is the answer.  It is as weak as the weakest statement.  The exit code is 1 if one is
FALSE, else 3 if one is on trust, else 0; it is 2 if FILE cannot be checked here, or not quickly.
"""

# The core of the program: `montmort.verification.certificates.program` writes it into one file
# with the checker of one game.  So it imports the standard library only.

import gzip
import hashlib
import json
import math
import os
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from io import TextIOWrapper
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

FORMAT = "montmort 3"
DECIMALS = 1000  # digits; longer numbers are hexadecimal
DIGITS = rf"0x[0-9a-f]+|[0-9]{{1,{DECIMALS}}}"
NUMBER = re.compile(rf"(-?(?:{DIGITS}))(?:/({DIGITS}))?")
MOST_CARDS = 2000  # of a deck or pack, and its jokers
MOST_DIGITS = 50_000  # of a number
MOST_BYTES = 4 * 10**8  # of a file
MOST_PRODUCTS = 10**11  # digits of the document times those of its longest number
EVIDENCE = {"FALSE": 1, "on trust": 3, "verified": 0, "recomputed": 0}  # weakest first: exit codes
VERIFIED, RECOMPUTED, HEADLINE = "verified", "recomputed", "headline"
OUTPUT: list[Any] = [None]  # where lines are printed, None for the standard output

T = TypeVar("T")
Statements = Iterator["Statement"]
Reader = Callable[[str, object], T]  # (name of the value, value as loaded) -> value as typed
Form = Mapping[str, Reader[Any]]  # the fields of a mapping, and what reads each
Method = Literal["recounted", "chain", "graph with ranks", "graph with bounds", "mixed"]


class Unreadable(Exception):
    """The file is not a certificate that this program checks, or not in a short time."""


class Statement(NamedTuple):
    """A statement: whether it is true, None if it is on trust, and how that was found.

    A HEADLINE rests on all others: `check_document` gives it the evidence of the weakest, and if
    that is on trust or FALSE, `rests_on` says what it is.
    """

    holds: bool | None
    words: str
    basis: str = RECOMPUTED
    rests_on: str = ""

    @property
    def evidence(self) -> str:
        """The word of EVIDENCE for it."""
        return self.basis if self.holds else "on trust" if self.holds is None else "FALSE"


class Checker(NamedTuple):
    """One kind of certificate; check(rules, content, *names) if it takes names after FILE."""

    game: str
    problem: str
    check: Callable[..., Statements]
    takes_names: bool = False
    rules: Sequence[Form] = ()  # it has one of these forms
    content: Sequence[Form] = ()
    method: Method = "recounted"  # by which it is proved


def read_form(form: Form, what: str, value: object, names: str = "{name}") -> Any:
    """Return a tuple of the fields of a form, which messages call `names`, as "{what}"."""
    if not isinstance(value, dict) or value.keys() != form.keys():
        raise Unreadable(f"{what} must have these fields and no others: {', '.join(form)}")
    called = {name: names.format(name=name, what=what) for name in form}
    return tuple(read(called[name], value[name]) for name, read in form.items())


def fraction(what: str, text: object) -> Fraction:
    """Return the number that a string stands for, as "2/3"."""
    match = NUMBER.fullmatch(text) if isinstance(text, str) else None
    if match and len(match[0]) > MOST_DIGITS:
        raise Unreadable(f"{what} has {len(match[0]):,} digits; at most {MOST_DIGITS:,} are read")
    parts = match.groups("1") if match else ("0", "0")
    numerator, denominator = (int(part, 0 if "x" in part else 10) for part in parts)
    if not denominator or text != number_text(Fraction(numerator, denominator)):
        raise Unreadable(f'{what} is {str(text)[:40]!r}, not "n" or "n/d" in lowest terms')
    return Fraction(numerator, denominator)


def afford(what: str, steps: int, most: int) -> None:
    """Raise Unreadable, before the work, if it takes more than `most` steps."""
    if steps > most:
        words = f"{steps:,}" if steps < 10**15 else f"10^{round(math.log10(steps))}"
        raise Unreadable(f"{what} would take about {words} steps; at most {most:,} are taken here")


def integer(what: str, text: object, least: float = -math.inf, most: float = math.inf) -> int:
    """Return the integer that a string stands for."""
    number = fraction(what, text)
    if number.denominator != 1:
        raise Unreadable(f"{what} must be an integer")
    if not least <= number <= most:
        raise Unreadable(f"{what} must be from {least} to {most}")
    return number.numerator


def words_of(what: str, value: object) -> str:
    """Return words."""
    if not isinstance(value, str):
        raise Unreadable(f"{what} must be words")
    return value


def word_in(*words: str) -> Reader[str]:
    """Return a reader of one of these words."""
    return partial(read_word, words)


def read_word(words: Sequence[str], what: str, value: object) -> str:
    """Return a word; `word_in` says which."""
    if value not in words:
        raise Unreadable(f"{what} must be one of {', '.join(words)}")
    return str(value)


def unread(_what: str, value: object) -> object:
    """Return a value as it is, for the checker to read."""
    return value


def between(least: float, most: float = math.inf) -> Reader[int]:
    """Return a reader of integers from `least` to `most`."""
    return partial(integer, least=least, most=most)


def list_of(read: Reader[T], length: int | None = None) -> Reader[list[T]]:
    """Return a reader of lists, of `length` entries if that is given."""
    return partial(read_list, read, length)


def read_list(read: Reader[T], length: int | None, what: str, value: object) -> list[T]:
    """Return a list; `list_of` says which."""
    if not isinstance(value, list):
        raise Unreadable(f"{what} must be a list")
    if length is not None and len(value) != length:
        raise Unreadable(f"{what} must have {length} entries, not {len(value)}")
    return [read(f"{what}[{i}]", entry) for i, entry in enumerate(value)]


def mapping_of(read: Reader[T]) -> Reader[dict[str, T]]:
    """Return a reader of mappings from any names."""
    return partial(read_mapping, read)


def read_mapping(read: Reader[T], what: str, value: object) -> dict[str, T]:
    """Return a mapping; `mapping_of` says which."""
    if not isinstance(value, dict):
        raise Unreadable(f"{what} must be a mapping")
    return {name: read(f"{what}[{name!r}]", entry) for name, entry in value.items()}


def load(text: str) -> object:
    """Return the JSON of a text without bare numbers and without duplicate names."""
    bare: Any = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), refuse_number)
    try:
        return json.loads(text, object_pairs_hook=without_duplicates, **bare)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from error


def without_duplicates(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Return the mapping of pairs whose names all differ."""
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        raise Unreadable("a mapping has a duplicate name")
    return mapping


def refuse_number(number: str) -> NoReturn:
    """Refuse a number that is not a string."""
    raise Unreadable(f'{number[:40]} is not a string; exact numbers are strings, as in "1/3"')


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


def afford_text(text: str) -> None:
    """Raise Unreadable for a certificate that is too long, or has too long numbers."""
    afford("reading so much", len(text), MOST_BYTES)
    longest = max(map(len, re.findall("[0-9a-f]{100,}", text)), default=0)
    afford("arithmetic with numbers so long", len(text) * longest, MOST_PRODUCTS)


def check_document(text: str, checkers: Sequence[Checker], *args: str) -> list[Statement]:
    """Return what a certificate states, headlines first, and how far it is true."""
    names = "certificate", "game", "problem", "rules", "content", "sha256"
    afford_text(text)
    parts = read_form(dict.fromkeys(names, unread), "a document", load(text))
    form, game, problem, rules, content, sha256 = parts
    if form != FORMAT:
        form = f"the certificate has the form {str(form)[:40]!r}, and this program reads {FORMAT!r}"
        raise Unreadable(f"{form}: check it with the program written with it, or write it again")
    chosen = [checker for checker in checkers if checker.game == game]
    if not chosen:
        raise Unreadable(f"game must be {' or '.join(checker.game for checker in checkers)}")
    is_hash = sha256 == content_hash(dict(zip(names, parts, strict=True)))
    statements = [
        Statement(problem == chosen[0].problem, "the problem is the one stated in this program"),
        *chosen[0].check(rules, content, *args),
        Statement(is_hash, "the hash is that of the document"),
    ]
    others = [statement for statement in statements if statement.basis != HEADLINE]
    heads = [statement for statement in statements if statement.basis == HEADLINE]
    wrong = [head for head in heads if not head.holds]
    weakest = min([*others, *wrong], key=lambda statement: [*EVIDENCE].index(statement.evidence))
    below = f" -- this rests on what is {weakest.evidence}: {weakest.words}"
    below *= not weakest.holds and weakest not in wrong
    return [Statement(weakest.holds, head.words, weakest.basis, below) for head in heads] + others


def first_line(statements: Sequence[Statement]) -> str:
    """Return the first headline with its evidence, and what is wrong or on trust below it."""
    head = statements[0]
    evidence = "verified from witnesses" if head.evidence == VERIFIED else head.evidence
    return f"{evidence}: {head.words}{head.rests_on}"


def main(arguments: Sequence[str], checkers: Sequence[Checker]) -> int:
    """Print every statement about the file; return the exit code."""
    if isinstance(sys.stdout, TextIOWrapper):  # some terminals cannot print every character
        sys.stdout.reconfigure(errors="backslashreplace")
    if not arguments or (arguments[1:] and not any(checker.takes_names for checker in checkers)):
        return print_line("usage: python check.py FILE", 2)
    try:
        with (gzip.open if arguments[0].endswith(".gz") else open)(arguments[0], "rb") as file:
            text = file.read(MOST_BYTES + 1).decode()
    except (OSError, ValueError, EOFError, zlib.error) as error:
        return print_line(f"cannot read {arguments[0]}: {error}", 2)
    try:
        statements = check_document(text, checkers, *arguments[1:])
    except Unreadable as error:
        return print_line(f"unreadable: {error}", 2)
    print_line(first_line(statements))
    for statement in statements[1:]:
        print_line(f"{statement.evidence:11} {statement.words}")
    counts = Counter(statement.evidence for statement in statements)
    print_line(", ".join(f"{counts[word]} {word}" for word in reversed([*EVIDENCE])))
    return next(code for word, code in EVIDENCE.items() if counts[word])


def print_line(words: str, code: int = 0) -> int:
    """Print a line, no invisible sign in it; return the exit code, or exit with 2."""
    seen = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in words)
    try:
        print(seen, flush=True, file=OUTPUT[0])
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), (OUTPUT[0] or sys.stdout).fileno())
        if not isinstance(error, BrokenPipeError):  # which means that the reader has stopped
            print(f"cannot print: {error.strerror}", file=sys.stderr)  # noqa: T201
            sys.exit(2)
    return code
