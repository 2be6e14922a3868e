"""What a crosscheck asks: which simulator is held against which exact laws.

Both come from a game of the house, from the user's own play, or from his hand.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from exact.law import Law
from exact.moments import Moments
from exact.paths import Watch
from games.errors import BadInput, UnknownName
from games.experiment import Experiment
from montecarlo.simulator import Rng, Simulator, simulator_of
from verification.outcome_files import Recorded
from verification.own_game import (
    Play,
    check_repeats,
    experiment_from,
    experiment_of,
    laws_of,
    rules_of,
)
from verification.quantities import Known
from verification.registry import GAMES, Game
from verification.verdict import Verdict

Exact = Law[Any] | Mapping[str, Known]
Simulated = Simulator | Callable[[Rng], Any]


@dataclass(frozen=True, kw_only=True)
class Question:
    """`simulator` plays `rules`, and is judged by `laws`, the truth of `against`."""

    game: str
    rules: Any
    against: Any
    simulator: Simulator | Recorded
    laws: Mapping[str, Known]

    def __post_init__(self) -> None:
        if not self.laws:
            raise BadInput(
                f"nothing exact is known of {', '.join(self.simulator.fields)}, which "
                f"{self.simulator.label} tells; hand laws of these in by exact="
            )

    def described(self, verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
        """Return the verdicts; of a file that told no outcomes, with what it told instead."""
        return verdicts


def question_of(
    game: str | None,
    rules: Any,
    *,
    play: Play | None,
    exact: Exact | None,
    simulator: Simulated | None,
    against: Any,
    experiment: str | None,
    solving: Watch | None = None,
) -> Question:
    """Return what is asked; BadInput for a question with too few or too many parts."""
    if game is not None and play is not None:
        raise BadInput(f"{game=} and a play of your own are two games; ask for one of them")
    if exact is not None and against is not None:
        raise BadInput("exact= hands the truth in and against= asks for another's; give one")
    if experiment is not None and game is None:
        raise BadInput(f"{experiment=} chooses among those of a game of the house; give game=")
    if game is not None:
        return _of_the_house(_game(game), rules, against, experiment, exact, simulator, solving)
    if play is not None:
        return _of_ones_own(play, rules, against, exact, simulator)
    return _from_hand(rules, exact, simulator)


def _of_the_house(
    house: Game,
    rules: Any,
    against: Any,
    experiment: str | None,
    exact: Exact | None,
    simulator: Simulated | None,
    solving: Watch | None,
) -> Question:
    book = house.rulebook()
    rules = book.Rules() if rules is None else _checked("rules", rules, book.Rules)
    against = rules if against is None else _checked("against", against, book.Rules)
    if simulator is None:
        name = next(iter(book.EXPERIMENTS)) if experiment is None else experiment
        playing: Simulator = house.simulator(rules, name, solving)
    else:
        playing = _simulator(simulator, house.name, rules)
    known = (
        house.truth(against, playing.experiment, solving)
        if exact is None
        else _handed(exact, playing.fields)
    )
    return _question(house.name, rules, against, playing, known)


def _of_ones_own(
    play: Play, rules: Any, against: Any, exact: Exact | None, simulator: Simulated | None
) -> Question:
    own = experiment_of(play)
    rules, other = rules_of(play, rules), rules_of(play, against)
    against = rules if against is None else other
    known = laws_of(own, against) if exact is None else _handed(exact, own.fields)
    if isinstance(play, Experiment):
        check_repeats(own, rules)  # after the walk, which finds a game that never ends
    if simulator is None:
        playing = simulator_of(own, rules, game=own.name)
    else:
        playing = _simulator(simulator, own.name, rules)
    return _question(own.name, rules, against, playing, known)


def _from_hand(rules: Any, exact: Exact | None, simulator: Simulated | None) -> Question:
    if exact is None or simulator is None:
        raise BadInput(
            "nothing to hold against each other: give game= or play=, or exact= with simulator="
        )
    playing = _simulator(simulator, None, rules)
    return _question(playing.game, rules, rules, playing, _handed(exact, playing.fields))


def _question(
    game: str, rules: Any, against: Any, simulator: Simulator, known: Mapping[str, Known]
) -> Question:
    laws = {name: known[name] for name in simulator.fields if name in known}
    return Question(game=game, rules=rules, against=against, simulator=simulator, laws=laws)


def _simulator(simulator: Simulated, game: str | None, rules: Any) -> Simulator:
    if isinstance(simulator, Simulator):
        return simulator
    if not callable(simulator):
        raise BadInput(f"{simulator=} must be a Simulator or a function (rng) -> outcome")
    drawn = experiment_from(simulator)
    return simulator_of(drawn, rules, game=game or drawn.name)


def _handed(exact: Exact, fields: tuple[str, ...]) -> Mapping[str, Known]:
    """Return what was handed in, by field."""
    laws = _by_field(exact, fields) if isinstance(exact, Law) else exact
    if not isinstance(laws, Mapping) or not all(
        isinstance(law, Law | Moments) for law in laws.values()
    ):
        raise BadInput(
            f"{exact=} must be a Law of the outcome, or a mapping of fields to Laws or Moments"
        )
    if unknown := [name for name in laws if name not in fields]:
        raise UnknownName(f"exact= tells {unknown[0]!r}; the fields are {', '.join(fields)}")
    return laws


def _by_field(law: Law[Any], fields: tuple[str, ...]) -> dict[str, Law[Any]]:
    named = getattr(next(iter(law), None), "_fields", None)
    if named is not None:
        return {name: law.field(name) for name in named}
    if len(fields) == 1:
        return {fields[0]: law}
    raise BadInput(f"exact= is a law of one thing; say of which field, {{{fields[0]!r}: law}}")


def _checked(name: str, rules: Any, kind: type) -> Any:
    if not isinstance(rules, kind):
        raise BadInput(f"{name}={rules!r} must be {kind.__module__}.{kind.__name__}(…), or None")
    return rules


def _game(name: str) -> Game:
    if name in GAMES:
        return GAMES[name]
    raise UnknownName(f"no game {name!r}; there are {', '.join(GAMES)}; one's own goes as play=")
