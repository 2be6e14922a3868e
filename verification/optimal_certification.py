"""How the value of optimal play of any game is certified: the graph of its rules, solved."""

from dataclasses import replace
from typing import Any

from montmort.exact.decisions.hidden import HiddenSolution
from montmort.exact.decisions.optimal import WIDTH
from montmort.exact.paths import Watch
from montmort.games.errors import TooLarge
from montmort.games.rulebook import Rulebook
from montmort.verification.aim import Aim
from montmort.verification.certificates import bounds_checker, mixed_checker, rules_asked
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document
from montmort.verification.certificates.mixed_certificate import mixed_certificate
from montmort.verification.certificates.optimal_certificate import (
    CHECKER,
    MOST_NODES,
    optimal_certificate,
)
from montmort.verification.certificates.rules_asked import Question
from montmort.verification.certificates.rules_compare import MOST_BOUNDED
from montmort.verification.certificates.rules_question import question_words
from montmort.verification.optimal_play import Problem


def certification_of_aim(
    rulebook: Rulebook[Any], experiment: str, aim: Aim, *, is_quick: bool = False
) -> Certification[Any]:
    """Return the certification of the best value of an aim.

    The value of a large graph is enclosed, which takes some minutes; TooLarge if it `is_quick`.

    >>> from montmort.games.rulebook import NoRules
    >>> from montmort.verification.own_games.from_play import experiment_of
    >>> def play(chance, table):
    ...     return table.decide(0, [2, 1], None) + chance.pick([1, 1])
    >>> book = Rulebook(name="own.py", experiments={"play": experiment_of(play)})
    >>> certification = certification_of_aim(book, "play", Aim("value", maximises=False))
    >>> certificate = certification.certificate(NoRules(), None)
    >>> certificate["content"]["value"], certificate["rules"]["aim"]
    ('3/2', 'minimise value, seat 0')
    """
    chosen = rulebook.experiment(experiment)

    def certificate(rules: Any, watch: Watch | None) -> Document:
        problem = Problem.of(chosen, rules, aim)
        try:
            best = problem.walked(watch, nodes=MOST_NODES)
        except TooLarge as error:
            if is_quick:
                raise TooLarge(
                    f"the graph has more than {MOST_NODES:,} nodes: `montmort certify` encloses "
                    "the value, which takes some minutes"
                ) from error
            best = problem.walked(watch, nodes=MOST_BOUNDED, width=WIDTH)
        seat = best.seat
        question = Question(
            chosen, rules, aim=rules_asked.Aim(aim.text), seat=seat, maximises=aim.maximises
        )
        words = question_words(rulebook, experiment, rules, replace(aim, seat=seat))
        if isinstance(best.solution, HiddenSolution):
            return mixed_certificate(best, words, question)
        return optimal_certificate(best, words, question)

    others = mixed_checker.CHECKER, bounds_checker.CHECKER
    return Certification(certificate=certificate, checker=CHECKER, others=others)
