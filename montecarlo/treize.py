"""Compiled simulator of Treize.

The kernel draws each card just before it is turned, by one step of the Fisher-Yates
shuffle: turn t takes position t + int(u (n - t)) of the n cards, u uniform in
[0, 1) with 53 bits, so the error of a card's chance is less than n/2**53.  The deck
is not restored after a pass or a game: shuffling is uniform from any order.

The rules are in `play_pass` and `play_game`.  Without shuffling they score given
decks: this part is checked against the reference rules.

A game turns about r ((r/(r-1))^r - 1) < 2r + 3 cards of an r-rank deck, for any number
of suits: each call matches with chance near 1/r, and r calls without a match
end it.  So the work of a block is bounded by its number of plays alone, and the
only limit is a deck that does not fit into memory.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import find_experiment
from montmort.games.treize import EXPERIMENTS, Game, Rules, dealing
from montmort.montecarlo.dealt_cards import Dealer, dealer_by, simulator_of_deals
from montmort.montecarlo.kernels.compile import compiled, inlined, plain, step
from montmort.montecarlo.kernels.sfc64 import (
    UNUSED,
    Stream,
    Words,
    load_stream,
    sfc64_state,
    store_stream,
    uniform,
)
from montmort.montecarlo.outcomes import RECORDS_AT_ONCE, Counts, Records, value_counts
from montmort.montecarlo.simulator import Simulator, block_size

Ints = npt.NDArray[np.int64]
Deck = npt.NDArray[np.int32]  # 32-bit words: bytes are slower to swap
Rng = np.random.Generator

VERSION = 1  # raise it when a stream would give other outcomes
MOST_CARDS = 10**8  # in a deck: 400 MB for each worker
BLOCK_WORK = 2**27  # about half a second, if a game counts as ranks + 8
LARGEST_TABLE = 2**16  # values counted in a table; larger ones are recorded one by one
LARGE_ROWS = 2**12  # such plays recorded before they are counted
FEW = 2**16  # cards, a quarter of a second in plain Python: compiling takes a second


@step
def draw(deck: Deck, turned: int, stream: Stream) -> Stream:
    """Exchange a uniformly drawn card of those not yet turned with the card at `turned`."""
    chance, after = uniform(stream)
    other = turned + int(chance * (deck.size - turned))
    rank = deck[other]
    deck[other] = deck[turned]
    deck[turned] = rank
    return after


@step
def play_pass(
    deck: Deck, calls: int, ranks: int, stream: Stream, shuffle: bool
) -> tuple[int, int, int, Stream]:
    """Turn the cards of a deck after `calls` calls; return (calls, points, cards, stream).

    Ranks and calls count from 0; calls == ranks is the loss.  With `shuffle`
    each card is drawn before it is turned; otherwise the deck's order is used.
    """
    points = turned = 0
    while turned < deck.size and calls < ranks:
        if shuffle:
            stream = draw(deck, turned, stream)
        match = deck[turned] == calls
        points += match
        calls = 0 if match else calls + 1  # no branch: matches are unpredictable
        turned += 1
    return calls, points, turned, stream


@inlined
def play_game(
    decks: Deck, ranks: int, stream: Stream, shuffle: bool
) -> tuple[int, int, int, int, Stream]:
    """Play a game; return (calls, points, passes, cards, stream).

    `decks` has shape (passes, cards): row p is the deck of pass p, and the result calls <
    ranks means that the decks ended before the game did.  With `shuffle` there is
    one row, shuffled for each pass as it is dealt.
    """
    calls = points = passes = cards = 0
    while calls < ranks and (shuffle or passes < len(decks)):
        deck = decks[0 if shuffle else passes]
        calls, scored, turned, stream = play_pass(deck, calls, ranks, stream, shuffle)
        points += scored
        passes += 1
        cards += turned
    return calls, points, passes, cards, stream


@compiled
def count_games(
    words: Words,
    decks: Deck,
    ranks: int,
    plays: int,
    points_table: Ints,
    passes_table: Ints,
    cards_table: Ints,
    large: Ints,
) -> tuple[int, int]:
    """Count games into the tables, table[value] += 1; return (games played, rows of `large`).

    All values of a game that exceeds a table go into the next row of `large`, shape
    (rows, 3), instead.  Counting stops when `large` is full.
    """
    stream = load_stream(words)
    played = rows = 0
    while played < plays and rows < len(large):
        _, points, passes, cards, stream = play_game(decks, ranks, stream, True)
        played += 1
        if points < points_table.size and passes < passes_table.size and cards < cards_table.size:
            points_table[points] += 1
            passes_table[passes] += 1
            cards_table[cards] += 1
        else:
            large[rows, 0], large[rows, 1], large[rows, 2] = points, passes, cards
            rows += 1
    store_stream(words, stream)
    return played, rows


@compiled
def record_games(words: Words, decks: Deck, ranks: int, records: Records) -> None:
    """Play len(records) games and write points, passes, cards into its rows."""
    stream = load_stream(words)
    for play in range(len(records)):
        _, points, passes, cards, stream = play_game(decks, ranks, stream, True)
        records[play, 0], records[play, 1], records[play, 2] = points, passes, cards
    store_stream(words, stream)


@compiled
def deal_cards(words: Words, deck: Deck, cards: Ints) -> None:
    """Deal cards[p] cards for each play p and use none: a lower bound for a kernel's time."""
    stream = load_stream(words)
    for play in range(cards.size):
        left = cards[play]
        while left > 0:
            dealt = min(left, deck.size)
            for turned in range(dealt):
                stream = draw(deck, turned, stream)
            left -= dealt
    store_stream(words, stream)


