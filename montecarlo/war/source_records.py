"""Records of single games of War, in the columns of the published source.

The source's first table has a row for each game: the first hand's strength, aces and
deuces, and whether the game was won (W) or not (L, also for unfinished and drawn
games).  We add the number of turns.  Its second table has a row for each turn, and one
for the deal before them: the number of the first player's cards if this player won,
otherwise of the second player's.

Play k is play k of `montmort simulate` with the same seed.
"""

from collections.abc import Iterator

import numpy as np

from montmort.games.war import Deal, Game, Rules
from montmort.montecarlo.kernels.draw import shuffle
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.outcomes import Records
from montmort.montecarlo.runs.block import checked_seed, stream
from montmort.montecarlo.simulator import checked_count
from montmort.montecarlo.war import kernel
from montmort.montecarlo.war.simulator import kernel_rules, record_games, simulator, workspace_for

GAME_COLUMNS = ("id", "strength", "aces", "deuces", "result", "turns")
SIZE_COLUMNS = ("i", "p1Cards")
DEALT_GAME_COLUMNS = (*Game._fields, *Deal._fields)

GameRow = tuple[int, int, int, int, str, int]


def games_records(rules: Rules, seed: int, games: int) -> Iterator[GameRow]:
    """Yield a row in GAME_COLUMNS for each of `games` games, numbered from 1.

    >>> list(games_records(Rules(ranks=2, suits=1), 1, 2))  # a deuce loses in one turn
    [(1, 2, 0, 1, 'L', 1), (2, 2, 0, 1, 'L', 1)]
    """
    rows = (row for part in dealt_games(rules, seed, games) for row in part.tolist())
    for number, (winner, turns, _, _, strength, aces, deuces, _) in enumerate(rows, start=1):
        yield number, strength, aces, deuces, "W" if winner > 0 else "L", turns


def dealt_games(rules: Rules, seed: int, games: int) -> Iterator[Records]:
    """Yield arrays with a row in DEALT_GAME_COLUMNS for each game.

    They give chances conditional on the deal, such as winning with a given number of aces.

    >>> [rows.tolist() for rows in dealt_games(Rules(ranks=2, suits=1), 1, 1)]
    [[[-1, 1, 0, 1, 2, 0, 1, 0]]]
    """
    for rng, plays in _blocks(rules, seed, games):
        yield from record_games(rules, rng, plays, deals=True)


def deck_sizes(rules: Rules, seed: int, games: int) -> Iterator[tuple[int, int]]:
    """Yield a row in SIZE_COLUMNS for the deal and for each turn of each game.

    >>> list(deck_sizes(Rules(ranks=2, suits=1), 1, 1))  # lost: the second player's cards
    [(1, 1), (1, 2)]
    """
    for number, sizes in enumerate(hand_sizes_by_turn(rules, seed, games), start=1):
        won = sizes[-1] == rules.cards
        yield from ((number, size) for size in (sizes if won else rules.cards - sizes).tolist())


def hand_sizes_by_turn(rules: Rules, seed: int, games: int) -> Iterator[Records]:
    """Yield for each game the number of the first player's cards after 0, 1, 2, ... turns.

    In a drawn game the last turn changes no hand.

    >>> [sizes[0] for sizes in hand_sizes_by_turn(Rules(), 1713, 2)]
    [np.int64(26), np.int64(26)]
    """
    in_numbers = kernel_rules(rules)
    for rng, plays in _blocks(rules, seed, games):
        space = workspace_for(rules)  # a block starts with a sorted deck
        with sfc64_state(rng) as words:
            for _ in range(plays):
                shuffle(words, space.deck)
                before = words.copy()
                _, turns, _ = kernel.play(space, in_numbers, words)
                sizes = np.empty(turns + 1, np.int64)
                kernel.record_hand_sizes(before, space, in_numbers, sizes)
                yield sizes


def _blocks(rules: Rules, seed: int, games: int) -> Iterator[tuple[np.random.Generator, int]]:
    """Yield the stream of each block and the number of games to play in it."""
    played = simulator(rules)
    seed, games, size = checked_seed(seed), checked_count("games", games), played.plays_per_block
    for block, sofar in enumerate(range(0, games, size)):
        yield stream(played.identity, seed, block), min(size, games - sofar)
