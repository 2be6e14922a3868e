"""Three-card poker: which hands to play, the value of the ante, and pair plus."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from montmort.exact.decisions.against_dealer import AgainstDealer
from montmort.exact.paths import Watch
from montmort.exact.three_card_poker import solve
from montmort.games.three_card_poker import (
    CARDS,
    QUEEN,
    TYPES,
    Rules,
    Strength,
    net_of,
    qualifies,
    strength,
)
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
Row = tuple[str, int, int, str]  # class, hands, played, and the rule in words


def settled(_game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled:
    """Return the theorems for this pack and these pay tables."""
    solved = solve(rules)
    order = sorted((strength(rules, hand), hand) for hand in hands_of(rules))
    played = {hand: solved.best(hand)[0] == "play" for _, hand in order}
    lowest = next((hand for _, hand in order if played[hand]), None)
    folded = [hand for _, hand in order if not played[hand]]
    is_threshold = not folded or lowest is None or (
        strength(rules, folded[-1]) < strength(rules, lowest)
    )  # fmt: skip
    edges = [hand for hand in (lowest, folded[-1] if folded else None) if hand is not None]
    counts = types_of(rules)
    pair_plus = sum(
        (Fraction(pay) * counts[name] for name, pay in rules.pair_pluses.items()), Fraction(0)
    )
    edge = (counts["high card"] - pair_plus) / sum(counts.values())
    nets = [Fraction(rules.pair_pluses.get(TYPES[own[0]], -1)) for own, _ in order]
    return Settled(
        template=TEMPLATE,
        values={
            "value": solved.value,
            "queen": rules.pack.names[rules.ranks - QUEEN],
            "hands": len(order),
            "others": comb(rules.pack.size - CARDS, CARDS),
            "is_threshold": is_threshold,
            "lowest": "" if lowest is None else _ranks(rules, lowest),
            "edges": [(words_of(rules, hand), solved.values(hand)["play"]) for hand in edges],
            "card": list(card_rows(rules, order, played)),
            "counts": [(name, counts[name], rules.pair_pluses.get(name)) for name in TYPES[::-1]],
            "edge": edge,
        },
        checks=(
            *(
                Check(
                    f"playing {words_of(rules, hand)}, all hands of the dealer listed",
                    played_mean(rules, hand),
                    solved.values(hand)["play"],
                )
                for hand in edges
            ),
            *_by_threshold(rules, solved, lowest if is_threshold else None),
            Check(
                "hands of each type, by formula and listed",
                [counts[name] for name in TYPES],
                [sum(TYPES[own[0]] == name for own, _ in order) for name in TYPES],
            ),
            Check("the house edge of pair plus", edge, -sum(nets) / len(nets)),
        ),
    )


def _by_threshold(rules: Rules, solved: AgainstDealer, lowest: int | None) -> Iterator[Check]:
    """Yield the check of the rule "play this hand and all higher ones", if it is the best."""
    if lowest is None:
        return
    least = strength(rules, lowest)
    known = solved.compare(lambda hand: "play" if strength(rules, hand) >= least else "fold")
    rule = f"playing {_ranks(rules, lowest)} and all higher hands"
    yield Check(f"{rule} is worth the most", known.value, solved.value)


def hands_of(rules: Rules) -> Iterator[int]:
    """Yield all hands of three cards as sets of bits."""
    for cards in combinations(range(rules.pack.size), CARDS):
        yield sum(1 << card for card in cards)


def words_of(rules: Rules, hand: int) -> str:
    """Return the cards of a hand in words, the highest rank first.

    >>> words_of(Rules(), Rules().pack.read("4d 6c Qc")[0])
    'Qc 6c 4d'
    """
    letters = rules.pack.letters
    return " ".join(sorted(rules.pack.write(hand).split(), key=lambda c: -letters.index(c[0])))


def _ranks(rules: Rules, hand: int) -> str:
    return "-".join(card[0] for card in words_of(rules, hand).split())


def types_of(rules: Rules) -> dict[str, int]:
    """Return how many hands are of each type, by formula.

    >>> types_of(Rules())["straight flush"], types_of(Rules())["pair"]
    (48, 3744)
    """
    r, s, rows = rules.ranks, rules.suits, len(rules.straights)
    mixed = s**3 - s  # suits of three cards that are not all of one
    return {
        "straight flush": rows * s,
        "three of a kind": r * comb(s, 3),
        "straight": rows * mixed,
        "flush": (comb(r, 3) - rows) * s,
        "pair": r * comb(s, 2) * (r - 1) * s,
        "high card": (comb(r, 3) - rows) * mixed,
    }


def played_mean(rules: Rules, hand: int) -> Fraction:
    """Return the mean net of playing a hand, by listing all hands of the dealer.

    Of 2c 3c Ac 2d 3d Ad the dealer has the cards that the player has not: a tie, and a bonus of 1.

    >>> rules = Rules(ranks=3, suits=2)
    >>> played_mean(rules, rules.pack.read("2c 3d Ac")[0])
    Fraction(1, 1)
    """
    own, total, number = strength(rules, hand), Fraction(0), 0
    for dealer in hands_of(rules):
        if not dealer & hand:
            other = strength(rules, dealer)
            order = (own > other) - (own < other)
            total += net_of(rules, "play", hand, qualifies(rules, dealer), order)
            number += 1
    return total / number


def card_rows(
    rules: Rules, order: list[tuple[Strength, int]], played: dict[int, bool]
) -> Iterator[Row]:
    """Yield the lines of the card, the best class of hands first."""
    classes: dict[str, list[int]] = {}
    for (kind, decides), hand in order:
        name = TYPES[kind]
        if name == "high card":
            name = f"{rules.pack.names[decides[0]]} high"
        classes.setdefault(name, []).append(hand)
    for name, hands in reversed(classes.items()):
        number = sum(played[hand] for hand in hands)
        yield name, len(hands), number, rule_of(rules, hands, played)


def rule_of(rules: Rules, hands: list[int], played: dict[int, bool]) -> str:
    """Return which of some hands, in ascending order, are played.

    >>> rules = Rules(ranks=5, suits=2)
    >>> hands = [rules.pack.read(cards)[0] for cards in ("3c 4c Ad", "3d 4c Ac", "3c 5c Ad")]
    >>> rule_of(rules, hands, dict(zip(hands, (False, False, True))))
    'play A-5-3 and higher, fold A-4-3 and lower'
    >>> rule_of(rules, hands, dict(zip(hands, (False, True, True))))
    'play hands above A-4-3, fold those below; by their cards play 1 of 2 that are A-4-3'
    """
    plays = [hand for hand in hands if played[hand]]
    folds = [hand for hand in hands if not played[hand]]
    if not plays or not folds:
        return "play" if plays else "fold"
    least, most = strength(rules, plays[0]), strength(rules, folds[-1])
    lowest, highest = _ranks(rules, plays[0]), _ranks(rules, folds[-1])
    if most < least:
        return f"play {lowest} and higher, fold {highest} and lower"
    doubtful = [hand for hand in hands if least <= strength(rules, hand) <= most]
    some = f"{sum(played[hand] for hand in doubtful)} of {len(doubtful)}"
    if least == most:
        return (
            f"play hands above {highest}, fold those below; by their cards play {some} that are "
            f"{highest}"
        )
    return (
        f"play hands above {highest}, fold those below {lowest}; by their cards play {some} "
        "between, these included"
    )
