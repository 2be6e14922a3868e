"""What a crosscheck did not judge, and the flag that would judge it."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from montmort.exact.formatting import counted, decimals
from montmort.verification.game import DEALS
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.two_samples.result import Comparison
    from montmort.verification.verdicts.result import Verdict


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
    yield from unseen(result)
    if not result.chance:
        yield NotJudged("the rules apart from chance", "no picks were given", _picks(options))


def not_compared(result: "Comparison") -> Iterator[NotJudged]:
    """Yield what a comparison of two simulators did not judge."""
    for name in result.unjudged:
        yield NotJudged(name, "only one of the two gives it", "")
    yield from together([verdict.field for verdict in result.verdicts])
    without = "verify without --versus, by an exact law"
    yield NotJudged("dependence of plays on each other", "each play counts by itself", without)
    yield NotJudged("faults that both have", "the two are compared with each other only", without)


def unseen(result: "Crosscheck") -> Iterator[NotJudged]:
    """Yield at most three things that a pass cannot have seen, each for a line of text."""
    if result.decision in (Decision.INCONSISTENT, Decision.INVALID):
        return
    passed = [v for v in result.verdicts if v.decision is Decision.CONSISTENT]
    if wide := [v for v in passed if v.finer_margin is not None]:
        yield _rare_values(wide)
    if result.decision is Decision.CONSISTENT:
        yield from together(result.judged_fields)
        yield from _later_plays(result)


def unseen_lines(parts: Iterable[NotJudged]) -> Iterator[str]:
    """Yield a line for each thing that a pass cannot have seen."""
    for part in parts:
        yield f"not seen: {part.what}" + (f"; {part.flag} {part.why}" if part.flag else "")


def _rare_values(wide: "Sequence[Verdict]") -> NotJudged:
    first, *others = sorted(wide, key=lambda verdict: verdict.finer_plays)
    more = f" and of {counted(len(others), 'other field')}" if others else ""
    plays = f"about {decimals(first.finer_plays)} plays"
    flag = f"--margin {first.field}={float(first.finer_margin or 0):.4g}"
    return NotJudged(f"rare values of {first.field}{more}", f"needs {plays}", flag)


def together(fields: "Sequence[str]") -> Iterator[NotJudged]:
    """Yield how several fields of one play go together, which is not judged."""
    if len(fields) > 1:
        what = "how the fields go together: each was judged by itself"
        yield NotJudged(what, "their laws were compared one by one", "")


def _later_plays(result: "Crosscheck") -> Iterator[NotJudged]:
    """Yield the plays after the last one of a block, and the lags that were not tested."""
    from montmort.verification.dependence.successive_plays import PLACES_BACK  # loads numpy

    block = None if result.source is None else result.source.block
    most = min(filter(None, (block, result.tally.plays if result.tally else None)), default=0)
    of = "seed" if result.source is not None and result.source.command else "stream"
    what = [f"plays after play {most:,} of a {of}"] if block else []
    names = {verdict.field for verdict in result.dependence_judged}
    lags = sorted({back for name, back in PLACES_BACK.items() if name in names})
    shown = [f"{lag:,}" for lag in lags]
    tested = ", ".join(shown if len(lags) < 8 else [*shown[:5], f"{shown[5]} ... {shown[-1]}"])
    why = f"dependence at lags other than {tested}" if lags else "dependence of plays"
    yield NotJudged("; ".join([*what, why]), "no plays so far on or so far apart were compared", "")


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
    from montmort.verification.dependence.successive_plays import summary_of_names  # loads numpy

    names = summary_of_names([verdict.field for verdict in result.pending])
    needed = sorted({verdict.plays_to_decide for verdict in result.pending})
    least, most = decimals(needed[0]), decimals(needed[-1])
    plays = most if least == most else f"{least} to {most}"
    is_file = result.source is not None and result.source.read is not None
    flag = f"a file of {most} plays" if is_file else f"--plays {needed[-1]}"
    yield NotJudged(f"dependence ({names})", f"it needs about {plays} plays", flag)


def _counts_dependence(result: "Crosscheck") -> bool:
    """Return whether the dependence of the plays was counted."""
    from montmort.verification.dependence.successive_plays import DEPENDENCE  # loads numpy

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
