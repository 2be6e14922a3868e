"""Best play as far as it is the same for numbers and for a symbol: decisions, strategy, game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from montmort.display import short_repr
from montmort.exact.decisions.card import Card, strategy_card
from montmort.exact.decisions.objective import Objective, Scoring
from montmort.exact.decisions.strategy import (
    Players,
    StrategyTable,
    playing,
    questions,
    seated,
)
from montmort.exact.from_rules import explore
from montmort.exact.graph.game_graph import Information, Whole
from montmort.games.errors import BadInput, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.sameness import is_same, table_of
from montmort.games.table import Table
from montmort.games.validation import check_hashable, check_integer, quote

Choice = TypeVar("Choice", bound=Any)  # has a seat, view, choices and a choice


@dataclass(frozen=True, kw_only=True, eq=False)
class Setting:
    """A game, what is wanted in it for which seat, and who plays the others.

    `signs` are 1 for the seats that maximise, -1 for those that minimise.  Views with equal
    `key`, where there is one, are declared equal.
    """

    experiment: Experiment[Any, Any, Any]
    rules: object
    objective: Objective
    seat: int
    signs: Mapping[int, int]
    others: Table | None
    discount: Any
    scoring: Scoring[Any]
    key: Callable[[Any], Hashable] | None = None

    __repr__ = short_repr

    def seat_of(self, seat: int | None) -> int:
        """Return the seat, by default the one that was asked for."""
        if seat is None:
            return self.seat
        check_integer("seat", seat, 0)
        return seat


class BestStrategy(ABC, Generic[Choice]):
    """The decisions of all seats at best play, and the game so played."""

    setting: Setting

    @property
    def experiment(self) -> Experiment[Any, Any, Any]:
        """The experiment."""
        return self.setting.experiment

    @property
    def rules(self) -> object:
        """The rules."""
        return self.setting.rules

    @property
    def objective(self) -> Objective:
        """What is maximised or minimised."""
        return self.setting.objective

    @property
    def seat(self) -> int:
        """The seat that was asked for."""
        return self.setting.seat

    @property
    def signs(self) -> Mapping[int, int]:
        """By seat that decides: 1 if it maximises, -1 if it minimises."""
        return self.setting.signs

    @property
    @abstractmethod
    def decisions(self) -> Sequence[Choice]:
        """All decisions, in the order in which they were found."""

    def choices_taken(self) -> Iterable[tuple[Information, Hashable]]:
        """Yield what a seat knows and the choice, as in `decisions`."""
        for each in self.decisions:
            yield Information(each.seat, each.view, each.choices), each.choice

    @cached_property
    def _by_view(self) -> dict[tuple[int, Hashable], Choice]:
        keys = [(each.seat, self._key_of(each.view)) for each in self.decisions]
        found = table_of(zip(keys, self.decisions, strict=True), "views of the seats")
        for key, each in zip(keys, self.decisions, strict=True):
            if found[key] is not each:
                raise BadInput(
                    f"seat {each.seat} sees {quote(each.view)} with different choices; "
                    "let its views say which it has, or read `decisions`"
                )
        return found

    def _key_of(self, view: Hashable) -> Hashable:
        return view if self.setting.key is None else self.setting.key(view)

    def __getitem__(self, view: Hashable) -> Choice:
        """Return the decision of the seat at a view."""
        return self.at(view)

    def at(self, view: Hashable, seat: int | None = None) -> Choice:
        """Return the decision of a seat at a view; UnknownName if it never decides there."""
        check_hashable("view", view)
        key = self.setting.seat_of(seat), self._key_of(view)
        found = self._by_view.get(key)
        if found is None or not is_same(self._key_of(found.view), key[1]):
            raise UnknownName(f"seat {quote(key[0])} never decides at {quote(view)}")
        return found

    def strategy(self, seat: int | None = None) -> dict[Hashable, Hashable]:
        """Return the strategy of a seat, {view: choice}; by key where views are declared equal."""
        own = self.setting.seat_of(seat)
        return {view: each.choice for (of, view), each in self._by_view.items() if of == own}

    def card(
        self, seat: int | None = None, rows: str | None = None, columns: str | None = None
    ) -> Card:
        """Return the strategy card of a seat; BadInput where its views have too many fields."""
        own = self.setting.seat_of(seat)
        chosen: list[Any] = [each for each in self.decisions if each.seat == own]
        return strategy_card(chosen, rows, columns)

    @cached_property
    def table(self) -> StrategyTable:
        """A Table that plays a strategy without chance; `players` and `played` play any."""
        choices = questions(self.choices_taken(), self.setting.key)
        return StrategyTable(choices, self.setting.others, frozenset(self.signs), self.setting.key)

    @cached_property
    def _players(self) -> Players:
        """A function that other processes can load."""
        return partial(seated, self.table)

    @cached_property
    def played(self) -> Experiment[Any, Any, Any]:
        """The experiment in which everybody plays at best."""
        whole = any(isinstance(known.view, Whole) for known, _ in self.choices_taken())
        summed = self.setting.scoring.summed
        return playing(self.experiment, self._players, whole=whole, summed=summed)

    @cached_property
    def walk(self) -> Any:
        """The walk under the strategy: laws, means and variances of the outcome."""
        return explore(self.played, self.rules)
