"""Persian Monarchs: the record of the game.

Each entry loads what it needs when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games.persian_monarchs import RULEBOOK, Rules
from montmort.verification.game import Answers, Certification, Game, PlantedBug, Solver

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
    from montmort.exact.persian_monarchs import answers

    return Solver(
        truth=answers.truth,
        answers=answers.answers,
        question=answers.Question,
        value_to="non-dealer",
    )


def _simulator(rules: Rules, experiment: str, watch: "Watch | None") -> "Simulator":  # noqa: ARG001
    from montmort.exact.persian_monarchs.players import players
    from montmort.montecarlo.persian_monarchs.simulator import simulator

    return simulator(rules, experiment, others=players)


def _chances(
    rules: Rules, events: "Sequence[Any]", view: Any, choices: "Sequence[Any]"
) -> "Mapping[str, Fraction]":
    from montmort.exact.persian_monarchs.players import chances

    return chances(rules, events, view, choices)


def _players(rules: Rules, chance: "Chance") -> "Table":
    from montmort.exact.persian_monarchs.players import players

    return players(rules, chance)


def _claims() -> "tuple[Claim, ...]":
    from montmort.verification.persian_monarchs.claims import CLAIMS

    return CLAIMS


def _certification() -> Certification[Rules]:
    from montmort.verification.persian_monarchs.certificate import certificate
    from montmort.verification.persian_monarchs.checker import CHECKER

    return Certification(certificate=certificate, checker=CHECKER)


def _match_certification() -> Certification[Rules]:
    from montmort.verification.persian_monarchs import dependent_match_checker
    from montmort.verification.persian_monarchs.match_certificate import certificate
    from montmort.verification.persian_monarchs.match_checker import CHECKER

    others = (dependent_match_checker.CHECKER,)
    return Certification(certificate=certificate, checker=CHECKER, others=others)


def _best_response_certification() -> Certification[Rules]:
    from montmort.verification.persian_monarchs.best_response_checker import CHECKER
    from montmort.verification.persian_monarchs.match_certificate import best_responses

    return Certification(certificate=best_responses, checker=CHECKER)


def _argument(rules: Rules, provenance: "Provenance", watch: "Watch | None") -> "Argument":
    from montmort.verification.persian_monarchs.report.argument import argument

    return argument(rules, provenance, watch)


def _exact_figure(rules: Rules, question: Any, answers: Answers) -> "Figure | None":
    from montmort.verification.persian_monarchs.figures import exact_figure

    return exact_figure(rules, question, answers)


_TERMINAL = replace(RULEBOOK.terminal, chances=_chances, players=_players)

GAME = Game(
    rulebook=replace(
        RULEBOOK, terminal=replace(RULEBOOK.terminal, chances=_chances, players=_players)
    ),
    solver=_solver,
    simulation=_simulator,
    claims=_claims,
    certification=_certification,
    certifications={
        "match": _match_certification,
        "best-responses": _best_response_certification,
    },
    argument=_argument,
    exact_figure=_exact_figure,
    hardest_bugs={
        "hand": PlantedBug(description="an even raise accepted, 52 cards", plays=1_981_878)
    },
)
