"""Higher or lower.

A card is turned, and you say whether the next one is higher or lower.  Every
right guess is a point.  The first wrong one ends the game, and so does the end
of the deck; a card of the same rank is always wrong.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from montmort.games import (
    Chance,
    Deck,
    Experiment,
    Rulebook,
    RuleSet,
    Table,
    Terminal,
    rule,
)


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The deck: cards 1 to `ranks`, each in `suits` suits."""

    ranks: int = rule(13, "ranks in the deck", least=2, why=": one rank leaves nothing to guess")
    suits: int = rule(4, "cards of each rank", least=1)


class Guess(enum.Enum):
    """The player's choices."""

    HIGHER = "higher"
    LOWER = "lower"


class Score(NamedTuple):
    """Outcome: right guesses."""

    points: int


class Seen(NamedTuple):
    """The card on the table, and the deck, of which only the counts are known."""

    card: int
    deck: Deck

    def __str__(self) -> str:
        return f"The card is {self.card}; {self.deck.size} left in the deck."


class Turned(NamedTuple):
    """Event: the next card, and whether the guess was right."""

    card: int
    is_right: bool

    def __str__(self) -> str:
        return f"It is {self.card}: {'right!' if self.is_right else 'wrong.'}"


def start(rules: Rules, chance: Chance) -> Seen:
    """Turn the first card."""
    rank, deck = Deck.of(ranks=rules.ranks, suits=rules.suits).draw(chance)
    return Seen(rank + 1, deck)


def step(
    rules: Rules,  # noqa: ARG001
    seen: Seen,
    chance: Chance,
    table: Table,
) -> tuple[Seen | None, Score]:
    """Let the player on seat 0 guess, and turn a card."""
    guess = table.decide(0, tuple(Guess), seen)
    rank, deck = seen.deck.draw(chance)
    card = rank + 1
    is_right = card > seen.card if guess is Guess.HIGHER else card < seen.card
    table.tell(Turned(card, is_right))
    return (Seen(card, deck) if is_right and deck.size else None), Score(int(is_right))


def chances(
    rules: Rules,  # noqa: ARG001
    events: Sequence[Turned],  # noqa: ARG001
    seen: Seen,
    choices: Sequence[Guess],  # noqa: ARG001
) -> dict[str, Fraction]:
    """Return the chance that each guess is right, counting every card seen.

    >>> found = chances(Rules(), [], Seen(2, Deck((1, 0, 2))), tuple(Guess))
    >>> {name: str(chance) for name, chance in found.items()}
    {'higher is right': '2/3', 'lower is right': '1/3'}
    """
    counts = seen.deck.counts
    return {
        "higher is right": Fraction(sum(counts[seen.card :]), seen.deck.size),
        "lower is right": Fraction(sum(counts[: seen.card - 1]), seen.deck.size),
    }


EXPERIMENTS = {"game": Experiment(name="game", outcome=Score, start=start, step=step)}

RULEBOOK = Rulebook(
    name="higher-or-lower",
    title="Higher or lower",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    terminal=Terminal(chances=chances),
)
