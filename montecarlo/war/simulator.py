"""Compiled simulator of War.

A game is dealt from a shuffled deck and then played turn by turn in ring buffers of
cards (`montmort.montecarlo.war.kernel`).  Unless there is a turn limit, it is played
until it ends or is proved endless.  `score` plays it from given hands: this part is
checked against the reference rules.

A random pick-up shuffles the captured cards, in each block the first player's first,
by a Fisher-Yates shuffle from the end.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import find_experiment
from montmort.games.war import EXPERIMENTS, Deal, Game, Rules, dealing
from montmort.montecarlo.dealt_cards import Dealer, dealer_by, simulator_of_deals
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.outcomes import (
    RECORDS_AT_ONCE,
    Counts,
    Records,
    declared_kinds,
    value_counts,
)
from montmort.montecarlo.simulator import Simulator, block_size
from montmort.montecarlo.war import kernel
from montmort.montecarlo.war.kernel import KernelRules, Workspace

Rng = np.random.Generator

VERSION = 1  # raise it when a stream would give other outcomes
MOST_CARDS = 2**15  # then a game of gambler's ruin, (n/2)^2 turns, takes a second or two
MOST_CYCLING = 2**10  # then an endless game, of about n^3/80 turns, takes half a second
BLOCK_WORK = 2**30  # about half a second


def score(
    rules: Rules, first: Sequence[int], second: Sequence[int], rng: Rng | int | None = None
) -> Game:
    """Return the Outcome of the game from two hands of ranks 0 to ranks - 1, top card first.

    `rng` shuffles random pick-ups; the other orders do not use it.

    >>> score(Rules(ranks=2, suits=2), (1, 0), (0, 1))
    Game(winner=0, turns=3, wars=1, finished=True)
    """
    in_numbers, space = kernel_rules(rules), workspace_for(rules)
    deck = np.array([*first, *second])
    if len(first) != len(second) or not np.array_equal(np.sort(deck), space.deck):
        raise BadInput(
            f"two hands of {rules.cards // 2} cards must hold {rules.suits} of each rank 0 to "
            f"{rules.ranks - 1}, not {list(first)} and {list(second)}"
        )
    space.deck[:] = deck
    with sfc64_state(np.random.default_rng(rng)) as words:
        held, turns, wars = kernel.play(space, in_numbers, words)
    won, lost = held == rules.cards, held == 0
    return Game(won - lost, turns, wars, won or lost or held == kernel.DRAWN)


def simulator(rules: Rules, experiment: str = "game", _watch: object = None) -> Simulator:
    """Return the compiled simulator of an experiment of War.

    >>> sum(simulator(Rules()).count(1713, plays=1000)["winner"].values())
    1000
    """
    asked = find_experiment("war", EXPERIMENTS, experiment)
    _check_size(rules)
    if experiment == "cards":
        return simulator_of_deals("war", rules, dealing(rules), dealer, VERSION)
    if experiment == "game":
        _check_ends(rules)
    record, work = _PLAYED[experiment]
    return Simulator(
        game="war",
        rules=rules,
        experiment=experiment,
        fields=asked.fields,
        version=VERSION,
        plays_per_block=block_size(BLOCK_WORK, work(rules)),
        compiled=True,
        counter=partial(_count, record, asked.fields),
        recorder=record,
        kinds=declared_kinds(asked.outcome),
    )


def dealer(rules: Rules) -> Dealer:
    """Return the dealer of games: both hands, each from its top card down."""
    return dealer_by(kernel.deal_cards, workspace_for(rules).deck)


def _check_size(rules: Rules) -> None:
    cycling = rules.pick_up == "first-player-first" and rules.may_cycle
    most = MOST_CYCLING if cycling else MOST_CARDS
    if rules.cards > most:
        way_out = ", or set a turn limit" * cycling
        raise TooLarge(
            f"{rules.cards} cards: games would take too long; take at most {most} cards{way_out}"
        )


def _check_ends(rules: Rules) -> None:
    """Raise BadInput if a game may last for ever without a repeated position to prove it."""
    circle = rules.pick_up == "random" and rules.suits > 1 and rules.deuce_beats_ace != "never"
    if circle and rules.turn_limit is None:
        raise BadInput(
            "if deuces beat aces and cards are picked up at random, a game may never end, and "
            "this cannot be detected during play; set a turn limit, such as turn_limit=5000"
        )


def kernel_rules(rules: Rules) -> KernelRules:
    """Return the rules in the numbers that the kernel uses."""
    return KernelRules(
        cards=rules.cards,
        top=rules.ranks - 1,
        face_down=min(rules.face_down, rules.cards),
        ahead_if_won=int(rules.pick_up != "loser-first"),
        ahead_if_lost=int(rules.pick_up != "winner-first"),
        shuffles=rules.pick_up == "random",
        last_card=rules.shortfall == "last-card",
        second_takes=rules.shortfall == "second-takes",
        deuce_in_battles=rules.deuce_beats_ace != "never",
        deuce_in_wars=rules.deuce_beats_ace == "always",
        turn_limit=min(rules.turn_limit or kernel.NEVER, kernel.NEVER),
        may_cycle=rules.may_cycle,
    )


def workspace_for(rules: Rules) -> Workspace:
    """Return a sorted deck, and two tables whose rings have at least twice its size."""
    deck = np.repeat(np.arange(rules.ranks, dtype=np.int32), rules.suits)
    table, mark = np.zeros((2, 2 << (2 * rules.cards - 1).bit_length()), np.int32)
    return Workspace(deck, table, mark)


def record_games(rules: Rules, rng: Rng, plays: int, *, deals: bool = False) -> Iterator[Records]:
    """Yield arrays with the Game of each play in a row, followed by its Deal if `deals`."""
    in_numbers, space = kernel_rules(rules), workspace_for(rules)
    columns = len(Game._fields) + deals * len(Deal._fields)
    for sofar in range(0, plays, RECORDS_AT_ONCE):
        records = np.empty((min(RECORDS_AT_ONCE, plays - sofar), columns), np.int64)
        with sfc64_state(rng) as words:
            kernel.play_games(words, space, in_numbers, records)
        yield records


def _record_deals(rules: Rules, rng: Rng, plays: int) -> Iterator[Records]:
    deck = workspace_for(rules).deck
    for sofar in range(0, plays, RECORDS_AT_ONCE):
        records = np.empty((min(RECORDS_AT_ONCE, plays - sofar), len(Deal._fields)), np.int64)
        with sfc64_state(rng) as words:
            kernel.play_deals(words, deck, rules.ranks - 1, records)
        yield records


def _game_work(rules: Rules) -> int:
    """Return the work of a game in units of about half a nanosecond; endless games need most."""
    most = rules.turn_limit or rules.cards**3 // 4
    return 600 + rules.cards**2 + (most if rules.pick_up == "first-player-first" else 0)


def _deal_work(rules: Rules) -> int:
    return 100 + 4 * rules.cards


_PLAYED = {"game": (record_games, _game_work), "deal": (_record_deals, _deal_work)}


def _count(
    record: Callable[[Rules, Rng, int], Iterator[Records]],
    fields: tuple[str, ...],
    rules: Rules,
    rng: Rng,
    plays: int,
) -> Counts:
    counts: list[Counter[int]] = [Counter() for _ in fields]
    for part in record(rules, rng, plays):
        for counter, values in zip(counts, part.T, strict=True):
            counter.update(value_counts(values))
    return {name: dict(counter) for name, counter in zip(fields, counts, strict=True)}
