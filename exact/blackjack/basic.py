"""Basic strategy: a table by the total of the hand, which no change of one entry improves.

For each card of the dealer's and each total, hard (no ace counts 11) or soft, the table has

- whether to hit or to stand, the same for all hands of the total that are not doubled or split;
- whether to double, with two cards; and whether to split the pair that has the total.

The hands of a split pair are played by the same table.

**An infinite shoe** does not remember the cards of the hand, so this is the best strategy of
all.  The generic solver of games with decisions finds it from the rules.

**A finite shoe** makes each entry a mean over the hands of that total, weighted by how often
the strategy comes to them.  Beginning with the table of the infinite shoe, entries are replaced
by those that are best on average if all else is played as before, as long as the mean of the
game grows.  A hand comes to an entry at most once, for its cards count more with every
card (aces as 1), and a pair that is split is not split again.  So the mean grows with every single
change that is better on average, and the final table is one that no change of an entry
improves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from montmort.exact.blackjack.hand_values import HandValues, Played, Spot, Worths
from montmort.exact.decisions.best_play import BestChoice, Optimal
from montmort.exact.decisions.optimal import optimal
from montmort.games.blackjack import EXPERIMENTS, KINDS, VALUES, Rules, Turn

Total = tuple[bool, int]  # soft or not, and the total
Decisions = Mapping[Turn, BestChoice]


class Entries(NamedTuple):
    """What the table has for a total; doubling and splitting are not always possible."""

    plays: str
    doubles: bool
    splits: bool


ENTRIES = [
    Entries(plays, doubles, splits)
    for plays in ("stand", "hit")
    for doubles in (False, True)
    for splits in (False, True)
]
USUAL = Entries("hit", doubles=False, splits=False)  # where no hand says so
EntriesByTotal = dict[Total, Entries]


def infinite_play(rules: Rules) -> Optimal:
    """Return the best play of the same game with an infinite shoe, counted in units.

    >>> play = infinite_play(Rules())
    >>> round(float(play.value / 2), 6)
    -0.005704
    """
    return _solved(replace(rules, decks="infinite", player="basic"))


@lru_cache(maxsize=8)
def _solved(rules: Rules) -> Optimal:
    return optimal(EXPERIMENTS["counted"], rules, maximise="units")


@lru_cache(maxsize=8)
def infinite_decisions(rules: Rules) -> Decisions:
    """Return the decisions with an infinite shoe, by the view; values are in bets."""
    found: dict[Turn, BestChoice] = {}
    for each in infinite_play(rules).decisions:
        assert isinstance(each.view, Turn)
        values = [value for value in each.values if isinstance(value, Fraction)]
        found[each.view] = each._replace(values=tuple(value / rules.unit for value in values))
    return found


@lru_cache(maxsize=8)
def basic_decisions(rules: Rules) -> Decisions:
    """Return the table with what each choice is worth in bets, on average, by the view.

    >>> basic_decisions(Rules(decks="infinite"))[Turn("hard", 16, 10, 2, ())].choice
    'hit'
    """
    found: dict[Turn, BestChoice] = {}
    for up in VALUES:
        found |= decisions_against(rules, up)
    return found


@lru_cache(maxsize=80)
def decisions_against(rules: Rules, up: int) -> Decisions:
    """Return the part of the table for one card of the dealer's."""
    found = {view: each for view, each in infinite_decisions(rules).items() if view.up == up}
    if rules.is_infinite or not rules.shoe[up]:
        return found
    return _improved(HandValues(rules, up), found)


class Sums:
    """Sums over the hands that come to an entry: A, and what each choice is worth times A."""

    def __init__(self) -> None:
        self.alive = 0
        self.worths: dict[str, int] = {}

    def add(self, orders: int, alive: int, worths: Worths) -> None:
        """Add a hand that comes in so many orders."""
        self.alive += orders * alive
        for choice, worth in worths.items():
            self.worths[choice] = self.worths.get(choice, 0) + orders * worth


class ByTotal:
    """The hands against one card of the dealer's, played by a table."""

    def __init__(self, values: HandValues, table: EntriesByTotal) -> None:
        self.table, self._values = table, values
        self._played = Played(values, lambda view, _worths: self.choice(view))

    def choice(self, view: Turn) -> str:
        """Return what the table says of a hand."""
        return _choice(view, self.table[_total(view)])

    @cached_property
    def mean(self) -> int:
        """What is won on average, over the denominator of the hand values."""
        first = self._values.firsts()
        return sum(
            orders * self._played.worths(spot)[self._played.choice(spot)] for spot, orders in first
        )

    @cached_property
    def sums(self) -> dict[Turn, Sums]:
        """The sums of all entries to which the strategy comes."""
        found: dict[Turn, Sums] = {}
        reached = dict(self._values.firsts())
        while reached:
            after: dict[Spot, int] = {}
            for spot, orders in reached.items():
                sums = found.setdefault(self._played.view(spot)[1].without_cards(), Sums())
                sums.add(orders, self._values.alive(spot.seen), self._played.worths(spot))
                for each, many in _drawn(self._played, spot):
                    after[each] = after.get(each, 0) + many * orders
            reached = after
        return {view: sums for view, sums in found.items() if sums.alive}

    def changes(self) -> list[tuple[int, Total, Entries]]:
        """Return the entries of a total that would be better, and by how much, the best first."""
        by_total: dict[Total, list[Turn]] = {}
        for view in self.sums:
            by_total.setdefault(_total(view), []).append(view)
        found = []
        for total, views in by_total.items():
            old = self.table[total]
            worth = {
                entries: sum(self.sums[view].worths[_choice(view, entries)] for view in views)
                for entries in ENTRIES
                if entries.splits == old.splits or entries[:2] == old[:2]
            }
            best = max(worth, key=lambda entries: (worth[entries], _same(entries, old)))
            if worth[best] > worth[old]:
                found.append((worth[best] - worth[old], total, best))
        return sorted(found, reverse=True)


