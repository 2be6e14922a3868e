"""Games of the textbooks as rules with symbols: each play step by step, no formula."""

import enum
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from montmort.exact import explore
from montmort.exact.symbolic.walk import SymbolicWalk
from montmort.games.chance import Chance, coin
from montmort.games.experiment import Experiment
from montmort.games.table import Table

Walk = SymbolicWalk[Any, Any]
Next = tuple[Any, Any]


class Played(NamedTuple):
    """The end of a play of two players, and its rounds."""

    won: bool
    rounds: int


class Player(enum.Enum):
    """The players of a pool, in the order in which they enter."""

    A = 0
    B = 1
    C = 2
    D = 3


class Pool(NamedTuple):
    """The winner of the last game, and the games."""

    winner: Player
    rounds: int


def walk_of(step: Callable[[Any, Chance], Next], start: object, outcome: Any = Played) -> Walk:
    """Return the walk of rules that need neither Rules nor decisions."""

    def whole(_rules: object, state: Any, chance: Chance, _table: Table) -> Next:
        return step(state, chance)

    experiment = Experiment(
        name="textbook", outcome=outcome, start=lambda _rules, _chance: start, step=whole
    )
    walk = explore(experiment, None)
    assert isinstance(walk, SymbolicWalk)
    return walk


def ruin(goal: int, start: int, up: Any, down: Any = None) -> Walk:
    """A counter is won with chance `up`, lost with chance `down`: to `goal`, or to 0."""
    lost = 1 - up if down is None else down
    changes = (1, -1, 0)

    def step(counters: int, chance: Chance) -> Next:
        counters += changes[chance.pick([up, lost, 1 - up - lost])]
        return (None if counters in (0, goal) else counters), Played(counters == goal, 1)

    return walk_of(step, start)


def penney(first: str, second: str, heads: Any) -> Walk:
    """A coin is tossed until the last tosses are the first or the second word."""
    longest = max(len(first), len(second)) - 1

    def step(tosses: str, chance: Chance) -> Next:
        tosses += "H" if coin(chance, heads) else "T"
        if tosses.endswith((first, second)):
            return None, Played(tosses.endswith(first), 1)
        return tosses[-longest:] if longest else "", Played(False, 1)

    return walk_of(step, "")


def run_of_heads(length: int, heads: Any) -> Walk:
    """A coin is tossed until `length` heads come in a row."""

    def step(run: int, chance: Chance) -> Next:
        run = run + 1 if coin(chance, heads) else 0
        return (None if run == length else run), Played(run == length, 1)

    return walk_of(step, 0)


def craps(faces: Sequence[Any]) -> Walk:
    """The pass line with two dice whose faces 1 to 6 have these chances."""

    def step(point: int, chance: Chance) -> Next:
        thrown = chance.pick(faces) + chance.pick(faces) + 2
        wins, loses = ((7, 11), (2, 3, 12)) if not point else ((point,), (7,))
        over = thrown in (*wins, *loses)
        return (None if over else point or thrown), Played(thrown in wins, 1)

    return walk_of(step, 0)


def points(missing: int, opponent: int, win: Any) -> Walk:
    """Rounds are played until one of two players has the points still missing."""

    def step(left: tuple[int, int], chance: Chance) -> Next:
        mine, theirs = left
        if coin(chance, win):
            mine -= 1
        else:
            theirs -= 1
        return ((mine, theirs) if mine and theirs else None), Played(not mine, 1)

    return walk_of(step, (missing, opponent))


def pool(beats: Callable[[Player, Player], Any], players: int) -> Walk:
    """Waldegrave's pool of 3 or 4: the winner of a game meets the next in the queue.

    The loser goes to its end; a player who beats all others in a row wins the pool.
    `beats(i, j)` is the chance that i beats j.
    """

    def step(state: tuple[int, tuple[Player, ...]], chance: Chance) -> Next:
        wins, (champion, rival, *queue) = state
        if not coin(chance, beats(champion, rival)):
            return (1, (rival, *queue, champion)), Pool(rival, 1)
        over = wins + 1 == players - 1
        return (None if over else (wins + 1, (champion, *queue, rival))), Pool(champion, 1)

    return walk_of(step, (0, tuple(Player)[:players]), Pool)


def throws(turns: Sequence[Player], success: Callable[[Player], Any]) -> Walk:
    """The players throw in these turns, over and over, until one succeeds."""

    def step(turn: int, chance: Chance) -> Next:
        player = turns[turn]
        over = coin(chance, success(player))
        return (None if over else (turn + 1) % len(turns)), Pool(player, 1)

    return walk_of(step, 0, Pool)


def coupons(chances: Sequence[Any]) -> Walk:
    """Coupons are drawn until there is one of each kind; the rest of the chances are blanks."""

    def step(held: frozenset[int], chance: Chance) -> Next:
        drawn = chance.pick([*chances, 1 - sum(chances)])
        held |= {drawn} - {len(chances)}
        return (None if len(held) == len(chances) else held), Played(True, 1)

    return walk_of(step, frozenset())


def different(kinds: Any, wanted: int) -> Walk:
    """Coupons of `kinds` equal kinds are drawn until `wanted` different ones are held."""

    def step(held: int, chance: Chance) -> Next:
        held += chance.pick([held, kinds - held])
        return (None if held == wanted else held), Played(True, 1)

    return walk_of(step, 0)
