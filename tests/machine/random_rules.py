"""Small random rules as text: picks, decks, loops, branches, helpers, lists with two names.

The text is Python that mostly runs; now and then an index is out of range, a number is
divided by 0, or a variable has no value.  Then the compiled play must fail too.
"""

import linecache
from random import Random
from typing import Any

from montmort.games.experiment import Experiment

HEAD = """import enum
from fractions import Fraction
from typing import NamedTuple

from montmort.games.cards.deck import Deck
from montmort.games.chance import coin, shuffled


class Color(enum.Enum):
    RED = "red"
    GREEN = 2
    BLUE = 3


class Point(NamedTuple):
    x: int
    y: int = 1

    @property
    def total(self):
        return self.x + self.y

    def moved(self, by):
        return self._replace(x=self.x + by)


class Outcome(NamedTuple):
    first: int
    second: int
    third: bool


JUMPS = {1: 4, 2: 0, 7: 3, -1: 5}
WORDS = {"a": 3, "ab": -1, "bb": 5, "": 7, 1: 2}
SQUARES = (0, 1, 4, 9, 16)
PACK = Deck((2, 1, 3))


"""


class Writer:
    """Writes the statements of one function; `names` are its variables by type."""

    def __init__(self, random: Random, helpers: list[str], names: dict[str, list[str]]) -> None:
        self.random, self.helpers = random, helpers
        self.names = {kind: list(found) for kind, found in names.items()}
        self.lines: list[str] = []
        self.made = 0
        self.loops = 0

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def name(self, kind: str, new: bool = False) -> str:
        found = self.names.setdefault(kind, [])
        if new or not found:
            self.made += 1
            found.append(f"{kind[0]}{self.made}")
            return found[-1]
        return self.random.choice(found)

    def known(self, kind: str) -> str | None:
        found = self.names.get(kind)
        return self.random.choice(found) if found else None

    # -- expressions

    def number(self, depth: int = 2) -> str:
        variable = self.known("number")
        if depth == 0 or self.chance(25):
            return variable if variable and self.chance(70) else str(self.random.randrange(-2, 8))
        a, b = self.number(depth - 1), self.number(depth - 1)
        options = [
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} * {b})",
            f"({a} // {self.one('2', '3', '-2', b)})",
            f"({a} % {self.one('2', '5', '-3', b)})",
            f"({a} {self.one('&', '|', '^')} {b})",
            f"(-{a})",
            f"abs({a})",
            f"{self.one('min', 'max')}({a}, {b}, {self.number(0)})",
            f"({a} if {self.truth(depth - 1)} else {b})",
            f"({a} ** {self.random.randrange(3)})",
            f"({a} >> {self.random.randrange(4)})",
            "chance.pick([1] * 6)",
            f"chance.pick([1] * ({a} % 4 + 1))",
            f"chance.pick(({self.random.randrange(3)}, 2, {a} % 3))",
            f"chance.pick([{a} % 3, {b} % 2, 1])",
            f"int({self.truth(depth - 1)})",
            f"JUMPS.get({a}, {b})",
            f"SQUARES[{a} % 5]",
            f"sum(k * {a} for k in range(4) if k != {b})",
            f"sum(1 for k in range(3) if {self.truth(0)})",
        ]
        options += self.numbers_of_lists(a, b)
        if self.helpers:
            options += [f"{self.random.choice(self.helpers)}(chance, {a}, {b})"] * 3
        return self.random.choice(options)

    def numbers_of_lists(self, a: str, b: str) -> list[str]:
        found = []
        for items in (self.known("list"), self.known("tuple")):
            if items:
                found += [
                    f"len({items})",
                    f"sum({items})",
                    f"{items}.count({a})",
                    f"({items}[{a} % len({items})] if {items} else {b})",
                    f"max({items}, default={a})",
                    f"min((k % 3 for k in {items}), default={b})",
                    f"len(set({items}))",
                ]
                if self.chance(8):
                    found.append(f"{items}[{self.random.randrange(-3, 4)}]")
        if deck := self.known("deck"):
            found += [f"{deck}.size", f"{deck}[{a} % 3]", f"sum({deck})", f"len({deck})"]
        if word := self.known("word"):
            found += [f"len({word})", f"{word}.count('b')", f"WORDS.get({word}, {a})"]
            found += [f"ord({word}[0])" if self.chance(10) else f"{word}.find('ab')"]
        if point := self.known("point"):
            found += [f"{point}.x", f"{point}.total", f"{point}[1]", f"{point}.moved({a}).y"]
        return found

    def truth(self, depth: int = 1) -> str:
        a, b = self.number(max(depth - 1, 0)), self.number(max(depth - 1, 0))
        options = [
            f"{a} {self.one('<', '<=', '>', '>=', '==', '!=')} {b}",
            f"{a} < {b} <= {self.number(0)}",
            f"{a} in (1, 2, {b})",
            f"{a} not in {{0, 3, 4}}",
            f"{a} in JUMPS",
            f"coin(chance, Fraction({self.random.randrange(1, 3)}, 3))",
        ]
        if depth:
            inner, other = self.truth(depth - 1), self.truth(depth - 1)
            options += [
                f"not {inner}",
                f"({inner} and {other})",
                f"({inner} or {other})",
                f"{self.one('any', 'all')}(k > {a} for k in SQUARES)",
                f"any(chance.pick([1, 2]) for k in range({a} % 3))",
            ]
        for kind in ("list", "tuple"):
            if (items := self.known(kind)) and depth:
                options += [f"{a} in {items}", f"bool({items})", f"{items} == {self.items(kind)}"]
        if maybe := self.known("maybe"):
            options += [f"{maybe} is None", f"({maybe} is not None and {maybe} > {a})"]
        if color := self.known("color"):
            options += [f"{color} is Color.RED", f"{color} == Color.GREEN"]
        if truth := self.known("truth"):
            options += [truth, truth]
        if point := self.known("point"):
            options += [f"{point} == ({a}, {b})", f"{point} < (2, {b})"]
        if word := self.known("word"):
            options += [f"{word} == 'a'", f"{word}.endswith('b')", f"'b' in {word}"]
            options += [
                f"{word} in ('ab', 'b')",
                f"{word} < 'ab'",
                f"{word}.startswith({word}[1:])",
            ]
        return self.random.choice(options)

    def items(self, kind: str) -> str:
        a, b = self.number(1), self.number(1)
        old = self.known(kind)
        made = {
            "list": [
                f"[{a}, {b}]",
                f"[{a}] * 3",
                f"[k + {a} for k in range(4)]",
                f"[k for k in SQUARES if k > {a}]",
                f"sorted(SQUARES, key=lambda k: (k - {self.number(0)}) % 3)",
                f"shuffled(chance, ({a}, {b}, 5))",
                "[chance.pick([1, 1, 1]) for _ in range(3)]",
            ],
            "tuple": [f"({a}, {b}, 1)", f"({a},)", "()", f"tuple(k * {a} for k in range(3))"],
        }[kind]
        if old:
            made += [
                f"{old}[{self.one('', '1', '-2')}:{self.one('', '2', '-1')}]",
                f"{old}[::{self.one('2', '-1')}]",
                f"{old} + {'[' + a + ']' if kind == 'list' else '(' + a + ',)'}",
                f"{'sorted' if kind == 'list' else 'tuple'}({old})",
                old,
            ]
        return self.random.choice(made)

    # -- statements

    def add(self, indent: int, line: str) -> None:
        self.lines.append("    " * indent + line)

    def block(self, indent: int, size: int, depth: int) -> None:
        before = {kind: list(found) for kind, found in self.names.items()}
        for _ in range(size):
            self.statement(indent, depth)
        if indent > 1 and not self.chance(6):
            self.names = before  # what a branch makes may have no value after it

    def statement(self, indent: int, depth: int) -> None:
        kinds = ["number"] * 4 + ["truth", "list", "list", "tuple", "change", "change", "change"]
        kinds += ["deck", "point", "maybe", "color", "alias", "word", "several", "bump", "bump"]
        if depth:
            kinds += ["if", "if", "for", "while", "walk"]
        if self.loops:
            kinds += ["leave"]
        kind = self.random.choice(kinds)
        getattr(self, f"write_{kind}")(indent, depth)

    def write_number(self, indent: int, _depth: int) -> None:
        value = self.number()
        if self.loops and "*" in value:
            value = f"({value}) % 9973"  # digits must not double in every round
        self.add(indent, f"{self.name('number', self.chance(50))} = {value}")

    def write_truth(self, indent: int, _depth: int) -> None:
        value = self.truth()
        self.add(indent, f"{self.name('truth', True)} = {value}")

    def write_list(self, indent: int, _depth: int) -> None:
        value = self.items("list")
        if self.loops:
            value = f"({value})[:20]"
        self.add(indent, f"{self.name('list', self.chance(60))} = {value}")

    def write_tuple(self, indent: int, _depth: int) -> None:
        value = self.items("tuple")
        if self.loops:
            value = f"({value})[:20]"
        self.add(indent, f"{self.name('tuple', self.chance(60))} = {value}")

    def write_alias(self, indent: int, _depth: int) -> None:
        if old := self.known("list"):
            self.add(indent, f"{self.name('list', True)} = {old}")

    def write_word(self, indent: int, _depth: int) -> None:
        old = self.known("word")
        value = self.one("'a'", "'ab'", "''", "'b'")
        if old and self.chance(60):
            other = self.known("word")
            value = self.one(
                f"{old}[-1:] + 'b'",
                f"({old} + {other})[-5:]",
                f"{old}.replace('a', 'ba')[:4]",
                f"''.join(reversed({old}))",
                f"{old}[::-1]",
                f"f'{{{self.number(0)}}}{{{other}}}'[:4]",
                f"''.join(sorted({old} + 'ab'))[:4]",
                f"{old}.strip('b')",
                f"'ba'[:{self.number(0)}]",
                f"{old} if {self.truth()} else {other}",
                f"{old}[0]" if self.chance(20) else f"{old}.upper().lower()",
            )
        self.add(indent, f"{self.name('word', not old)} = {value}")

    def write_bump(self, indent: int, _depth: int) -> None:
        if old := self.known("number"):
            self.add(indent, f"{old} {self.one('+=', '-=', '^=', '%=')} {self.number(0)}")

    def write_change(self, indent: int, _depth: int) -> None:
        items = self.known("list")
        if items is None:
            return
        a, b = self.number(1), self.number(0)
        small = f"if len({items}) < 30: " if self.loops else ""
        self.add(
            indent,
            self.one(
                f"{small}{items}.append({a})",
                f"{small}{items}.insert({b}, {a})",
                f"{small}{items} += [{a}, {b}]",
                f"{small}{items}.extend({items})",
                f"{items}.sort()",
                f"{items}.reverse()",
                f"if {items}: {items}.pop({self.one('', '0', '-1')})",
                f"if {a} in {items}: {items}.remove({a})" if "chance" not in a else "pass",
                f"if {items}: {items}[{b} % len({items})] = {a}",
                f"if {items}: {items}[-1] += {a}",
            ),
        )

    def write_deck(self, indent: int, _depth: int) -> None:
        old = self.known("deck") or "PACK"
        new = self.name("deck", self.chance(30))
        found = self.name("number", self.chance(50))
        kind = self.number(0)
        self.add(
            indent,
            self.one(
                f"{found}, {new} = {old}.draw(chance)",
                f"{new} = {old}.plus({kind} % 3)",
                f"{new}, {self.name('deck', True)} = {old}.deal(chance, {kind} % ({old}.size + 1))",
                f"{new} = {old}.empty.plus(1, 2)",
            ),
        )
        if "draw" not in self.lines[-1] and found not in self.lines[-1]:
            self.add(indent, f"{found} = {new}.size")
        if new not in self.lines[-2 if len(self.lines) > 1 else -1]:
            return

    def write_point(self, indent: int, _depth: int) -> None:
        old = self.known("point")
        value = self.one(
            f"Point({self.number(1)})",
            f"Point(y={self.number(1)}, x=2)",
            f"{old}.moved({self.number(0)})" if old else "Point(0, 0)",
        )
        self.add(indent, f"{self.name('point', self.chance(50))} = {value}")

    def write_maybe(self, indent: int, _depth: int) -> None:
        value = f"None if {self.truth()} else {self.number(1)}"
        self.add(indent, f"{self.name('maybe', self.chance(50))} = {value}")

    def write_color(self, indent: int, _depth: int) -> None:
        value = f"Color.RED if {self.truth()} else Color.{self.one('GREEN', 'BLUE')}"
        self.add(indent, f"{self.name('color', self.chance(50))} = {value}")

    def write_several(self, indent: int, _depth: int) -> None:
        a, b = self.number(1), self.number(1)
        first, second = self.name("number", self.chance(50)), self.name("number", True)
        pair = self.one(f"({a}) % 99, ({b}) % 77", f"divmod({a}, 3)")
        self.add(indent, f"{first}, {second} = {pair}")

    def write_if(self, indent: int, depth: int) -> None:
        self.add(indent, f"if {self.truth(2)}:")
        self.inside(indent, depth)
        if self.chance(30):
            self.add(indent, f"elif {self.truth()}:")
            self.inside(indent, depth)
        if self.chance(50):
            self.add(indent, "else:")
            self.inside(indent, depth)

    def inside(self, indent: int, depth: int) -> None:
        start = len(self.lines)
        self.block(indent + 1, self.random.randrange(1, 4), depth - 1)
        if self.chance(12):
            self.give_back(indent + 1)
        if len(self.lines) == start:
            self.add(indent + 1, "pass")

    def write_for(self, indent: int, depth: int) -> None:
        self.made += 1
        index = f"k{self.made}"
        bound = self.one("range(3)", "range(1, 8, 3)", f"range({self.number(0)} % 4)", "SQUARES")
        self.add(indent, f"for {index} in {bound}:")
        self.within_loop(indent, depth, index)

    def write_walk(self, indent: int, depth: int) -> None:
        items = self.known("list") or self.known("tuple") or "SQUARES"
        self.made += 1
        index, other = f"k{self.made}", f"j{self.made}"
        if self.chance(40):
            self.add(indent, f"for {other}, {index} in enumerate({items}):")
        elif self.chance(50):
            self.add(indent, f"for {index} in {items}[:4]:")
        else:
            self.add(indent, f"for {other}, {index} in zip(range(4), {items}):")
        self.within_loop(indent, depth, index, growing=False)

    def write_while(self, indent: int, depth: int) -> None:
        self.made += 1
        index = f"w{self.made}"
        self.add(indent, f"{index} = 0")
        self.add(indent, f"while {index} < {self.random.randrange(1, 5)}:")
        self.add(indent + 1, f"{index} += 1")
        self.within_loop(indent, depth)

    def within_loop(
        self, indent: int, depth: int, index: str | None = None, growing: bool = True
    ) -> None:
        """Write a loop; a counter that the loop itself could change might never end it."""
        before = {kind: list(found) for kind, found in self.names.items()}
        if index is not None:
            self.names.setdefault("number", []).append(index)
        if not growing:  # a list that grows while it is run through never ends
            self.names = {kind: found for kind, found in self.names.items() if kind != "list"}
        self.loops += 1
        self.inside(indent, depth)
        self.loops -= 1
        self.names = before

    def write_leave(self, indent: int, _depth: int) -> None:
        self.add(indent, f"if {self.truth()}:")
        self.add(indent + 1, self.one("break", "continue"))

    def give_back(self, indent: int) -> None:
        raise NotImplementedError


