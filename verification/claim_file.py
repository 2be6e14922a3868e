"""Read claims from a TOML file, one table [[claim]] for each.

    [[claim]]
    name = "a small deck"
    game = "treize"
    rules = { ranks = 3, suits = 2 }
    answer = "value"
    rounds_to = 1.0781

`rules` and `question` are the flags of `montmort exact`, `reading` is the preset that
`rules` change, and `experiment` is the first of the game unless it is given.  `answer` is
the name of a number in the document of `montmort exact --json`, with dots for nested
values, `points_law.0`.  The claimed number is given by one of `equals`, `rounds_to` (to
the decimal places written, or to `places`) and `between` (two numbers); a fraction is a
string, "1/3".  Printed for people are the `sense` of the claim, its `source` and `place`, how
it is `read`, and `what` the number is.  An `implied` claim is not stated there, but suggested.
"""

import argparse
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from montmort.exact.formatting import decimals, short
from montmort.games.errors import BadInput, MontmortError, TooLarge, UnknownName
from montmort.games.file_kinds import kind_of_file
from montmort.verification.claims import Claim, Finding, Standing, Stated
from montmort.verification.exact_query import Asked, Check, Table, named, text_of
from montmort.verification.game import Game
from montmort.verification.values_from_words import fraction

WORDS = ("name", "sense", "source", "place", "read", "what")
STATED = ("equals", "rounds_to", "between")
KEYS = (
    *(*WORDS, "implied", "game", "experiment", "reading", "rules", "question", "answer"),
    *(*STATED, "places"),
)
MOST_PLACES = 1000
Answered = dict[str, Mapping[str, Any]]  # answers that were computed, by the command for them


@dataclass(frozen=True)
class About:
    """What claims are about: one game and its rules, or games that `find` finds by their names.

    `check` may refuse to answer a question.
    """

    game: Game[Any] | None = None
    rules: object = None
    find: Callable[[str], Game[Any]] | None = None
    check: Check | None = None


def read_claims(path: Path, about: About) -> list[Claim]:
    """Return the claims of a file, or raise BadInput with the place of the mistake."""
    try:
        content = path.read_bytes()
        if kind := kind_of_file(content):
            raise BadInput(f"it is {kind}")
        document = tomllib.loads(content.decode("utf-8-sig"), parse_float=Decimal)
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:  # TOML's own errors are ValueErrors
        raise BadInput(f"{path} is not valid TOML: {error}") from error
    tables = document.get("claim")
    if not isinstance(tables, list) or not tables or len(document) > 1:
        raise BadInput(f"{path} must contain one or more tables [[claim]] and nothing else")
    claims = claims_of_tables(path, tables, about)
    check_names(path, claims)
    return claims


def claims_beside(rules: str, game: Game[Any]) -> list[Claim]:
    """Return the claims about a game that stand in a file beside its rules, none without one.

    >>> from montmort.games import waldegrave
    >>> from montmort.verification.registry import game_named
    >>> claims = claims_beside(str(waldegrave.__file__), game_named("waldegrave"))
    >>> [claim.name for claim in claims]
    ['first', 'second', 'third']
    """
    path = Path(rules).with_name("claims.toml")
    return read_claims(path, About(game)) if path.exists() else []


def check_names(path: Path | str, claims: Sequence[Claim]) -> None:
    """Raise BadInput if two claims have one name."""
    names = [claim.name for claim in claims]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{path} has two claims named {name!r}; give each its own name")


def claims_of_tables(path: Path | str, tables: Sequence[object], about: About) -> list[Claim]:
    """Return the claims of tables."""
    claims: list[Claim] = []
    answers: Answered = {}
    for place, table in enumerate(tables, 1):
        if isinstance(table, Claim):
            claims.append(table)
            continue
        try:
            claims.append(_claim(table, f"claim {place}", about, answers))
        except (MontmortError, argparse.ArgumentTypeError) as error:
            raise BadInput(f"{path}, claim {place}: {error}") from error
    return claims