@compiled
def write_deals(words: Words, deck: Deck, dealt: Ints) -> None:
    """Deal len(dealt) complete decks; write the cards of each into a row, in order."""
    stream = load_stream(words)
    for row in dealt:
        for turned in range(deck.size):
            stream = draw(deck, turned, stream)
            row[turned] = deck[turned]
    store_stream(words, stream)


def score(rules: Rules, decks: npt.ArrayLike) -> Game:
    """Return the Outcome of the game played with given decks.

    `decks` has shape (passes, cards) and holds ranks 0 to ranks - 1: row p is
    the shuffled deck of pass p.  Rows after the end of the game are ignored;
    BadInput if the game needs more rows.

    >>> score(Rules(ranks=2, suits=2), [[0, 1, 0, 1]])
    Game(points=1, passes=1, cards=3)
    """
    rows = np.asarray(decks, dtype=np.int32)
    if rows.ndim != 2 or not np.array_equal(np.sort(rows), np.tile(_deck(rules), (len(rows), 1))):
        raise BadInput(
            f"each row of decks must hold {rules.suits} cards of each rank 0 to "
            f"{rules.ranks - 1}, {rules.cards} in all"
        )
    calls, *outcome, _ = play_game(rows, rules.ranks, UNUSED, False)
    if calls < rules.ranks:
        raise BadInput(f"the {len(rows)} decks end before the game does; add rows")
    return Game(*map(int, outcome))


def simulator(rules: Rules, experiment: str = "game", _watch: object = None) -> Simulator:
    """Return the compiled simulator of an experiment of Treize.

    >>> sum(simulator(Rules()).count(1713, plays=1000)["points"].values())
    1000
    """
    asked = find_experiment("treize", EXPERIMENTS, experiment)
    if rules.cards > MOST_CARDS:
        raise TooLarge(
            f"a deck of {rules.cards} cards takes {4 * rules.cards / 1e9:.3g} GB for each worker; "
            f"the limit is {MOST_CARDS} cards"
        )
    if experiment == "cards":
        return simulator_of_deals("treize", rules, dealing(rules), dealer, VERSION)
    return Simulator(
        game="treize",
        rules=rules,
        experiment=experiment,
        fields=asked.fields,
        version=VERSION,
        plays_per_block=block_size(BLOCK_WORK, rules.ranks + 8),
        compiled=True,
        counter=_count,
        recorder=_record,
    )


def dealer(rules: Rules) -> Dealer:
    """Return the dealer of complete decks, in the order in which passes deal them."""
    return dealer_by(write_deals, _deck(rules))


def _deck(rules: Rules) -> Deck:
    return np.repeat(np.arange(rules.ranks, dtype=np.int32), rules.suits)


def _is_short(rules: Rules, plays: int) -> bool:
    """Return whether plays take plain Python less time than compiling takes."""
    return plays * (2 * rules.ranks + 3) <= FEW


def _table_sizes(rules: Rules) -> tuple[int, int, int]:
    """Return table sizes for points, passes and cards that about one game in 10**8 exceeds.

    For very long decks the table of cards is smaller, to fit into the CPU cache.
    """
    return 128, 128, min(32 * rules.ranks + 64, LARGEST_TABLE)


def _count(rules: Rules, rng: Rng, plays: int) -> Counts:
    decks = _deck(rules)[np.newaxis]
    points, passes, cards = (np.zeros(size, np.int64) for size in _table_sizes(rules))
    large = np.empty((LARGE_ROWS, 3), np.int64)
    beyond: list[Counter[int]] = [Counter(), Counter(), Counter()]
    count = plain(count_games) if _is_short(rules, plays) else count_games
    with sfc64_state(rng) as words:
        while plays:
            played, rows = count(words, decks, rules.ranks, plays, points, passes, cards, large)
            plays -= played
            for column, counter in enumerate(beyond):
                counter.update(value_counts(large[:rows, column]))
    for table, counter in zip((points, passes, cards), beyond, strict=True):
        counter.update({value: int(table[value]) for value in np.flatnonzero(table).tolist()})
    return {name: dict(counter) for name, counter in zip(Game._fields, beyond, strict=True)}


def _record(rules: Rules, rng: Rng, plays: int) -> Iterator[Records]:
    decks = _deck(rules)[np.newaxis]
    for sofar in range(0, plays, RECORDS_AT_ONCE):
        records = np.empty((min(RECORDS_AT_ONCE, plays - sofar), 3), np.int64)
        record = plain(record_games) if _is_short(rules, plays) else record_games
        with sfc64_state(rng) as words:
            record(words, decks, rules.ranks, records)
        yield records
