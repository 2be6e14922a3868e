"""Games of War played turn by turn by the rules: the slow reference of all exact answers."""

from collections.abc import Iterator

from montmort.games.chance import ScriptedChance
from montmort.games.experiment import add_gain
from montmort.games.table import SilentTable
from montmort.games.war import Game, Rules, State, step
from montmort.games.war.turn import Hands

NO_TABLE = SilentTable()
NO_CHANCE = ScriptedChance([])  # a fixed order of pick-up needs none


def course(rules: Rules, hands: Hands) -> Iterator[tuple[State | None, Game]]:
    """Yield the state after every turn, with the gain of the turn."""
    state: State | None = State(hands)
    while state is not None:
        state, gain = step(rules, state, NO_CHANCE, NO_TABLE)
        yield state, gain


def played(rules: Rules, hands: Hands) -> Game:
    """Return the outcome of a deal."""
    total = None
    for _, gain in course(rules, hands):
        total = add_gain(total, gain)
    assert total is not None
    return total