def _claim(table: object, unnamed: str, about: About, answers: Answered) -> Claim:
    if not isinstance(table, dict):
        raise BadInput(f"{table!r} is not a table; begin it with [[claim]]")
    if strange := [key for key in table if key not in KEYS]:
        raise UnknownName(f"there is no key {strange[0]!r}; there are {', '.join(KEYS)}")
    words = {key: text_of(table, key, "") for key in WORDS}
    game, rules = about.game, about.rules
    if game is None or "game" in table:
        if about.find is None:
            raise BadInput("its game follows from the place of the file; leave game out")
        game, rules = about.find(text_of(table, "game")), None
    answer, (stated, in_words) = text_of(table, "answer"), _stated(table)
    question = Asked.of(game, table, rules, about.check)
    return Claim(
        name=words["name"] or unnamed,
        game=game.name,
        statement=words["sense"] or f"{answer} {in_words}",
        source=words["source"],
        place=words["place"],
        reading=words["read"] or question.words,
        is_implied=table.get("implied", False) is True,
        find=partial(_find, question, answer, words["what"] or answer, stated, answers),
    )


def _stated(table: Table) -> tuple[Stated, str]:
    """Return the claimed range of the number, also in words."""
    given = [key for key in STATED if key in table]
    if len(given) != 1:
        raise BadInput(
            f"one of {', '.join(STATED)} must state the claimed number, not {len(given)} of them"
        )
    (key,) = given
    value = table[key]
    if key != "rounds_to" and "places" in table:
        raise BadInput(f"places go with rounds_to, not with {key}; leave them out")
    if key == "between":
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise BadInput(f"between = {value!r} must be two numbers in brackets")
        return Stated(*(_number(key, end) for end in value)), f"lies in {value[0]} to {value[1]}"
    number = _number(key, value)
    if key == "equals":
        return Stated(number, number), f"equals {value}"
    places = _places(value, table)
    return Stated.rounds_to(number, places), f"rounds to {value}"


def _number(key: str, value: object) -> Fraction:
    if isinstance(value, float):
        raise BadInput(f'{key} = {value} is not exact; write it in a string, "{value}"')
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal | Fraction):
        raise BadInput(f'{key} = {value!r} must be a number, or a fraction in a string, "1/3"')
    return fraction(str(value))


def _places(written: Any, table: Table) -> int:
    """Return the number of decimal places: `places`, or as many as are written."""
    if "places" not in table:
        try:
            exponent = Decimal(written).as_tuple().exponent
        except InvalidOperation:
            raise BadInput(
                f"give places = N, the number of decimals to which {written!r} is rounded"
            ) from None
        return -int(exponent)
    places = table["places"]
    if isinstance(places, bool) or not isinstance(places, int) or abs(places) > MOST_PLACES:
        raise BadInput(f"places = {places!r} must be a whole number, at most {MOST_PLACES}")
    return places


def _find(question: Asked, answer: str, what: str, stated: Stated, answers: Answered) -> Finding:
    """Compute the answer; claims about one question compute its answers once."""
    if question.command not in answers:
        try:
            answers[question.command] = question.answers()
        except TooLarge as error:
            return Finding(
                standing=Standing.OPEN, true="not known", why=str(error), how=question.command
            )
    value = named(answers[question.command], answer)
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise BadInput(
            f"the answer {answer} of {question.game} is not a single number; name one part of it"
        )
    standing = stated.standing(value)
    inside = standing is Standing.CONFIRMED
    if stated.low == stated.high:
        where = "is" if inside else "is not"
    else:
        where = "lies in" if inside else "lies outside"
    return Finding(
        standing=standing,
        true=f"{what} is {decimals(value)}",
        why=f"{short(value)} {where} {stated}, the claim",
        how=question.command,
        exact={answer: value},
    )
