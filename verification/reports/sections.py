"""What every game's report has, whatever the game: play and verdicts, claims, certificate."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.games.errors import MontmortError
from montmort.verification.claims import Claim, Finding
from montmort.verification.reports.commands import command
from montmort.verification.reports.document import (
    Block,
    Code,
    Commands,
    Items,
    Paragraph,
    Section,
    Statement,
    Table,
    decimals,
    text,
)
from montmort.verification.reports.figures import forest, law_over_histogram
from montmort.verification.verdicts.decision import Levels
from montmort.verification.verdicts.result import Verdict

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.registry import Game

HEADER = ("field", "exact mean", "estimate", "interval", "margin", "log10 e", "verdict")


def played(experiments: Sequence[Section]) -> Section:
    """Return what Monte Carlo says, experiment by experiment."""
    levels = Levels()
    rates = (decimals(Fraction(repr(level))) for level in (levels.reject, levels.accept))
    intro = Paragraph(text(_HOW.format(*rates)))
    return Section("The same game by Monte Carlo", (intro, *experiments))


_HOW = (
    "The simulator shares with the solver the rules and nothing else. Its plays are judged by "
    "e-values, so that the error rates hold however often one looks: a field is called "
    "INCONSISTENT with chance at most {} if its law is the exact one, and CONSISTENT, with "
    "the margin that was earned, with chance at most {} if its mean is off by the margin "
    "or more. What is not decided is INCONCLUSIVE."
)


def unplayed(experiment: str, why: MontmortError) -> Section:
    """Return why an experiment was not played."""
    return Section(f"Experiment {experiment}", (Paragraph((f"It was not played: {why}.",)),))


def experiment(result: "Crosscheck", line: str) -> Section:
    """Return what was played of an experiment, with the command that plays it again."""
    plays = 0 if result.tally is None else result.tally.plays
    told = (
        f"{plays:,} plays with seed {result.seed}: **{result.decision}**. The intervals are "
        f"confidence sequences at {1 - result.verdicts[0].levels.accept:g}."
    )
    rows = tuple(_row(verdict) for verdict in result.verdicts)
    header = tuple(text(name) for name in HEADER)
    numbers = frozenset(range(1, 6))
    blocks: list[Block] = [
        Paragraph(text(told)),
        Commands((line,)),
        Table(text(f"What {plays:,} plays say about the exact means"), header, rows, numbers,
              small=True),
        forest(result),
    ]  # fmt: skip
    blocks += law_over_histogram(result)
    if result.unjudged:
        names = ", ".join(result.unjudged)
        blocks.append(Paragraph(text(f"No exact law is known here of {names}: not judged.")))
    return Section(f"Experiment {result.experiment}", tuple(blocks))


def _row(verdict: Verdict) -> tuple[Any, ...]:
    told = dict(verdict.rows())
    low, high = verdict.interval
    cells = (
        told["field"],
        decimals(verdict.exact, 6),
        told["estimate"],
        f"{low:.6g} … {high:.6g}",
        f"{float(verdict.margin):.2g}",
        _log10(verdict.log10_e),
        verdict.label,
    )
    return tuple((cell,) for cell in cells)


def _log10(value: float) -> str:
    return f"{value:.2f}" if math.isfinite(value) else "∞"


def claimed(claims: Sequence[Claim], findings: Sequence[Finding], game: str) -> Section:
    """Return what has been said of the game, and what is true of it."""
    count = Counter(finding.standing.value for finding in findings)
    told = ", ".join(f"{number} {standing}" for standing, number in count.items())
    blocks: list[Block] = [
        Paragraph(text(f"Of {len(claims)} claims: {told}. Each was decided anew for this report, "
                       "by exact values where they are known, else by play. They are about the "
                       "games of their sources, whatever the rules above.")),
        Commands((f"montmort claims {game}",)),
    ]  # fmt: skip
    blocks += [_claim(*pair) for pair in zip(claims, findings, strict=True)]
    return Section("What was claimed", tuple(blocks))


def _claim(claim: Claim, finding: Finding) -> Statement:
    by = "; ".join(words for words in (claim.source, claim.place) if words)
    told = {"by": by, "read as": claim.reading, "true is": finding.true, "because": finding.why,
            "evidence": finding.evidence}  # fmt: skip
    lines = tuple((*text(f"**{word}** "), words) for word, words in told.items() if words)
    see = text("**see** ") + _joined(finding.how.splitlines())
    said = Paragraph((f"“{claim.sense}”: ", *text(f"**{finding.standing}**")))
    return Statement("Claim", claim.name, (said, Items((*lines, see))))


def _joined(lines: Sequence[str]) -> tuple[Any, ...]:
    """Return lines of code, and what is none, with commas between."""
    parts: list[Any] = []
    for line in lines:
        parts += [", "] if parts else []
        parts.append(Code(line) if line.startswith(("montmort", "python")) else line)
    return tuple(parts)


def certified(game: "Game", rules: Any, certificate: Mapping[str, Any] | MontmortError) -> Section:
    """Return how a stranger checks the answer without us; why there is nothing, if so."""
    if isinstance(certificate, MontmortError):
        return Section("The certificate", (Paragraph(("There is none: ", f"{certificate}.")),))
    name = f"{game.name}.json"
    line = command("certify", game.name, rules, f"-o {name}", "--checker check.py")
    blocks: list[Block] = [
        Paragraph(text(
            "The certificate restates the problem and holds the numbers by which its answer is "
            "checked, with a checker in one file that needs Python and nothing else, and says what "
            "it checked and what it took on trust. The content has the SHA-256"
        )),
        Commands((certificate["sha256"],)),
        Commands((line, f"python check.py {name}")),
    ]  # fmt: skip
    if hasattr(game.certifier(), "coq"):
        blocks += [
            Paragraph(text("The kernel of Coq checks it, too:")),
            Commands((command("certify", game.name, rules, f"--coq {game.name}.v"),
                      f"coqc {game.name}.v")),
        ]  # fmt: skip
    return Section("The certificate", tuple(blocks))


def reproduced(version: str, lines: Sequence[str]) -> Section:
    """Return how every number of the report is found again."""
    return Section(
        "How to reproduce every number",
        (
            Paragraph(text(
                f"With montmort {version}: the same version, command and seed give the same "
                "numbers on any machine, with any number of workers. Of what is exact, `--json` "
                "prints whole fractions. Seconds of CPU are those of the machine that wrote this."
            )),
            Commands(tuple(dict.fromkeys(lines))),
        ),
    )  # fmt: skip
