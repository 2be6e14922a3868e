"""Five-card draw, played at speed.

In the experiment `hand` a play draws to the hand what it discards and five
other cards for the opponent, and compares.  In the experiment `game` both
players are dealt five cards, choose, and draw.  A Monte Carlo bot plays each of
its choices `runs` times, as the experiment `hand` does, with cards drawn from
those that it has not seen; the others' cards are among them.

A smart player goes by a table of discards, which is handed in: what is best is
worked out elsewhere, and whether it is best is nothing to the simulator.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from montmort.games.cards.pack import members
from montmort.games.chance import RandomChance
from montmort.games.errors import BadInput
from montmort.games.experiment import find_experiment
from montmort.games.five_card_draw import EXPERIMENTS, Result, Rules, dealing
from montmort.games.five_card_draw.ranking import table
from montmort.games.five_card_draw.rules import KINDS
from montmort.montecarlo.dealt_cards import Dealer, deal_from_end, dealer_by, simulator_of_deals
from montmort.montecarlo.five_card_draw import kernel as kernel
from montmort.montecarlo.five_card_draw.kernel import AT_ONCE, Bytes, Ints
from montmort.montecarlo.kernels.sfc64 import Words, borrowed
from montmort.montecarlo.simulator import Counts, Records, Simulator

Rng = np.random.Generator
Play = Callable[[Words, Bytes], None]  # writes the next results

VERSION = 1  # raise it when a stream would give other outcomes
BLOCK_WORK = 2**27  # about half a second, counted in cards drawn
NOTHING = np.empty(0, np.uint8)


def score(rules: Rules, own: int, other: int) -> Result:
    """Return how final hands, sets of five cards, compare.

    >>> pair, wheel = (Rules().pack.read(hand)[0] for hand in ("9c 9d 2c 3c 4c", "As 2d 3d 4h 5s"))
    >>> score(Rules(), pair, wheel), score(Rules(ranking="published"), pair, wheel)
    (<Result.LOSS: 2>, <Result.WIN: 0>)
    """
    cards = _cards(rules)
    return _compared(rules, *(cards[[*members(hand)]].sum() for hand in (own, other)))


def score_game(rules: Rules, deck: Sequence[int], said: Sequence[str]) -> Result:
    """Return who wins when the cards of a deck come in this order and `said` is discarded.

    The first player's five cards come first, then the second's, what the first
    draws, what the second draws; any others after these.

    >>> score_game(Rules(), range(52), ["2c", "7c"])  # flushes: 3c 4c 5c 6c Qc, 8c 9c Tc Jc Kc
    <Result.LOSS: 2>
    """
    hands = sorted(deck[:5]), sorted(deck[5:10])
    away = [
        sum(1 << j for j, card in enumerate(hand) if rules.pack.card_name(card) in words.split())
        for hand, words in zip(hands, said, strict=True)
    ]
    lying = _cards(rules)[[*deck[:9:-1], *hands[1], *hands[0]]]
    return _compared(rules, *kernel.finals(lying, away[0], away[1]))


def _compared(rules: Rules, own: int, other: int) -> Result:
    order = table(rules.ranking, rules.pack)
    return Result(kernel.compared(kernel.value(own, order), kernel.value(other, order)))


def _cards(rules: Rules) -> Ints:
    """Return the cards of the deck as the kernel has them."""
    return table(rules.ranking, rules.pack).keys | np.arange(rules.pack.size) << kernel.NUMBER


def simulator(rules: Rules, experiment: str = "hand", discards: Bytes | None = None) -> Simulator:
    """Return the simulator of an experiment.

    Where a smart player sits, `discards` tells for every hand what he discards:
    for c_0 < … < c_4, in place C(c_0, 1) + … + C(c_4, 5), bit j if c_j goes.

    >>> rules = Rules(hand="2c 2d 2h 2s 3c", discard="3c")  # only higher quads beat them
    >>> simulator(rules).count(1713, plays=1000)["result"].get(0, 0) > 990
    True
    """
    told = find_experiment("five-card-draw", EXPERIMENTS, experiment)
    told.start(rules, RandomChance(0))  # refuses what cannot be played
    if experiment == "cards":
        return simulator_of_deals("five-card-draw", rules, dealing(rules), dealer, VERSION)
    by = _checked(rules, discards) if experiment == "game" else NOTHING
    return Simulator(
        game="five-card-draw",
        rules=rules,
        experiment=experiment,
        fields=told.fields,
        version=VERSION,
        plays_per_block=_plays_per_block(rules, experiment),
        compiled=True,
        handed=sha256(by.tobytes()).hexdigest() if by.size else "",
        counter=partial(_count, experiment, by),
        recorder=partial(_record, experiment, by),
    )


def dealer(rules: Rules) -> Dealer:
    """Return what deals the cards that a hand or a game draws."""
    return dealer_by(deal_from_end, _unseen(rules), lambda cards: cards >> kernel.NUMBER)


def _checked(rules: Rules, discards: Bytes | None) -> Bytes:
    """Return the table that smart players go by, an empty one if there are none."""
    if "smart" not in (rules.player, rules.opponent):
        return NOTHING
    hands = comb(rules.pack.size, 5)
    if discards is None:
        raise BadInput(
            f"a smart player goes by the best discards of all {hands} hands; hand them in by "
            "discards=, as montmort.exact.five_card_draw.answers.handed works them out"
        )
    found: Any = np.asarray(discards)
    if found.dtype != np.uint8 or found.shape != (hands,):
        raise BadInput(f"discards= is {found.dtype} of shape {found.shape}; it must be uint8 of "
                       f"shape ({hands},), a set of five places for every hand")  # fmt: skip
    if found.max() > 31 or np.bitwise_count(found).max() > rules.max_draw:
        raise BadInput(f"discards= has sets of more than max_draw={rules.max_draw} of five places; "
                       "hand in the table that belongs to these rules")  # fmt: skip
    return np.ascontiguousarray(found)


def _plays_per_block(rules: Rules, experiment: str) -> int:
    """Return the power of two at or below BLOCK_WORK / (cards drawn in a play, and five for both).

    >>> _plays_per_block(Rules(), "hand")
    8388608
    """
    work = 15
    if experiment == "game":
        bots = (rules.player, rules.opponent).count("montecarlo")
        work = 40 + bots * rules.runs * len(_choices(rules)) * 13
    return 1 << max(1, BLOCK_WORK // work).bit_length() - 1


def _choices(rules: Rules) -> Bytes:
    """Return all sets of places that may be discarded, as the rulebook orders them."""
    sizes = range(rules.max_draw + 1)
    places = (chosen for size in sizes for chosen in combinations(range(5), size))
    return np.array([sum(1 << j for j in chosen) for chosen in places], np.uint8)


def _hand(rules: Rules) -> Play:
    """Return what plays a hand; one that is dealt draws five cards to none."""
    order, cards, deck = table(rules.ranking, rules.pack), _cards(rules), _unseen(rules)
    held = int(cards[[*members(rules.own ^ rules.discarded)]].sum())
    drawn = rules.discarded.bit_count() if rules.own else 5

    def play(words: Words, results: Bytes) -> None:
        kernel.play_hands(words, deck, held, drawn, order, results)

    return play


def _unseen(rules: Rules) -> Ints:
    """Return the deck without a given hand."""
    return _cards(rules)[[card for card in range(rules.pack.size) if not rules.own >> card & 1]]


def _game(rules: Rules, discards: Bytes) -> Play:
    """Return what plays games."""
    order, deck = table(rules.ranking, rules.pack), _cards(rules)
    kinds = KINDS.index(rules.player), KINDS.index(rules.opponent)
    players = kernel.Players(kinds, _choices(rules), discards, rules.runs)

    def play(words: Words, results: Bytes) -> None:
        kernel.play_games(words, deck, players, order, results)

    return play


def _results(
    experiment: str, discards: Bytes, rules: Rules, rng: Rng, plays: int
) -> Iterator[Bytes]:
    """Yield the results of the next plays, some at a time."""
    play = _hand(rules) if experiment == "hand" else _game(rules, discards)
    for sofar in range(0, plays, AT_ONCE):
        results = np.empty(min(AT_ONCE, plays - sofar), np.uint8)
        with borrowed(rng) as words:
            play(words, results)
        yield results


def _count(experiment: str, discards: Bytes, rules: Rules, rng: Rng, plays: int) -> Counts:
    counts = np.zeros(len(Result), np.int64)
    for results in _results(experiment, discards, rules, rng, plays):
        counts += np.bincount(results, minlength=len(Result))
    return {"result": {value: count for value, count in enumerate(counts.tolist()) if count}}


def _record(
    experiment: str, discards: Bytes, rules: Rules, rng: Rng, plays: int
) -> Iterator[Records]:
    for results in _results(experiment, discards, rules, rng, plays):
        yield results[:, np.newaxis].astype(np.int64)
