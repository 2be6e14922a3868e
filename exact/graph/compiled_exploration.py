"""The trees of an experiment whose start and step are compiled."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from montmort.exact.graph.folding import FAILED, PAUSED, Folding, split_edges
from montmort.exact.graph.game_graph import CHANCE, Information, Whole
from montmort.exact.graph.merging import LazyRows, Rows
from montmort.exact.graph.step_trees import StepTrees
from montmort.exact.graph.symmetry import Pair
from montmort.exact.graph.symmetry_check import check_symmetry
from montmort.exact.graph.witness import check_start, check_steps
from montmort.exact.paths import Watch
from montmort.games.experiment import Experiment
from montmort.games.table import Table
from montmort.machine.choices import FreeSeats
from montmort.machine.constants import Decoder, decoder_of
from montmort.machine.programs import Steps, compile_steps
from montmort.machine.refusal import CannotCompile, LimitReached

BATCH = 1 << 18  # paths between two calls of watch


def compiled_trees(
    experiment: Experiment[Any, Any, Any],
    rules: object,
    players: FreeSeats | Table | None,
    *,
    limit: int,
    states: int,
    nodes: int | None = None,
    watch: Watch | None = None,
    once: bool = False,
) -> StepTrees:
    """Return the trees of all steps; without `players` the experiment's own ones decide.

    CannotCompile where the rules, or what they do, are outside what is compiled;
    LimitReached with more than `limit` paths, `states` states or `nodes` nodes.  Random steps from
    random states have been compared with the interpreted step.
    """
    limit += once  # its start is a path
    steps = compile_steps(experiment, rules, players)
    check_start(steps, experiment, rules)
    start, step = steps.machine.addresses
    found = Folding((start, step), steps.memory, stops=bool(steps.keys))
    while (status := _advance(found, min(BATCH, limit - found.walked))) == PAUSED:
        _check_size(found, states, nodes)
        if found.walked >= limit and found.explored < len(found.states):
            raise LimitReached(limit, "paths")
        if watch is not None:
            done = max(0, found.explored) + found.share()
            watch(done / max(1, len(found.states)), found.walked)
    if status == FAILED:
        raise CannotCompile(steps.machine.reason(*found.failure))
    _check_size(found, states, nodes)
    known = LazyRows(found.states, decoder_of(steps.state, steps.texts))
    check_steps(steps, experiment, rules, players, known)
    key = players.key if isinstance(players, FreeSeats) else None
    if isinstance(players, FreeSeats) and key is not None:
        check_symmetry(experiment, rules, players.others, players.free, _pairs(found, known))
    walked = found.walked - once  # its start picks nothing
    paths = f"{walked:,} path{'s' * (walked > 1)}"
    cut = f", {found.met:,} of them cut off by symmetry" if key is not None else ""
    how = f"{paths}, compiled" if once else f"steps compiled, {paths}{cut}"
    return _trees(found, steps, known, how)


def _advance(found: Folding, most: int) -> int:
    try:
        return found.advance(most)
    except ArithmeticError:
        raise CannotCompile("not compiled: the weights of a compiled pick do not add up") from None


def _check_size(found: Folding, states: int, nodes: int | None) -> None:
    if len(found.states) > states:
        raise LimitReached(states, "states")
    if nodes is not None and len(found.nodes) > nodes:
        raise LimitReached(nodes, "nodes")


def _pairs(found: Folding, states: Sequence[Any]) -> list[Pair]:
    """Return the sample of pairs of places with equal keys."""
    pairs = []
    for first, later in found.sample():
        places = (Whole(states[state], tuple(since)) for state, *since in (first, later))
        pairs.append(Pair(*places))
    return pairs


def _information(
    words: Iterator[int], notes: Mapping[int, Decoder], states: Sequence[Any]
) -> Information:
    """Return what a seat knows from the row of a note."""
    tag = next(words)
    seat, view, choices = notes[tag](words)
    if tag < 0:
        view = Whole(states[next(words)], tuple(words))
    return Information(seat, view, choices)


def _trees(found: Folding, steps: Steps, states: Sequence[Any], how: str) -> StepTrees:
    """Return the trees in the rows of nodes, which are given up."""
    notes, nodes = found.information, found.nodes
    decoders = {tag: decoder_of(shape, steps.texts) for tag, shape in steps.notes.items()}
    known_at = partial(_information, notes=decoders, states=states)
    seats = np.append(notes.words[notes.starts[: len(notes)] + 1], CHANCE)  # -1 is the last
    starts = nodes.starts[: len(nodes) + 1]
    known, bounds = nodes.words[starts[:-1]], (starts - np.arange(len(starts))) // 3
    targets, gained, weights = (np.empty(bounds[-1], np.int64) for _ in range(3))
    split_edges(nodes.words, starts, targets, gained, weights)
    found.nodes = nodes = Rows()  # they may need more memory than all the rest
    read_gain = decoder_of(steps.gain, steps.texts)
    gains = [read_gain(iter(row)) for row in found.gains.lists()]
    return StepTrees(
        seats=seats[known],
        known=known,
        bounds=bounds,
        targets=targets,
        weights=weights,  # their sum at every node is below 2^63
        gained=gained,
        gains=[None, *gains],
        information=LazyRows(notes, known_at),
        first=int(found.roots[0]),
        roots=found.roots[1:],
        states=states,
        how=how,
    )
