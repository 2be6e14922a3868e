"""What a crosscheck did not judge, and the flag that would judge it."""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from montmort.exact.formatting import decimals
from montmort.verification.game import DEALS
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.two_samples.result import Comparison


@dataclass(frozen=True)
class NotJudged:
    """Something that was not judged; `flag` would judge it, "" if nothing would."""

    what: str
    why: str
    flag: str


def not_judged(options: argparse.Namespace, result: "Crosscheck") -> Iterator[NotJudged]:
    """Yield what was not judged: fields, the deal, dependence, the rules apart from chance."""
    yield from unjudged_fields(result)
    for name in result.fields_of_known_mean:
        yield NotJudged(f"the law of {name}", "only its mean is known", "--exact FILE")
    yield from missed_bug(options, result)
    yield from missed_deal(options)
    if not result.dependence and not _counts_dependence(result):
        yield _dependence(options, result)
    yield from pending_dependence(result)
    if not result.chance:
        yield NotJudged("the rules apart from chance", "no picks were given", _picks(options))


def not_compared(result: "Comparison") -> Iterator[NotJudged]:
    """Yield what a comparison of two simulators did not judge."""
    for name in result.unjudged:
        yield NotJudged(name, "only one of the two gives it", "")
    without = "verify without --versus, by an exact law"
    yield NotJudged("dependence of plays on each other", "each play counts by itself", without)
    yield NotJudged("faults that both have", "the two are compared with each other only", without)


def missed_bug(options: argparse.Namespace, result: "Crosscheck") -> Iterator[NotJudged]:
    """Yield the hardest planted bug of the game, if these plays passed and may be too few for it.

    A default margin says nothing about smaller deviations; this is one that was planted.
    """
    if options.game is None or result.decision is not Decision.CONSISTENT:
        return
    book, plays = options.game.rulebook, result.tally.plays if result.tally else 0
    bug = options.game.hardest_bugs.get(result.experiment)
    if bug is not None and plays < bug.plays and result.rules == result.against == book.usual:
        what = f"bugs as small as one that was planted, {bug.description}"
        yield NotJudged(what, f"it was found in {bug.plays:,} plays", f"--plays {bug.plays}")


def unjudged_fields(result: "Crosscheck") -> Iterator[NotJudged]:
    """Yield the fields that were not judged, those of one reason in succession."""
    for name in result.unjudged:
        yield NotJudged(name, "no exact law is known", "--exact FILE")
    for name in result.unprinted:
        yield NotJudged(name, "not printed", f"print the column {name}")


def missed_deal(options: argparse.Namespace) -> Iterator[NotJudged]:
    """Yield the deal of a foreign simulator, if it could be judged and is not."""
    is_foreign = options.command is not None or options.outcomes is not None
    dealing = None if options.game is None else options.game.rulebook.dealing
    if is_foreign and dealing is not None and options.experiment != DEALS:
        yield NotJudged("the deal", "it is another experiment", f"--experiment {DEALS}")


def pending_dependence(result: "Crosscheck") -> Iterator[NotJudged]:
    """Yield the dependence for which there were too few plays, if any."""
    if not result.dependence and _counts_dependence(result):
        why = "the run or its blocks are too short to show any"
        yield NotJudged("dependence of plays on each other", why, "more plays in longer blocks")
    if not result.pending:
        return
    from montmort.verification.external.dependence import summary_of_names  # loads numpy

    names = summary_of_names([verdict.field for verdict in result.pending])
    needed = sorted({verdict.plays_to_decide for verdict in result.pending})
    least, most = decimals(needed[0]), decimals(needed[-1])
    plays = most if least == most else f"{least} to {most}"
    is_file = result.source is not None and result.source.read is not None
    flag = f"a file of {most} plays" if is_file else f"--plays {needed[-1]}"
    yield NotJudged(f"dependence ({names})", f"it needs about {plays} plays", flag)


def _counts_dependence(result: "Crosscheck") -> bool:
    """Return whether the dependence of the plays was counted."""
    from montmort.verification.external.dependence import DEPENDENCE  # loads numpy

    counted = result.tally.histograms if result.tally else {}
    return any(name in counted for name in DEPENDENCE)


def _dependence(options: argparse.Namespace, result: "Crosscheck") -> NotJudged:
    what = "dependence of plays on each other"
    if options.command is not None:
        return NotJudged(what, "no field with a known law of several values is printed", "")
    if result.source is not None and result.source.read is not None:
        return NotJudged(what, "there are no plays in their order", "--outcomes with a line a play")
    record = "simulate --records FILE, then verify --outcomes FILE"
    return NotJudged(what, "the simulator counts its plays without their order", record)


def _picks(options: argparse.Namespace) -> str:
    game = "GAME " if options.game is None else ""
    if options.command is not None:
        return f"{game}--with-picks"
    if options.outcomes is not None:
        return f"{game}--replays FILE"
    return "simulate --records FILE --with-picks, then verify --replays FILE"
