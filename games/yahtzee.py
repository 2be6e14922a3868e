"""Yahtzee, solitaire: thirteen boxes, and three throws of five dice for each of them.

In a turn the player throws all dice.  Twice the player may keep some of them and throw the
others again.  Then an open box is filled with the points that the dice make there:

    ones to sixes        the sum of the dice of this face: the upper boxes
    three-of-a-kind      the sum of all dice, if three or more show one face
    four-of-a-kind       the sum of all dice, if four or more do
    full-house           25, if at least three show one face and two another
    small-straight       30, if four faces in a row are there
    large-straight       40, if five are
    yahtzee              50, if all dice show one face
    chance               the sum of all dice

Upper boxes of `target` points or more in all earn `bonus` at the end.  All dice alike after
the yahtzee box is filled are an extra yahtzee: it earns `extra` if that box holds 50, and
where the upper box of its face is filled as well it is a joker, which scores 25, 30 and 40
as a full house and as a straight.  With the free joker an extra yahtzee may go into any open
box; with the forced one into the upper box of its face if that is open, else into an open
lower box, else into any.  A box that is left out of play is neither open nor filled: without
a yahtzee box there are no extra yahtzees; without an upper box its yahtzees are jokers.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from montmort.games.chance import Chance
from montmort.games.dice import throw_dice
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
LOWER = (
    "three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight",
    "yahtzee", "chance",
)  # fmt: skip

Dice = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The reading of the joker, the dice, the card and its bonuses.

    >>> Rules(boxes="chance,yahtzee,ones").card, len(Rules().card)
    (('ones', 'yahtzee', 'chance'), 13)
    """

    joker: Literal["free", "forced"] = rule("free", "where an extra yahtzee may go")
    dice: int = rule(5, "dice", least=1, most=10)
    faces: int = rule(6, "faces of a die", least=1, most=len(UPPER))
    throws: int = rule(3, "throws in a turn", least=1)
    boxes: str = rule("all", "boxes in play, as ones,full-house,chance")
    bonus: int = rule(35, "bonus for the upper boxes", least=0)
    target: int = rule(63, "points of the upper boxes that earn it", least=0)
    extra: int = rule(100, "what an extra yahtzee earns if the yahtzee box holds 50", least=0)

    def check(self) -> None:
        """Raise BadInput unless `boxes` names boxes of the card, each once."""
        names = self.boxes.replace(",", " ").split()
        known = (*UPPER[: self.faces], *LOWER)
        if self.boxes != "all" and (not names or {*names} - {*known} or len({*names}) < len(names)):
            raise BadInput(f"boxes={self.boxes!r} must be all, or some of {','.join(known)}")
        in_order = [box for box in known if box in names]
        is_all = self.boxes == "all" or len(in_order) == len(known)
        self.set_field("boxes", "all" if is_all else ",".join(in_order))

    @cached_property
    def card(self) -> tuple[str, ...]:
        """The boxes in play, in the order of the card."""
        return (*UPPER[: self.faces], *LOWER) if self.boxes == "all" else (*self.boxes.split(","),)


class Turn(NamedTuple):
    """The open boxes, what the filled ones are worth later, the dice, and the throws left.

    `upper` is the sum of the upper boxes up to the target, and `fifty` whether the yahtzee box
    holds 50.  The dice are ascending: those kept, before a throw; those shown, in a view.

    >>> print(Turn(("ones", "chance"), 40, False, (1, 1, 2, 3, 5), 1))
    1 1 2 3 5, throws left: 1; upper boxes 40; open: ones, chance.
    """

    open: tuple[str, ...]
    upper: int
    fifty: bool
    dice: Dice
    throws: int

    def __str__(self) -> str:
        shown = " ".join(map(str, self.dice))
        card = f"upper boxes {self.upper}{', yahtzee 50' if self.fifty else ''}"
        return f"{shown}, throws left: {self.throws}; {card}; open: {', '.join(self.open)}."


class Filled(NamedTuple):
    """Event: the box that is filled, its points, and what an extra yahtzee earns besides."""

    box: str
    points: int
    extra: int

    def __str__(self) -> str:
        extra = f", and {self.extra} for an extra yahtzee" if self.extra else ""
        return f"{self.box}: {self.points}{extra}."


class Game(NamedTuple):
    """Outcome: the score, the sum of the upper boxes, extra yahtzees paid, the upper bonus."""

    score: int
    upper: int
    extras: int
    bonus: bool


def start(rules: Rules, _chance: Chance) -> Turn:
    """Return the first turn, before its first throw.

    >>> from montmort.games.chance import ScriptedChance
    >>> start(Rules(boxes="ones,chance"), ScriptedChance([]))
    Turn(open=('ones', 'chance'), upper=0, fifty=False, dice=(), throws=3)
    """
    return Turn(rules.card, 0, False, (), rules.throws)


