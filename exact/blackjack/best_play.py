"""Best play of a finite shoe: the strategy that is best for the cards of the hand at play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from montmort.exact.blackjack.hand_values import HandValues, Played, Spot, Worths
from montmort.exact.decisions.best_play import BestChoice
from montmort.games.blackjack import VALUES, Rules, Turn


def largest(_view: Turn, worths: Worths) -> str:
    """Return the choice that is worth most; of several the first that the rules name."""
    return max(worths, key=lambda choice: worths[choice])


@lru_cache(maxsize=20)
def best_against(rules: Rules, up: int) -> "BestAgainst":
    """Return the best play against one card of the dealer's."""
    return BestAgainst(rules, up)


class BestAgainst:
    """The best play against one card of the dealer's.

    >>> against = best_against(Rules(decks="1"), 10)
    >>> seen = (0, 0, 0, 0, 0, 1, 0, 0, 0, 1)  # a ten and a 6 against a ten: hit
    >>> worths = against.worths(Turn("hard", 16, 10, 2, seen))
    >>> {choice: round(float(worth), 3) for choice, worth in worths.items()}
    {'stand': -0.543, 'hit': -0.507, 'double': -1.014}
    """

    def __init__(self, rules: Rules, up: int) -> None:
        self._values = HandValues(rules, up)
        self._played = Played(self._values, largest)
        for spot, _ in self._values.firsts():
            self._played.worths(spot)
        self._spots: dict[Turn, Spot] = {}
        for spot in self._played.known:
            view = self._played.view(spot)[1]
            if self._spots.setdefault(view, spot) != spot:
                raise ArithmeticError(f"{view} does not say which hand it is")

    def __len__(self) -> int:
        return len(self._spots)

    def choice(self, view: Turn) -> str:
        """Return what is best."""
        return self._played.choice(self._spots[view])

    def choices(self) -> dict[Turn, str]:
        """Return what is best at every view."""
        return {view: self._played.choice(spot) for view, spot in self._spots.items()}

    def worths(self, view: Turn) -> dict[str, Fraction]:
        """Return what each choice is worth in bets, once the dealer has no blackjack."""
        spot = self._spots[view]
        alive = self._values.alive(spot.seen)
        return {
            choice: Fraction(worth, alive) for choice, worth in self._played.worths(spot).items()
        }

    def decisions(self) -> list[BestChoice]:
        """Return all decisions, with what each choice is worth."""
        found = []
        for view in self._spots:
            worths = self.worths(view)
            most = max(worths.values())
            ties = tuple(choice for choice, worth in worths.items() if worth == most)
            values = tuple(worths.values())
            found.append(BestChoice(0, view, (*worths,), values, self.choice(view), ties))
        return found


class BestPlayer:
    """A Table that plays what is best for the cards of the hand at play.

    >>> player = BestPlayer(Rules(decks="1"))
    >>> seen = (0, 0, 0, 0, 2, 0, 0, 0, 0, 0)
    >>> player.decide(0, ("stand", "hit", "double", "split"), Turn("pair", 5, 5, 2, seen))
    'double'
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def decide(self, _seat: int, _choices: Sequence[Any], view: Any, /) -> Any:
        """Return the best choice."""
        return best_against(self._rules, view.up).choice(view)

    def tell(self, _event: object, /) -> None:
        """Ignore the event."""


@dataclass(frozen=True)
class TablePlayer:
    """A Table that plays by a table of all views, for plays by the million."""

    choices: Mapping[Turn, str]

    def decide(self, _seat: int, _choices: Sequence[Any], view: Any, /) -> Any:
        """Return the choice of the table."""
        return self.choices[view]

    def tell(self, _event: object, /) -> None:
        """Ignore the event."""


@lru_cache(maxsize=2)
def table_player(rules: Rules) -> TablePlayer:
    """Return the player of the best play against every card of the dealer's.

    >>> player = table_player(Rules(decks="1", deck=(0, 0, 0, 0, 0, 0, 0, 0, 0, 8)))
    >>> {*player.choices.values()}  # all hands are a pair of tens
    {'stand'}
    """
    ups = [up for up in VALUES if rules.shoe[up]]
    return TablePlayer({v: c for up in ups for v, c in best_against(rules, up).choices().items()})
