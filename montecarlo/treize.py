"""Treize, played at speed.

The kernel draws each card just before it is looked at, by one step of Fisher
and Yates: turn t takes place t + int(u (n - t)) of the n cards, u uniform in
[0, 1) with 53 bits, so a card's chance is off by less than n/2**53.  The deck
stays as it lies after a pass or a game; shuffling it again from any order is
as good as from the first.

The rules are in `play_pass` and `play_game`.  Without shuffling they score
decks already shuffled: that is the part which is checked against the referee.

A game turns about r ((r/(r-1))^r - 1) < 2r + 3 cards of an r-rank deck, however
many suits: each call matches with chance near 1/r, and r calls without a match
end it.  So the work of a block is bounded by its number of plays alone, and the
only game too large is one whose deck does not fit into memory.
"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import find_experiment
from montmort.games.treize import EXPERIMENTS, Game, Rules, dealing
from montmort.montecarlo.dealt_cards import Dealer, dealer_by, simulator_of_deals
from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.sfc64 import (
    UNUSED,
    Stream,
    Words,
    borrowed,
    laid_down,
    taken_up,
    uniform,
)
from montmort.montecarlo.simulator import RECORDS_AT_ONCE, Counts, Records, Simulator, tabulated

Ints = npt.NDArray[np.int64]
Deck = npt.NDArray[np.int32]  # small values in whole words: bytes are slower to swap
Rng = np.random.Generator

VERSION = 1  # raise it when a stream would give other outcomes
MOST_CARDS = 10**8  # cards in a deck: 400 MB for each worker
BLOCK_WORK = 2**27  # about half a second, counted in ranks
LARGEST_TABLE = 2**16  # values counted in a table; larger ones are written down one by one
WRITTEN_DOWN = 2**12  # plays written down before they are counted


@compiled
def draw(deck: Deck, turned: int, stream: Stream) -> Stream:
    """Bring a uniformly drawn card of those not `turned` yet to place `turned`."""
    chance, after = uniform(stream)
    other = turned + int(chance * (deck.size - turned))
    rank = deck[other]
    deck[other] = deck[turned]
    deck[turned] = rank
    return after


@compiled
def play_pass(
    deck: Deck, calls: int, ranks: int, stream: Stream, shuffle: bool
) -> tuple[int, int, int, Stream]:
    """Turn the cards of a deck, `calls` made before it; return (calls, points, cards, stream).

    Ranks and calls count from 0; calls == ranks is the loss.  With `shuffle`
    each card is drawn before it is turned, else the deck is as it lies.
    """
    points = turned = 0
    while turned < deck.size and calls < ranks:
        if shuffle:
            stream = draw(deck, turned, stream)
        match = deck[turned] == calls
        points += match
        calls = 0 if match else calls + 1  # no branch: a match cannot be foreseen
        turned += 1
    return calls, points, turned, stream


@compiled
def play_game(
    decks: Deck, ranks: int, stream: Stream, shuffle: bool
) -> tuple[int, int, int, int, Stream]:
    """Play a game; return (calls, points, passes, cards, stream).

    `decks` has shape (passes, cards): row p is the deck of pass p, and calls <
    ranks says that the rows ended before the game did.  With `shuffle` there is
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

    A game with a value beyond its table goes whole into the next row of
    `large`, shape (rows, 3), instead.  When these are full the count stops.
    """
    stream = taken_up(words)
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
    laid_down(words, stream)
    return played, rows


@compiled
def record_games(words: Words, decks: Deck, ranks: int, records: Records) -> None:
    """Play len(records) games and write points, passes, cards into its rows."""
    stream = taken_up(words)
    for play in range(len(records)):
        _, points, passes, cards, stream = play_game(decks, ranks, stream, True)
        records[play, 0], records[play, 1], records[play, 2] = points, passes, cards
    laid_down(words, stream)


@compiled
def deal_cards(words: Words, deck: Deck, cards: Ints) -> None:
    """Deal cards[p] cards for each play p and look at none: the floor of what a kernel costs."""
    stream = taken_up(words)
    for play in range(cards.size):
        left = cards[play]
        while left > 0:
            dealt = min(left, deck.size)
            for turned in range(dealt):
                stream = draw(deck, turned, stream)
            left -= dealt
    laid_down(words, stream)


@compiled
def write_deals(words: Words, deck: Deck, dealt: Ints) -> None:
    """Deal len(dealt) whole decks; write the cards as they are turned into a row."""
    stream = taken_up(words)
    for row in dealt:
        for turned in range(deck.size):
            stream = draw(deck, turned, stream)
            row[turned] = deck[turned]
    laid_down(words, stream)


def score(rules: Rules, decks: npt.ArrayLike) -> Game:
    """Return the Outcome of the game played with given decks.

    `decks` has shape (passes, cards) and holds ranks 0 … ranks - 1: row p is
    the shuffled deck of pass p.  Rows that the game does not reach are not
    looked at; BadInput if it needs more.

    >>> score(Rules(ranks=2, suits=2), [[0, 1, 0, 1]])
    Game(points=1, passes=1, cards=3)
    """
    rows = np.asarray(decks, dtype=np.int32)
    if rows.ndim != 2 or not np.array_equal(np.sort(rows), np.tile(_deck(rules), (len(rows), 1))):
        raise BadInput(f"each row of decks must hold {rules.suits} cards of each rank 0 … "
                       f"{rules.ranks - 1}, {rules.cards} in all")  # fmt: skip
    calls, *outcome, _ = play_game(rows, rules.ranks, UNUSED, False)
    if calls < rules.ranks:
        raise BadInput(f"the {len(rows)} decks end before the game does; add rows")
    return Game(*outcome)


def simulator(rules: Rules, experiment: str = "game") -> Simulator:
    """Return the compiled simulator of an experiment of Treize.

    >>> sum(simulator(Rules()).count(1713, plays=1000)["points"].values())
    1000
    """
    told = find_experiment("treize", EXPERIMENTS, experiment)
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
        fields=told.fields,
        version=VERSION,
        plays_per_block=_plays_per_block(rules),
        compiled=True,
        counter=_count,
        recorder=_record,
    )


def dealer(rules: Rules) -> Dealer:
    """Return what deals whole decks, as passes deal them."""
    return dealer_by(write_deals, _deck(rules))


def _plays_per_block(rules: Rules) -> int:
    """Return the power of two at or below BLOCK_WORK / (r + 8): a game costs as r + 8 does.

    >>> _plays_per_block(Rules()) == 2**22
    True
    """
    plays = BLOCK_WORK // (rules.ranks + 8)
    return 1 << max(plays.bit_length() - 1, 0)


def _deck(rules: Rules) -> Deck:
    return np.repeat(np.arange(rules.ranks, dtype=np.int32), rules.suits)


def _table_sizes(rules: Rules) -> tuple[int, int, int]:
    """Return sizes for points, passes and cards that hardly a game in 10**8 exceeds.

    Decks so long that this would not fit into a cache are the exception.
    """
    return 128, 128, min(32 * rules.ranks + 64, LARGEST_TABLE)


def _count(rules: Rules, rng: Rng, plays: int) -> Counts:
    decks = _deck(rules)[np.newaxis]
    points, passes, cards = (np.zeros(size, np.int64) for size in _table_sizes(rules))
    large = np.empty((WRITTEN_DOWN, 3), np.int64)
    beyond: list[Counter[int]] = [Counter(), Counter(), Counter()]
    with borrowed(rng) as words:
        while plays:
            played, rows = count_games(
                words, decks, rules.ranks, plays, points, passes, cards, large
            )
            plays -= played
            for column, counter in enumerate(beyond):
                counter.update(tabulated(large[:rows, column]))
    for table, counter in zip((points, passes, cards), beyond, strict=True):
        counter.update({value: int(table[value]) for value in np.flatnonzero(table).tolist()})
    return {name: dict(counter) for name, counter in zip(Game._fields, beyond, strict=True)}


def _record(rules: Rules, rng: Rng, plays: int) -> Iterator[Records]:
    decks = _deck(rules)[np.newaxis]
    for sofar in range(0, plays, RECORDS_AT_ONCE):
        records = np.empty((min(RECORDS_AT_ONCE, plays - sofar), 3), np.int64)
        with borrowed(rng) as words:
            record_games(words, decks, rules.ranks, records)
        yield records
