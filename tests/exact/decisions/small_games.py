"""Small games made of data, and their values by plain recursion over all plays.

A state's step is a tree of picks and decisions; the rules walk it, and so does the recursion,
which shares nothing with the solver.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from montmort import Experiment
from montmort.games.experiment import add_gain

NAMES = "abc"  # of the choices


class Score(NamedTuple):
    """Two fields that are added, and one of the last step."""

    points: int
    won: bool
    rounds: int


class Leaf(NamedTuple):
    """The end of a step."""

    after: int | None
    gain: Score


class Pick(NamedTuple):
    """Chance moves."""

    weights: tuple[int, ...]
    branches: tuple[Any, ...]


class Decide(NamedTuple):
    """A seat moves."""

    seat: int
    branches: tuple[Any, ...]


Tree = Leaf | Pick | Decide


class Game(NamedTuple):
    """The tree of every state, the weights of the first state, and whether views are shown."""

    trees: tuple[Tree, ...]
    starts: tuple[int, ...]
    shown: bool = False


Path = tuple[int, ...]
Place = tuple[int, Path, Score | None]  # a state, the branches since, and what was gained before
Choose = Callable[[int, Place, int], int]  # (seat, place, number of choices) -> choice


def longer(path: Path, node: Pick | Decide, branch: int) -> Path:
    """Return the path with one branch more; a single choice is no decision."""
    return path if isinstance(node, Decide) and len(node.branches) == 1 else (*path, branch)


def step(game: Game, state: int, chance: Any, table: Any) -> tuple[int | None, Score]:
    node: Tree = game.trees[state]
    path: Path = ()
    while not isinstance(node, Leaf):
        if isinstance(node, Pick):
            branch = chance.pick(node.weights)
        else:
            names = NAMES[: len(node.branches)]
            view = (state, path) if game.shown else None
            branch = names.index(table.decide(node.seat, [*names], view))
        path = longer(path, node, branch)
        node = node.branches[branch]
    return node.after, node.gain


def start(game: Game, chance: Any) -> int:
    return int(chance.pick(game.starts))


GAME = Experiment(name="small", outcome=Score, start=start, step=step)


def random_tree(rng: Random, afters: Sequence[int | None], seats: int, levels: int = 3) -> Tree:
    """Return a tree of picks and decisions."""
    kind = rng.choice(["leaf", "pick", "decide", "decide"]) if levels else "leaf"
    if kind == "leaf":
        return Leaf(rng.choice(afters), Score(rng.randint(-2, 3), rng.random() < 0.5, 1))
    branches = tuple(
        random_tree(rng, afters, seats, levels - 1) for _ in range(rng.choice([1, 2, 2, 3]))
    )
    if kind == "decide":
        return Decide(rng.randrange(seats), branches)
    weights = [rng.randint(0, 3) for _ in branches]
    weights[rng.randrange(len(weights))] += 1
    return Pick(tuple(weights), branches)


@st.composite
def games(draw: st.DrawFn, seats: int = 1) -> Game:
    """Draw a game that always ends: steps lead to later states."""
    size, rng = draw(st.integers(1, 4)), Random(draw(st.integers(0, 10**6)))
    trees = [random_tree(rng, [None, *range(s + 1, size)], seats) for s in range(size)]
    starts = [rng.randint(0, 2) for _ in range(size)]
    starts[0] += 1
    return Game(tuple(trees), tuple(starts), draw(st.booleans()))


@st.composite
def endless_games(draw: st.DrawFn, seats: int = 1, lowest: int = -2, highest: int = 3) -> Game:
    """Draw a game whose steps lead anywhere, so that it may have no longest play."""
    size, rng = draw(st.integers(1, 3)), Random(draw(st.integers(0, 10**6)))
    gains = [*range(lowest, highest + 1)]
    trees = [
        random_tree(rng, [None, *range(size)], seats, levels=2 if s else 3) for s in range(size)
    ]
    return Game(tuple(with_points(rng, tree, gains) for tree in trees), (1,) + (0,) * (size - 1))


def with_points(rng: Random, node: Tree, points: Sequence[int]) -> Tree:
    """Return the tree with other points at its leaves."""
    if isinstance(node, Leaf):
        return node._replace(gain=node.gain._replace(points=rng.choice(points)))
    return node._replace(branches=tuple(with_points(rng, each, points) for each in node.branches))


class Counted(NamedTuple):
    """How a play is counted: a field with a discount, or a function of the whole outcome."""

    aim: str | Callable[[Score], Any]
    discount: Fraction = Fraction(1)

    def worth(self, gain: Score, before: Score | None, last: bool) -> Fraction:
        """Return what a step adds."""
        if self.aim == "won":
            return Fraction(last and gain.won)
        if isinstance(self.aim, str):
            return Fraction(getattr(gain, self.aim))
        return Fraction(self.aim(add_gain(before, gain))) if last else Fraction(0)


def shares(node: Pick) -> Iterator[tuple[int, Fraction]]:
    """Yield the possible branches with their chances."""
    for branch, weight in enumerate(node.weights):
        if weight:
            yield branch, Fraction(weight, sum(node.weights))


class BestPlay:
    """Values of all places of a game that always ends, by recursion over all plays."""

    def __init__(self, game: Game, counted: Counted, signs: Mapping[int, int]) -> None:
        self.game, self.counted, self.signs = game, counted, signs
        self.choices: dict[tuple[int, Place], list[Fraction]] = {}
        self.value = sum(
            (chance * self._state(s, None) for s, chance in shares(Pick(game.starts, ()))),
            Fraction(0),
        )

    def _state(self, state: int, before: Score | None) -> Fraction:
        return self._tree(self.game.trees[state], (state, (), before))

    def _tree(self, node: Tree, place: Place) -> Fraction:
        state, path, before = place
        if isinstance(node, Leaf):
            worth = self.counted.worth(node.gain, before, last=node.after is None)
            if node.after is not None:
                worth += self.counted.discount * self._state(
                    node.after, add_gain(before, node.gain)
                )
            return worth
        possible = (
            [branch for branch, _ in shares(node)]
            if isinstance(node, Pick)
            else range(len(node.branches))
        )
        found = {
            i: self._tree(node.branches[i], (state, longer(path, node, i), before))
            for i in possible
        }
        if isinstance(node, Pick):
            return sum((chance * found[i] for i, chance in shares(node)), Fraction(0))
        if len(found) > 1:
            self.choices[node.seat, place] = [*found.values()]
        return (max if self.signs[node.seat] > 0 else min)(found.values())


class Played(NamedTuple):
    """All plays under a strategy: the outcomes with their chances, and how often where."""

    law: dict[Score, Fraction]
    reached: dict[tuple[int, Place], Fraction]
    value: Fraction


def play_all(game: Game, choose: Choose, counted: Counted) -> Played:
    """Enumerate all plays of a game that always ends."""
    law: dict[Score, Fraction] = {}
    reached: dict[tuple[int, Place], Fraction] = {}
    total = Fraction(0)
    waiting: list[tuple[Tree, Place, Fraction, Fraction]] = [
        (game.trees[s], (s, (), None), chance, Fraction(1))
        for s, chance in shares(Pick(game.starts, ()))
    ]
    while waiting:
        node, place, chance, factor = waiting.pop()
        state, path, before = place
        if isinstance(node, Leaf):
            outcome = add_gain(before, node.gain)
            total += chance * factor * counted.worth(node.gain, before, node.after is None)
            if node.after is None:
                law[outcome] = law.get(outcome, Fraction(0)) + chance
            else:
                waiting.append(
                    (
                        game.trees[node.after],
                        (node.after, (), outcome),
                        chance,
                        factor * counted.discount,
                    )
                )
        elif isinstance(node, Pick):
            for i, share in shares(node):
                waiting.append(
                    (
                        node.branches[i],
                        (state, longer(path, node, i), before),
                        chance * share,
                        factor,
                    )
                )
        else:
            i = 0
            if len(node.branches) > 1:
                key = node.seat, place
                reached[key] = reached.get(key, Fraction(0)) + chance
                i = choose(node.seat, place, len(node.branches))
            waiting.append(
                (node.branches[i], (state, longer(path, node, i), before), chance, factor)
            )
    return Played(law, reached, total)


def decisions_of(game: Game) -> list[tuple[int, int, Path, int]]:
    """Return all decisions: seat, state, path and number of choices, from all states."""
    found = []
    waiting: list[tuple[int, Path, Tree]] = [(s, (), tree) for s, tree in enumerate(game.trees)]
    while waiting:
        state, path, node = waiting.pop()
        if isinstance(node, Leaf):
            continue
        possible: Sequence[int] = range(len(node.branches))
        if isinstance(node, Pick):
            possible = [branch for branch, _ in shares(node)]
        elif len(node.branches) > 1:
            found.append((node.seat, state, path, len(node.branches)))
        waiting += [(state, longer(path, node, i), node.branches[i]) for i in possible]
    return found


def pure_strategies(game: Game, seat: int | None = None) -> Iterator[dict[tuple[int, Path], int]]:
    """Yield every strategy that chooses by state and path alone, of a seat or of all."""
    places = [(s, path, count) for own, s, path, count in decisions_of(game) if seat in (None, own)]
    for choices in product(*(range(count) for *_, count in places)):
        yield {(s, path): c for (s, path, _), c in zip(places, choices, strict=True)}


class OneStep(NamedTuple):
    """A step under a strategy: the chances of what comes after, the mean gain, all gains."""

    after: dict[int | None, Fraction]
    gain: Fraction
    gains: frozenset[Fraction]


def one_step(game: Game, state: int, chosen: Mapping[tuple[int, Path], int], aim: str) -> OneStep:
    """Return the step of a state when every decision follows a strategy."""
    after: dict[int | None, Fraction] = {}
    mean, gains = Fraction(0), set()
    waiting: list[tuple[Tree, Path, Fraction]] = [(game.trees[state], (), Fraction(1))]
    while waiting:
        node, path, chance = waiting.pop()
        if isinstance(node, Leaf):
            worth = Counted(aim).worth(node.gain, None, node.after is None)
            after[node.after] = after.get(node.after, Fraction(0)) + chance
            mean += chance * worth
            gains.add(worth)
        elif isinstance(node, Pick):
            for i, share in shares(node):
                waiting.append((node.branches[i], longer(path, node, i), chance * share))
        else:
            i = chosen[state, path] if len(node.branches) > 1 and (state, path) in chosen else 0
            waiting.append((node.branches[i], longer(path, node, i), chance))
    return OneStep(after, mean, frozenset(gains))


def reachable(steps: Sequence[OneStep], first: int) -> set[int | None]:
    """Return the states to which play comes from a state, None for the end."""
    found: set[int | None] = {first}
    waiting: list[int | None] = [first]
    while waiting:
        state = waiting.pop()
        if state is not None:
            new = steps[state].after.keys() - found
            found |= new
            waiting += new
    return found


NEVER = "gains and losses for ever"


def value_under(
    game: Game, chosen: Mapping[tuple[int, Path], int], aim: str
) -> Fraction | float | str:
    """Return the value from state 0 under a strategy; plays without end count what they gain.

    It is infinite if they gain or lose for ever, and NEVER if gains and losses balance.
    """
    steps = [one_step(game, s, chosen, aim) for s in range(len(game.trees))]
    states = [s for s in reachable(steps, 0) if s is not None]
    staying = [s for s in states if None not in reachable(steps, s)]
    recurrent = [
        s
        for s in staying
        if all(s in reachable(steps, t) for t in reachable(steps, s) if t is not None)
    ]
    worths: set[Fraction | float | str] = set()
    for s in recurrent:
        gains = [g for t in reachable(steps, s) if t is not None for g in steps[t].gains]
        if any(gains):
            mean = solve_chain(steps, sorted(t for t in reachable(steps, s) if t is not None), s)
            worths.add(NEVER if not mean else math.inf if mean > 0 else -math.inf)
    if len(worths) > 1 or NEVER in worths:
        return NEVER
    if worths:
        return worths.pop()
    inside = [s for s in states if s not in recurrent]
    if 0 not in inside:
        return Fraction(0)
    rows = [
        [Fraction(s == t) - steps[s].after.get(t, Fraction(0)) for t in inside] + [steps[s].gain]
        for s in inside
    ]
    return eliminated(rows)[inside.index(0)]


def discounted(
    game: Game, chosen: Mapping[tuple[int, Path], int], aim: str, discount: Fraction
) -> Fraction:
    """Return the value from state 0 under a strategy, with a discount below 1."""
    states = range(len(game.trees))
    steps = [one_step(game, s, chosen, aim) for s in states]
    rows = [
        [Fraction(s == t) - discount * steps[s].after.get(t, Fraction(0)) for t in states]
        + [steps[s].gain]
        for s in states
    ]
    return eliminated(rows)[0]


def solve_chain(steps: Sequence[OneStep], states: Sequence[int], first: int) -> Fraction:
    """Return the mean gain between two visits of a state of a recurrent class."""
    others = [s for s in states if s != first]
    rows = [
        [Fraction(s == t) - steps[s].after.get(t, Fraction(0)) for t in others] + [steps[s].gain]
        for s in others
    ]
    rest = dict(zip(others, eliminated(rows), strict=True))
    return steps[first].gain + sum(
        (p * rest[t] for t, p in steps[first].after.items() if t in rest), Fraction(0)
    )


def eliminated(rows: list[list[Fraction]]) -> list[Fraction]:
    """Return the solution of a regular linear system, the right side in the last column."""
    size = len(rows)
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [entry / rows[k][k] for entry in rows[k]]
        for i in range(size):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[-1] for row in rows]