class HelperWriter(Writer):
    """Writes a function that returns a number."""

    def give_back(self, indent: int) -> None:
        self.add(indent, f"return {self.number(1)}")


class PlayWriter(Writer):
    """Writes `play`."""

    def give_back(self, indent: int) -> None:
        outcome = f"{self.number(1)}, {self.number(1)}, {self.truth()}"
        self.add(indent, f"return Outcome({outcome})")


def random_rules(seed: int) -> str:
    """Return the text of rules that `seed` gives."""
    random = Random(seed)
    text, helpers = HEAD, []
    for number in range(random.randrange(3)):
        name = f"helper_{number}"
        writer = HelperWriter(random, list(helpers), {"number": ["a", "b"]})
        writer.block(1, random.randrange(1, 5), 2)
        writer.give_back(1)
        text += f"def {name}(chance, a, b):\n" + "\n".join(writer.lines) + "\n\n\n"
        helpers.append(name)
    play = PlayWriter(random, helpers, {})
    play.block(1, random.randrange(3, 12), 3)
    play.give_back(1)
    return text + "def play(chance):\n" + "\n".join(play.lines) + "\n"


def experiment_of(text: str, name: str) -> Experiment[Any, Any, Any]:
    """Return the experiment of `play` in a text, which stands in no file."""
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": "random_rules"}
    exec(compile(text, name, "exec"), names)
    return Experiment.of_play(names["play"], names["Outcome"])
