"""The answers of Treize by name: laws, values, and the chances during play."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from montmort.exact.dealt_cards import laws_of
from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.exact.solver import Solver
from montmort.exact.treize.pass_counts import work
from montmort.exact.treize.rest_of_deck import DeckPosition
from montmort.exact.treize.solution import no_match, solve
from montmort.games.treize import Rules, Turned, dealing
from montmort.games.validation import check_integer

MOST_TERMS = 10_000  # of the law or the list of seats: some minutes, some megabytes
MOST_OPERATIONS = 3.5 * 10**9  # for the chances during play: about a second


def truth(
    rules: Rules,
    experiment: str = "game",
    watch: Watch | None = None,  # noqa: ARG001
) -> dict[str, Law[int]]:
    """Return the exact laws of points, passes and cards, each cut off at a tail of 1e-9.

    >>> truth(Rules(ranks=2, suits=1))["passes"].chances()[1]
    Fraction(1, 2)
    """
    if experiment == "cards":
        return laws_of(dealing(rules))
    solution = solve(rules)
    passes = solution.passes_until_rare()
    return {
        "points": solution.points_law(),
        "passes": solution.passes_law(passes),
        "cards": solution.cards_law(passes),
    }


def moments(rules: Rules, experiment: str) -> dict[str, tuple[Fraction, Fraction]]:
    """Return mean and variance of the points.

    Of 1 2 and 2 1 the second loses at once; after 1 2 another deck loses, or adds 2 and begins
    anew.  So E T = 1/2 (1 + 1/2 (2 + E T)), and E T^2 = 9/2 + 1/4 E T^2 = 6.

    >>> moments(Rules(ranks=2, suits=1), "game")
    {'points': (Fraction(4, 3), Fraction(38, 9))}
    """
    if experiment != "game":
        return {}
    solution = solve(rules)
    return {"points": (solution.points_mean, solution.points_variance)}


@dataclass(frozen=True, kw_only=True)
class Question:
    """Options of `answers`."""

    points: int = field(default=20, metadata={"help": "terms of the points' law, 1 or more"})
    opponents: int | None = field(
        default=None, metadata={"help": "opponents when the deal passes on: adds `seats`"}
    )

    def __post_init__(self) -> None:
        for name, value in (("points", self.points), ("opponents", self.opponents)):
            if value is not None:
                check_integer(name, value, 1, MOST_TERMS)


def answers(
    rules: Rules,
    question: Question | None = None,
    watch: Watch | None = None,  # noqa: ARG001
) -> dict[str, object]:
    """Return all answers by name: fractions, and lists of fractions.

    >>> found = answers(Rules(ranks=2, suits=1), Question(points=3, opponents=2))
    >>> [str(chance) for chance in found["points_law"]]
    ['1/2', '1/4', '0']
    >>> [str(worth) for worth in found["seats"]]
    ['1/3', '0', '-1/3']
    """
    question = Question() if question is None else question
    solution = solve(rules)
    law = solution.points_law(question.points - 1)
    found: dict[str, object] = {
        "value": solution.value,
        "values": solution.values,
        "points_mean": solution.points_mean,
        "points_variance": solution.points_variance,
        "points_law": [law[points] for points in range(question.points)],
        "passes_mean": solution.passes_mean,
        "cards_mean": solution.cards_mean,
        "first_round": solution.first_round,
        "frustration": no_match(rules, rules.cards),
        "q": solution.q,
        "loss": solution.loss,
        "gains": solution.gains,
    }
    if question.opponents is not None:
        found["seats"] = solution.seats(question.opponents)
    return found


def chances(
    rules: Rules,
    heard: Sequence[Turned],
    view: object = None,  # noqa: ARG001
    choices: Sequence[object] = (),  # noqa: ARG001
) -> dict[str, Fraction]:
    """Return the chances at the table after the turned cards `heard`.

    The last two are given at the beginning of a deck, and again when few
    enough cards are left.  No player decides anything in this game, so `view`
    and `choices` are not used.

    >>> for name, chance in chances(Rules(ranks=2, suits=1), [Turned(call=1, rank=2)]).items():
    ...     print(name, chance)
    a match with the next card 0
    this count is lost 1
    the game ends in this deck 1
    points to come, expected 0
    """
    turned = [event.rank for event in heard[len(heard) // rules.cards * rules.cards :]]
    calls = 0 if not heard or heard[-1].is_match else heard[-1].call
    deck = (rules.suits,) * rules.ranks
    position = DeckPosition.after(deck, turned, calls)
    lost = position.no_match()
    if calls + position.size < rules.ranks:  # the count goes on with a new deck
        lost *= DeckPosition(left=deck, calls=calls + position.size).no_match()
    known = {"a match with the next card": position.next_match, "this count is lost": lost}
    return known | _rest_of_game(rules, position)


def _rest_of_game(rules: Rules, position: DeckPosition) -> dict[str, Fraction]:
    """Return the chance that the game ends in this deck and the expected points, if cheap."""
    if work(rules.ranks, rules.suits).operations > MOST_OPERATIONS:
        return {}
    solution = _remembered(rules)
    if position.size == rules.cards:
        last, points = solution.loss[position.calls], solution.values[position.calls] + 1
    elif (rest := position.rest_of_deck()) is not None:
        last = rest.lost
        points = rest.points + sum(p * (solution.values[j] + 1) for j, p in rest.survive.items())
    else:
        return {}
    return {"the game ends in this deck": last, "points to come, expected": points}


_remembered = lru_cache(maxsize=1)(solve)  # the game that is being played


SOLVER = Solver(truth=truth, answers=answers, question=Question, moments=moments, value_to="dealer")
