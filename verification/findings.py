"""What claims about small games share: findings where the true number is known exactly."""

from fractions import Fraction
from typing import Any

from montmort.exact.formatting import decimals, short
from montmort.games.rulebook import Rulebook
from montmort.verification.aim import Aim
from montmort.verification.claims import Finding, Stated
from montmort.verification.optimal_play import OptimalPlay, Problem


def found(
    game: str, what: str, value: Fraction, stated: Stated, *, flags: str = "", under: str = ""
) -> Finding:
    """Return the finding that `what` is `value`, found under these flags of `montmort exact`.

    `under` says what the number rests on, by default the exact law of the rules.

    >>> print(found("craps", "the chance", Fraction(1, 3), Stated(0, 1)).why)
    1/3, from the exact law of the rules; the claim is 0 to 1
    """
    return Finding(
        standing=stated.standing(value),
        true=f"{what} is {decimals(value)}",
        why=f"{short(value)}, {under or 'from the exact law of the rules'}; the claim is {stated}",
        how=f"montmort exact {game}{flags}",
        exact={"value": value},
    )


def usual_optimal_play(rulebook: Rulebook[Any]) -> OptimalPlay:
    """Return optimal play of the usual game for what the first player wants, found by a walk.

    >>> from montmort.games import kuhn
    >>> usual_optimal_play(kuhn.RULEBOOK).found.value
    Fraction(-1, 18)
    """
    experiment = rulebook.experiment(rulebook.first_experiment)
    problem = Problem.of(experiment, rulebook.usual, Aim(rulebook.wants))
    return problem.solve_once(None, None)
