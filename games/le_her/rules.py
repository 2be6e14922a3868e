"""Le Her, the game of Montmort's correspondence with Nicolas Bernoulli and Waldegrave.

Paul, then Pierre, the dealer, receive a card.  Paul may exchange it for Pierre's, unless that
is a king.  Then Pierre may exchange what he holds for the next card of the deck; a king drawn
is put back.  The higher card wins, and Pierre wins ties.

Ranks are 1, the lowest, to `ranks`, the king.  A player whose exchange was refused, because the
other one has a king, knows that; it matters only to Pierre, who then knows that he holds it.
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments, Nothing, start_once
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table

CHOICES = ("keep", "exchange")


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The deck."""

    ranks: int = rule(13, "ranks in the deck, the highest the king", least=2)
    suits: int = rule(4, "cards of each rank", least=1)

    def check(self) -> None:
        """Raise BadInput unless there are three cards."""
        if self.ranks * self.suits < 3:
            raise BadInput(
                f"ranks={self.ranks} in suits={self.suits} are too few cards: three are dealt"
            )


class Game(NamedTuple):
    """Outcome: whether Paul's card is higher."""

    paul_wins: bool


class Held(NamedTuple):
    """What a player sees: the own card, and the other's where both have exchanged, else None."""

    card: int
    other: int | None = None


class Shown(NamedTuple):
    """Event: both cards, at the end."""

    paul: int
    pierre: int

    def __str__(self) -> str:
        return f"Paul has card {self.paul}, Pierre card {self.pierre}."


def step(rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Game]:
    """Deal a card each, let Paul and then Pierre exchange, and compare.

    Paul has a 2, Pierre a 1, and neither exchanges:

    >>> from montmort.games.chance import ScriptedChance
    >>> class Keeper:
    ...     def decide(self, seat, choices, view):
    ...         return "keep"
    ...     def tell(self, event):
    ...         pass
    >>> step(Rules(), Nothing(), ScriptedChance([1, 0]), Keeper())
    (None, Game(paul_wins=True))
    """
    first, deck = Deck.of(ranks=rules.ranks, suits=rules.suits).draw(chance)
    second, deck = deck.draw(chance)
    paul, pierre, known = first + 1, second + 1, None
    if table.decide(0, CHOICES, Held(paul)) == "exchange" and pierre != rules.ranks:
        paul, pierre = pierre, paul
        known = paul
    if table.decide(1, CHOICES, Held(pierre, known)) == "exchange":
        third, _ = deck.draw(chance)
        if third + 1 != rules.ranks:
            pierre = third + 1
    table.tell(Shown(paul, pierre))
    return None, Game(paul > pierre)


def question(rules: Rules, view: Held) -> str:
    """Return what a player sees and is asked.

    >>> print(question(Rules(), Held(7)))
    You hold card 7 among 1 to 13, and do not know the other card. Keep it, or exchange it?
    """
    other = f"the other player holds card {view.other}"
    known = "do not know the other card" if view.other is None else f"know that {other}"
    held = f"You hold card {view.card} among 1 to {rules.ranks}, and {known}."
    return f"{held} Keep it, or exchange it?"


EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Game, start=start_once, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="le-her",
    title="Le Her",
    source="Montmort 1713",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="paul_wins",
    terminal=Terminal(asks=question),
)