def _improved(values: HandValues, decisions: Decisions) -> Decisions:
    """Return the entries for one card of the dealer's, improved until none changes."""
    play = ByTotal(values, entries_of(decisions))
    while changes := play.changes():
        better = ByTotal(values, play.table | {total: new for _, total, new in changes})
        if better.mean <= play.mean:  # together they are not
            better = ByTotal(values, play.table | {changes[0][1]: changes[0][2]})
        play = better
    found = {}
    for view, old in decisions.items():
        worths = old.values
        if sums := play.sums.get(view):
            worths = tuple(Fraction(worth, sums.alive) for worth in sums.worths.values())
        found[view] = _decision(old, play.choice(view), worths)
    return found


def entries_of(decisions: Decisions) -> EntriesByTotal:
    """Return a table by totals; where no hand says so, it hits and does not double or split."""
    found: EntriesByTotal = {}
    for view, each in decisions.items():
        old = found.get(_total(view), USUAL)
        if each.choice == "split":
            new = old._replace(splits=True)
        elif each.choice == "double":
            new = old._replace(doubles=True)
        else:
            new = old._replace(plays=str(each.choice))
        found[_total(view)] = new
    return found


def _same(entries: Entries, old: Entries) -> int:
    """Return how many entries are not changed: what makes no difference stays as it is."""
    return sum(new == before for new, before in zip(entries, old, strict=True))


def _total(view: Turn) -> Total:
    """Return whether the hand is soft, and its total."""
    if view.kind == "pair":
        return total_of_pair(view.number)
    return view.kind == "soft", view.number


def total_of_pair(value: int) -> Total:
    """Return whether a pair is soft, and its total.

    >>> total_of_pair(1), total_of_pair(8)
    ((True, 12), (False, 16))
    """
    return value == 1, 12 if value == 1 else 2 * value


def _choice(view: Turn, entries: Entries) -> str:
    """Return what the entries of its total say of a hand."""
    if view.kind == "pair" and entries.splits:
        return "split"
    return "double" if view.cards == 2 and entries.doubles else entries.plays


def _decision(old: BestChoice, choice: str, values: Sequence[Any]) -> BestChoice:
    worth = values[old.choices.index(choice)]
    ties = tuple(each for each, value in zip(old.choices, values, strict=True) if value == worth)
    return old._replace(values=tuple(values), choice=choice, ties=ties)


def _drawn(played: Played, spot: Spot) -> list[tuple[Spot, int]]:
    """Return the hands after the next card that are to be decided, and how many of each."""
    choice, many = played.choice(spot), 1
    if choice == "split" and spot.pair > 1:
        spot, many = played.values.split_spot(spot), 2
    elif choice != "hit":
        return []
    return [(each, many) for each in played.values.next_spots(spot) if each.hand.total < 21]


@dataclass(frozen=True)
class BasicPlayer:
    """A Table that plays by a table: `choices` has the place of the choice for every entry.

    >>> player = basic_player(Rules(decks="infinite"))
    >>> player.decide(0, ("stand", "hit", "double"), Turn("hard", 16, 10, 2, ()))
    'hit'
    """

    choices: tuple[int, ...]

    def decide(self, _seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return the choice of the table."""
        kind = 2 if view.kind == "pair" else 1 if view.kind == "soft" else 0
        place = ((kind * 22 + view.number) * 11 + view.up) * 2 + (1 if view.cards == 2 else 0)
        return choices[self.choices[place]]

    def tell(self, _event: object, /) -> None:
        """Ignore the event."""


@lru_cache(maxsize=8)
def basic_player(rules: Rules) -> BasicPlayer:
    """Return the player of basic strategy."""
    found = [0] * (len(KINDS) * 22 * 11 * 2)
    for view, each in basic_decisions(rules).items():
        place = (KINDS.index(view.kind) * 22 + view.number) * 11 + view.up
        found[2 * place + (1 if view.cards == 2 else 0)] = each.choices.index(each.choice)
    return BasicPlayer(tuple(found))
