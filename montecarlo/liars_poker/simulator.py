"""Liars' Poker, played at speed.

Only so many cards are drawn as are in play, or as stay in the deck where these
are fewer.  One kernel draws a few thousand deals, another scores them
(`liars_poker_kernel`) by the tables of `liars_poker_sheet`.  The scoring is the
part that is checked against the referee, and `score` its door.

The ten fields hang together, so `record` keeps them in one row per play.

Rounds and games are played by the referee, in plain Python.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from montmort.games.chance import Chance, RandomChance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import find_experiment
from montmort.games.liars_poker import EXPERIMENTS, Deal, DealWithCall, Rules, dealing, outcome_of
from montmort.games.table import Table
from montmort.montecarlo.dealt_cards import Dealer, deal_from_end, dealer_by, simulator_of_deals
from montmort.montecarlo.kernels.sfc64 import borrowed
from montmort.montecarlo.liars_poker import kernel as kernel
from montmort.montecarlo.liars_poker.kernel import CODES, JOKER, MOST_JOKERS, SECOND_JOKER, Ints
from montmort.montecarlo.liars_poker.tables import sheet
from montmort.montecarlo.simulator import Counts, Records, Simulator, simulator_of

Rng = np.random.Generator

VERSION = 1  # raise it when a stream would give other outcomes
BLOCK_WORK = 2**27  # about half a second, counted in cards
PLAYS_PER_BLOCK = {"round": 1024, "game": 64}
AT_ONCE = 2**14  # deals drawn before they are scored: they stay in the cache


def score(rules: Rules, cards: int) -> Deal | DealWithCall:
    """Return the Outcome when `cards` are in play: a set of cards, the jokers behind the pack.

    >>> score(Rules(cards=2), 0b11).pair, score(Rules(cards=2, jokers=1), 1 << 52 | 1).pair
    (False, True)
    """
    in_play = [card for card in range(cards.bit_length()) if cards >> card & 1]
    if cards < 0 or len(in_play) != rules.cards or in_play[-1] >= rules.deck:
        raise BadInput(f"{cards=:#b} must be a set of {rules.cards} of {rules.deck} cards")
    deals = np.array([sum(_word(rules, card) for card in in_play)], np.int64)
    codes = np.empty_like(deals)
    kernel.score(deals, sheet(rules), codes)
    outcome = outcome_of(rules)
    return outcome(*_bits(codes, len(outcome._fields))[0].astype(bool).tolist())


def simulator(
    rules: Rules, experiment: str = "deal", others: Callable[[Rules, Chance], Table] | None = None
) -> Simulator:
    """Return the simulator of an experiment of Liars' Poker, compiled for a deal.

    `others(rules, chance)` brings to a round or a game players who know more
    than the rulebook's.

    >>> sum(simulator(Rules()).count(1713, plays=1000)["pair"].values())
    1000
    """
    told = find_experiment("liars-poker", EXPERIMENTS, experiment)
    if experiment not in ("deal", "cards"):
        told = told if others is None else replace(told, players=others)
        told.start(rules, RandomChance(0))  # rules that it cannot be played by are refused here
        size = PLAYS_PER_BLOCK[experiment]
        return simulator_of(told, rules, game="liars-poker", plays_per_block=size)
    if rules.jokers > MOST_JOKERS:
        raise TooLarge(f"jokers={rules.jokers}: the simulator knows at most {MOST_JOKERS} jokers")
    if experiment == "cards":
        return simulator_of_deals("liars-poker", rules, dealing(rules), dealer, VERSION)
    return Simulator(
        game="liars-poker",
        rules=rules,
        experiment=experiment,
        fields=outcome_of(rules)._fields,
        version=VERSION,
        plays_per_block=_plays_per_block(rules),
        compiled=True,
        counter=_count,
        recorder=_record,
    )


def dealer(rules: Rules) -> Dealer:
    """Return what deals the cards that a deal draws; jokers come last."""
    kinds = np.zeros(64, np.int64)  # by the bit of a card's word
    for card in range(rules.deck):
        kind = card if rules.published else min(card, rules.pack.size)
        kinds[_word(rules, card).bit_length() - 1] = kind
    return dealer_by(
        deal_from_end, shoe(rules).deck, lambda words: kinds[np.bitwise_count(words - 1)]
    )


def shoe(rules: Rules) -> kernel.Shoe:
    """Return the cards to deal from, in the order of the deck, and how many of them."""
    natural, jokers = rules.own
    own = natural | ((1 << jokers) - 1) << rules.pack.size
    held = sum(_word(rules, card) for card in range(rules.deck) if own >> card & 1)
    unseen = [_word(rules, card) for card in range(rules.deck) if not own >> card & 1]
    dealt = rules.cards - own.bit_count()
    if 2 * dealt <= len(unseen):
        return kernel.Shoe(np.array(unseen, np.int64), dealt, held, 1)
    return kernel.Shoe(np.array(unseen, np.int64), len(unseen) - dealt, held + sum(unseen), -1)


def _word(rules: Rules, card: int) -> int:
    suit, rank = divmod(card, rules.ranks)
    if suit < rules.suits:
        return 1 << 13 * suit + rank
    return SECOND_JOKER if rules.published and card > rules.pack.size else JOKER


def _plays_per_block(rules: Rules) -> int:
    """Return the power of two at or below BLOCK_WORK / (d + 5): to deal d cards costs as d + 5.

    >>> _plays_per_block(Rules()) == 2**23
    True
    """
    return 1 << (BLOCK_WORK // (shoe(rules).drawn + 5)).bit_length() - 1


def _codes(rules: Rules, rng: Rng, plays: int) -> Iterator[Ints]:
    """Yield the codes of the next deals, some at a time."""
    source, scored_by = shoe(rules), sheet(rules)
    for sofar in range(0, plays, AT_ONCE):
        deals = np.empty(min(AT_ONCE, plays - sofar), np.int64)
        with borrowed(rng) as words:
            kernel.deal(words, source, deals)
        kernel.score(deals, scored_by, deals)  # each code in its deal's place
        yield deals


def _bits(codes: Ints, fields: int) -> Records:
    """Return the fields' truth values, shape (codes, fields), as 0 and 1."""
    return codes[:, np.newaxis] >> np.arange(fields) & 1


def _count(rules: Rules, rng: Rng, plays: int) -> Counts:
    tallied = np.zeros(CODES, np.int64)
    for codes in _codes(rules, rng, plays):
        tallied += np.bincount(codes, minlength=CODES)
    fields = outcome_of(rules)._fields
    held = (tallied @ _bits(np.arange(CODES), len(fields))).tolist()
    return {
        name: {value: count for value, count in ((0, plays - true), (1, true)) if count}
        for name, true in zip(fields, held, strict=True)
    }


def _record(rules: Rules, rng: Rng, plays: int) -> Iterator[Records]:
    fields = len(outcome_of(rules)._fields)
    return (_bits(codes, fields) for codes in _codes(rules, rng, plays))
