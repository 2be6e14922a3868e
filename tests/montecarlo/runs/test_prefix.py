"""Looks in the order of block numbers, whatever order the blocks arrive in."""

import random
import weakref
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.treize import Rules
from montmort.montecarlo import treize
from montmort.montecarlo.runs.block import Block, play_block
from montmort.montecarlo.runs.prefix import Prefix, in_order
from montmort.montecarlo.tally import Tally

SIMULATOR = treize.simulator(Rules(ranks=3, suits=1))
BLOCKS = [play_block(SIMULATOR, 1, number, 20) for number in range(8)]
LOOKS = list(accumulate(block.tally for block in BLOCKS))


@given(st.permutations(range(8)), st.lists(st.integers(0, 7), max_size=5))
def test_any_order_with_duplicates_gives_the_same_looks(order, again):
    prefix, looks, seen = Prefix(), [], set()
    for number in [n for pair in zip(order, [*again, *order], strict=False) for n in pair]:
        looks += prefix.add(BLOCKS[number])
        seen.add(number)
        unbroken = next(n for n in range(9) if n not in seen)
        assert looks == LOOKS[:unbroken]
        assert prefix.tally == (looks[-1] if looks else None)
        assert prefix.plays_by_block == dict.fromkeys(seen, 20)
        assert prefix.total.plays == 20 * len(seen)
    assert prefix.total == prefix.tally == LOOKS[-1]


def test_an_empty_prefix_has_no_tally():
    assert Prefix().tally is None
    assert Prefix().total is None
    assert Prefix().plays_by_block == {}


def test_the_same_block_with_other_counts_is_invalid():
    prefix = Prefix()
    prefix.add(BLOCKS[0])
    prefix.add(BLOCKS[2])
    for number in (0, 2):  # in the prefix, and after the gap
        other = Block(seed=1, number=number, tally=BLOCKS[1].tally)
        with pytest.raises(InvalidCounts, match=f"block {number} of seed 1 has two different"):
            prefix.add(other)
    assert prefix.total == BLOCKS[0].tally + BLOCKS[2].tally


def test_the_same_block_with_other_joint_counts_is_invalid():
    def block(pair):
        counts = {"histograms": {"x": {0: 1, 1: 1}, "y": {0: 1, 1: 1}}, "joint": {("x", "y"): pair}}
        return Block(seed=1, number=0, tally=Tally(experiment="aa", plays=2, **counts))

    prefix = Prefix()
    prefix.add(block({(0, 0): 1, (1, 1): 1}))
    with pytest.raises(InvalidCounts):
        prefix.add(block({(0, 1): 1, (1, 0): 1}))


def test_the_same_block_with_other_names_is_invalid():
    def block(**words):
        counts = {"histograms": {"x": {0: 1, 1: 1}}, "words": words}
        return Block(seed=1, number=0, tally=Tally(experiment="aa", plays=2, **counts))

    prefix = Prefix()
    prefix.add(block(x={0: "win", 1: "loss"}))
    prefix.add(block())  # of a file without names
    with pytest.raises(InvalidCounts, match="two different lists of names"):
        prefix.add(block(x={0: "loss", 1: "win"}))


@pytest.mark.parametrize("others", [[], [1], [1, 2], [2]])
def test_the_longer_version_of_a_block_replaces_the_shorter(others):
    short, long = (play_block(SIMULATOR, 1, 0, plays) for plays in (5, 20))
    rest = [BLOCKS[n] for n in others]
    prefix = Prefix()
    for block in [short, *rest]:
        prefix.add(block)
    looks = prefix.add(long)
    assert looks == [prefix.tally]
    assert prefix.add(short) == []
    fresh = Prefix()
    for block in [long, *rest]:
        fresh.add(block)
    assert prefix.tally == fresh.tally
    assert prefix.total == fresh.total
    assert prefix.plays_by_block == fresh.plays_by_block


def test_a_longer_version_after_the_gap_replaces_the_shorter():
    prefix = Prefix()
    prefix.add(play_block(SIMULATOR, 1, 1, 5))
    assert prefix.add(BLOCKS[1]) == []
    assert prefix.add(BLOCKS[0]) == LOOKS[:2]


def test_a_shorter_version_that_is_not_a_prefix_is_invalid():
    short = Block(seed=1, number=0, tally=play_block(SIMULATOR, 2, 1, 19).tally)
    prefix = Prefix()
    prefix.add(BLOCKS[0])
    with pytest.raises(InvalidCounts, match="of 19 and of 20 plays"):
        prefix.add(short)


def test_blocks_of_another_run_are_refused():
    prefix = Prefix()
    prefix.add(BLOCKS[0])
    with pytest.raises(BadInput, match=r"seed 2; this prefix is of experiment .*, seed 1"):
        prefix.add(play_block(SIMULATOR, 2, 1, 20))
    with pytest.raises(BadInput, match="block 1 is of experiment"):
        prefix.add(play_block(treize.simulator(Rules()), 1, 1, 20))
    assert prefix.tally == LOOKS[0]


def test_blocks_in_the_prefix_take_little_memory():
    prefix = Prefix()
    for number in range(20):
        prefix.add(play_block(treize.simulator(Rules()), 1, number, 20_000))
    assert max(map(len, prefix._packed.values())) < 2000


def test_shuffled_blocks_of_one_run():
    shuffled = random.Random(5).sample(BLOCKS, len(BLOCKS))
    prefix = Prefix()
    assert [look for block in shuffled for look in prefix.add(block)] == LOOKS


@given(st.permutations(range(8)))
def test_blocks_are_put_in_order(order):
    assert [*in_order(BLOCKS[number] for number in order)] == BLOCKS


def test_blocks_in_order_are_not_remembered():
    def fresh():
        for number in (1, 0, 3, 2, 5, 4, 7, 6):
            block = play_block(SIMULATOR, 1, number, 20)
            made.append(weakref.ref(block.tally))
            yield block
            del block
            most.append(sum(ref() is not None for ref in made))

    made, most = [], []
    assert [block.number for block in in_order(fresh())] == [*range(8)]
    assert len(most) == 8
    assert max(most) <= 2  # the one that waits, and the one before
