"""Small random plays as source text: picks, loops, lists with two names, helpers, early returns."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

HEAD = """
from fractions import Fraction
from montmort.games import Deck, coin

def die(chance, a=2, *, low=0):
    return chance.pick([1] * a) + low

def pair(chance, a):
    b = chance.pick([1, 1 + abs(a) % 2])
    if b:
        return a, b
    return die(chance, low=1), a

def push(chance, items, item):
    if len(items) < 3 and chance.pick([2, 1]):
        items.append(item)
    return items

def last(items):
    for item in reversed(items):
        if item:
            return item
    return 0
"""
NUMBERS = ("a", "b", "c")
LISTS = ("xs", "ys")

_files = count()


class _Writer:
    """Writes statements; `draw` chooses."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw
        self._loops = 0

    def one_of(self, *choices: Any) -> Any:
        return self._draw(st.sampled_from(choices))

    def number(self, depth: int = 2) -> str:
        """An expression of an integer."""
        simple = self.one_of(*NUMBERS, "0", "1", "2")
        if not depth or self.one_of(True, False, False):
            return str(simple)
        x, y = self.number(depth - 1), self.number(depth - 1)
        items, at = self.one_of(*LISTS), self.one_of("0", "-1")
        return str(
            self.one_of(
                f"({x} + {y})",
                f"({x} - {y}) % 3",
                "chance.pick([1, 1])",
                f"chance.pick([1, 1 + abs({x}) % 2])",
                "die(chance, low=1)",
                f"({x} if {self.test(depth - 1)} else {y})",
                f"({x} and {y})",
                f"({x} or {y})",
                f"int({self.test(depth - 1)})",
                f"({items}[{at}] if {items} else {x})",
                f"len(push(chance, {items}, {x}))",
                f"last({items})",
                f"sum({x} + v for v in range(2))",
            )
        )

    def test(self, depth: int = 1) -> str:
        """An expression of a truth value."""
        x, y = self.number(depth), self.number(depth)
        items, others = self.one_of(*LISTS), self.one_of(*LISTS)
        return str(
            self.one_of(
                f"{x} < {y}",
                f"{x} == {y} or {x} > 1",
                f"0 <= {x} < {y}",
                f"{x} in {items}",
                f"{items} == {others}",
                "coin(chance, Fraction(1, 3))",
                f"not {x}",
            )
        )

    def body(self, depth: int, most: int = 3) -> list[str]:
        """Indented statements."""
        number = self._draw(st.integers(1, most))
        return ["    " + line for _ in range(number) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        """One statement, as lines."""
        kinds = [self._simple]
        if depth:
            kinds += [self._if, self._for, self._while]
        if self._loops:
            kinds.append(self._leave)
        lines: list[str] = self.one_of(*kinds)(depth - 1)
        return lines

    def _simple(self, _: int) -> list[str]:
        n, m = self.one_of(*NUMBERS), self.one_of(*NUMBERS)
        items, others = self.one_of(*LISTS), self.one_of(*LISTS)
        x, y = self.number(), self.number(1)
        line = self.one_of(
            f"{n} = {x}",
            f"{n} += {x}",
            f"{n}, {m} = pair(chance, {y})",
            f"{n}, {m} = {m}, {x}",
            f"if len({items}) < 4: {items}.append({x})",
            f"{items} = {others}",
            f"{items} = [{y}, {self.number(1)}]",
            f"if {items}: {items}[{y} % len({items})] = {x}",
            f"if {items}: {items}[-1] += {x}",
            f"{items} = [v + {y} for v in {others}]",
            f"{items} = push(chance, {others}, {y})",
            f"if deck: {n}, deck = deck.draw(chance)",
            f"if (v := {y}): {n} = v",
            f"{n} = (lambda v, w={m}: v + w)({y})",
            f"if {self.test()}: return {n}, {x}",
        )
        return [str(line)]

    def _if(self, depth: int) -> list[str]:
        lines = [f"if {self.test()}:", *self.body(depth)]
        return [*lines, "else:", *self.body(depth)] if self.one_of(True, False) else lines

    def _for(self, depth: int) -> list[str]:
        name, items = self.one_of(*NUMBERS, "v"), self.one_of(*LISTS)
        over = self.one_of("range(2)", "(2, 0)", items, f"tuple({items})", "deck")
        return self._loop([f"for {name} in {over}:"], depth)

    def _while(self, depth: int) -> list[str]:
        fuel = f"n{depth}"
        return [f"{fuel} = 2", *self._loop([f"while {fuel} > 0:", f"    {fuel} -= 1"], depth)]

    def _loop(self, head: list[str], depth: int) -> list[str]:
        self._loops += 1
        lines = [*head, *self.body(depth, 2)]
        self._loops -= 1
        return [*lines, "else:", *self.body(depth, 1)] if self.one_of(True, False) else lines

    def _leave(self, _: int) -> list[str]:
        return [f"if {self.test()}: {self.one_of('break', 'continue')}"]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Draw the source text of a play."""
    writer = _Writer(draw)
    lines = ["a = b = c = 0", "xs = []", "ys = xs", "deck = Deck((1, 2))", "v = 0"]
    lines += [line.removeprefix("    ") for line in writer.body(2, 5)]
    lines += ["a += chance.pick([1, 2])", "xs.append(a)"]
    parts = draw(st.lists(st.sampled_from(["a", "b", "c", "tuple(xs)", "tuple(ys)"]), min_size=1))
    lines.append(f"return ({', '.join(parts)},)")
    return HEAD + "\ndef play(chance):\n" + "\n".join("    " + line for line in lines) + "\n"


def loaded(text: str, folder: Path) -> Callable[[Any], Any]:
    """Return the play of a source text, which is written to a file of its own."""
    file = folder / f"play_{next(_files)}.py"
    file.write_text(text)
    names: dict[str, Any] = {}
    exec(compile(text, str(file), "exec"), names)
    play: Callable[[Any], Any] = names["play"]
    return play
