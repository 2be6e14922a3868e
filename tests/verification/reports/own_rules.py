"""Rules files of small games, one for each kind of argument; the author of the code played none."""

from pathlib import Path
from typing import Any, NamedTuple

from montmort.verification.aim import Aim
from montmort.verification.game import Game
from montmort.verification.game_file import game_of_file

PASSE_DIX = '''
"""Passe-dix.

Three dice are thrown: above the middle wins the stake, unless all three are equal.
"""
from dataclasses import dataclass
from typing import NamedTuple
from montmort import Experiment, RuleSet, rule

@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The dice."""
    faces: int = rule(6, "faces of each die", least=2)

class Throw(NamedTuple):
    net_gain: int
    total: int

def step(rules, state, chance, table):
    dice = [chance.pick([1] * rules.faces) + 1 for _ in range(3)]
    wins = 2 * sum(dice) > 3 * (rules.faces + 1) and len({*dice}) > 1
    return None, Throw(1 if wins else -1, sum(dice))

EXPERIMENTS = {"throw": Experiment(name="throw", outcome=Throw, start=lambda *_: 0, step=step)}
'''

FROG = '''
"""The frog in the well.

Each dry day the frog climbs a step; a rainy day takes it back to the bottom.
"""
from dataclasses import dataclass
from typing import NamedTuple
from montmort import Experiment, RuleSet, rule

@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The well."""
    depth: int = rule(3, "steps to the top", least=1)
    dry: int = rule(3, "weight of a dry day", least=1)

class Escape(NamedTuple):
    days: int

def step(rules, height, chance, table):
    if chance.pick([rules.dry, 1]):
        return 0, Escape(1)
    return (None if height + 1 == rules.depth else height + 1), Escape(1)

EXPERIMENTS = {"escape": Experiment(name="escape", outcome=Escape, start=lambda *_: 0, step=step)}
'''

THREE_ROLLS = '''
"""Three rolls.

A die may be rolled up to three times; the last roll is the prize.
"""
from typing import NamedTuple
from montmort import Experiment

class Prize(NamedTuple):
    prize: int
    is_six: bool

class Seen(NamedTuple):
    roll: int
    left: int

def start(rules, chance):
    return Seen(chance.pick([1] * 6) + 1, 2)

def step(rules, seen, chance, table):
    if seen.left and table.decide(0, ("stop", "roll"), seen) == "roll":
        return Seen(chance.pick([1] * 6) + 1, seen.left - 1), Prize(0, False)
    return None, Prize(seen.roll, seen.roll == 6)

EXPERIMENTS = {"rolls": Experiment(name="rolls", outcome=Prize, start=start, step=step)}
'''

PUSH = '''
"""Push your luck.

Heads adds a point to the turn, tails loses its points; a turn that ends costs one.
"""
from typing import NamedTuple
from montmort import Experiment

class Turns(NamedTuple):
    turns: int

class Score(NamedTuple):
    banked: int
    turn: int

def step(rules, score, chance, table):
    if score.turn and table.decide(0, ("throw", "bank"), score) == "bank":
        banked = score.banked + score.turn
        return (None if banked >= 2 else Score(banked, 0)), Turns(1)
    if chance.pick([1, 1]):
        return Score(score.banked, min(score.turn + 1, 2)), Turns(0)
    return Score(score.banked, 0), Turns(1)

EXPERIMENTS = {"game": Experiment(name="game", outcome=Turns, start=lambda *_: Score(0, 0), step=step)}
'''  # noqa: E501

ACES = '''
"""Ace, king, queen.

Each player antes a chip and gets a card; the first may bet one, the second may call.
"""
from typing import NamedTuple
from montmort import Experiment

class Net(NamedTuple):
    net: int

CARDS = ("queen", "king", "ace")

def step(rules, state, chance, table):
    first = chance.pick([1, 1, 1])
    second = [card for card in range(3) if card != first][chance.pick([1, 1])]
    if table.decide(0, ("check", "bet"), CARDS[first]) == "check":
        return None, Net(1 if first > second else -1)
    if table.decide(1, ("fold", "call"), CARDS[second]) == "fold":
        return None, Net(1)
    return None, Net(2 if first > second else -2)

EXPERIMENTS = {"deal": Experiment(name="deal", outcome=Net, start=lambda *_: 0, step=step)}
'''


class Own(NamedTuple):
    """A rules file, the flags of the aim if there are decisions, and the theorem that is used."""

    file: str
    text: str
    flags: tuple[str, ...]
    theorem: str


OWN = (
    Own("passe_dix.py", PASSE_DIX, (), "finite enumeration"),
    Own("frog.py", FROG, (), "absorbing chain"),
    Own("three_rolls.py", THREE_ROLLS, ("--optimal", "prize"), "backward induction"),
    Own("push.py", PUSH, ("--minimise", "turns"), "a policy with a ranking"),
    Own("aces.py", ACES, ("--optimal", "net"), "sequence form"),
)


def game_of(own: Own, folder: Path) -> Game[Any]:
    """Return the game of a rules file that is written to the folder, with its aim."""
    from dataclasses import replace

    path = folder / own.file
    path.write_text(own.text)
    game = game_of_file(str(path))
    if not own.flags:
        return game
    flag, field = own.flags
    return replace(game, aim=Aim(field, flag == "--optimal"))
