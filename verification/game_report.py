"""Put a game's report together: what is stated of it, then what every report has."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from montmort.exact.formatting import counted
from montmort.exact.paths import Watch
from montmort.games.errors import MontmortError
from montmort.verification.checked_certificate import checked, checked_with_rules, theorems_of
from montmort.verification.claims import Claim, Finding
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.comparison.run import crosscheck
from montmort.verification.game import Game
from montmort.verification.plots.laws import new_sheet
from montmort.verification.reports.document import Report, Section, Text, text, with_appendix
from montmort.verification.reports.from_rules import title_of
from montmort.verification.reports.numbers import listed
from montmort.verification.reports.par_section import par_section
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.reader import Prose
from montmort.verification.reports.sections import Certified, Played, evidence, in_words
from montmort.verification.verdicts.decision import Decision

AUTHOR = "The montmort developers"  # of the reports of shipped games
PACKAGE = "montmort.games."  # of the rules of shipped games
MOST_PLAYS = 2**24  # of an experiment that is not decided before
R = TypeVar("R")
Doing = Callable[[str], None]  # called with the name of each stage


@dataclass(frozen=True, kw_only=True)
class Written:
    """A report with its line of the index, and what was played and found for it."""

    report: Report
    headline: Text
    played: tuple[Crosscheck, ...] = field(repr=False)
    findings: tuple[Finding, ...] = field(repr=False)

    @property
    def decision(self) -> Decision:
        """The worst of the verdicts; INCONCLUSIVE where nothing could be played."""
        return Decision.worst(result.decision for result in self.played)


def report_of(
    game: Game[R],
    rules: R | None = None,
    *,
    seed: int,
    version: str,
    dated: date | None = None,
    plays: int | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
    doing: Doing = print,
) -> Written:
    """Return the report of a game under its rules (default: the usual ones).

    Each experiment is played until its verdicts are reached, at most 2^24 times, or `plays`
    times. A KeyboardInterrupt stops it without a report.  The report bears the date `dated`.
    """
    provenance = Provenance(game.rulebook, game.rulebook.usual if rules is None else rules)
    new_sheet()  # fails at once if nothing can be drawn
    doing("the argument")
    settled = game.report_statements(provenance.rules, watch)
    prose = settled.prose(provenance)
    experiments = settled.experiments
    played = _play(game, provenance, experiments, doing, seed=seed, plays=plays, workers=workers)
    doing("the PAR sheet")
    par = _par(game, provenance, watch)
    findings = list(_findings(game, doing))
    doing("the certificate")
    certified = _certified(game, settled.certified, provenance, watch)
    report = Report(
        title=title_of(game.rulebook),
        subtitle=prose.words("about"),
        author=AUTHOR if _is_shipped(game) else "",
        dated=dated,
        abstract=_abstract(prose, played, findings, certified),
        facts=_facts(provenance, version, seed),
        sections=prose.sections
        + par
        + evidence(
            played,
            findings,
            certified,
            other_certified=_others_certified(game, provenance, doing, watch),
            version=version,
            dated="" if dated is None else str(dated),
            commands=settled.commands,
            uncertified=prose.facts.get("uncertified", ()),
            references=settled.references,
            shares_rules=game.shares_rules,
        ),
    )
    return Written(
        report=with_appendix(report),
        headline=prose.facts["headline"],
        played=tuple(one.result for one in played if one.result is not None),
        findings=tuple(finding for _, finding in findings),
    )


def _is_shipped(game: Game[Any]) -> bool:
    """Return whether the rules are montmort's, and not a file's or another distribution's."""
    outcome = game.rulebook.experiment(game.rulebook.first_experiment).outcome
    return game.module is None and outcome.__module__.startswith(PACKAGE)


def _facts(provenance: Provenance, version: str, seed: int) -> tuple[tuple[str, Text], ...]:
    source = provenance.rulebook.source
    return (
        *((("source", (source,)),) if source else ()),
        ("rules", text(f"`{provenance.command('exact')}`")),
        ("version", text(f"montmort {version}")),
        ("seed", text(str(seed))),
    )


def _par(game: Game[Any], provenance: Provenance, watch: Watch | None) -> tuple[Section, ...]:
    rules = provenance.rules
    if not game.rulebook.wagers and _is_between_players(game, rules, watch):
        return ()  # what one wins the other loses: there is no house
    return par_section(
        provenance,
        lambda experiment: game.field_laws(rules, experiment, watch),
        lambda experiment, given: game.laws(rules, experiment, given, watch).fields,
    )


def _is_between_players(game: Game[Any], rules: Any, watch: Watch | None) -> bool:
    first = game.rulebook.first_experiment
    aim = game.aim_in(first)
    try:
        return aim is not None and game.optimal_play(rules, first, aim, watch).is_opposed
    except MontmortError:  # it is not solved, as the section of its laws says
        return False


