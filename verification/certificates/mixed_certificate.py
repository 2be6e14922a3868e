"""The certificate of a game in which two players do not see the same: both strategies.

It lists the sequence form of the game.  That this follows from the rules is not proved: `montmort`
walked them.
"""

from collections.abc import Mapping, Sequence

from montmort.exact.decisions.hidden import HiddenSolution
from montmort.exact.decisions.information_sets import Recalled, hidden_game
from montmort.exact.decisions.optimal import Optimal
from montmort.exact.zero_sum.sequence_form import InformationSet, Move
from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates.document import Document, document
from montmort.verification.certificates.mixed_checker import CHECKER, NONE
from montmort.verification.certificates.optimal_certificate import described

MOST_PAYOFFS = 100_000  # of a certificate: some megabytes


def mixed_certificate(best: Optimal, rules: Mapping[str, str]) -> Document:
    """Return the certificate of a value; `rules` are words about the game and the objective.

    >>> from montmort.exact.decisions.optimal import optimal
    >>> from montmort.games import kuhn
    >>> best = optimal(kuhn.EXPERIMENTS["hand"], kuhn.Rules(), maximise="net")
    >>> content = mixed_certificate(best, {})["content"]
    >>> content["value"], content["maximise"][0]["choices"], len(content["payoffs"])
    ('-1/18', ['pass', 'bet'], 30)
    """
    found = best.solution
    if not isinstance(found, HiddenSolution):
        raise BadInput("all players see what matters: a certificate of optimal play lists more")
    hidden = hidden_game(found.graph, found.rewards, found.maximiser)
    if len(hidden.game.payoffs) > MOST_PAYOFFS:
        raise TooLarge(
            f"the game has {len(hidden.game.payoffs):,} payoffs, and a certificate lists at most "
            f"{MOST_PAYOFFS:,}; take a smaller game"
        )
    game, sides, value = hidden.game, hidden.sides(), found.value
    if best.signs[best.seat] < 0:  # the solution is signed for the seat of the objective
        game, sides, value = game.swap_players(), sides[::-1], -value
    content = {
        "maximise": _sets(found, sides[0], game.first),
        "minimise": _sets(found, sides[1], game.second),
        "payoffs": [
            [payoff, *(s or NONE), *(t or NONE)] for (s, t), payoff in game.payoffs.items()
        ],
        "value": value,
    }
    return document(CHECKER, rules, content)


def _sets(
    found: HiddenSolution, recalled: Sequence[Recalled], sets: Sequence[InformationSet]
) -> list[dict[str, object]]:
    """Return the information sets of a player, with the strategy."""
    known = [each.information for each in recalled]
    laws = {each.information: each.chances for each in found.decisions}
    return [
        {
            "view": words["view"],
            "choices": words["choices"],
            "chances": laws[information],
            "arrivals": [[*_place(move), times] for move, times in each.arrivals],
        }
        for information, words, each in zip(known, described(known), sets, strict=True)
    ]


def _place(move: Move | None) -> tuple[int, int]:
    return NONE if move is None else (move.information_set, move.choice)
