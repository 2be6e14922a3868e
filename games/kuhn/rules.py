"""Kuhn poker: two players, a pack of different cards, one bet.

Each player antes one unit and sees one card.  The first player passes or bets one unit.
After a bet the other player bets as well or passes, and a pass loses the ante.  After a pass
the second player passes or bets; a bet the first player answers in the same way.  If both
have bet or both have passed, the higher card wins.
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment, Experiments, Nothing, start_once
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table

CHOICES = ("pass", "bet")


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The pack."""

    cards: int = rule(3, "cards in the pack, 1 the lowest", least=2)


class Net(NamedTuple):
    """Outcome: what the first player wins, in units; negative if lost."""

    net: int


class Held(NamedTuple):
    """What a player sees: the own card, and what both have done."""

    card: int
    done: tuple[str, ...]


class Shown(NamedTuple):
    """Event: both cards, at the end."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"The first player has card {self.first}, the second one card {self.second}."


def step(rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Net]:
    """Deal a card each, let the players bet, and compare.

    Both players pass; the first one has card 2, the second one card 1:

    >>> from montmort.games.chance import ScriptedChance
    >>> class Passing:
    ...     def decide(self, seat, choices, view):
    ...         return "pass"
    ...     def tell(self, event):
    ...         pass
    >>> step(Rules(), Nothing(), ScriptedChance([1, 0]), Passing())
    (None, Net(net=1))
    """
    first, deck = Deck.of(ranks=rules.cards, suits=1).draw(chance)
    second, _ = deck.draw(chance)
    done: tuple[str, ...] = ()
    for seat in (0, 1, 0):
        choice = table.decide(seat, CHOICES, Held((first, second)[seat] + 1, done))
        if done and done[-1] == "bet" and choice == "pass":
            table.tell(Shown(first + 1, second + 1))
            return None, Net(1 if seat == 1 else -1)
        done = (*done, choice)
        if len(done) > 1 and done[-1] == done[-2]:
            break
    table.tell(Shown(first + 1, second + 1))
    stake = 2 if done[-1] == "bet" else 1
    return None, Net(stake if first > second else -stake)


ASKED = {
    (): "You begin: pass, or bet?",
    ("pass",): "The first player passes. Do you pass, or bet?",
    ("bet",): "The first player bets. Do you pass, and lose the ante, or bet as well?",
    ("pass", "bet"): "You passed, the other player bets. Do you pass now, or bet as well?",
}


def question(rules: Rules, view: Held) -> str:
    """Return what a player sees and is asked.

    >>> print(question(Rules(), Held(2, ())))
    You hold card 2 among 1 to 3. You begin: pass, or bet?
    """
    return f"You hold card {view.card} among 1 to {rules.cards}. {ASKED[view.done]}"


EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Net, start=start_once, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="kuhn",
    title="Kuhn poker",
    source="Kuhn 1950",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="net",
    terminal=Terminal(asks=question),
)
