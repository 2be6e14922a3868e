"""A game's report, put together: its own argument, then what every report has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from montmort.exact.paths import Watch
from montmort.games.errors import MontmortError
from montmort.verification.claims import Finding, whole
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.comparison.run import crosscheck
from montmort.verification.registry import GAMES
from montmort.verification.reports import sections
from montmort.verification.reports.commands import command
from montmort.verification.reports.document import (
    Number,
    Report,
    Section,
    Text,
    text,
    with_appendix,
)
from montmort.verification.reports.figures import new_sheet
from montmort.verification.verdicts.decision import Decision

MOST_PLAYS = 2**24  # of an experiment that is not decided before
Doing = Callable[[str], None]  # is told what is being done


@dataclass(frozen=True)
class Provenance:
    """The game and its rules, by which numbers and commands are told with where they are from.

    >>> from montmort.games.treize import Rules
    >>> print(Provenance("treize", Rules()).number("half", Fraction(1, 2), "--points 3").how)
    montmort exact treize --points 3
    """

    game: str
    rules: Any

    def number(self, name: str, value: Fraction | int, *flags: str) -> Number:
        """Return a value that `montmort exact` shows under these flags."""
        return Number(name, value, self.command("exact", *flags))

    def command(self, verb: str, *flags: str) -> str:
        """Return the command line of a verb for the game under its rules."""
        return command(verb, self.game, self.rules, *flags)


@dataclass(frozen=True, kw_only=True)
class Argument:
    """What a game's own room tells, from verification/<game>/report.

    `about` says in a sentence what is found; `headline` is the line of the index, in a few
    words and numbers; `sections` go from the problem to the checks; `experiments` are those
    to be played, with the margins of their fields; `commands` show the exact numbers.
    """

    about: str
    headline: Text
    sections: tuple[Section, ...]
    experiments: Mapping[str, Mapping[str, Fraction]]
    commands: tuple[str, ...] = ()
    certified: Any = None  # rules of a smaller deck, where the usual one has no certificate


@dataclass(frozen=True, kw_only=True)
class Written:
    """A report with what a front desk wants to know of it."""

    report: Report
    headline: Text
    played: tuple[Crosscheck, ...] = field(repr=False)
    findings: tuple[Finding, ...] = field(repr=False)

    @property
    def decision(self) -> Decision:
        """The worst of the verdicts; INCONCLUSIVE where nothing could be played."""
        return Decision.worst(result.decision for result in self.played)


def report_of(
    name: str,
    rules: Any = None,
    *,
    seed: int,
    version: str,
    plays: int | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
    doing: Doing = print,
) -> Written:
    """Return the report of a game of the house under its rules (default: the usual ones).

    Each experiment is played until its verdicts are reached, at most 2^24 times, or `plays`
    times.  A KeyboardInterrupt ends it: there is no half report.
    """
    game = GAMES[name]
    rules = game.rulebook().Rules() if rules is None else rules
    told = Provenance(name, rules)
    new_sheet(1.0)  # if nothing can be drawn it is better known now
    doing("the argument")
    argument: Argument = game.reporter().argument(rules, told, watch)
    played = _play(told, argument.experiments, doing, seed=seed, plays=plays, workers=workers)
    claims, findings = game.claims(), []
    for claim in claims:
        doing(f"claim {claim.name}")
        findings.append(claim.find())
    doing("the certificate")
    shown = rules if argument.certified is None else argument.certified
    report = Report(
        title=game.title,
        subtitle=argument.about,
        facts=(
            ("source", (game.source,)),
            ("rules", text(f"`{told.command('exact')}`")),
            ("written by", text(f"montmort {version}, seed {seed}")),
        ),
        sections=(
            *argument.sections,
            sections.played(played.told),
            sections.claimed(claims, findings, name),
            sections.certified(game, shown, _certificate(game, shown, watch)),
            sections.reproduced(
                version, [*argument.commands, *played.commands, f"montmort claims {name}"]
            ),
        ),
    )
    return Written(report=with_appendix(report), headline=argument.headline,
                   played=tuple(played.results), findings=tuple(findings))  # fmt: skip


class _Played(NamedTuple):
    """What was played, with the commands that play it again, and what is told of it."""

    results: list[Crosscheck]
    commands: list[str]
    told: list[Section]


def _play(
    told: Provenance, experiments: Mapping[str, Mapping[str, Fraction]], doing: Doing,
    *, seed: int, plays: int | None, workers: int | None,
) -> _Played:  # fmt: skip
    played = _Played([], [], [])
    for experiment, margins in experiments.items():
        doing(f"playing {experiment}")
        try:
            result = whole(crosscheck(
                told.game, told.rules, experiment=experiment, margins=margins, seed=seed,
                plays=plays, most=MOST_PLAYS, workers=workers,
            ))  # fmt: skip
        except MontmortError as error:  # the solver goes further than the simulator
            played.told.append(sections.unplayed(experiment, error))
            continue
        command = told.command("verify", *_flags(experiment, margins, seed, plays))
        played.results.append(result)
        played.commands.append(command)
        played.told.append(sections.experiment(result, command))
    return played


def _certificate(game: Any, rules: Any, watch: Watch | None) -> Mapping[str, Any] | MontmortError:
    try:
        return game.certificate(rules, watch)  # type: ignore[no-any-return]
    except MontmortError as error:
        return error


def _flags(
    experiment: str, margins: Mapping[str, Fraction], seed: int, plays: int | None
) -> list[str]:
    """Return the flags by which `montmort verify` asks the same."""
    length = f"--max-plays {MOST_PLAYS}" if plays is None else f"--plays {plays}"
    asked = [f"--margin {name}={margin}" for name, margin in margins.items()]
    return [f"--experiment {experiment}", *asked, length, f"--seed {seed}"]
