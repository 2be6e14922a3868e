"""The result of a crosscheck: the verdicts, and the plays and laws they rest on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from montmort.display import short_repr
from montmort.exact.moments import Moments
from montmort.games.errors import RulesDiffer
from montmort.games.validation import check_type
from montmort.montecarlo.tally import Tally
from montmort.verification.comparison.source import Source
from montmort.verification.dependence.repetitions import REPETITIONS
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.quantities import Known
from montmort.verification.verdicts.result import Verdict


@dataclass(frozen=True, kw_only=True)
class Crosscheck:
    """The verdicts on all fields of an experiment, and the data behind them.

    `rules` were played, and judged by the exact laws of `against` or by laws that
    the caller supplied.  `laws` holds these laws, or moments; `unjudged` names the
    fields whose law is unknown, `unprinted` those that the simulator does not give.
    `interrupted` runs hold what was counted before the interruption.  So do runs whose
    simulator failed or whose workers died after the first look, and files that became
    too large: `failure` says what happened.
    `chance` has the verdicts on the picks of replayed plays, `dependence` those on plays in
    succession, where the simulator gives plays in their order.  They only count against it:
    those that are INCONCLUSIVE are `pending`, and not part of the `decision`.
    `difference` is the first replayed play whose outcome the rules do not give.
    A file of outcomes has no `seed`.  `notes` say which data of an external
    simulator were not judged.
    `how` says whether rules were played compiled or in plain Python, and why.
    `source` says where the plays came from, for an audit record.
    `looks` are cumulative tallies, spread over the plays; the last one is `tally`.
    """

    game: str
    rules: Any
    against: Any
    experiment: str
    seed: int | None
    verdicts: tuple[Verdict, ...]
    unjudged: tuple[str, ...]
    unprinted: tuple[str, ...] = ()
    looks: tuple[Tally, ...] = field(repr=False)
    laws: Mapping[str, Known] = field(repr=False)
    interrupted: bool = False
    chance: tuple[Verdict, ...] = ()
    dependence: tuple[Verdict, ...] = ()
    failure: str = ""
    difference: RulesDiffer | None = None
    notes: tuple[str, ...] = ()
    how: str = field(default="", compare=False)
    source: Source | None = field(default=None, repr=False, compare=False)
    seconds: float

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for name in ("verdicts", "chance", "dependence"):
            check_type(name, getattr(self, name), tuple, "a tuple of Verdicts")
            for verdict in getattr(self, name):
                check_type("a verdict", verdict, Verdict, "a Verdict")
        check_type("looks", self.looks, tuple, "a tuple of Tallies")

    @property
    def tally(self) -> Tally | None:
        """All plays that were judged; None if the run ended before the first look."""
        return self.looks[-1] if self.looks else None

    @property
    def judged_fields(self) -> tuple[str, ...]:
        """The fields that were judged."""
        return tuple(self.laws)

    @property
    def fields_of_known_mean(self) -> tuple[str, ...]:
        """The judged fields of which only the mean is known, and not the law."""
        return tuple(name for name, known in self.laws.items() if isinstance(known, Moments))

    @property
    def decision(self) -> Decision:
        """The worst of the decisions on the fields, on chance and on the dependence judged."""
        judged = (*self.verdicts, *self.chance, *self.dependence_judged)
        return Decision.worst(verdict.decision for verdict in judged)

    @property
    def dependence_judged(self) -> tuple[Verdict, ...]:
        """The verdicts on dependence for which there were enough plays."""
        return tuple(v for v in self.dependence if v.decision is not Decision.INCONCLUSIVE)

    @property
    def pending(self) -> tuple[Verdict, ...]:
        """The verdicts on dependence for which more plays are needed."""
        return tuple(v for v in self.dependence if v.decision is Decision.INCONCLUSIVE)

    def finished(self) -> "Crosscheck":
        """Return this result; KeyboardInterrupt if the run was interrupted."""
        if self.interrupted:
            raise KeyboardInterrupt
        return self

    @property
    def alarms(self) -> tuple[Verdict, ...]:
        """The verdicts on chance and on dependence that are INCONSISTENT.

        Where a field deviates from its law, so do the cells from which dependence is judged:
        that is no sign of dependence.  Repetitions are.
        """
        wrong = Decision.INCONSISTENT, Decision.INVALID
        is_wrong = any(verdict.decision in wrong for verdict in self.verdicts)
        of_plays = [v for v in self.dependence if not is_wrong or v.field in REPETITIONS]
        judged = (*self.chance, *of_plays)
        return tuple(v for v in judged if v.decision is Decision.INCONSISTENT)

    def __str__(self) -> str:
        return "\n".join(map(str, (*self.verdicts, *self.alarms)))

    def _repr_html_(self) -> str:
        from montmort.verification.plots.html import crosscheck_html

        title = " ".join(filter(None, (self.game, self.experiment)))
        shown = (*self.verdicts, *self.alarms)
        return crosscheck_html(title, self.decision, shown, self.seed)
