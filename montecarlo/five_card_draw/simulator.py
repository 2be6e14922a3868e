"""Compiled simulator of five-card draw.

In the experiment `hand` a play draws replacements for the discarded cards of the hand
and five other cards for the opponent, and compares the hands.  In the experiment `game`
both players are dealt five cards, choose, and draw.  A Monte Carlo bot plays each of
its choices `runs` times, as the experiment `hand` does, with cards drawn from all
cards that it has not seen, the opponent's included.

A smart player uses a table of discards, which is an argument: the best discards are
computed elsewhere, and the simulator does not check that they are best.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from itertools import combinations
from math import comb

import numpy as np

from montmort.games.cards.pack import members
from montmort.games.chance import RandomChance
from montmort.games.errors import BadInput
from montmort.games.experiment import find_experiment
from montmort.games.five_card_draw import EXPERIMENTS, Result, Rules, dealing
from montmort.games.five_card_draw.ranking import table
from montmort.games.five_card_draw.rules import KINDS
from montmort.montecarlo.dealt_cards import Dealer, deal_from_end, dealer_by, simulator_of_deals
from montmort.montecarlo.five_card_draw import kernel
from montmort.montecarlo.five_card_draw.kernel import AT_ONCE, Bytes, Ints
from montmort.montecarlo.kernels.sfc64 import Words, sfc64_state
from montmort.montecarlo.outcomes import Counts, Records, declared_kinds
from montmort.montecarlo.simulator import Simulator, block_size

Rng = np.random.Generator
PlayMany = Callable[[Words, Bytes], None]  # writes the next results

VERSION = 1  # raise it when a stream would give other outcomes
BLOCK_WORK = 2**27  # cards drawn in about half a second
NOTHING = np.empty(0, np.uint8)


def score(rules: Rules, own: int, other: int) -> Result:
    """Return the result of the final hands, sets of five cards.

    >>> pair, wheel = (Rules().pack.read(hand)[0] for hand in ("9c 9d 2c 3c 4c", "As 2d 3d 4h 5s"))
    >>> score(Rules(), pair, wheel), score(Rules(ranking="published"), pair, wheel)
    (<Result.LOSS: 2>, <Result.WIN: 0>)
    """
    cards = _cards(rules)
    return _compare(rules, *(cards[[*members(hand)]].sum() for hand in (own, other)))


def score_game(rules: Rules, deck: Sequence[int], discards: Sequence[str]) -> Result:
    """Return the result of a game with this order of the deck and both players' `discards`.

    The first player's five cards come first, then the second's, then the cards that the
    first draws, those that the second draws, and all others.

    >>> score_game(Rules(), range(52), ["2c", "7c"])  # flushes: 3c 4c 5c 6c Qc, 8c 9c Tc Jc Kc
    <Result.LOSS: 2>
    """
    hands = sorted(deck[:5]), sorted(deck[5:10])
    away = [
        sum(1 << j for j, card in enumerate(hand) if rules.pack.card_name(card) in words.split())
        for hand, words in zip(hands, discards, strict=True)
    ]
    in_order = _cards(rules)[[*deck[:9:-1], *hands[1], *hands[0]]]
    return _compare(rules, *kernel.final_hands(in_order, away[0], away[1]))


def _compare(rules: Rules, own: int, other: int) -> Result:
    order = table(rules.ranking, rules.pack)
    return Result(kernel.compare(kernel.value(own, order), kernel.value(other, order)))


def _cards(rules: Rules) -> Ints:
    """Return the cards of the deck in the kernel's representation."""
    return table(rules.ranking, rules.pack).keys | np.arange(rules.pack.size) << kernel.NUMBER


