"""Flags that several verbs share: the game with its rules, a run, the outputs."""

import argparse
import ast
import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from montmort.games.errors import BadInput, MontmortError, UnknownName
from montmort.options.completion import complete_with, game_words
from montmort.options.dataclass_flags import add_fields, flag, give_way
from montmort.options.parser import Parser, add_epilog
from montmort.options.verb_flags import VerbFlags
from montmort.verification.game import Game
from montmort.verification.registry import GAMES, find_game, no_game
from montmort.verification.values_from_words import fraction, integer
from montmort.verification.verdicts.decision import LONGEST_RUN

YOUR_GAME = "a Python file with a game of your own, FILE.py or FILE.py:NAME"
A_GAME = f"one that `montmort games` lists, or {YOUR_GAME}"


def positive(text: str) -> int:
    """Read a whole number of at least 1."""
    value = integer(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be at least 1")
    return value


def number_of_plays(text: str) -> int:
    """Read the number of plays of a run, from 1 to 10^12.

    >>> number_of_plays("1e6")
    1000000
    """
    value = positive(text)
    if value > LONGEST_RUN:
        raise argparse.ArgumentTypeError(f"{text!r} must be at most 1e12: nobody waits for more")
    return value


def read_game(word: str) -> Game[Any]:
    """Return the game that a word names: one of the registry, or that of a Python file."""
    if not is_file(word):
        game = find_game(word)
        if game is None:
            raise UnknownName(no_game(word, f"take {A_GAME}"))
        return game
    from montmort.verification.game_file import game_of_file

    return game_of_file(word)


def is_file(word: str) -> bool:
    """Return whether a word names a game in a Python file, FILE.py or FILE.py:NAME.

    >>> is_file("my_game.py"), is_file("my_game.py:craps"), is_file("war")
    (True, True, False)
    """
    return word.endswith(".py") or ".py:" in word


class _Silent(argparse.ArgumentParser):
    """A parser that reports no mistake: the parser of the whole line does."""

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentError(None, message)


def game_in(verb: argparse.ArgumentParser, argv: Sequence[str]) -> str | None:
    """Return the game's word on a command line, which stands after the verb; None if none is named.

    The verb's own flags are known already, so a value of a flag is not taken
    for the game; flags of the game's rules are not, so words that name no game
    are passed over.  Where a flag is wrong or missing, any word may be the game.  A file
    after a flag may be the flag's value, and the file of a game is executed: it is the game
    only if its text declares a field of the flag's name.
    """
    words = [word for word in argv if word not in {"-h", "--help"}]
    first = _Silent(
        parents=[verb],
        add_help=False,
        conflict_handler="resolve",
        exit_on_error=False,
        allow_abbrev=False,
    )
    try:
        _, unread = first.parse_known_args(words[1:])
    except (argparse.ArgumentError, argparse.ArgumentTypeError):
        unread = words[1:]
    shipped = (
        word
        for before, word in pairwise(["", *unread])
        if word in GAMES or (is_file(word) and not _may_be_value(word, before))
    )
    return next(shipped, None) or next(_of_plugins(unread), None)


def _may_be_value(file: str, before: str) -> bool:
    """Return whether a file may be the value of the flag before it, without executing it."""
    if not before.startswith("-") or "=" in before:
        return False
    name = before.lstrip("-").removeprefix("no-").replace("-", "_")
    try:
        tree = ast.parse(Path(f"{file.partition('.py')[0]}.py").read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return True
    fields = (node.target for node in ast.walk(tree) if isinstance(node, ast.AnnAssign))
    return not any(isinstance(field, ast.Name) and field.id == name for field in fields)


def _of_plugins(words: Sequence[str]) -> Iterator[str]:
    """Yield the words that are games of other distributions."""
    if words:
        from montmort.verification.plugins import plugin_names

        yield from (word for word in words if word in plugin_names())


@dataclass(frozen=True, kw_only=True)
class GameFlags(VerbFlags):
    """A game, its reading and its experiment: of a verb about a game.

    They come after all other flags, whose names a user's Rules must not take.
    """

    NEEDS_GAME: ClassVar[bool] = True
    game: Any = None
    reading: str = ""
    experiment: Any = None

    @classmethod
    def add_game(cls, parser: argparse.ArgumentParser, argv: Sequence[str]) -> Game[Any] | None:
        """Add the game, its reading, its experiment and a flag for every field of its Rules."""
        named = game_in(parser, argv)
        game = None if named is None else read_game(named)
        if isinstance(parser, Parser) and named is not None:
            parser.game_word = named

        def read(word: str) -> Game[Any] | str:
            if game is not None and word == named:
                return game
            if word in GAMES or is_file(word):  # a mistake in another flag is reported instead
                return word
            raise argparse.ArgumentTypeError(no_game(word, f"take {A_GAME}"))

        word = parser.add_argument(
            "game",
            metavar="GAME",
            type=read,
            help=f"{', '.join(GAMES)}, or {YOUR_GAME}",
            nargs=None if cls.NEEDS_GAME else "?",
        )
        complete_with(word, game_words)
        if game is None:
            about = f"The rules of a game are flags: {parser.prog} GAME --help lists them."
            add_epilog(parser, about)
        else:
            add_rules(parser, game)
        return game


def add_rules(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the reading, the experiment and a flag for every field of the game's Rules."""
    book = game.rulebook
    give_way(parser, book.rules)
    rules = parser.add_argument_group(f"rules of {game.name}")
    rules.add_argument(
        "--reading",
        choices=list(book.readings),
        default=next(iter(book.readings)),
        help="preset that the flags below change (%(default)s)",
    )
    parser.add_argument(
        "--experiment",
        choices=list(book.experiments),
        default=book.first_experiment,
        help="what one independent play is (%(default)s)",
    )
    if game.module is None:
        add_fields(rules, book.rules)
        return
    from montmort.verification.own_games.from_play import about_rules

    with about_rules(book.rules):
        add_fields(rules, book.rules)


def given_fields(options: GameFlags, kind: type) -> dict[str, object]:
    """Return the fields of the dataclass `kind` that were given as flags."""
    names = {each.name for each in dataclasses.fields(kind) if each.init}
    return {name: value for name, value in options.fields.items() if name in names}


def rules_of(options: GameFlags, reading: str | None = None) -> object:
    """Return the Rules that the options ask for: a reading, changed by the flags given."""
    book = options.game.rulebook
    preset = book.readings[reading or options.reading]
    return changed_rules(options.game, preset, given_fields(options, book.rules))


def changed_rules(game: Game[Any], preset: Any, changes: dict[str, Any]) -> Any:
    """Return a preset of the Rules, changed; BadInput if the Rules refuse the change."""
    try:
        return dataclasses.replace(preset, **changes)
    except MontmortError as error:  # without its traceback: the flag is wrong, not a user's file
        raise BadInput(str(error)) from None
    except (TypeError, ValueError) as error:
        _, compares, relation = str(error).partition("truth value of Relational: ")
        why = f"its Rules ask whether {relation}; give a number" if compares else error
        raise BadInput(f"{game.name}: {why}") from None


def check_first_experiment(options: GameFlags, why: str) -> None:
    """Raise BadInput, with the reason, if another experiment than the first is asked for."""
    if options.experiment != options.game.rulebook.first_experiment:
        raise BadInput(f"experiment={options.experiment}{why}; leave it out")


def natural(text: str) -> int:
    """Read a whole number of at least 0."""
    value = integer(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be at least 0")
    return value


def margin(text: str) -> tuple[str | None, Fraction]:
    """Read a margin, for all fields or for one.

    >>> margin("0.01"), margin("points=1/200")
    ((None, Fraction(1, 100)), ('points', Fraction(1, 200)))
    """
    field, equals, number = text.rpartition("=")
    value = fraction(number)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r}: a margin must be greater than 0")
    return (field if equals else None), value


def workers_flag(work: str, **more: Any) -> Any:
    """Return the flag that says how much of the work is done at the same time."""
    about = f"{work} at the same time (all cores); changes no result"
    return flag(about, read=positive, **more)


@dataclass(frozen=True, kw_only=True)
class Run:
    """A Monte Carlo run."""

    seed: int | None = flag("seed of the run; drawn and printed when absent", read=natural)
    workers: int | None = workers_flag("blocks played")
