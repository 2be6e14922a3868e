"""One turn of War: a battle, and as many wars as it takes.

Cards are ranks from 0 to ranks - 1; a hand is a tuple, its top card first.  The
cards laid down in a turn form blocks: one for each war (the tied cards and the
cards face down on them), and last the block of the deciding cards.  Each block has
a part of each player.  With a fixed order of picking up, the cards go under the
winner's hand block by block.

The rule `shortfall` settles a war that a player cannot complete:

    lose          a player with fewer than `face_down` + 1 cards left after the tie
                  loses the game with all cards; it is drawn if that is so for both
    last-card     a player with cards left saves one of them to decide; a player
                  without decides with the tied card, which stays in its block; the
                  game is drawn if neither has cards left
    second-takes  if either player has fewer than `face_down` + 1 cards left, the
                  second player takes the cards laid down, and the game goes on
"""

from collections.abc import Callable
from typing import NamedTuple

from montmort.games.table import Table
from montmort.games.war.events import FaceDown, Short, Taken, Turned
from montmort.games.war.rules import Rules

Hand = tuple[int, ...]
Hands = tuple[Hand, Hand]
Blocks = tuple[Hands, ...]
Shuffle = Callable[[Hand], Hand]


class Turn(NamedTuple):
    """Result of a turn: both hands, who took the cards (0 if the game is drawn), and the ties."""

    hands: Hands
    winner: int
    wars: int

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not (self.winner and all(self.hands))


class Field(NamedTuple):
    """The cards during a turn.

    `left` is what remains of both hands, `blocks` the blocks of the wars so far,
    and `deciding` the block of the cards `shown`.
    """

    left: Hands
    blocks: Blocks
    deciding: Hands
    shown: tuple[int, int]


def turn(rules: Rules, hands: Hands, shuffle: Shuffle, table: Table) -> Turn:
    """Play a turn; both hands have cards, and `shuffle` orders the pile if the pick-up is random.

    >>> from montmort.games.table import SilentTable
    >>> rules = Rules(ranks=5, suits=2, face_down=1)
    >>> turn(rules, ((4, 0, 2, 3), (4, 1, 3, 2, 0, 1)), tuple, SilentTable())
    Turn(hands=((3,), (2, 0, 1, 4, 1, 4, 0, 3, 2)), winner=-1, wars=1)
    """
    field, wars = _battle(hands, table), 0
    while not (winner := compare_ranks(rules, *field.shown, in_war=wars > 0)):
        wars += 1
        left = len(field.left[0]), len(field.left[1])
        if is_short(rules, left):
            table.tell(Short(*left))
            return Turn(*_settled(rules, hands, field, shuffle, table), wars)
        field = _war(rules, field, table)
    return Turn(_taken(rules, field, winner, shuffle, table), winner, wars)


def compare_ranks(rules: Rules, first: int, second: int, *, in_war: bool) -> int:
    """Return 1 if the first card beats the second, -1 if the second beats it, 0 at a tie.

    >>> rules = Rules(ranks=3, suits=2, deuce_beats_ace="battles")
    >>> [compare_ranks(rules, 0, 2, in_war=war) for war in (False, True)]
    [1, -1]
    """
    sign = (first > second) - (first < second)
    deuce_wins = rules.deuce_beats_ace == "always" or (
        rules.deuce_beats_ace == "battles" and not in_war
    )
    return -sign if deuce_wins and abs(first - second) == rules.ranks - 1 else sign


def is_short(rules: Rules, left: tuple[int, int]) -> bool:
    """Return whether players with `left` cards after a tie cannot complete the war.

    >>> is_short(Rules(), (9, 3)), is_short(Rules(shortfall="last-card"), (9, 0))
    (True, False)
    """
    if rules.shortfall == "last-card":
        return not any(left)
    return min(left) <= rules.face_down


def _battle(hands: Hands, table: Table) -> Field:
    """Turn the top cards."""
    (a, *first), (b, *second) = hands
    table.tell(Turned(a, b))
    return Field((tuple(first), tuple(second)), (), ((a,), (b,)), (a, b))


def _war(rules: Rules, field: Field, table: Table) -> Field:
    """Lay cards face down and turn the next; a player without cards shows the tied card again."""
    first, second = (min(rules.face_down, max(len(hand) - 1, 0)) for hand in field.left)
    table.tell(FaceDown(first, second))
    (down_0, turned_0, left_0), (down_1, turned_1, left_1) = (
        (hand[:down], hand[down : down + 1], hand[down + 1 :])
        for hand, down in zip(field.left, (first, second), strict=True)
    )
    block = field.deciding[0] + down_0, field.deciding[1] + down_1
    shown = (turned_0 or field.shown)[0], (turned_1 or field.shown[1:])[0]
    table.tell(Turned(*shown))
    return Field((left_0, left_1), (*field.blocks, block), (turned_0, turned_1), shown)


def _settled(
    rules: Rules, hands: Hands, field: Field, shuffle: Shuffle, table: Table
) -> tuple[Hands, int]:
    """Settle a war that cannot be completed; return the hands and the winner of the cards."""
    if rules.shortfall == "second-takes":
        return _taken(rules, field, -1, shuffle, table), -1
    (first, second), down = map(len, field.left), rules.face_down
    winner = (second <= down) - (first <= down)
    everything = hands[0] + hands[1]  # in any order: the game is over
    after = {1: (everything, ()), 0: hands, -1: ((), everything)}[winner]
    table.tell(Taken(winner, len(everything) if winner else 0, *map(len, after)))
    return after, winner


def _taken(rules: Rules, field: Field, winner: int, shuffle: Shuffle, table: Table) -> Hands:
    """Return the hands after the winner has put the cards laid down under their own."""
    pile = captured_pile(rules, (*field.blocks, field.deciding), winner, shuffle)
    first, second = field.left
    after = (first + pile, second) if winner > 0 else (first, second + pile)
    table.tell(Taken(winner, len(pile), *map(len, after)))
    return after


def captured_pile(rules: Rules, blocks: Blocks, winner: int, shuffle: Shuffle) -> Hand:
    """Return the cards taken, in the order in which they go under the winner's hand.

    >>> blocks = ((3, 0), (3, 1)), ((4,), (2,))
    >>> captured_pile(Rules(pick_up="loser-first"), blocks, 1, tuple)
    (3, 1, 3, 0, 2, 4)
    """
    if rules.pick_up == "random":
        return shuffle(pile_in_order(1, blocks))
    ahead = {"winner-first": winner, "loser-first": -winner, "first-player-first": 1}
    return pile_in_order(ahead[rules.pick_up], blocks)


def pile_in_order(ahead: int, blocks: Blocks) -> Hand:
    """Return the cards block by block, the first player's part first if `ahead` is 1, last if -1.

    >>> pile_in_order(-1, (((3, 0), (3, 1)), ((4,), (2,))))
    (3, 1, 3, 0, 2, 4)
    """
    return tuple(card for block in blocks for part in block[::ahead] for card in part)
