"""Runs: the same results for any workers, order of completion and interruption."""

import random
import signal
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import reduce
from importlib import import_module
from itertools import islice
from multiprocessing import active_children, get_context
from operator import add

import pytest

from montmort.games.errors import BadInput, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.treize import EXPERIMENTS, Game, Rules
from montmort.montecarlo import treize
from montmort.montecarlo.runs import executors, run
from montmort.montecarlo.runs.block import play_block, stream
from montmort.montecarlo.runs.prefix import Prefix
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator, simulator_of

KERNEL = replace(treize.simulator(Rules()), plays_per_block=100)
REFERENCE = simulator_of(EXPERIMENTS["game"], Rules(), game="treize", plays_per_block=50)
PLAYS = 1230  # twelve whole blocks of the kernel and one cut short


def total(blocks):
    return reduce(add, (block.tally for block in blocks))


def alone(simulator, plays, seed):
    """Play block after block without any executor: the slow, obvious run."""
    size = simulator.plays_per_block
    return [
        play_block(simulator, seed, number, min(size, plays - number * size))
        for number in range(-(-plays // size))
    ]


def by_number(blocks):
    return sorted(blocks, key=lambda block: block.number)


class ManualExecutor(Executor):
    """An executor without threads: it works only during `wait`, in an order of its own.

    The first `begin` tasks count as running; the others can still be cancelled.
    `interrupts` are the calls of `wait`, counted from 0, that raise KeyboardInterrupt.
    """

    def __init__(self, *, shuffle=None, begin=10**9, interrupts=()):
        self.tasks, self.waits, self.most = {}, 0, 0
        self.shuffle, self.begin, self.interrupts = shuffle, begin, interrupts

    def submit(self, function, /, *args):
        future = Future()
        self.tasks[future] = (function, args)
        if len(self.tasks) <= self.begin:
            future.set_running_or_notify_cancel()
        self.most = max(self.most, len(self.tasks))
        return future

    def wait(self, pending, return_when):
        assert return_when == "FIRST_COMPLETED"
        self.waits += 1
        if self.waits - 1 in self.interrupts:
            raise KeyboardInterrupt
        waiting = [future for future in self.tasks if future in pending]
        future = self.shuffle.choice(waiting) if self.shuffle else waiting[0]
        function, args = self.tasks.pop(future)
        future.set_result(function(*args))
        return {future}, pending - {future}


@pytest.fixture
def manual(monkeypatch):
    def make(**how):
        executor = ManualExecutor(**how)
        monkeypatch.setattr(run, "wait", executor.wait)
        return executor

    return make


@pytest.mark.parametrize("workers", [1, 2, 8])
@pytest.mark.parametrize("simulator", [KERNEL, replace(KERNEL, compiled=True, plays_per_block=7)])
def test_any_number_of_threads_gives_the_blocks_played_alone(workers, simulator):
    blocks = list(play_blocks(simulator, plays=PLAYS, seed=1, workers=workers))
    assert by_number(blocks) == alone(simulator, PLAYS, 1)
    assert total(blocks).plays == PLAYS


@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_completion_gives_the_same_looks(manual, seed):
    pool = manual(shuffle=random.Random(seed))
    blocks = list(play_blocks(KERNEL, plays=PLAYS, seed=1, executor=pool, workers=3))
    assert [b.number for b in blocks] != list(range(13))
    assert by_number(blocks) == alone(KERNEL, PLAYS, 1)
    prefixes = [Prefix(), Prefix()]
    in_order, shuffled = (
        [look for block in some for look in prefix.add(block)]
        for prefix, some in zip(prefixes, (by_number(blocks), blocks), strict=True)
    )
    assert in_order == shuffled
    assert len(shuffled) == 13
    assert pool.most == 6  # two submitted blocks per worker, never more


def test_processes_give_the_blocks_played_alone():
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        kernel = list(play_blocks(KERNEL, plays=330, seed=1, executor=pool, workers=1))
        reference = list(play_blocks(REFERENCE, plays=330, seed=1, executor=pool, workers=1))
    assert by_number(kernel) == alone(KERNEL, 330, 1)
    assert by_number(reference) == alone(REFERENCE, 330, 1)


def test_plain_python_runs_in_processes_of_its_own():
    blocks = list(play_blocks(REFERENCE, plays=220, seed=1, workers=2))
    assert by_number(blocks) == alone(REFERENCE, 220, 1)


@pytest.mark.parametrize("workers", [1, 2, None])
def test_plain_python_that_cannot_be_pickled_is_played_in_this_process(workers, monkeypatch):
    def no_process(simulator, workers):
        raise AssertionError("a lambda cannot be pickled")

    monkeypatch.setattr(executors, "_processes", no_process)
    local = Experiment(name="game", outcome=Game, start=lambda r, c: 0, step=lambda *_: (None, WON))
    simulator = simulator_of(local, None, game="won", plays_per_block=5)
    assert total(play_blocks(simulator, plays=12, workers=workers)).histogram("points") == {7: 12}


WON = Game(7, 1, 8)


SLEEPER = """
import time
from montmort.games.treize import Game
from montmort.montecarlo import treize

def counter(rules, rng, plays):
    if rng.random() != rules:
        time.sleep(60)
    return {field: {1: plays} for field in Game._fields}
"""


def test_processes_drop_their_blocks_when_the_run_is_closed(tmp_path, monkeypatch):
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    monkeypatch.syspath_prepend(tmp_path)
    named = replace(REFERENCE, game="sleeper", rules=0.5, by_rules=None)
    first = stream(named.identity, 1, 0).random()
    simulator = replace(named, rules=first, counter=import_module("sleeper").counter)
    object.__setattr__(simulator, "identity", named.identity)
    others = set(active_children())
    blocks = play_blocks(simulator, plays=10**9, seed=1, workers=2)
    assert next(blocks).number == 0
    ours = set(active_children()) - others
    assert len(ours) == 2
    began = time.monotonic()
    blocks.close()
    while any(process.is_alive() for process in ours):  # the pool's thread may reap them too
        assert time.monotonic() - began < 20
        time.sleep(0.05)


def until_interrupted(blocks):
    kept = []
    with pytest.raises(KeyboardInterrupt):
        kept.extend(blocks)
    return kept


def test_on_interrupt_started_blocks_are_yielded_and_the_others_cancelled(manual):
    pool = manual(begin=2, interrupts=[0])
    kept = until_interrupted(play_blocks(KERNEL, plays=PLAYS, seed=1, executor=pool, workers=2))
    assert [block.number for block in kept] == [0, 1]
    assert [future.cancelled() for future in pool.tasks] == [True, True]


@pytest.mark.parametrize("at", [0, 1, 5, 12])
def test_interruption_and_resumption_give_the_uninterrupted_run(manual, at):
    pool = manual(shuffle=random.Random(at), interrupts=[at])
    prefix = Prefix()
    kept = until_interrupted(play_blocks(KERNEL, plays=PLAYS, seed=1, executor=pool, workers=2))
    assert at <= len(kept) <= at + 4
    for block in kept:
        prefix.add(block)
    pool = manual(shuffle=random.Random(at))
    resumed = {"executor": pool, "workers": 2, "skip": prefix.plays_by_block}
    rest = list(play_blocks(KERNEL, plays=PLAYS, seed=1, **resumed))
    assert len(kept) + len(rest) == 13
    for block in rest:
        prefix.add(block)
    assert prefix.tally == prefix.total == total(alone(KERNEL, PLAYS, 1))


def test_a_second_interrupt_stops_at_once(manual):
    pool = manual(begin=2, interrupts=[1, 2])
    kept = until_interrupted(play_blocks(KERNEL, plays=PLAYS, seed=1, executor=pool, workers=2))
    assert [block.number for block in kept] == [0]
    assert all(future.cancelled() or future.running() for future in pool.tasks)


@pytest.fixture
def sigint_handled():
    """Handle SIGINT even if the tests were started in the background, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_signal_while_threads_play_loses_no_finished_block(sigint_handled):
    main = threading.main_thread().ident

    def interrupt_once(rules, rng, plays):
        time.sleep(0.02)  # by now the main thread is waiting
        if rng.random() == trigger:
            signal.pthread_kill(main, signal.SIGINT)
            time.sleep(0.05)
        return KERNEL.counter(rules, rng, plays)

    trigger = stream(KERNEL.identity, 1, 3).random()
    simulator = replace(KERNEL, counter=interrupt_once)
    kept = until_interrupted(play_blocks(simulator, plays=10**4, seed=1, workers=2))
    numbers = {block.number for block in kept}
    assert {0, 1, 2, 3} <= numbers <= set(range(8))


def test_skip_takes_numbers_or_saved_plays():
    numbers = [b.number for b in play_blocks(KERNEL, plays=PLAYS, seed=1, skip=range(10))]
    assert sorted(numbers) == [10, 11, 12]
    held = {
        0: 100,
        1: 40,
        2: 100,
        12: 30,
    }  # 1 was shortened; 12 is long enough
    blocks = by_number(play_blocks(KERNEL, plays=PLAYS, seed=1, skip=held))
    assert [b.number for b in blocks] == [1, *range(3, 12)]
    assert list(play_blocks(KERNEL, plays=PLAYS, seed=1, skip=range(13))) == []


def test_a_longer_run_continues_a_shorter_one():
    prefix = Prefix()
    for block in play_blocks(KERNEL, plays=250, seed=1):
        prefix.add(block)
    for block in play_blocks(KERNEL, plays=PLAYS, seed=1, skip=prefix.plays_by_block):
        prefix.add(block)
    assert prefix.tally == total(alone(KERNEL, PLAYS, 1))


def test_a_trillion_plays_cost_no_memory_and_closing_does_not_hang(manual):
    pool = manual(begin=2)
    blocks = play_blocks(KERNEL, plays=10**12, seed=1, executor=pool, workers=2)
    assert [block.number for block in islice(blocks, 3)] == [0, 1, 2]
    blocks.close()
    assert all(future.cancelled() or future.running() for future in pool.tasks)
    assert len(pool.tasks) <= 4


@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_does_not_go_on_for_ever_while_one_block_is_awaited(manual, workers):
    class Last:
        """Finishes the first block only when no other is left."""

        def choice(self, waiting):
            return waiting[-1]

    pool = manual(shuffle=Last())
    blocks = play_blocks(KERNEL, plays=10**6, seed=1, executor=pool, workers=workers)
    numbers = [block.number for block in islice(blocks, 2 * workers * run.MOST_AHEAD)]
    blocks.close()
    assert sorted(numbers) == list(range(2 * workers * run.MOST_AHEAD))
    assert numbers[-1] == 0


def test_closing_early_does_not_wait_for_started_blocks():
    gate = threading.Event()

    def slow(rules, rng, plays):
        if rng.random() != first:
            gate.wait(20)
        return KERNEL.counter(rules, rng, plays)

    first = stream(KERNEL.identity, 1, 0).random()
    simulator = replace(KERNEL, counter=slow)
    blocks = play_blocks(simulator, plays=10**12, seed=1, workers=2)
    assert next(blocks).number == 0
    began = time.monotonic()
    blocks.close()
    gate.set()
    assert time.monotonic() - began < 5


def test_a_run_that_is_not_iterated_starts_nothing():
    threads = {*threading.enumerate()}
    blocks = play_blocks(KERNEL, plays=10**12)
    assert {*threading.enumerate()} <= threads  # those of earlier tests may end meanwhile
    blocks.close()


def test_a_failing_block_cancels_the_others_and_its_error_arrives():
    def fails(rules, rng, plays):
        if rng.random() == third:
            raise ZeroDivisionError("third block")
        return KERNEL.counter(rules, rng, plays)

    third = stream(KERNEL.identity, 1, 3).random()
    simulator = replace(KERNEL, counter=fails)
    kept = []
    with (
        ThreadPoolExecutor(2) as pool,
        pytest.raises(ZeroDivisionError, match="third block") as caught,
    ):
        kept.extend(play_blocks(simulator, plays=10**9, seed=1, executor=pool, workers=2))
    assert "in block 3 of" in caught.value.__notes__[0]
    assert len(kept) <= 7


def test_groups_are_counted_in_every_block():
    group = ("points", "passes")
    blocks = list(play_blocks(KERNEL, plays=PLAYS, seed=1, groups=[group]))
    joint = total(blocks).joint[group]
    assert sum(joint.values()) == PLAYS
    assert total(blocks).histograms == total(alone(KERNEL, PLAYS, 1)).histograms


def test_a_seed_is_drawn_and_recorded():
    seeds = {block.seed for block in play_blocks(KERNEL, plays=500)}
    assert len(seeds) == 1
    again = next(play_blocks(KERNEL, plays=100, seed=seeds.pop()))
    assert again.number == 0
    assert seeds != {again.seed}


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"plays": 0}, BadInput, "plays=0 must be"),
        ({"plays": 1.5}, BadInput, "plays=1.5 must be"),
        ({"plays": 1, "workers": 0}, BadInput, "workers=0 must be"),
        ({"plays": 1, "seed": -1}, BadInput, "seed=-1 must be"),
        ({"plays": 1, "workers": 1.5}, BadInput, "workers=1.5 must be"),
        ({"plays": True}, BadInput, "plays=True must be"),
        ({"plays": 1, "groups": ["points"]}, BadInput, "in a tuple, not 'points'"),
        ({"plays": 1, "groups": [("points", "wins")]}, UnknownName, "no field 'wins'"),
    ],
)
def test_bad_arguments_are_refused_before_anything_starts(how, error, words):
    with pytest.raises(error, match=words):
        play_blocks(KERNEL, **how)


def knowing_its_number(play, stop=None):
    """A simulator whose blocks 0 to 8 with seed 1 know their numbers: `play(number)` plays one.

    A block is recognised by the first number of its stream.
    """

    def count(rules, rng, plays):
        number = numbers[int(rng.integers(2**62))]
        play(number)
        return {"x": {number: plays}}

    playing = Simulator(
        game="a",
        rules=None,
        experiment="a",
        fields=("x",),
        version=1,
        plays_per_block=1,
        compiled=True,
        counter=count,
        recorder=count,
        stop=stop,
    )
    numbers = {int(stream(playing.identity, 1, n).integers(2**62)): n for n in range(9)}
    return playing


def test_a_failure_is_raised_after_all_earlier_blocks():
    """Block 3 fails at once; blocks 0 and 2 wait for that, and block 2 fails then."""
    failed = threading.Event()

    def play(number):
        if number == 3:
            failed.set()
            raise BadInput("block 3")
        failed.wait(60)
        if number == 2:
            raise BadInput("block 2")

    blocks = play_blocks(knowing_its_number(play), plays=9, seed=1, workers=4)
    assert [next(blocks).number, next(blocks).number] == [0, 1]
    with pytest.raises(BadInput, match="block 2"):
        next(blocks)


def test_running_plays_are_stopped_when_a_run_ends():
    """Repeatedly, because some may only just have started."""
    began, stopped = threading.Event(), threading.Event()
    calls, ended = [], []

    def play(number):
        if number == 0:
            began.wait(60)
            return
        began.set()
        stopped.wait(60)
        ended.append(number)
        raise BadInput("stopped")

    def stop():
        calls.append(0)
        if len(calls) > 2:
            stopped.set()

    blocks = play_blocks(knowing_its_number(play, stop), plays=9, seed=1, workers=2)
    assert next(blocks).number == 0
    blocks.close()
    assert len(calls) > 2
    assert 1 in ended
