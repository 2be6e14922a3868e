"""Dominated choices of a zero-sum game, removed before its linear program.

At an information set behind which the player has nothing more to choose, choice c is
dominated by c' if against every realization plan y of the other player

    sum over t of (A(c, t) - A(c', t)) y_t <= 0

for the first player, >= 0 for the second.  The largest sum over all plans is found by
backward induction over the other player's information sets, so the test is exact.

Without c the game has the same value, and its equilibria are equilibria of the whole
game: whatever c gains against the other player's strategy, c' gains no less.  An information
set with one choice left is dropped: its payoffs move to the player's move before, behind
which there may now be nothing more to choose.  Fewer choices of one player make more
choices of the other dominated, so both are reduced in turn until nothing changes.  With one
player only this is backward induction, and no information set is left.

Of choices that are equal, one is kept: the one that gains most against the choices that the
other player no longer has, in sum, and then the first.  So a player is ready for mistakes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from montmort.display import short_repr
from montmort.exact.zero_sum.equilibrium import Equilibrium
from montmort.exact.zero_sum.sequence_form import InformationSet, Move, Strategy, ZeroSumGame

Row = dict[Move | None, int]  # the payoffs of a move by the other player's move


@dataclass(frozen=True, kw_only=True)
class Reduction:
    """A game without dominated choices; first[d] and second[d] are the choices left of `whole`."""

    whole: ZeroSumGame
    game: ZeroSumGame
    first: Sequence[tuple[int, ...]]
    second: Sequence[tuple[int, ...]]

    __repr__ = short_repr

    @property
    def removed(self) -> int:
        """The number of choices removed."""
        sides = ((self.whole.first, self.first), (self.whole.second, self.second))
        return sum(
            found.choices - len(left)
            for sets, kept in sides
            for found, left in zip(sets, kept, strict=True)
        )

    def lift(self, found: Equilibrium) -> Equilibrium:
        """Return the equilibrium of the whole game that one of the reduced game is."""
        return replace(
            found,
            game=self.whole,
            first=_lift(self.whole.first, self.first, found.first),
            second=_lift(self.whole.second, self.second, found.second),
        )


def _lift(
    sets: Sequence[InformationSet], kept: Sequence[tuple[int, ...]], laws: Strategy
) -> Strategy:
    """Return the laws over all choices; a set with one choice left has none in `laws`."""
    rest = iter(laws)
    lifted = []
    for found, left in zip(sets, kept, strict=True):
        law = next(rest) if len(left) > 1 else (Fraction(1),)
        chances = dict(zip(left, law, strict=True))
        lifted.append(tuple(chances.get(c, Fraction(0)) for c in range(found.choices)))
    return tuple(lifted)


def remove_dominated(game: ZeroSumGame) -> Reduction:
    """Return the game without dominated choices, iterated as above.

    The second row is better in every column; then the first column is better for the second
    player, and nothing is left to choose:

    >>> rows, columns = [InformationSet(2)], [InformationSet(2)]
    >>> payoffs = {(Move(0, i), Move(0, j)): a for i, j, a in
    ...            [(0, 0, 1), (0, 1, 2), (1, 0, 3), (1, 1, 4)]}
    >>> found = remove_dominated(ZeroSumGame(first=rows, second=columns, payoffs=payoffs))
    >>> found.first, found.second, found.game.payoffs
    ([(1,)], [(0,)], {(None, None): Fraction(3, 1)})
    """
    payoffs, scale = game.scaled
    one, two = _Side(game.first), _Side(game.second)
    for (s, t), payoff in payoffs.items():
        one.rows.setdefault(s, {})[t] = payoff
        two.rows.setdefault(t, {})[s] = -payoff
    while one.reduce(two) | two.reduce(one):
        pass
    (first, places), (second, columns) = one.left(), two.left()
    left = {
        (places[s], columns[t]): Fraction(a, scale)
        for s, row in one.rows.items()
        for t, a in row.items()
        if a and s in places and t in columns
    }
    return Reduction(
        whole=game,
        game=ZeroSumGame(first=first, second=second, payoffs=left),
        first=[tuple(choices) for choices in one.choices],
        second=[tuple(choices) for choices in two.choices],
    )


class _Side:
    """A player's information sets and payoffs, while choices are removed."""

    def __init__(self, sets: Sequence[InformationSet]) -> None:
        self.sets = sets
        self.choices = [[*range(found.choices)] for found in sets]  # those left
        self.rows: dict[Move | None, Row] = {}  # gains of this player

    def reduce(self, other: "_Side") -> bool:
        """Remove dominated choices, drop sets with one choice; return whether any was removed."""
        changed = False
        follows = [False] * len(self.sets)  # whether there is something to choose behind a set
        for d, found in reversed([*enumerate(self.sets)]):
            if len(self.choices[d]) > 1 and not follows[d]:
                changed |= self._remove(d, other)
            chooses = len(self.choices[d]) > 1
            if not chooses:
                self._pass_back(d, other)
            for move, _ in found.arrivals:
                if move is not None:
                    follows[move.information_set] |= chooses or follows[d]
        return changed

    def _remove(self, d: int, other: "_Side") -> bool:
        """Remove the dominated choices of a set; return whether there were any."""
        kept = self.choices[d]
        for c in [*reversed(kept)]:
            if any(self._is_better(Move(d, k), Move(d, c), other) for k in kept if k != c):
                kept = [k for k in kept if k != c]
        changed = len(kept) < len(self.choices[d])
        self.choices[d] = kept
        return changed

    def _is_better(self, one: Move, than: Move, other: "_Side") -> bool:
        """Return whether a choice dominates another, by the rule above if they are equal."""
        gains = self._difference(one, than)
        if other.least(gains) < 0:
            return False
        if other.least({t: -gain for t, gain in gains.items()}) < 0:
            return True
        gained = sum(gain for t, gain in gains.items() if other.has_removed(t))
        return gained > 0 or (gained == 0 and one.choice < than.choice)

    def has_removed(self, move: Move | None) -> bool:
        """Return whether a move was removed."""
        return move is not None and move.choice not in self.choices[move.information_set]

    def _difference(self, better: Move, worse: Move) -> Row:
        """Return the gains of one move less those of another."""
        found = dict(self.rows.get(better, {}))
        for t, payoff in self.rows.get(worse, {}).items():
            found[t] = found.get(t, 0) - payoff
        return found

    def least(self, payoffs: Mapping[Move | None, int]) -> int:
        """Return the least sum of payoffs[t] y_t over the realization plans y of this player."""
        values = dict(payoffs)
        for d in sorted(self._sets_before(payoffs), reverse=True):
            value = min(values.get(Move(d, c), 0) for c in self.choices[d])
            for move, times in self.sets[d].arrivals:
                values[move] = values.get(move, 0) + times * value
        return values.get(None, 0)

    def _sets_before(self, moves: Iterable[Move | None]) -> set[int]:
        """Return the information sets of moves and of all moves before these."""
        found: set[int] = set()
        waiting = [*moves]
        for move in waiting:  # grows during the loop
            if move is not None and move.information_set not in found:
                found.add(move.information_set)
                waiting.extend(before for before, _ in self.sets[move.information_set].arrivals)
        return found

    def _pass_back(self, d: int, other: "_Side") -> None:
        """Move the payoffs of a set's only choice to the moves that lead there."""
        move = Move(d, self.choices[d][0])
        row = self.rows.pop(move, {})
        for t in row:
            del other.rows[t][move]
        for before, times in self.sets[d].arrivals if row else ():
            into = self.rows.setdefault(before, {})
            for t, payoff in row.items():
                into[t] = into.get(t, 0) + times * payoff
                other.rows[t][before] = -into[t]

    def left(self) -> tuple[list[InformationSet], dict[Move | None, Move | None]]:
        """Return the sets with choices left, and their moves by the old ones."""
        found: list[InformationSet] = []
        became: dict[Move | None, Counter[Move | None]] = {None: Counter([None])}
        for d, (known, choices) in enumerate(zip(self.sets, self.choices, strict=True)):
            before: Counter[Move | None] = Counter()
            for move, times in known.arrivals:
                for earlier, number in became.get(move, {}).items():
                    before[earlier] += times * number
            if len(choices) == 1:
                became[Move(d, choices[0])] = before
                continue
            for k, c in enumerate(choices):
                became[Move(d, c)] = Counter([Move(len(found), k)])
            found.append(InformationSet.of(len(choices), before))
        left = {move: next(iter(now)) for move, now in became.items() if move in self.rows}
        return found, left
