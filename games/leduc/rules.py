"""Leduc hold'em: two players, six cards, a card each and one on the board.

Both players ante one unit and get a card.  In a round of bets the first player checks or bets;
a bet is called, raised or folded, and there are at most two bets and raises in a round.  Then a
card is shown on the board, and a second round follows with twice the bet.  A card that pairs the
board wins, else the higher card; equal ranks divide the pot.
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


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The pack, and the bets of each round."""

    ranks: int = rule(3, "ranks in the pack, 1 the lowest", least=2)
    suits: int = rule(2, "cards of each rank", least=2)
    ante: int = rule(1, "units that each player antes", least=1)
    bets: tuple[int, ...] = rule((2, 4), "units of a bet in each round", least=1)
    raises: int = rule(2, "bets and raises in a round, at most", least=1)

    def check(self) -> None:
        """Raise BadInput unless there are one or two rounds."""
        if len(self.bets) not in (1, 2):
            raise BadInput(f"bets={self.bets} must be one or two numbers, for one or two rounds")


class Net(NamedTuple):
    """Outcome: what the first player wins, in units; negative if lost."""

    net: int


class Held(NamedTuple):
    """What a player sees: the own card, that on the board (0 for none), and what was done."""

    card: int
    board: int
    before: tuple[str, ...]
    done: tuple[str, ...]


class Shown(NamedTuple):
    """Event: both cards, at the end."""

    first: int
    second: int

    def __str__(self) -> str:
        return f"The first player has card {self.first}, the second one card {self.second}."


def choices_of(owes: int, raises_left: int) -> tuple[str, ...]:
    """Return what a player may do who owes so many units to the pot.

    >>> choices_of(0, 2), choices_of(2, 1), choices_of(2, 0)
    (('check', 'bet'), ('fold', 'call', 'raise'), ('fold', 'call'))
    """
    if owes:
        return ("fold", "call", "raise") if raises_left else ("fold", "call")
    return ("check", "bet")


def step(rules: Rules, _state: Nothing, chance: Chance, table: Table) -> tuple[None, Net]:
    """Deal a card each, let the players bet, show the board, let them bet again, and compare.

    All check; the first player has card 2, the second one card 1, and the board is 1:

    >>> from montmort.games.chance import ScriptedChance
    >>> class Checking:
    ...     def decide(self, seat, choices, view):
    ...         return choices[0]
    ...     def tell(self, event):
    ...         pass
    >>> step(Rules(), Nothing(), ScriptedChance([1, 0, 0]), Checking())
    (None, Net(net=-1))
    """
    first, deck = Deck.of(ranks=rules.ranks, suits=rules.suits).draw(chance)
    second, deck = deck.draw(chance)
    held = (first + 1, second + 1)
    paid = [rules.ante, rules.ante]
    board = 0
    before: tuple[str, ...] = ()
    for size in rules.bets:
        if before:
            third, deck = deck.draw(chance)
            board = third + 1
        done: tuple[str, ...] = ()
        seat, raises, goes_on = 0, 0, True
        while goes_on:
            owes = paid[1 - seat] - paid[seat]
            choices = choices_of(owes, rules.raises - raises)
            choice = table.decide(seat, choices, Held(held[seat], board, before, done))
            if choice == "fold":
                table.tell(Shown(*held))
                return None, Net(paid[1] if seat == 1 else -paid[0])
            goes_on = choice in ("bet", "raise") or (choice == "check" and not done)
            done = (*done, choice)
            paid[seat] += owes
            if choice in ("bet", "raise"):
                paid[seat] += size
                raises += 1
            seat = 1 - seat
        before = done
    table.tell(Shown(*held))
    ranks = [(card == board, card) for card in held]
    return None, Net(((ranks[0] > ranks[1]) - (ranks[0] < ranks[1])) * paid[0])


def question(rules: Rules, view: Held) -> str:
    """Return what a player sees and is asked.

    >>> print(question(Rules(), Held(2, 3, ("check", "check"), ("bet",))))
    You hold card 2 among 1 to 3; the board is 3. Done so far: check, check; bet. What do you do?
    """
    board = f"; the board is {view.board}" if view.board else ""
    rounds = "; ".join(", ".join(each) for each in (view.before, view.done) if each)
    done = f" Done so far: {rounds}." if rounds else ""
    return f"You hold card {view.card} among 1 to {rules.ranks}{board}.{done} What do you do?"


EXPERIMENTS: Experiments[Rules] = {
    "hand": Experiment(name="hand", outcome=Net, start=start_once, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="leduc",
    title="Leduc hold'em",
    source="Southey and others, Bayes' bluff: opponent modelling in poker, 2005",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="net",
    terminal=Terminal(asks=question),
)
