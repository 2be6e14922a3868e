"""Zero-sum games of two families, for montmort and in the files that its peers read.

hand n m    a hand of Persian Monarchs, n cards, raises up to m: Gambit's .efg
matrix k    k x k integers from -9 to 9, drawn once for all: JSON
"""

import json
import random
from itertools import permutations
from pathlib import Path

from montmort.exact.persian_monarchs.equilibrium import hand_game
from montmort.exact.zero_sum.sequence_form import InformationSet, ZeroSumGame


def matrix(size: int) -> list[list[int]]:
    """Return the matrix of that size."""
    draw = random.Random(size)
    return [[draw.randint(-9, 9) for _ in range(size)] for _ in range(size)]


def game(family: str, sizes: list[int]) -> ZeroSumGame:
    """Return the game for `montmort.exact.zero_sum.equilibrium`."""
    if family == "hand":
        return hand_game(*sizes)
    entries = enumerate(matrix(*sizes))
    payoffs = {((0, i), (0, j)): payoff for i, row in entries for j, payoff in enumerate(row)}
    choices = [InformationSet(*sizes)]
    return ZeroSumGame(first=choices, second=choices, payoffs=payoffs)


def write(family: str, sizes: list[int], path: Path) -> None:
    """Write the game for the peers."""
    path.write_text(_tree(*sizes) if family == "hand" else json.dumps(matrix(*sizes)))


def _tree(cards: int, max_raise: int) -> str:
    """Return the tree of a hand: chance deals both cards, 1 raises, 2 declines or accepts."""
    deals = list(permutations(range(cards), 2))
    dealt = " ".join(f'"{mine},{yours}" 1/{len(deals)}' for mine, yours in deals)
    raises = " ".join(f'"{x}"' for x in range(max_raise + 1))
    lines = ['EFG 2 R "hand" { "first" "second" }', '""', f'c "" 1 "" {{ {dealt} }} 0']
    ends = 0
    for mine, yours in deals:
        sign = 1 if mine > yours else -1
        lines.append(f'p "" 1 {mine + 1} "" {{ {raises} }} 0')
        for x in range(max_raise + 1):
            if x:
                number = yours * max_raise + x
                lines.append(f'p "" 2 {number} "" {{ "decline" "accept" }} 0')
            for gain in [1, sign * (1 + x)] if x else [sign]:
                ends += 1
                lines.append(f't "" {ends} "" {{ {gain}, {-gain} }}')
    return "\n".join([*lines, ""])
