"""Forged questions: every part of a certificate's `rules` changed in every way that comes to mind.

A change is no forgery where it asks for the same: nothing else in the certificate changes.
"""

import copy
from collections.abc import Iterator
from typing import Any

Question = dict[str, Any]
NOT_WORDS: tuple[object, ...] = (None, True, 1, 1.5, [], {}, ["1"], {"1": "1"})
HOMOGLYPHS = str.maketrans("aceopxyi", "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456")
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}  # the same word for Python's reader


def forgeries(honest: Question) -> Iterator[tuple[str, Question]]:
    """Yield a name and another question for every change."""
    for name, forged in changes(honest):
        if forged != honest:
            yield name, forged


def changes(honest: Question) -> Iterator[tuple[str, Question]]:
    """Yield questions with one change."""
    yield from changes_of_mapping("", honest, honest)
    for more in ("command", "reading", "note", "seat", "--faces", "Game", "game ", "", "sha256"):
        yield f"more {more!r}", {**honest, more: "1"}
    for name, part in honest.items():
        for other in others_of(part):
            yield f"{name}: {other!r}", {**honest, name: other}
        if isinstance(part, dict):
            for key, below in part.items():
                for other in others_of(below):
                    yield f"{name}[{key}]: {other!r}", put(honest, name, key, other)
            yield from changes_of_mapping(name, part, honest)
            for key in (*honest["values"], *honest["at"], "p", "q", "faces", "pi", "value"):
                for number in ("1", "6", "1/2", "Fraction(1, 2)"):
                    yield f"{name}[{key}] is {number}", put(honest, name, key, number)
    yield from changes_of_aim(honest)


def changes_of_mapping(place: str, part: Any, honest: Question) -> Iterator[tuple[str, Question]]:
    """Yield questions in which a name of a mapping is missing, or written otherwise."""
    for key in part:
        rest = {name: value for name, value in part.items() if name != key}
        names = (
            key.translate(HOMOGLYPHS),
            key.translate(WIDE),
            f"{key} ",
            key.upper(),
            key + "\u200b",
        )
        for other in [rest, *({**rest, name: part[key]} for name in names)]:
            yield f"{place} {[*other]}", {**honest, place: other} if place else other


def put(honest: Question, name: str, key: str, value: object) -> Question:
    """Return a question with another value inside a mapping."""
    forged = copy.deepcopy(honest)
    forged[name][key] = value
    return forged


def others_of(part: object) -> Iterator[object]:
    """Yield what may stand in the place of a part of a question."""
    yield from NOT_WORDS
    if isinstance(part, str):
        yield from (f" {part}", f"{part} ", f"{part}\n", f"({part})", f"+{part}", f"{part}#", "")
        yield from (f"{part}\u200b", f"{part} if True else 0", part.upper(), part.title())
        yield from (part.translate(HOMOGLYPHS), part.translate(WIDE))
        yield from (f"0{part}", f"{part}.0", f"{part}/1", f"{part}e0", f"{part}_0", f"-{part}")
        yield from (part.replace("Fraction", "fractions.Fraction"), part.replace(",", " ,"))
        yield from (part.replace("'", '"'), part.replace("'", ""), part.replace("(", "["))
        yield from ("0", "1", "2", "7", "True", "False", "None", "1/2", "2/4", "0.5", " 1_0e-1 ")
        yield from ("1e-1", "0x1", "inf", "nan", "-0", "'a'", "()", "(1,)", "x", "usual", "game")


def changes_of_aim(honest: Question) -> Iterator[tuple[str, Question]]:
    """Yield questions with another aim or discount; a chain has neither."""
    if "aim" not in honest:
        for name, value in (("aim", "maximise points, seat 0"), ("discount", "1/2")):
            yield f"more {name}", {**honest, name: value}
        return
    verb, _, rest = honest["aim"].partition(" ")
    text, _, seat = rest.rpartition(", seat ")
    other = {"maximise": "minimise", "minimise": "maximise"}[verb]
    for forged in (
        *(f"{each} {rest}" for each in (other, verb.title(), "maximize", "max", f"{verb} ", "")),
        *(f"{verb} {text}, seat {s}" for s in (f"0{seat}", "7", f"+{seat}", f"{seat} ", "x", "-1")),
        *(f"{other} {text}, seat {s}" for s in ("7", "99")),
        *(f"{verb} {each}, seat {seat}" for each in texts_like(text)),
        f"{verb} {text}, seat {seat}, seat {seat}",
        f"{verb} {text}; seat {seat}",
        f"{verb} {text}",
    ):
        yield f"aim {forged!r}", {**honest, "aim": forged}
    for discount in ("1/2", "9/10", "0", "2", "-1", "1.0", "1e-1", "10/10", ""):
        yield f"discount {discount}", {**honest, "discount": discount}


def texts_like(text: str) -> Iterator[str]:
    """Yield texts that are no field and no condition, or are not in the one spelling."""
    yield from (f"{text}s", text[:-1], text.translate(HOMOGLYPHS), text.translate(WIDE), f" {text}")
    yield from (f"({text})", f"{text}  ", f"{text} # not", f"{text} or winnings")
    yield from ("winnings", "true or won_", "x > 1", "'won'", "1", "2 > 1 # won", "won_", "points_")
    yield from (
        f"{text} > 1_0",
        f"{text} > 0x1",
        f"{text}>1",
        f"{text} + 0",
        f"{text} < 1e3",
        "len",
    )
    yield from (f"{text} and {text}s", "__import__", f"[{text}]", f"{text}.real", f"{text} ** 1")
