"""Calls of tallies, blocks and simulators, for `tests.wrong_arguments`."""

import itertools

from montmort import (
    Block,
    Experiment,
    Prefix,
    Simulator,
    Tally,
    draw_seed,
    play_block,
    play_blocks,
    program,
    saved_run,
    simulator_of,
)
from tests.wrong_arguments import (
    ONCE,
    Call,
    Two,
    of,
    record,
    with_key,
)

PLAYER = simulator_of(ONCE, None, game="two")
TALLY = Tally(experiment="c0", plays=4, histograms={"heads": {0: 3, 1: 1}})
BLOCK = play_block(PLAYER, 1, 0, 10)


CALLS: dict[str, Call] = {
    "Tally": record(Tally, TALLY),
    "Tally value": of(
        lambda v: Tally(experiment="c0", plays=2, histograms={"a": {0: 1} | with_key(v, 1)}).mean(
            "a"
        ),
        1,
    ),
    "Tally count": of(lambda n: Tally(experiment="c0", plays=2, histograms={"a": {0: n}}), 2),
    "Tally histogram": of(lambda h: Tally(experiment="c0", plays=2, histograms={"a": h}), {0: 2}),
    "Tally joint": of(
        lambda group, counts: Tally(
            experiment="c0",
            plays=2,
            histograms={"a": {0: 2}, "b": {0: 2}},
            joint=with_key(group, counts),
        ),
        ("a", "b"),
        {(0, 0): 2},
    ),
    "Tally.histogram": of(TALLY.histogram, "heads"),
    "Tally.mean": of(TALLY.mean, "heads"),
    "Tally.variance": of(TALLY.variance, "heads"),
    "Tally.frequency": of(TALLY.frequency, "heads", 1),
    "Block": record(Block, BLOCK),
    "Prefix.add": of(lambda block: Prefix().add(block), BLOCK),
    "Simulator": record(Simulator, PLAYER),
    "Simulator.identity": of(
        lambda **names: Simulator(**names).identity, **record(Simulator, PLAYER).names
    ),
    "Simulator.count": of(PLAYER.count, 1, 10),
    "Simulator.played": of(PLAYER.played, False),
    "Simulator.record": of(PLAYER.record, 1, 10),
    "Simulator.count_jointly": of(PLAYER.count_jointly, 1, 10, [("eyes", "won")]),
    "Simulator.check_groups": of(PLAYER.check_groups, [("eyes", "won")]),
    "Simulator.check_groups group": of(lambda g: PLAYER.check_groups([g]), ("eyes", "won")),
    "Simulator outcome": of(
        lambda value: simulator_of(
            Experiment.of_play(lambda _: Two(value, True), Two), None, game="x"
        ).count(1, 3),
        1,
    ),
    "Simulator records": of(
        lambda value: simulator_of(
            Experiment.of_play(lambda _: Two(value, True), Two), None, game="x"
        ).record(1, 3),
        1,
    ),
    "simulator_of": of(
        simulator_of, ONCE, None, game="x", version=1, plays_per_block=10, compiled="auto"
    ),
    "simulator_of and count": of(
        lambda *args, **names: simulator_of(*args, **names).count(1, 2),
        ONCE,
        None,
        game="x",
        version=1,
    ),
    "draw_seed": of(draw_seed),
    "play_block": of(play_block, PLAYER, 1, 0, 10, ()),
    "play_blocks": of(
        lambda *args, **names: itertools.islice(play_blocks(*args, **names), 2),
        PLAYER,
        plays=10,
        seed=1,
        executor=None,
        workers=1,
        groups=(),
        skip=(),
    ),
    "program": of(program, "true {seed}", column=None, plays_per_block=10, time_limit=1.0),
    "saved_run": of(saved_run, PLAYER, seed=1, save=None),
    "SavedRun.blocks": of(
        lambda **names: itertools.islice(saved_run(PLAYER, seed=1).blocks(**names), 2),
        plays=10,
        executor=None,
        workers=1,
        groups=(),
    ),
}