def keeps(dice: Dice) -> list[Dice]:
    """Return the dice that may be kept: all of them first, then fewer of the highest face.

    >>> keeps((1, 3, 3))
    [(1, 3, 3), (1, 3), (1,), (3, 3), (3,), ()]
    """
    kept: list[Dice] = [()]
    for place, face in enumerate(dice):
        if place == 0 or dice[place - 1] != face:
            most = dice.count(face)
            kept = [(*held, *((face,) * n)) for held in kept for n in range(most, -1, -1)]
    return kept


def is_extra(rules: Rules, turn: Turn) -> bool:
    """Return whether the dice are a yahtzee after the yahtzee box is filled."""
    is_filled = "yahtzee" in rules.card and "yahtzee" not in turn.open
    return is_filled and turn.dice[0] == turn.dice[-1]


def choices(rules: Rules, turn: Turn) -> tuple[str, ...]:
    """Return the boxes that may be filled.

    >>> turn = Turn(("ones", "sixes", "chance"), 0, True, (6, 6, 6, 6, 6), 0)
    >>> choices(Rules(), turn), choices(Rules(joker="forced"), turn)
    (('ones', 'sixes', 'chance'), ('sixes',))
    """
    if rules.joker == "free" or not is_extra(rules, turn):
        return turn.open
    matching = UPPER[turn.dice[0] - 1]
    if matching in turn.open:
        return (matching,)
    lower = tuple(box for box in turn.open if box not in UPPER)
    return lower if lower else turn.open


def points(rules: Rules, turn: Turn, box: str) -> int:
    """Return the points of the dice in a box, without what an extra yahtzee earns.

    >>> full, yahtzee = (2, 2, 3, 3, 3), (4, 4, 4, 4, 4)
    >>> [points(Rules(), Turn(("full-house",), 0, False, dice, 0), "full-house")
    ...  for dice in (full, yahtzee)]  # the second is a joker
    [25, 25]
    >>> points(Rules(), Turn(("full-house", "fours"), 0, False, (4, 4, 4, 4, 4), 0), "full-house")
    0
    """
    dice = turn.dice
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * dice.count(face)
    most = max([dice.count(face) for face in dice])
    if box == "yahtzee":
        return 50 if most == len(dice) else 0
    if box in ("three-of-a-kind", "four-of-a-kind", "chance"):
        least = 3 if box == "three-of-a-kind" else 4 if box == "four-of-a-kind" else 1
        return sum(dice) if most >= least else 0
    is_joker = is_extra(rules, turn) and UPPER[dice[0] - 1] not in turn.open
    if box == "full-house":
        pairs = [face for place, face in enumerate(dice) if dice.index(face) == place - 1]
        return 25 if is_joker or (most >= 3 and len(pairs) >= 2) else 0
    run = 4 if box == "small-straight" else 5
    starts = [face for face in dice if all(face + n in dice for n in range(run))]
    return (30 if run == 4 else 40) if is_joker or starts else 0


def step(rules: Rules, turn: Turn, chance: Chance, table: Table) -> tuple[Turn | None, Game]:
    """Throw once; then keep some dice, or fill a box, which ends the turn.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> rules = Rules(dice=2, faces=2, boxes="twos,chance", target=4)
    >>> last = Turn(("twos",), 0, False, (2,), 1)
    >>> step(rules, last, ScriptedChance([1]), SilentTable())
    (None, Game(score=39, upper=4, extras=0, bonus=True))
    """
    thrown = throw_dice(chance, rules.dice - len(turn.dice), rules.faces)
    turn = turn._replace(dice=tuple(sorted((*turn.dice, *thrown))), throws=turn.throws - 1)
    if turn.throws:
        kept = table.decide(0, keeps(turn.dice), turn)
        if len(kept) < rules.dice:
            return turn._replace(dice=kept), Game(0, 0, 0, False)
        turn = turn._replace(throws=0)
    box = table.decide(0, choices(rules, turn), turn)
    made = points(rules, turn, box)
    is_paid = is_extra(rules, turn) and turn.fifty
    table.tell(Filled(box, made, rules.extra if is_paid else 0))
    upper = made if box in UPPER else 0
    after = Turn(
        open=tuple(other for other in turn.open if other != box),
        upper=min(turn.upper + upper, rules.target),
        fifty=turn.fifty or (box == "yahtzee" and made > 0),
        dice=(),
        throws=rules.throws,
    )
    score = made + (rules.extra if is_paid else 0)
    if after.open:
        return after, Game(score, upper, int(is_paid), False)
    has_bonus = after.upper == rules.target
    return None, Game(score + (rules.bonus if has_bonus else 0), upper, int(is_paid), has_bonus)


READINGS = {"usual": Rules()}

EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="yahtzee",
    title="Yahtzee",
    source="E. S. Lowe 1956; T. Verhoeff 1999",
    about=__doc__,
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    wants="score",
)
