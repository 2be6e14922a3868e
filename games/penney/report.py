"""Penney's game: the odds of two words by Conway's leading numbers, and why no word is best."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from montmort.exact.from_rules import explore
from montmort.exact.paths import Watch
from montmort.games.penney import Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
LONGEST = 4  # letters of words that are all compared
LONGEST_CHECKED = 3  # letters of words that are all walked


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled | None:
    """Return the theorems for these words; None for a coin with a symbol or with one side."""
    if not isinstance(rules.heads, Fraction) or not 0 < rules.heads < 1:
        return None
    first, second, heads = rules.first, rules.second, rules.heads
    wins = odds(first, second, heads)
    returns = [[leading(a, b, heads) for b in (first, second)] for a in (first, second)]
    tosses = wins * returns[0][0] + (1 - wins) * returns[1][0]
    walk = _walk(game, rules)
    size = len(first)
    words = ["".join(each) for each in product("HT", repeat=size)] if size <= LONGEST else []
    best = {word: answer(word, words, heads) for word in words}
    checks = [
        Check(f"{first} before {second}", wins, walk.last_law("first")[True]),
        Check("tosses, mean", tosses, walk.expected("tosses")),
    ]
    if size <= LONGEST_CHECKED:
        pairs = [(a, b) for a, b in product(words, repeat=2) if a < b]
        checks.append(
            Check(
                "the odds of all pairs of words of this length",
                [odds(a, b, heads) for a, b in pairs],
                [
                    _walk(game, Rules(first=a, second=b, heads=heads)).last_law("first")[True]
                    for a, b in pairs
                ],
            )
        )
    return Settled(
        template=TEMPLATE,
        values={
            "returns": returns,
            "wins": wins,
            "tosses": tosses,
            "odds_for": odds_for(first, second, heads),
            "best": [_answered(word, other, words, heads) for word, other in best.items()],
            "pairs": _table(words, heads) if size <= LONGEST_CHECKED else [],
            "always": bool(best)
            and all(odds(other, word, heads) > Fraction(1, 2) for word, other in best.items()),
            "cycle": cycle(best, heads),
        },
        checks=tuple(checks),
    )


def _walk(game: Game[Any], rules: Rules) -> Any:
    return explore(game.rulebook.experiment("game"), rules)


def leading(ended: str, word: str, heads: Fraction) -> Fraction:
    """Return what the bets on a word are worth when another has just appeared.

    Each k for which the last k letters of the one are the first k of the other counts 1 over
    the chance of these letters.

    >>> leading("HHT", "THH", Fraction(1, 2)), leading("THH", "HHT", Fraction(1, 2))
    (Fraction(2, 1), Fraction(6, 1))
    """
    total = Fraction(0)
    for k in range(1, len(word) + 1):
        if ended[-k:] == word[:k]:
            share = Fraction(1)
            for letter in word[:k]:
                share /= heads if letter == "H" else 1 - heads
            total += share
    return total


def odds(first: str, second: str, heads: Fraction) -> Fraction:
    """Return the chance that the first word comes before the second, another one as long.

    >>> odds("THH", "HHT", Fraction(1, 2))
    Fraction(3, 4)
    """
    for_first, for_second = odds_for(first, second, heads)
    return for_first / (for_first + for_second)


def odds_for(first: str, second: str, heads: Fraction) -> tuple[Fraction, Fraction]:
    """Return the odds for the first and for the second of two words; their sum is at least 2.

    >>> [str(one) for one in odds_for("THH", "HHT", Fraction(1, 2))]
    ['6', '2']
    """
    return (
        leading(second, second, heads) - leading(second, first, heads),
        leading(first, first, heads) - leading(first, second, heads),
    )


def answer(word: str, words: Sequence[str], heads: Fraction) -> str:
    """Return the word that is the best answer to a word.

    >>> answer("HHH", ["HHH", "THH", "HTH"], Fraction(1, 2))
    'THH'
    """
    return max((other for other in words if other != word), key=lambda one: odds(one, word, heads))


def _answered(
    word: str, best: str, words: Sequence[str], heads: Fraction
) -> tuple[str, str, Fraction, Fraction, Fraction, Fraction | None]:
    """Return a line of the table of answers: the odds, the chance, and the next one."""
    others = [odds(other, word, heads) for other in words if other not in (word, best)]
    for_it, against = odds_for(best, word, heads)
    return word, best, for_it, against, odds(best, word, heads), max(others, default=None)


def _table(words: Sequence[str], heads: Fraction) -> list[tuple[str, list[Fraction | None]]]:
    """Return the chance of each word before each other, None where they are the same."""
    return [
        (first, [None if first == other else odds(first, other, heads) for other in words])
        for first in words
    ]


def cycle(best: dict[str, str], heads: Fraction) -> list[tuple[str, str, Fraction]]:
    """Return words of which each is beaten by the next, the last one by the first; [] if none.

    >>> cycle({"H": "T", "T": "H"}, Fraction(1, 2))
    []
    """
    path = [next(iter(best))] if best else []
    while path and best[path[-1]] not in path:
        path.append(best[path[-1]])
    ring = path[path.index(best[path[-1]]) :] if path else []
    chances = [(best[word], word, odds(best[word], word, heads)) for word in ring]
    return chances if all(chance > Fraction(1, 2) for *_, chance in chances) else []


def picture() -> tuple[str, str, dict[str, Fraction]]:
    """Return the picture of the game's page: its title, what the bars are, and their heights."""
    half = Fraction(1, 2)
    words = [a + b + c for a in "HT" for b in "HT" for c in "HT"]
    best = {word: answer(word, words, half) for word in words}
    return (
        "Penney's game: the best answer comes first with this chance",
        "word of the first player, and the answer",
        {f"{word} {best[word]}": odds(best[word], word, half) for word in words},
    )
