"""The computer players of five-card draw, and what a player sees.

    smart        makes the best discard; a solver passes it in, because the rules
                 compute no chances
    montecarlo   plays every choice `runs` times with cards drawn from the unseen
                 ones, against five others of them, counts only the wins, and takes
                 the first choice with the most wins
    random       takes each of the choices with the same chance

Random decisions are drawn from Chance, so they are enumerated and simulated like
the deal.
"""

from collections.abc import Callable, Sequence
from math import comb
from typing import Any, NamedTuple

from montmort.games.cards.pack import members, set_of
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.five_card_draw.ranking import value
from montmort.games.five_card_draw.rules import Rules


class Turn(NamedTuple):
    """What the player on `seat` sees: their own five cards.

    >>> print(Turn(seat=0, own="5c 6d 7h 8s 9c"))
    You, on seat 0, hold 5c 6d 7h 8s 9c; which cards do you discard?
    """

    seat: int
    own: str

    def __str__(self) -> str:
        return f"You, on seat {self.seat}, hold {self.own}; which cards do you discard?"


Best = Callable[[Rules, Turn], str]  # the best choice
Count = Callable[[Rules, Turn, Sequence[str], Chance], list[int]]  # wins of each choice


class Counted(NamedTuple):
    """The counts by which a Monte Carlo bot has decided.

    >>> print(Counted(Turn(1, "5c 6d 7h 8s 9c"), 10, {"": 9, "9c": 3, "5c": 4}))
    Seat 1 held 5c 6d 7h 8s 9c and played each choice; won, of 10 plays each:
          9  none
          4  5c
          3  9c
    """

    turn: Turn
    runs: int
    wins: dict[str, int]

    def __str__(self) -> str:
        seat, own = self.turn
        ranked = sorted(self.wins.items(), key=lambda pair: -pair[1])  # the first of equal counts
        lines = [f"  {won:5}  {choice or 'none'}" for choice, won in ranked]
        played = f"played each choice; won, of {self.runs} plays each:"
        return "\n".join([f"Seat {seat} held {own} and {played}", *lines])


class Players:
    """The Table of the players that Rules name, `player` on seat 0.

    A smart player makes the discard `best(rules, turn)`.  A Monte Carlo bot counts
    wins with `count`, for example a compiled one, by default `count_wins`.

    >>> from montmort.games.chance import ScriptedChance
    >>> table = Players(Rules(player="random"), ScriptedChance([2]))
    >>> table.decide(0, ("", "9c", "5c"), Turn(0, "5c 6d 7h 8s 9c"))
    '5c'
    """

    def __init__(
        self,
        rules: Rules,
        chance: Chance,
        best: Best | None = None,
        count: Count | None = None,
    ) -> None:
        self.rules, self.chance = rules, chance
        self.best, self.count = best, count or count_wins
        self.reasons: list[Counted] = []  # shown when the game is over

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return the discard of the player on `seat`."""
        match (self.rules.player, self.rules.opponent)[seat]:
            case "smart":
                return self._smart(view)
            case "montecarlo":
                wins = self.count(self.rules, view, choices, self.chance)
                counted = dict(zip(choices, wins, strict=True))
                self.reasons.append(Counted(view, self.rules.runs, counted))
                return choices[wins.index(max(wins))]
            case _:
                return choices[self.chance.pick([1] * len(choices))]

    def tell(self, event: object, /) -> None:
        """Ignore the event: computer players go by their own cards."""

    def _smart(self, turn: Turn) -> str:
        if self.best is None:
            raise BadInput(
                "a smart player needs the best discards, which montmort.exact computes: pass "
                "best=, or take the players montecarlo and random"
            )
        return self.best(self.rules, turn)


def count_wins(rules: Rules, turn: Turn, choices: Sequence[str], chance: Chance) -> list[int]:
    """Return the number of runs that each of the choices wins.

    >>> from montmort.games.chance import RandomChance
    >>> turn = Turn(0, "Ac Ad Ah As 2c")  # no hand of the others beats it
    >>> count_wins(Rules(runs=9, ranks=4), turn, [""], RandomChance(0))
    [9]
    """
    return [_wins(rules, turn.own, choice, chance) for choice in choices]


def _wins(rules: Rules, own: str, choice: str, chance: Chance) -> int:
    pack, ranking = rules.pack, rules.ranking
    held = pack.read(own)[0]
    discarded = pack.read(choice)[0]
    unseen = rules.without(held)
    wins = 0
    for _ in range(rules.runs):
        drawn, rest = unseen.deal(chance, discarded.bit_count())
        final = held ^ discarded | set_of(drawn)
        other = set_of(rest.deal(chance, 5)[0])
        wins += value(final, ranking, pack) > value(other, ranking, pack)
    return wins


def best_of(discards: Sequence[int]) -> Best:
    """Return the best choice by a complete table of discards.

    `discards[i]` is for the hand c_0 < c_1 < c_2 < c_3 < c_4 whose `place` is i:
    if its bit j is set, c_j is discarded.

    >>> discard_highest = best_of([0b10000] * 792)  # the C(12, 5) hands of 3 ranks
    >>> discard_highest(Rules(ranks=3, max_draw=1), Turn(0, "2c 3c Ac 2d 3d"))
    '3d'
    """

    def best(rules: Rules, turn: Turn) -> str:
        cards = [*members(rules.pack.read(turn.own)[0])]
        away = discards[place(cards)]
        return " ".join(rules.pack.card_name(c) for j, c in enumerate(cards) if away >> j & 1)

    return best


def place(cards: Sequence[int]) -> int:
    """Return the index of a hand in a complete table: C(c_0, 1) + C(c_1, 2) + ... + C(c_4, 5).

    >>> place((0, 1, 2, 3, 4)), place((47, 48, 49, 50, 51))
    (0, 2598959)
    """
    return sum(comb(card, j) for j, card in enumerate(sorted(cards), start=1))
