"""The report of Yahtzee: its template `report.md`, with the values computed here."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from montmort.exact.decisions.optimal import optimal
from montmort.exact.paths import Watch
from montmort.exact.yahtzee.solution import Solution, solve
from montmort.exact.yahtzee.states import multisets
from montmort.exact.yahtzee.turn import worths
from montmort.games.yahtzee import EXPERIMENTS, RULEBOOK, Dice, Rules, Turn
from montmort.verification.game import Game
from montmort.verification.reports.from_rules import paragraphs, settings_of
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
SMALL = Rules(dice=2, faces=2, throws=2, boxes="twos,yahtzee,chance", target=4)
MOST_OPENINGS = 12  # first throws in the table

Opening = tuple[str, str, Fraction]


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return the report's own part."""
    provenance = Provenance(game.rulebook, rules)
    solution, held = solve(rules, watch), multisets(rules.dice, rules.faces)
    value = solution.value
    values = {
        "about": paragraphs(RULEBOOK.about, rules),
        "settings": list(settings_of(rules)),
        "value": value,
        "moments": solution.moments,
        "bonus": solution.bonus_chance,
        "cards": f"{solution.cards.total:,}",
        "throws": len(held.throws),
        "multisets": len(held.tuples),
        "faces": rules.faces,
        "exponent": rules.dice * rules.throws * len(rules.card),
        "grouped": [_grouped(part) for part in (value.numerator, value.denominator)],
        "digits": [len(str(part)) for part in (value.numerator, value.denominator)],
        "openings": list(_openings(solution)),
    }
    return Settled(
        template=TEMPLATE,
        values=values,
        checks=tuple(_checks(solution)),
        experiments={"game": {}},
        commands=(provenance.command("exact"), provenance.command("exact", "--json")),
    )


def _openings(solution: Solution) -> Iterator[Opening]:
    """Yield what is best after some first throws; nothing where there is only one throw."""
    rules, held = solution.rules, multisets(solution.rules.dice, solution.rules.faces)
    throws = held.throws.tolist() if rules.throws > 1 else []
    for t in throws[:: -(-len(throws) // MOST_OPENINGS) or 1]:
        thrown = held.tuples[t]
        worth = worths(solution, Turn(rules.card, 0, False, thrown, rules.throws - 1))
        kept = max(worth, key=lambda dice: worth[dice])  # the first of equal ones
        yield _dice_text(thrown), _dice_text(kept), worth[kept]


def _checks(solution: Solution) -> Iterator[Check]:
    """Yield the largest mean once more, and that of a small game by a walk of the rules."""
    stated = "the largest mean score, and the mean when the strategy is played"
    yield Check(stated, solution.value, solution.moments["score"].mean)
    small = replace(SMALL, joker=solution.rules.joker)
    walked = optimal(EXPERIMENTS["game"], small, maximise="score")
    stated = (
        "the mean with 2 dice of 2 faces and 2 throws, by the theorem and by a walk of the rules"
    )
    yield Check(stated, solve(small).value, walked.value)


def _grouped(number: int) -> str:
    """Return the digits in groups of ten, from the left.

    >>> _grouped(123456789012)
    '1234567890 12'
    """
    digits = str(number)
    return " ".join(digits[at : at + 10] for at in range(0, len(digits), 10))


def _dice_text(dice: Dice) -> str:
    return " ".join(map(str, dice)) or "nothing"
