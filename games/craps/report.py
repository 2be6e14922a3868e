"""Craps: the pass line, don't pass and the length of a hand, by first-step analysis."""

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from montmort.exact.from_rules import explore
from montmort.exact.paths import Watch
from montmort.exact.rational_functions.field import RationalFunction, from_sympy, to_value
from montmort.games.craps import COME_OUT, Rules, Win
from montmort.games.extras import sympy
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
NATURALS, CRAPS, SEVEN, BARRED = (7, 11), (2, 3, 12), 7, 12
Sums = dict[int, Fraction]
MOST_KINDS = 4  # of different chances of points: the generating function fits into two lines


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems with their numbers for these dice."""
    sums = chances_of_sums(rules)
    points = {s: p for s, p in sums.items() if s not in NATURALS + CRAPS}
    seven = sums.get(SEVEN, Fraction(0))
    made = {s: p / (p + seven) for s, p in points.items()}
    wins = sum((sums.get(s, Fraction(0)) for s in NATURALS), Fraction(0))
    wins += sum((p * made[s] for s, p in points.items()), Fraction(0))
    barred = sums.get(BARRED, Fraction(0))
    throws = 1 + sum((p / (p + seven) for p in points.values()), Fraction(0))
    sevens_out = sum((p * (1 - made[s]) for s, p in points.items()), Fraction(0))
    laws = {
        bet: explore(game.rulebook.experiment("pass"), _with_bet(rules, bet))
        for bet in ("pass", "dont-pass")
    }
    won, dont = (laws[bet].last_law("win") for bet in ("pass", "dont-pass"))
    checks = [
        Check("the pass line wins with this chance", wins, won[Win.WIN]),
        Check("don't pass wins with this chance", 1 - wins - barred, dont[Win.WIN]),
        Check("don't pass is tied with this chance", barred, dont[Win.TIE]),
        Check("throws until the bet is decided, mean", throws, laws["pass"].expected("rolls")),
    ]
    has_hand = bool(sevens_out)
    function: Any = 0
    if has_hand:
        walk = explore(game.rulebook.experiment("hand"), rules)
        found = walk.chain().steps_pgf(COME_OUT)
        function = to_value(length_of_hand(points, seven))
        mean = throws / sevens_out
        checks += [
            Check("throws of a hand, mean", mean, walk.expected("rolls")),
            Check("the generating function of a hand", function, to_value(from_sympy(found))),
        ]
    return Settled(
        template=TEMPLATE,
        values={
            "seven": seven,
            "points": [(s, p, made[s], p * made[s]) for s, p in points.items()],
            "naturals": sum((sums.get(s, Fraction(0)) for s in NATURALS), Fraction(0)),
            "craps": sum((sums.get(s, Fraction(0)) for s in CRAPS), Fraction(0)),
            "wins": wins,
            "edge": 1 - 2 * wins,
            "dont": 1 - wins - barred,
            "barred": barred,
            "dont_edge": 2 * wins + barred - 1,
            "throws": throws,
            "sevens_out": sevens_out,
            "has_hand": has_hand,
            "mean": throws / sevens_out if has_hand else 0,
            "function": function,
            "shows_function": has_hand and len({*points.values()}) <= MOST_KINDS,
        },
        checks=tuple(checks),
    )


def chances_of_sums(rules: Rules) -> Sums:
    """Return the chance of each sum of two dice that may be thrown.

    >>> chances = chances_of_sums(Rules())
    >>> chances[7], chances[4]
    (Fraction(1, 6), Fraction(1, 12))
    """
    weights = rules.weights or (1,) * rules.faces
    found: Sums = {}
    for (a, w), (b, v) in product(enumerate(weights, 1), repeat=2):
        if w * v:
            found[a + b] = found.get(a + b, Fraction(0)) + Fraction(w * v, sum(weights) ** 2)
    return dict(sorted(found.items()))


def _with_bet(rules: Rules, bet: Any) -> Rules:
    return Rules(faces=rules.faces, weights=rules.weights, bet=bet)


def length_of_hand(points: Sums, seven: Fraction) -> RationalFunction:
    """Return the generating function of the throws of a hand.

    Dice that show only 4 and 7, each with chance 1/2: from the come-out a 4 leads on, and then
    a 7 ends the hand, so that f = z/2 f + z/2 (z/2 + z/2 f).

    >>> print(to_value(length_of_hand({4: Fraction(1, 2)}, Fraction(1, 2))))
    z**2/(-z**2 - 2*z + 4)
    """
    z = from_sympy(sympy.Symbol("z"))
    ends = again = from_sympy(0)
    for p in points.values():
        stays = 1 - z * (1 - p - seven)
        ends += z * z * (p * seven) / stays
        again += z * z * (p * p) / stays
    return ends / (1 - z * (1 - sum(points.values())) - again)
