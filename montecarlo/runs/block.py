"""A block: a numbered set of plays that can be replayed anywhere.

The stream of block b is numpy's SFC64 seeded by

    SeedSequence(seed, spawn_key=(experiment, b))

with `experiment` the simulator's identity in 32-bit words.  Nothing else enters:
not the worker, not the clock, not the number of plays.  So a shortened block
holds the first plays of the full block.
"""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from montmort.display import short_repr
from montmort.games.errors import BadInput, MontmortError, SimulatorFailed
from montmort.games.validation import check_number, check_type, quote
from montmort.montecarlo.simulator import Simulator, checked_count
from montmort.montecarlo.tally import Group, Histograms, Joint, Tally

SEED_BITS = 128  # as many as SeedSequence mixes without loss
MOST_CHARACTERS = 200  # of a simulator's error in a message


@dataclass(frozen=True, kw_only=True)
class Block:
    """The tally of block `number` of the run from `seed`, and the CPU `seconds` it took.

    Blocks are equal if their counts are equal, however long they took.
    """

    seed: int
    number: int
    tally: Tally
    seconds: float = field(default=0.0, compare=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        checked_seed(self.seed)
        checked_count("number", self.number)
        check_type("tally", self.tally, Tally, "a Tally")
        check_number("seconds", self.seconds)

    @property
    def experiment(self) -> str:
        """Identity of the experiment, hexadecimal."""
        return self.tally.experiment

    @property
    def plays(self) -> int:
        """Plays in this block."""
        return self.tally.plays

    @property
    def histograms(self) -> Histograms:
        """{field: {value: count}}."""
        return self.tally.histograms

    @property
    def joint(self) -> Joint:
        """{group of fields: {values: count}}."""
        return self.tally.joint


def draw_seed() -> int:
    """Return a fresh 64-bit seed from the system's entropy."""
    return secrets.randbits(64)


def checked_seed(seed: int) -> int:
    """Return `seed` as an int; BadInput unless 0 <= seed < 2**128."""
    if not isinstance(seed, int | np.integer) or not 0 <= seed < 2**SEED_BITS:
        raise BadInput(f"seed={quote(seed)} must be an integer from 0 to 2**{SEED_BITS} - 1")
    return int(seed)


def seed_sequence(experiment: str, seed: int, number: int) -> np.random.SeedSequence:
    """Return the SeedSequence of a block; `experiment` is hexadecimal, 8 digits a word.

    >>> seed_sequence("00000001fffffffe", 1713, 5).spawn_key
    (1, 4294967294, 5)
    """
    words = [int(experiment[at : at + 8], 16) for at in range(0, len(experiment), 8)]
    return np.random.SeedSequence(seed, spawn_key=(*words, number))


def stream(experiment: str, seed: int, number: int) -> np.random.Generator:
    """Return the Generator at the start of block `number`."""
    return np.random.Generator(np.random.SFC64(seed_sequence(experiment, seed, number)))


def play_block(
    simulator: Simulator, seed: int, number: int, plays: int, groups: Sequence[Group] = ()
) -> Block:
    """Play the first `plays` plays of a block; an error names the block.

    An error raised by plain Python becomes the cause of a SimulatorFailed.
    """
    check_type("simulator", simulator, Simulator, "a Simulator")
    simulator.check_groups(groups)
    seed, number = checked_seed(seed), checked_count("number", number)
    plays = checked_count("plays", plays, least=1)
    rng = stream(simulator.identity, seed, number)
    began = time.thread_time()
    try:
        if groups:
            histograms, joint = simulator.count_jointly(rng, plays, groups)
        else:
            histograms, joint = simulator.count(rng, plays), {}
    except Exception as error:
        where = f"in block {number} of {simulator.label}, seed {seed}"
        if simulator.compiled or simulator.program or isinstance(error, MontmortError):
            error.add_note(where)
            raise
        raise SimulatorFailed(f"{one_line_error(error)}, {where}") from error
    tally = Tally(
        experiment=simulator.identity,
        label=simulator.label,
        plays=plays,
        histograms=histograms,
        joint=joint,
        words=simulator.words,
    )
    return Block(seed=seed, number=number, tally=tally, seconds=time.thread_time() - began)


def one_line_error(error: BaseException) -> str:
    """Return the type and message of an error in one line.

    >>> one_line_error(ValueError("no cards left")), one_line_error(KeyError())
    ('ValueError: no cards left', 'KeyError')
    """
    try:
        text = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    except Exception:  # an error of the rules, with a __str__ of its own
        text = type(error).__name__
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"
