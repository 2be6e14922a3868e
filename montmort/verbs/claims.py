"""`montmort claims`: published claims about the games, and what is true about them."""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.exit_codes import NO_VERDICT
from montmort.games.errors import BadInput, MontmortError, TooLarge, UnknownName
from montmort.games.extras import MissingExtra
from montmort.games.validation import meant
from montmort.options.completion import complete_with, game_words
from montmort.options.dataclass_flags import flag
from montmort.options.flags import GameFlags, add_rules, game_in, is_file, read_game, rules_of
from montmort.options.own_claims import EXAMPLE, with_own_claims
from montmort.options.verb_flags import Answer
from montmort.output.json_document import print_document
from montmort.output.page import page, print_heading
from montmort.output.streams import note, say, say_interrupted
from montmort.verification import registry
from montmort.verification.game import Game
from montmort.verification.words_of_values import plain

if TYPE_CHECKING:
    from montmort.verification.claims import Claim, Finding

COLOURS = {"CONFIRMED": "green", "REFUTED": "red", "OPEN": "yellow"}


class Found(NamedTuple):
    """A claim with its finding, and the CPU seconds that the finding took."""

    claim: "Claim"
    finding: "Finding"
    seconds: float


EXAMPLES = (
    "montmort claims treize",
    "montmort claims war --json",
    "montmort claims my_claims.toml",
)


@dataclass(frozen=True, kw_only=True)
class Flags(GameFlags, Answer):
    """What `montmort claims` is asked; a file's Rules are flags, too."""

    claim: Sequence[str] = flag(
        "check only the claim of this name; repeatable", metavar="NAME", default=()
    )
    which: Sequence[str] = ()

    @classmethod
    def add_game(cls, parser: argparse.ArgumentParser, argv: Sequence[str]) -> Game[Any] | None:
        """Add the words for games and files; a game whose Rules are flags is that of a file."""
        word = game_in(parser, argv)
        words = parser.add_argument(
            "which",
            nargs="*",
            metavar="GAME|FILE",
            help=f"{', '.join(registry.GAMES)}, a Python file with a game of your own and its "
            "CLAIMS, or a file FILE.toml of claims; default: all games",
        )
        complete_with(words, game_words)
        if word is None or not is_file(word):
            return None
        game = read_game(word)
        parser.set_defaults(game=game)
        add_rules(parser, game)
        return game


def run(options: Flags) -> int:
    """Print the findings.  Return 0 when all claims are decided, 3 when one is OPEN."""
    options.ending.code = NO_VERDICT
    claims = _chosen(options)
    found: list[Found] = []
    started, interrupted = time.process_time(), False
    try:
        for one in _findings(claims):
            if not options.json:
                if not found or found[-1].claim.game != one.claim.game:
                    print_heading(_title(one.claim.game), "")
                    say("")
                _print(one)
            found.append(one)
    except KeyboardInterrupt:
        interrupted = True
        say_interrupted(options, "these are the findings so far")
    seconds = time.process_time() - started
    options.ending.code = 130 if interrupted else _exit_code(found)
    if options.json:
        _print_json(options.which, found, seconds, interrupted)
    else:
        _print_sum(found, len(claims), seconds)
    return options.ending.code


def _exit_code(found: Sequence[Found]) -> int:
    return 3 if any(one.finding.standing == "OPEN" for one in found) else 0


def _chosen(options: Flags) -> "list[Claim]":
    words = dict.fromkeys(options.which or registry.GAMES)  # without repetitions
    claims = [claim for word in words for claim in _claims(word, options)]
    names = [claim.name for claim in claims]
    if strange := [name for name in options.claim if name not in names]:
        raise UnknownName(
            f"no claim {strange[0]!r}{meant(strange[0], names)}; without --claim all are shown"
        )
    return [claim for claim in claims if claim.name in (options.claim or names)]


