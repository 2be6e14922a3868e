"""The answers of Treize by name: laws, values, and the chances during play.

In the middle of a deck, of the n cards left L_c are of rank c, and i calls were made since
the last match.  The count is lost if none of the calls i+1 ... r is a match.
With n cards or more to come, no two of these calls ask for one rank, so by
inclusion and exclusion

    P = sum_t (-1)^t e_t (n-t)! / n!,   sum_t e_t x^t = prod_(i < c <= r) (1 + L_c x).

If the deck ends first, the calls up to i+n come from it and the rest from a
new deck: independent, so the two chances multiply.

The rest of the deck is played forward, card by card, with integer weights
that add up to n!/(n-t)! after t cards.  A state consists of the cards left by
rank and the calls made; a deck that can be reduced in too many ways is skipped.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from montmort.display import short_repr
from montmort.exact.dealt_cards import laws_of
from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.exact.solver import Solver
from montmort.exact.treize.pass_counts import work
from montmort.exact.treize.solution import no_match, solve
from montmort.games.errors import BadInput
from montmort.games.treize import Rules, Turned, dealing
from montmort.games.validation import check_integer


@dataclass(frozen=True, kw_only=True)
class DeckPosition:
    """`left[c-1]` cards of rank c in the deck, `calls` made since the last match.

    >>> position = DeckPosition(left=(1, 1), calls=0)
    >>> position.next_match, position.no_match()
    (Fraction(1, 2), Fraction(1, 2))
    """

    left: tuple[int, ...]
    calls: int

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if min(self.left) < 0 or not self.size or not 0 <= self.calls < len(self.left):
            raise BadInput(
                f"{self} is not a position of a game: cards must be left, and calls < ranks"
            )

    @classmethod
    def after(cls, deck: Sequence[int], turned: Sequence[int], calls: int) -> "DeckPosition":
        """Return the position after `turned` ranks from a deck given by its counts by rank."""
        left = (count - turned.count(rank) for rank, count in enumerate(deck, start=1))
        return cls(left=tuple(left), calls=calls)

    @property
    def size(self) -> int:
        """Cards left in the deck."""
        return sum(self.left)

    @property
    def next_match(self) -> Fraction:
        """Chance that the next card is the one called."""
        return Fraction(self.left[self.calls], self.size)

    def no_match(self) -> Fraction:
        """Return the chance that none of the calls left in this count and this deck is a match."""
        called = self.left[self.calls : self.calls + self.size]
        forced = [1]
        for count in called:
            forced = [a + count * b for a, b in zip([*forced, 0], [0, *forced], strict=True)]
        ways = sum((-1) ** t * e * math.factorial(self.size - t) for t, e in enumerate(forced))
        return Fraction(ways, math.factorial(self.size))

    def rest_of_deck(self) -> "RestOfDeck | None":
        """Return the outcome of the rest of the deck; None if it has too many sub-decks.

        >>> DeckPosition(left=(1, 1), calls=0).rest_of_deck()
        RestOfDeck(lost=Fraction(1, 2), points=Fraction(1, 2), survive={1: Fraction(1, 2)})
        """
        if math.prod(count + 1 for count in self.left) > MOST_PARTS:
            return None
        weights = {(self.left, self.calls): 1}
        lost = points = Fraction(0)
        for turned in range(self.size):
            drawn = math.perm(self.size, turned + 1)
            matches = sum(weight * left[calls] for (left, calls), weight in weights.items())
            points += Fraction(matches, drawn)
            after: dict[tuple[tuple[int, ...], int], int] = {}
            for (left, calls), weight in weights.items():
                for state, ways in _turns(left, calls):
                    after[state] = after.get(state, 0) + weight * ways
            lost += Fraction(sum(w for (_, c), w in after.items() if c == len(self.left)), drawn)
            weights = {state: w for state, w in after.items() if state[1] < len(self.left)}
        orders = math.factorial(self.size)
        survive = {calls: Fraction(weight, orders) for (_, calls), weight in weights.items()}
        return RestOfDeck(lost=lost, points=points, survive=survive)


@dataclass(frozen=True, kw_only=True)
class RestOfDeck:
    """Chance of a loss, expected points, and the chances of the calls made at the end."""

    lost: Fraction
    points: Fraction
    survive: Mapping[int, Fraction]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if self.lost + sum(self.survive.values()) != 1:
            raise ArithmeticError("the chances of losing and of surviving do not sum to 1")


def _turns(left: tuple[int, ...], calls: int) -> Iterator[tuple[tuple[tuple[int, ...], int], int]]:
    """Yield ((left, calls) after the next card, number of cards that lead there)."""
    for rank, count in enumerate(left):
        if count:
            after = (*left[:rank], count - 1, *left[rank + 1 :])
            yield (after, 0 if rank == calls else calls + 1), count


MOST_TERMS = 10_000  # of the law or the list of seats: some minutes, some megabytes
MOST_OPERATIONS = 3.5 * 10**9  # for the chances during play: about a second
MOST_PARTS = 10_000  # sub-decks of the deck left: half a second


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
