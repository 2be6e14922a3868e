"""Compiled simulator of Liars' Poker.

For each deal, the cards in play are drawn or, if they are fewer, the cards that stay in
the deck.  One kernel draws a few thousand deals and another scores them
(`montmort.montecarlo.liars_poker.kernel`) by the tables of
`montmort.montecarlo.liars_poker.tables`.  The scoring is checked against the reference
rules through `score`.

The ten fields are dependent, so `record` gives them in one row per play.

Rounds and games are played by the reference rules, in plain Python.
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
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.liars_poker import kernel
from montmort.montecarlo.liars_poker.kernel import CODES, JOKER, MOST_JOKERS, SECOND_JOKER, Ints
from montmort.montecarlo.liars_poker.tables import scoring_tables
from montmort.montecarlo.outcomes import Counts, Records, declared_kinds
from montmort.montecarlo.simulator import Simulator, block_size, simulator_of

Rng = np.random.Generator

VERSION = 1  # raise it when a stream would give other outcomes
BLOCK_WORK = 2**27  # cards in about half a second
PLAYS_PER_BLOCK = {"round": 1024, "game": 64}
AT_ONCE = 2**14  # deals drawn before they are scored: few enough for the CPU cache


def score(rules: Rules, cards: int) -> Deal | DealWithCall:
    """Return the Outcome if `cards` are in play: a set of cards, with the jokers after the pack.

    >>> score(Rules(cards=2), 0b11).pair, score(Rules(cards=2, jokers=1), 1 << 52 | 1).pair
    (False, True)
    """
    in_play = [card for card in range(cards.bit_length()) if cards >> card & 1]
    if cards < 0 or len(in_play) != rules.cards or in_play[-1] >= rules.deck:
        raise BadInput(f"{cards=:#b} must be a set of {rules.cards} of {rules.deck} cards")
    deals = np.array([sum(_word(rules, card) for card in in_play)], np.int64)
    codes = np.empty_like(deals)
    kernel.score(deals, scoring_tables(rules), codes)
    outcome = outcome_of(rules)
    return outcome(*_bits(codes, len(outcome._fields))[0].astype(bool).tolist())


def simulator(
    rules: Rules, experiment: str = "deal", others: Callable[[Rules, Chance], Table] | None = None
) -> Simulator:
    """Return the simulator of an experiment of Liars' Poker, compiled for a deal.

    `others(rules, chance)` supplies the players of a round or a game, in place of those
    that the rules define.

    >>> sum(simulator(Rules()).count(1713, plays=1000)["pair"].values())
    1000
    """
    asked = find_experiment("liars-poker", EXPERIMENTS, experiment)
    if experiment not in ("deal", "cards"):
        asked = asked if others is None else replace(asked, players=others)
        asked.start(rules, RandomChance(0))  # raises BadInput for rules that cannot be played
        size = PLAYS_PER_BLOCK[experiment]
        return simulator_of(asked, rules, game="liars-poker", plays_per_block=size)
    if rules.jokers > MOST_JOKERS:
        raise TooLarge(f"jokers={rules.jokers}: the simulator allows at most {MOST_JOKERS} jokers")
    if experiment == "cards":
        return simulator_of_deals("liars-poker", rules, dealing(rules), dealer, VERSION)
    outcome = outcome_of(rules)
    return Simulator(
        game="liars-poker",
        rules=rules,
        experiment=experiment,
        fields=outcome._fields,
        version=VERSION,
        plays_per_block=_plays_per_block(rules),
        compiled=True,
        counter=_count,
        recorder=_record,
        kinds=declared_kinds(outcome),
    )


def dealer(rules: Rules) -> Dealer:
    """Return the dealer of the cards drawn for a deal; jokers are the last kind."""
    kinds = np.zeros(64, np.int64)  # indexed by the bit of a card's word
    for card in range(rules.deck):
        kind = card if rules.published else min(card, rules.pack.size)
        kinds[_word(rules, card).bit_length() - 1] = kind
    return dealer_by(
        deal_from_end, shoe(rules).deck, lambda words: kinds[np.bitwise_count(words - 1)]
    )


def shoe(rules: Rules) -> kernel.Shoe:
    """Return the cards to draw from, in the order of the deck, and how many to draw."""
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
    """Return the largest power of two <= BLOCK_WORK / (d + 5): dealing d cards costs d + 5.

    >>> _plays_per_block(Rules()) == 2**23
    True
    """
    return block_size(BLOCK_WORK, shoe(rules).drawn + 5)


def _codes(rules: Rules, rng: Rng, plays: int) -> Iterator[Ints]:
    """Yield the codes of the next deals, in arrays."""
    source, tables = shoe(rules), scoring_tables(rules)
    for sofar in range(0, plays, AT_ONCE):
        deals = np.empty(min(AT_ONCE, plays - sofar), np.int64)
        with sfc64_state(rng) as words:
            kernel.deal(words, source, deals)
        kernel.score(deals, tables, deals)  # each code overwrites its deal
        yield deals


def _bits(codes: Ints, fields: int) -> Records:
    """Return the fields as 0 and 1, in an array of shape (codes, fields)."""
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