def _claims(word: str, options: Flags) -> "Sequence[Claim]":
    if options.game is not None and word == next(
        filter(is_file, options.which)
    ):  # that whose rules are flags
        claims = with_own_claims(options.game, rules_of(options), options.experiment).claims()
        if not claims:
            note(f"{options.game.name} makes no claims; add them to it: {EXAMPLE}")
        return claims
    if is_file(word):
        return with_own_claims(read_game(word)).claims()
    if word.endswith(".toml"):
        from montmort.options.order_of_sets import check_order_of_sets
        from montmort.verification.claim_file import About, read_claims

        return read_claims(Path(word), About(find=registry.game_named, check=check_order_of_sets))
    if (known := registry.find_game(word)) is not None:
        return known.claims()
    raise UnknownName(
        registry.no_game(word, "take one that `montmort games` lists, FILE.py or FILE.toml")
    )


def _findings(claims: "Sequence[Claim]") -> Iterator[Found]:
    """Compute and yield the finding of every claim; the terminal shows the current claim."""
    from montmort.output.progress import doing

    for place, claim in enumerate(claims, 1):
        started = time.process_time()
        with doing(f"{place} of {len(claims)}: {claim.game}, {claim.name}"):
            finding = _found(claim)
        yield Found(claim, finding, time.process_time() - started)


def _found(claim: "Claim") -> "Finding":
    from montmort.verification.claims import Finding, Standing

    try:
        return claim.find()
    except (MissingExtra, TooLarge) as missing:
        return Finding(standing=Standing.OPEN, true="not computed", why=str(missing), how="")
    except MontmortError as error:
        raise BadInput(f"{claim.name}: {error}") from error


def _title(game: str) -> str:
    known = registry.GAMES.get(game)
    return game if known is None else known.title


def _print(found: Found) -> None:
    from rich.table import Table
    from rich.text import Text

    console, (claim, finding, seconds) = page(), found
    standing = Text(finding.standing.value, COLOURS[finding.standing.value])
    console.print(standing, Text(claim.name, "bold"))
    sheet = Table.grid(padding=(0, 1, 0, 0))
    sheet.add_column(min_width=10, style="dim")
    source = "; ".join(words for words in (claim.source, claim.place) if words)
    for word, text in (
        ("claimed", claim.statement),
        ("quoted", f"“{claim.quote}”" if claim.quote else ""),
        ("implied by" if claim.is_implied else "by", source),
        ("read as", claim.reading),
        ("true is", finding.true),
        ("because", finding.why),
        ("evidence", f"{finding.evidence}; {seconds:.2f} s of CPU"),
    ):
        if text:
            sheet.add_row(f"  {word}", text)
    console.print(sheet)
    for word, line in zip_longest(("see",), finding.how.splitlines(), fillvalue=""):
        console.print(Text(f"  {word:9}", "dim"), line, sep="", soft_wrap=True)
    console.print()


def _print_sum(found: Sequence[Found], claims: int, seconds: float) -> None:
    counts = Counter(one.finding.standing.value for one in found)
    shown = ", ".join(f"{counts[standing]} {standing}" for standing in COLOURS if counts[standing])
    say(f"{len(found)} of {claims} claims: {shown or 'none'}; {seconds:.1f} s of CPU")


def _print_json(
    which: Sequence[str], found: Sequence[Found], seconds: float, interrupted: bool
) -> None:
    print_document(
        game=which[0] if len({*which}) == 1 and which[0] in registry.GAMES else None,
        rules=None,
        answers=[_answer(one) for one in found],
        seconds=seconds,
        interrupted=interrupted,
    )


def _answer(found: Found) -> dict[str, object]:
    """Return a finding as JSON values."""
    claim, finding, seconds = found
    sample = finding.sample
    return {
        "name": claim.name,
        "game": claim.game,
        "claimed": claim.statement,
        "source": claim.source,
        "place": claim.place,
        "reading": claim.reading,
        "quote": claim.quote,
        "implied": claim.is_implied,
        "finding": finding.standing.value,
        "true": finding.true,
        "why": finding.why,
        "how": finding.how,
        "evidence": finding.evidence,
        "exact": plain(dict(finding.exact)),
        "intervals": {name: list(ends) for name, ends in finding.intervals.items()},
        "sample": None if sample is None else vars(sample),
        "estimates": plain(dict(finding.estimates)),
        "measured": dict(finding.seconds),
        "seconds": seconds,
    }
