"""The parser of `montmort VERB GAME [flags]`: its verbs, their flags, and what was meant.

A verb's module is imported when the verb is parsed, so that `--help` answers at once.
`build_parser()` has the flags of every verb: for completion and for reference pages.
"""

import importlib
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort import __version__
from montmort.games.validation import meant
from montmort.options import completion
from montmort.options.parser import Parser, add_examples

if TYPE_CHECKING:
    from montmort.options.verb_flags import VerbFlags

VERBS = {
    "games": "list the games, their rules and experiments",
    "exact": "exact answers, as fractions",
    "simulate": "play a game by Monte Carlo and count its outcomes",
    "verify": "compare a simulation with the exact values",
    "claims": "published claims about the games, and what is true",
    "certify": "write an independently checkable certificate",
    "report": "write a report with proofs, as PDF, HTML or Markdown",
    "runs": "show, merge and check files of saved runs",
    "play": "play a game, a built-in one or your own",
}
WITHOUT_GAME = ("games", "runs")
EXAMPLES = (
    "montmort games",
    "montmort exact treize",
    "montmort verify treize --margin points=0.01",
    "montmort play war",
)


def build_parser(game: str = "", verbs: Sequence[str] = tuple(VERBS)) -> Parser:
    """Return the parser with the flags of these verbs, and of a game's rules if one is named.

    >>> parser = build_parser("treize", ["exact"])
    >>> parser.parse_args(["exact", "treize", "--ranks", "3"]).ranks
    3
    """
    words = [game] if game else []
    return _parser({verb: [verb, *words] for verb in verbs})[0]


class Asked(NamedTuple):
    """What a command line asks: the flags, the function that answers, the parser of the verb."""

    flags: "VerbFlags"
    run: Callable[[Any], int]
    parser: Parser


def parse(arguments: Sequence[str]) -> Asked:
    """Return what a command line asks; SystemExit after help or a mistake."""
    chosen = verb_of(arguments)
    parser, verbs = _parser({} if chosen is None else {chosen: arguments})
    if (game := _game_without_verb(arguments)) is not None:
        parser.error(f"{game} is a game; put a verb before it, as in montmort exact {game}")
    options, unknown = parser.parse_known_args(arguments)
    asked = parser if chosen is None else verbs[chosen]
    if unknown:
        words = f"unrecognized arguments: {' '.join(unknown)}"
        asked.error(*_about_unknown(asked, str(chosen), words, unknown))
    module = _module(options.verb)
    kind, run = (
        module.TASKS[options.task] if hasattr(module, "TASKS") else (module.Flags, module.run)
    )
    return Asked(kind.from_parsed(options, arguments), run, asked)


def complete() -> None:
    """Print the completions of the line that a shell shows, and leave."""
    words = completion.typed_words()
    verb = verb_of(words)
    from montmort.verification.registry import GAMES

    game = next((word for word in words[1:] if word in GAMES), "")
    completion.print_completions(build_parser(game, [] if verb is None else [verb]))


def verb_of(arguments: Sequence[str]) -> str | None:
    """Return the verb of a command line, None if there is none.

    >>> verb_of(["exact", "treize"]), verb_of(["exat", "treize"]), verb_of(["--help"])
    ('exact', None, None)
    """
    first = next((word for word in arguments if not word.startswith("-")), None)
    return first if first in VERBS else None


def _parser(asked: "dict[str, Sequence[str]]") -> tuple[Parser, dict[str, Parser]]:
    """Return the parser and those of the verbs, with the flags that a verb has for its words."""
    parser = Parser(prog="montmort", description="Exact probability for games of chance.")
    parser.add_argument("--version", action="version", version=f"montmort {__version__}")
    completion.add_print_completion(parser)
    add_examples(parser, *EXAMPLES)
    commands = parser.add_subparsers(
        dest="verb", metavar="VERB", required=True, parser_class=Parser
    )
    verbs: dict[str, Parser] = {}
    for verb, summary in VERBS.items():
        sentence = f"{summary[0].upper()}{summary[1:]}."
        verbs[verb] = commands.add_parser(verb, help=summary, description=sentence)
        if verb in asked:
            _add_verb(verbs[verb], _module(verb), asked[verb])
    return parser, verbs


def _module(verb: str) -> ModuleType:
    return importlib.import_module(f"montmort.verbs.{verb}")


def _add_verb(parser: Parser, module: ModuleType, argv: Sequence[str]) -> None:
    """Add to the parser of a verb its flags, or its tasks with theirs, and its examples."""
    from montmort.options.dataclass_flags import add_flags
    from montmort.options.verb_flags import Quiet

    add_flags(parser, Quiet)
    module.Flags.add(parser, argv)
    add_examples(parser, *module.EXAMPLES)
    if not hasattr(module, "TASKS"):
        return
    tasks = parser.add_subparsers(dest="task", metavar="TASK", required=True)
    for name, (kind, run) in module.TASKS.items():
        summary = (run.__doc__ or "").partition("\n")[0]
        task = tasks.add_parser(name, help=summary, description=summary)
        kind.add(task, argv)
        add_flags(task, Quiet)
        add_examples(task, *(line for line in module.EXAMPLES if f" {name} " in line))


def _game_without_verb(arguments: Sequence[str]) -> str | None:
    first = next((word for word in arguments if not word.startswith("-")), None)
    if first is None or first in VERBS:
        return None
    from montmort.verification.registry import GAMES

    return first if first in GAMES else None


def _about_unknown(asked: Parser, verb: str, words: str, unknown: Sequence[str]) -> tuple[str, str]:
    """Return the sentence on flags that the verb does not have, and the help that lists them."""
    flag = next((word.partition("=")[0] for word in unknown if word.startswith("-")), None)
    if flag is None:
        return words, asked.help_command
    if owners := _verbs_with(flag, asked.game_word):
        from montmort.verification.reports.numbers import listed

        first, verbs = owners[0], listed(owners, most=len(VERBS))
        with_game = asked.help_command.replace(asked.prog, f"montmort {first}", 1)
        shown = f"montmort {first} --help" if first in WITHOUT_GAME else with_game
        return f"{words}; {flag} is a flag of {verbs}", shown
    if near := meant(flag, asked.flags):
        return f"{words}{near}", asked.help_command
    if games := _games_with(flag):
        game = games[0] if len(games) == 1 else "GAME"
        return f"{words}; {flag} is a rule of {', '.join(games)}", f"montmort {verb} {game} --help"
    return words, asked.help_command


def _verbs_with(flag: str, game: str) -> list[str]:
    """Return the verbs that have the flag, for a game of the registry or for none."""
    from montmort.verification.registry import GAMES

    words = [game] if game in GAMES else []
    verbs = _parser({verb: [verb, *words] for verb in VERBS})[1]
    return [verb for verb, parser in verbs.items() if flag in parser.flags]


def _games_with(flag: str) -> list[str]:
    """Return the games whose rules have a field of this flag."""
    from montmort.options.dataclass_flags import flags_of
    from montmort.verification.registry import GAMES

    return [name for name, game in GAMES.items() if flag in flags_of(game.rulebook.rules)]
