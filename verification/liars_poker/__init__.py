"""Liars' Poker: the record of the game.

Each entry loads what it needs when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games.liars_poker import RULEBOOK, Rules
from montmort.verification.game import Certification, Game, SizeTable, Solver

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from montmort.exact.paths import Watch
    from montmort.games.chance import Chance
    from montmort.games.table import Table
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.claims import Claim
    from montmort.verification.reports.argument import Argument, Provenance


def _solver() -> Solver[Rules]:
    from montmort.exact.liars_poker import answers

    return Solver(
        truth=answers.truth,
        answers=answers.answers,
        question=answers.Question,
    )


def _simulator(rules: Rules, experiment: str, watch: "Watch | None") -> "Simulator":  # noqa: ARG001
    from montmort.exact.liars_poker.rounds import players
    from montmort.montecarlo.liars_poker.simulator import simulator

    return simulator(rules, experiment, others=players)


def _chances(
    rules: Rules, events: "Sequence[Any]", view: Any, choices: "Sequence[Any]"
) -> "Mapping[str, Fraction]":
    from montmort.exact.liars_poker.rounds import chances

    return chances(rules, events, view, choices)


def _players(rules: Rules, chance: "Chance") -> "Table":
    from montmort.exact.liars_poker.rounds import players

    return players(rules, chance)


def _claims() -> "tuple[Claim, ...]":
    from montmort.verification.liars_poker.claims import CLAIMS

    return CLAIMS


def _certification() -> Certification[Rules]:
    from montmort.verification.liars_poker import call_checker, published_checker
    from montmort.verification.liars_poker.certificate import certificate
    from montmort.verification.liars_poker.checker import CHECKER

    others = (call_checker.CHECKER, published_checker.CHECKER)
    return Certification(certificate=certificate, checker=CHECKER, others=others)


def _argument(rules: Rules, provenance: "Provenance", watch: "Watch | None") -> "Argument":
    from montmort.verification.liars_poker.report.argument import argument

    return argument(rules, provenance, watch)


def _table() -> SizeTable[Rules]:
    from montmort.verification.liars_poker import figures

    return figures.TABLE


GAME = Game(
    rulebook=replace(
        RULEBOOK, terminal=replace(RULEBOOK.terminal, chances=_chances, players=_players)
    ),
    solver=_solver,
    simulation=_simulator,
    claims=_claims,
    certification=_certification,
    argument=_argument,
    table=_table,
)
