"""Games of War, one by one: what the published source keeps of each, in its own columns.

Its first table has a row for each game: the first hand's strength, aces and
deuces, and whether the game was won (W) or not (L; left unfinished or drawn is
not won).  We add the turns.  Its second table has a row for each turn, the
deal's first: the first player's cards, but where he has not won, the second's.

Play k is play k of `montmort simulate` from the same seed.
"""

from collections.abc import Iterator

import numpy as np

from montmort.games.war import Deal, Game, Rules
from montmort.montecarlo.kernels.draw import shuffle
from montmort.montecarlo.kernels.sfc64 import borrowed
from montmort.montecarlo.runs.block import checked_seed, stream
from montmort.montecarlo.simulator import Records, checked_count
from montmort.montecarlo.war import kernel as kernel
from montmort.montecarlo.war.simulator import reading_of, record_games, room_of, simulator

GAME_COLUMNS = ("id", "strength", "aces", "deuces", "result", "turns")
SIZE_COLUMNS = ("i", "p1Cards")
DEALT_GAME_COLUMNS = (*Game._fields, *Deal._fields)

GameRow = tuple[int, int, int, int, str, int]


def games_records(rules: Rules, seed: int, games: int) -> Iterator[GameRow]:
    """Yield a row for each of so many games, in GAME_COLUMNS; games are numbered from 1.

    >>> list(games_records(Rules(ranks=2, suits=1), 1, 2))  # a deuce loses in one turn
    [(1, 2, 0, 1, 'L', 1), (2, 2, 0, 1, 'L', 1)]
    """
    rows = (row for part in dealt_games(rules, seed, games) for row in part.tolist())
    for number, (winner, turns, _, _, strength, aces, deuces, _) in enumerate(rows, start=1):
        yield number, strength, aces, deuces, "W" if winner > 0 else "L", turns


def dealt_games(rules: Rules, seed: int, games: int) -> Iterator[Records]:
    """Yield arrays, a row for each of some games, in DEALT_GAME_COLUMNS.

    So chances given the deal can be counted: to win with so many aces, say.

    >>> [rows.tolist() for rows in dealt_games(Rules(ranks=2, suits=1), 1, 1)]
    [[[-1, 1, 0, 1, 2, 0, 1, 0]]]
    """
    for rng, plays in _blocks(rules, seed, games):
        yield from record_games(rules, rng, plays, deals=True)


def deck_sizes(rules: Rules, seed: int, games: int) -> Iterator[tuple[int, int]]:
    """Yield a row for each turn of each game, the deal's first, in SIZE_COLUMNS.

    >>> list(deck_sizes(Rules(ranks=2, suits=1), 1, 1))  # lost: the second player's cards
    [(1, 1), (1, 2)]
    """
    for number, sizes in enumerate(followed(rules, seed, games), start=1):
        won = sizes[-1] == rules.cards
        yield from ((number, size) for size in (sizes if won else rules.cards - sizes).tolist())


def followed(rules: Rules, seed: int, games: int) -> Iterator[Records]:
    """Yield of each game the first player's cards after 0, 1, 2, … turns.

    A drawn game leaves both what they had before its last turn.

    >>> [sizes[0] for sizes in followed(Rules(), 1713, 2)]
    [np.int64(26), np.int64(26)]
    """
    reading = reading_of(rules)
    for rng, plays in _blocks(rules, seed, games):
        room = room_of(rules)  # a block begins with the deck in order
        with borrowed(rng) as words:
            for _ in range(plays):
                shuffle(words, room.deck)
                before = words.copy()
                _, turns, _ = kernel.play(room, reading, words)
                sizes = np.empty(turns + 1, np.int64)
                kernel.follow(before, room, reading, sizes)
                yield sizes


def _blocks(rules: Rules, seed: int, games: int) -> Iterator[tuple[np.random.Generator, int]]:
    """Yield the stream of each block, and how many games of it are asked for."""
    played = simulator(rules)
    seed, games, size = checked_seed(seed), checked_count("games", games), played.plays_per_block
    for block, sofar in enumerate(range(0, games, size)):
        yield stream(played.identity, seed, block), min(size, games - sofar)