def _abstract(
    prose: Prose,
    played: list[Played],
    findings: list[tuple[Claim, Finding]],
    certified: Certified,
) -> Text:
    """Return what is found, and on what evidence, in a few sentences."""
    first, *more = prose.facts.get("abstract") or (*prose.facts["headline"], ".")
    opening = (first[:1].upper() + first[1:] if isinstance(first, str) else first, *more)
    done = [one for one in played if one.result is not None]
    parts = [
        f"{one.experiment} {one.result.decision} in {counted(one.plays, 'play')}"
        for one in done
        if one.result is not None
    ]
    words = f" By Monte Carlo: {listed(parts)}." if parts else " Nothing could be simulated."
    counts = Counter(finding.standing.value for _, finding in findings)
    standings = listed([f"{number} {standing}" for standing, number in counts.items()])
    words += f" Of {counted(len(findings), 'claim')} on record: {standings}." if counts else ""
    if not certified.exists:
        words += " There is no certificate."
    elif certified.first:
        of = " of a smaller game" if certified.is_smaller else ""
        words += f" The certificate{of}, checked: {in_words(certified.headline).rstrip('.')}."
    return (*opening, words)


def _findings(game: Game[R], doing: Doing) -> Iterator[tuple[Claim, Finding]]:
    for claim in game.claims():
        doing(f"claim {claim.name}")
        yield claim, claim.find()


def _play(
    game: Game[Any],
    provenance: Provenance,
    experiments: Mapping[str, Mapping[str, Fraction]],
    doing: Doing,
    *,
    seed: int,
    plays: int | None,
    workers: int | None,
) -> list[Played]:
    played = []
    is_file = game.module is not None  # whose experiments have their own names, as in `verify`
    for experiment, margins in experiments.items():
        doing(f"playing {experiment}")
        try:
            result = crosscheck(
                None if is_file else game,
                provenance.rules,
                play=game.played(provenance.rules, experiment) if is_file else None,
                experiment=None if is_file else experiment,
                margins=margins,
                seed=seed,
                plays=plays,
                most=MOST_PLAYS,
                workers=workers,
            ).finished()
        except MontmortError as error:  # the solver goes further than the simulator
            played.append(Played(experiment, reason=str(error)))
            continue
        command = provenance.command("verify", *_flags(experiment, margins, seed, plays))
        played.append(Played(experiment, command, result))
    return played


def _certified(
    game: Game[Any], smaller: object, provenance: Provenance, watch: Watch | None
) -> Certified:
    """Return the certificate, of `smaller` rules if given; of the best value for an aim."""
    rules: Any = provenance.rules if smaller is None else smaller
    certified = provenance.under(rules)
    flags: tuple[str, ...] = ()
    first = game.rulebook.first_experiment
    aim = None if game.certification is not None else game.aim_in(first)
    try:
        if aim is None:
            certify = game.certify()
        else:
            from montmort.verification.optimal_certification import certification_of_aim

            certify = certification_of_aim(game.rulebook, first, aim, is_quick=True)
            flags = ("--optimal" if aim.maximises else "--minimise", shlex.quote(aim.text))
            flags = () if flags[0] in game.rulebook.flags else flags
        certificate = certify.certificate(rules, watch)
        says = checked_with_rules(certificate, certify.checker_of(certificate), _rules_word(game))
        if any(evidence == "FALSE" for evidence, _ in says.statements):
            raise ArithmeticError(f"the checker, which walks the rules itself, says {says.first}")
        return Certified(
            certified,
            certificate,
            flags,
            coq=_theorems_for_coq(game, rules),
            is_smaller=rules != provenance.rules,
            is_walked=game.certification is None,
            checked=says,
        )
    except MontmortError as error:
        return Certified(certified, error)


def _rules_word(game: Game[Any]) -> str:
    """Return what stands after `check.py FILE --rules`: a file, FILE.py:NAME, or a game's name."""
    if game.module is None:
        return game.rulebook.name
    return str(Path(f"{game.module.__file__}").resolve().with_name(game.rulebook.name))


def _theorems_for_coq(game: Game[R], rules: R) -> tuple[str, ...]:
    """Return the theorems of the proof from the rules, none where there is no such proof."""
    first = game.rulebook.first_experiment
    try:
        proof = None if game.proof is None else game.proof(rules, first, game.aim_in(first))
    except MontmortError:  # too many states for Coq
        return ()
    return () if proof is None else theorems_of(proof)


def _others_certified(
    game: Game[Any], provenance: Provenance, doing: Doing, watch: Watch | None
) -> dict[str, Certified]:
    """Return the certificates of other answers by their names, for the rules of the report."""
    by_name = {}
    for name in game.certifications:
        doing(f"the certificate of {name}")
        flags = ("--of", shlex.quote(name))
        try:
            certify = game.certify_other(name)
            certificate = certify.certificate(provenance.rules, watch)
            says = checked(certificate, certify.checker_of(certificate))
            by_name[name] = Certified(provenance, certificate, flags, checked=says)
        except MontmortError as error:
            by_name[name] = Certified(provenance, error, flags)
    return by_name


def _flags(
    experiment: str, margins: Mapping[str, Fraction], seed: int, plays: int | None
) -> list[str]:
    """Return the flags by which `montmort verify` asks the same."""
    length = f"--max-plays {MOST_PLAYS}" if plays is None else f"--plays {plays}"
    flags = [f"--margin {shlex.quote(f'{name}={margin}')}" for name, margin in margins.items()]
    return [f"--experiment {shlex.quote(experiment)}", *flags, length, f"--seed {seed}"]