def simulator(rules: Rules, experiment: str = "hand", discards: Bytes | None = None) -> Simulator:
    """Return the simulator of an experiment.

    A smart player needs `discards`, the discards of every hand: for c_0 < ... < c_4, in
    position C(c_0, 1) + ... + C(c_4, 5), bit j is set if c_j is discarded.

    >>> rules = Rules(hand="2c 2d 2h 2s 3c", discard="3c")  # only higher quads beat them
    >>> simulator(rules).count(1713, plays=1000)["result"].get(0, 0) > 990
    True
    """
    asked = find_experiment("five-card-draw", EXPERIMENTS, experiment)
    asked.start(rules, RandomChance(0))  # raises BadInput for rules that cannot be played
    if experiment == "cards":
        return simulator_of_deals("five-card-draw", rules, dealing(rules), dealer, VERSION)
    best = _checked_discards(rules, discards) if experiment == "game" else NOTHING
    return Simulator(
        game="five-card-draw",
        rules=rules,
        experiment=experiment,
        fields=asked.fields,
        version=VERSION,
        plays_per_block=_plays_per_block(rules, experiment),
        compiled=True,
        inputs_digest=sha256(best.tobytes()).hexdigest() if best.size else "",
        counter=partial(_count, experiment, best),
        recorder=partial(_record, experiment, best),
        kinds=declared_kinds(asked.outcome),
    )


def dealer(rules: Rules) -> Dealer:
    """Return the dealer of the cards that a hand or a game draws."""
    return dealer_by(deal_from_end, _unseen(rules), lambda cards: cards >> kernel.NUMBER)


def _checked_discards(rules: Rules, discards: Bytes | None) -> Bytes:
    """Return the table of smart players, or an empty one if there are no smart players."""
    if "smart" not in (rules.player, rules.opponent):
        return NOTHING
    hands = comb(rules.pack.size, 5)
    if discards is None:
        raise BadInput(
            f"a smart player needs the best discards of all {hands} hands; pass them as "
            "discards=, computed by montmort.exact.five_card_draw.answers"
        )
    found = np.asarray(discards)
    if found.dtype != np.uint8 or found.shape != (hands,):
        raise BadInput(
            f"discards= is {found.dtype} of shape {found.shape}; it must be uint8 of shape "
            f"({hands},), a set of five positions for every hand"
        )
    if found.max() > 31 or np.bitwise_count(found).max() > rules.max_draw:
        raise BadInput(
            f"discards= has sets of more than max_draw={rules.max_draw} of five positions; "
            "pass the table for these rules"
        )
    return np.ascontiguousarray(found)


def _plays_per_block(rules: Rules, experiment: str) -> int:
    """Return the largest power of two <= BLOCK_WORK / (cards drawn in a play, plus five).

    >>> _plays_per_block(Rules(), "hand")
    8388608
    """
    work = 15
    if experiment == "game":
        bots = (rules.player, rules.opponent).count("montecarlo")
        work = 40 + bots * rules.runs * len(_choices(rules)) * 13
    return block_size(BLOCK_WORK, work)


def _choices(rules: Rules) -> Bytes:
    """Return all sets of positions that may be discarded, in the order of the rules."""
    sizes = range(rules.max_draw + 1)
    places = (chosen for size in sizes for chosen in combinations(range(5), size))
    return np.array([sum(1 << j for j in chosen) for chosen in places], np.uint8)


def _hand(rules: Rules) -> PlayMany:
    """Return the function that plays hands; a dealt hand starts empty and draws five cards."""
    order, cards, deck = table(rules.ranking, rules.pack), _cards(rules), _unseen(rules)
    held = int(cards[[*members(rules.own ^ rules.discarded)]].sum())
    drawn = rules.discarded.bit_count() if rules.own else 5

    def play(words: Words, results: Bytes) -> None:
        kernel.play_hands(words, deck, held, drawn, order, results)

    return play


def _unseen(rules: Rules) -> Ints:
    """Return the deck without a given hand."""
    return _cards(rules)[[card for card in range(rules.pack.size) if not rules.own >> card & 1]]


def _game(rules: Rules, discards: Bytes) -> PlayMany:
    """Return the function that plays games."""
    order, deck = table(rules.ranking, rules.pack), _cards(rules)
    kinds = KINDS.index(rules.player), KINDS.index(rules.opponent)
    players = kernel.Players(kinds, _choices(rules), discards, rules.runs)

    def play(words: Words, results: Bytes) -> None:
        kernel.play_games(words, deck, players, order, results)

    return play


def _results(
    experiment: str, discards: Bytes, rules: Rules, rng: Rng, plays: int
) -> Iterator[Bytes]:
    """Yield the results of the next plays in arrays."""
    play = _hand(rules) if experiment == "hand" else _game(rules, discards)
    for sofar in range(0, plays, AT_ONCE):
        results = np.empty(min(AT_ONCE, plays - sofar), np.uint8)
        with sfc64_state(rng) as words:
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
