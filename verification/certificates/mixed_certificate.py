"""The certificate of a game in which two players do not see the same: both strategies.

It lists the sequence form of the game.  That this follows from the rules is proved by
`check.py FILE --rules GAME`: so it is the form that the checker finds by walking all plays, with
the strategies of the exact layer.  Where that would take long, it is the form of the exact layer,
in which positions that differ by a factor are one.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.hidden import HiddenSolution
from montmort.exact.decisions.information_sets import Recalled, hidden_game
from montmort.exact.zero_sum.sequence_form import InformationSet, Move
from montmort.games.errors import BadInput, TooLarge
from montmort.games.sameness import identity
from montmort.verification.certificates.document import Document, document
from montmort.verification.certificates.mixed_checker import CHECKER, NONE
from montmort.verification.certificates.rules_asked import Question
from montmort.verification.certificates.rules_question import Words
from montmort.verification.certificates.rules_same import CannotWalk
from montmort.verification.certificates.rules_walk import Forms, described, forms_of

MOST_PAYOFFS = 100_000  # of a certificate: some megabytes


def mixed_certificate(best: Optimal, rules: Words, question: Question | None = None) -> Document:
    """Return the certificate of a value; `rules` are words about the game and the objective.

    With the question it lists the form that the checker finds.

    >>> from montmort.exact.decisions.optimal import optimal
    >>> from montmort.games import kuhn
    >>> best = optimal(kuhn.EXPERIMENTS["hand"], kuhn.Rules(), maximise="net")
    >>> content = mixed_certificate(best, {})["content"]
    >>> content["value"], content["maximise"][0]["choices"], len(content["payoffs"])
    ('-1/18', ['pass', 'bet'], 30)
    """
    solution, rules = best.solution, {**rules, "discount": "1"} if rules else rules
    if not isinstance(solution, HiddenSolution):
        raise BadInput("all players see what matters: a certificate of optimal play lists more")
    form = None if question is None else _derived(question, solution)
    if form is not None:
        return document(CHECKER, rules, {**form, "value": best.value})
    hidden = hidden_game(solution.graph, solution.rewards, solution.maximiser)
    if len(hidden.game.payoffs) > MOST_PAYOFFS:
        raise TooLarge(
            f"the game has {len(hidden.game.payoffs):,} payoffs, and a certificate lists at most "
            f"{MOST_PAYOFFS:,}; take a smaller game"
        )
    game, sides, value = hidden.game, hidden.sides(), solution.value
    if best.signs[best.seat] < 0:  # the solution is signed for the seat of the objective
        game, sides, value = game.swap_players(), sides[::-1], -value
    content = {
        "maximise": _sets(solution, sides[0], game.first),
        "minimise": _sets(solution, sides[1], game.second),
        "payoffs": [
            [payoff, *(s or NONE), *(t or NONE)] for (s, t), payoff in game.payoffs.items()
        ],
        "value": value,
    }
    return document(CHECKER, rules, content)


def _derived(question: Question, solution: HiddenSolution) -> dict[str, object] | None:
    """Return the form that the checker finds; None where that takes long."""
    try:
        form = forms_of(question)
    except CannotWalk:
        return None
    laws = {identity(tuple(choice.information)): choice.chances for choice in solution.decisions}
    if len(form.payoffs) > MOST_PAYOFFS or not all(
        identity(information) in laws for sets in form.sets for information, _ in sets
    ):
        return None
    first, second = (_sets_of_form(form, side, laws) for side in range(2))
    rows = [[payoff, *s, *t] for (s, t), payoff in form.payoffs.items()]
    return {"maximise": first, "minimise": second, "payoffs": rows}


def _sets_of_form(form: Forms, side: int, laws: Mapping[Any, object]) -> list[dict[str, object]]:
    """Return the information sets of a player, with the strategy."""
    sets = form.sets[side]
    words = described(information for information, _ in sets)
    return [
        {
            "view": entry["view"],
            "choices": entry["choices"],
            "chances": laws[identity(information)],
            "arrivals": [[*last, 1]],
        }
        for entry, (information, last) in zip(words, sets, strict=True)
    ]


def _sets(
    solution: HiddenSolution, recalled: Sequence[Recalled], sets: Sequence[InformationSet]
) -> list[dict[str, object]]:
    """Return the information sets of a player, with the strategy."""
    seen = [entry.information for entry in recalled]
    laws = {identity(tuple(choice.information)): choice.chances for choice in solution.decisions}
    return [
        {
            "view": words["view"],
            "choices": words["choices"],
            "chances": laws[identity(tuple(information))],
            "arrivals": [[*_place(move), times] for move, times in entry.arrivals],
        }
        for information, words, entry in zip(seen, described(seen), sets, strict=True)
    ]


def _place(move: Move | None) -> tuple[int, int]:
    return NONE if move is None else (move.information_set, move.choice)
