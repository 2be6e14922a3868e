"""Five-card draw: the record of the game.

Each entry loads what it needs when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games.five_card_draw import RULEBOOK, Rules
from montmort.verification.game import Answers, Certification, Enumeration, Game, SizeTable, Solver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from matplotlib.figure import Figure

    from montmort.exact.paths import Watch
    from montmort.games.chance import Chance
    from montmort.games.table import Table
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.claims import Claim
    from montmort.verification.reports.argument import Argument, Provenance


def _solver() -> Solver[Rules]:
    from montmort.exact.five_card_draw import answers

    parts = Enumeration(
        parts=answers.in_parts,
        counts="the best discards of all hands, and this question does not need them; leave it out",
        only_on_request=True,  # they are stored on disk
    )
    return Solver(
        truth=answers.truth,
        answers=answers.answers,
        question=answers.Question,
        enumeration=parts,
    )


def _simulator(rules: Rules, experiment: str, watch: "Watch | None") -> "Simulator":
    from montmort.exact.five_card_draw.answers import smart_discards
    from montmort.montecarlo.five_card_draw.simulator import simulator

    return simulator(rules, experiment, smart_discards(rules, experiment, watch))


def _chances(
    rules: Rules, events: "Sequence[Any]", view: Any, choices: "Sequence[Any]"
) -> "Mapping[str, Fraction]":
    from montmort.exact.five_card_draw.answers import chances

    return chances(rules, events, view, choices)


def _players(rules: Rules, chance: "Chance") -> "Table":
    from montmort.verification.five_card_draw.sampling_bot import players

    return players(rules, chance)


def _claims() -> "tuple[Claim, ...]":
    from montmort.verification.five_card_draw.claims import CLAIMS

    return CLAIMS


def _certification() -> Certification[Rules]:
    from montmort.verification.five_card_draw.certificate import certificate
    from montmort.verification.five_card_draw.checker import CHECKER
    from montmort.verification.five_card_draw.hand_checker import CHECKER as HAND_CHECKER

    return Certification(certificate=certificate, checker=CHECKER, others=(HAND_CHECKER,))


def _rows_certification() -> Certification[Rules]:
    from montmort.verification.five_card_draw.rows_certificate import certificate
    from montmort.verification.five_card_draw.rows_checker import CHECKER

    return Certification(certificate=certificate, checker=CHECKER)


def _argument(rules: Rules, provenance: "Provenance", watch: "Watch | None") -> "Argument":
    from montmort.verification.five_card_draw.report.argument import argument

    return argument(rules, provenance, watch)


def _exact_figure(rules: Rules, question: Any, answers: Answers) -> "Figure | None":
    from montmort.verification.five_card_draw.figures import exact_figure

    return exact_figure(rules, question, answers)


def _table() -> SizeTable[Rules]:
    from montmort.verification.five_card_draw import figures

    return figures.TABLE


_TERMINAL = replace(RULEBOOK.terminal, chances=_chances, players=_players)

GAME = Game(
    rulebook=replace(
        RULEBOOK, terminal=replace(RULEBOOK.terminal, chances=_chances, players=_players)
    ),
    solver=_solver,
    simulation=_simulator,
    claims=_claims,
    certification=_certification,
    certifications={"rows": _rows_certification},
    argument=_argument,
    exact_figure=_exact_figure,
    table=_table,
)
