"""Check a certificate of exact answers:  python check.py FILE

This file needs nothing but Python's standard library: take it away and read it.
A certificate is one JSON document

    {"certificate": "montmort 1", "game": …, "problem": …, "rules": …, "content": …, "sha256": …}

whose numbers are strings: "n" or "n/d", hexadecimal ("0x…") where decimals would have more
than 1000 digits.  The hash names the document; it proves nothing, and nothing
here goes by it.  For each statement the checker says

    true      it has been computed again here, from the problem as it is told below
    trusted   it has not been: it stands as the certificate has it
    FALSE     it is wrong

and ends with 0 if none is FALSE, 1 if one is, 2 if FILE is no such document.

The one theorem behind all chains.  Let Q >= 0 have row sums <= 1, and let a row with sum
< 1 be reachable from every state.  Then Q^n -> 0, so v = e + Qv has one solution,
v = (I + Q + Q^2 + …) e: the expected total reward if a state pays e at each visit.
"""

import hashlib
import json
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

FORMAT = "montmort 1"
DECIMALS = 1000  # digits; longer numbers are hexadecimal
NUMBER = re.compile(
    rf"(-?(?:0x[0-9a-f]+|[0-9]{{1,{DECIMALS}}}))(?:/(0x[0-9a-f]+|[0-9]{{1,{DECIMALS}}}))?"
)
MOST_CARDS = 2000  # of a deck
MOST_POSITIONS = 2_000_000  # that are walked to count the orders of a small deck

PROBLEMS = {
    "treize": (
        "The dealer turns the cards of a shuffled deck of `ranks` ranks in `suits` suits one by "
        "one and calls 1, 2, …, ranks. A card of the rank called is a match: he scores a point "
        "and begins again at 1 with the next card. After `ranks` calls without a match he has "
        "lost and the game is over. When the deck runs out, the whole deck is shuffled again and "
        "the count goes on where it stopped. A state is the number of calls made since the last "
        "match, 0 … ranks - 1, when the deck is shuffled; a pass is one way through the deck. An "
        "order is an order of the ranks, cards of one rank being alike. "
        "survive[i][j][k] orders lead from state i to state j with k points in the pass, "
        "loss[i][k] to the end of the game with k points; all `orders` are equally likely. q and e "
        "are the chances of survival and the expected points of one pass, v the expected points "
        "of the game. The dealer loses one stake to each opponent at the end, and the value is "
        "v[0] - 1, in stakes per opponent."
    ),
    "chain": (
        "From each state the chain moves to another one, or the same, by the chances in its row; "
        "at one of the `ends` it stops. Every visit to a state pays its reward, the first one "
        "included; a value is the expected sum of all rewards, by the state in which it begins."
    ),
}


class Unreadable(Exception):
    """The file is no certificate that this checker knows."""


class Statement(NamedTuple):
    """Whether it holds, None where that is taken on trust; and what it says."""

    holds: bool | None
    words: str


Statements = Iterator[Statement]


# --- reading: every field is there, of its type, and none beside them ---


def parts(what: str, value: Any, *names: str) -> list[Any]:
    """Return the parts of a mapping that has these names and no others."""
    if not isinstance(value, dict):
        raise Unreadable(f"{what} must be a mapping, {{{', '.join(names)}}}")
    if missing := [name for name in names if name not in value]:
        raise Unreadable(f"{what} lacks {missing[0]!r}")
    if strange := [name for name in value if name not in names]:
        raise Unreadable(f"{what} has {strange[0]!r}, of which this checker knows nothing")
    return [value[name] for name in names]


def fraction(what: str, text: Any) -> Fraction:
    """Return the number that a string stands for.

    >>> fraction("p", "2/3"), fraction("p", "-0x10")
    (Fraction(2, 3), Fraction(-16, 1))
    """
    found = NUMBER.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise Unreadable(f'{what} is {str(text)[:40]!r}, not a string "n" or "n/d"')
    top, below = (int(part, 0 if "x" in part else 10) for part in found.groups("1"))
    if not below:
        raise Unreadable(f"{what} is divided by 0")
    return Fraction(top, below)


def integer(what: str, text: Any, least: int | None = None, most: int | None = None) -> int:
    """Return the integer that a string stands for."""
    number = fraction(what, text)
    if number.denominator != 1:
        raise Unreadable(f"{what} must be an integer")
    if (least is not None and number < least) or (most is not None and number > most):
        raise Unreadable(f"{what} must be in {least} … {'' if most is None else most}")
    return number.numerator


def items(what: str, value: Any, length: int | None = None) -> list[Any]:
    """Return a list, of so many entries."""
    if not isinstance(value, list):
        raise Unreadable(f"{what} must be a list")
    if length is not None and len(value) != length:
        raise Unreadable(f"{what} must have {length} entries, not {len(value)}")
    return value


def mapped(what: str, value: Any, read: Callable[[str, Any], Any]) -> dict[str, Any]:
    """Return a mapping with its values read."""
    if not isinstance(value, dict):
        raise Unreadable(f"{what} must be a mapping")
    return {name: read(f"{what}[{name}]", part) for name, part in value.items()}


def vector(what: str, value: Any, length: int | None = None, read: Any = fraction) -> list[Any]:
    """Return a list with its entries read."""
    return [read(f"{what}[{i}]", part) for i, part in enumerate(items(what, value, length))]


def deck_of(rules: Any, least: int = 1) -> tuple[int, int]:
    """Return the ranks and suits of rules that are nothing else."""
    ranks, suits = parts("rules", rules, "ranks", "suits")
    deck = integer("ranks", ranks, least, MOST_CARDS), integer("suits", suits, 1, MOST_CARDS)
    if math.prod(deck) > MOST_CARDS:
        raise Unreadable(f"decks of more than {MOST_CARDS} cards are not for this checker")
    return deck


# --- writing ---


def written(value: Fraction | int) -> str:
    """Return the string that stands for a number.

    >>> written(Fraction(-2, 6)), written(7), written(-(10**1000))[:5]
    ('-1/3', '7', '-0x3c')
    """
    value = Fraction(value)
    long = max(abs(value.numerator), value.denominator) >= 10**DECIMALS
    top, below = (hex(n) if long else str(n) for n in (value.numerator, value.denominator))
    return top if value.denominator == 1 else f"{top}/{below}"


def content_hash(document: Mapping[str, Any]) -> str:
    """Return the SHA-256 of all of a document but its hash: keys sorted, no spaces, ASCII."""
    rest = {name: part for name, part in document.items() if name != "sha256"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def shown(value: Fraction) -> str:
    """Return a number for people: whole if short, and to ten decimals.

    >>> shown(Fraction(1, 3)), shown(Fraction(5))
    ('1/3 = 0.3333333333', '5')
    """
    try:
        decimals = f"{float(value):.10f}"
    except OverflowError:
        return "beyond all decimals"
    exact = written(value)
    if value.denominator == 1:
        return short(value.numerator)
    return f"{exact} = {decimals}" if len(exact) < 40 else decimals


# --- chains ---


def check_system(
    q: Sequence[Mapping[int, Fraction]], e: Sequence[Fraction], v: Sequence[Fraction]
) -> Statements:
    """Check that v is the one solution of v = e + Qv; rows of Q hold what is not 0."""
    yield Statement(all(p >= 0 for row in q for p in row.values()), "no entry of Q is below 0")
    sums = [sum(row.values(), Fraction(0)) for row in q]
    yield Statement(all(total <= 1 for total in sums), "no row of Q sums to more than 1")
    yield Statement(
        leaks(q, sums),
        "from every state a row of Q with a sum below 1 can be reached: "
        "v = e + Qv has one solution",
    )
    yield Statement(solves(q, e, v), "v = e + Qv in every row")
    if all(reward >= 0 for reward in e):
        yield Statement(all(value >= 0 for value in v), "no value is below 0, as no reward is")


def leaks(q: Sequence[Mapping[int, Fraction]], sums: Sequence[Fraction]) -> bool:
    """Return whether every state reaches one whose row sums to less than 1."""
    before = defaultdict(list)
    for i, row in enumerate(q):
        for j in (j for j, p in row.items() if p > 0):
            before[j].append(i)
    found = {i for i, total in enumerate(sums) if total < 1}
    new = [*found]
    while new:
        more = {*before[new.pop()]} - found
        found |= more
        new += more
    return len(found) == len(q)


def solves(
    q: Sequence[Mapping[int, Fraction]], e: Sequence[Fraction], v: Sequence[Fraction]
) -> bool:
    """Return whether v = e + Qv, all in integers: v over one denominator, each row over its own."""
    over = math.lcm(*(value.denominator for value in v))
    tops = [value.numerator * (over // value.denominator) for value in v]
    for i, row in enumerate(q):
        scale = math.lcm(e[i].denominator, *(p.denominator for p in row.values()))
        right = e[i].numerator * (scale // e[i].denominator) * over
        right += sum(p.numerator * (scale // p.denominator) * tops[j] for j, p in row.items())
        if scale * tops[i] != right:
            return False
    return True


def check_chain(rules: Any, content: Any) -> Statements:
    """Check the expected rewards of a chain."""
    parts("rules", rules)
    rows, ends, rewards, values = parts("content", content, "rows", "ends", "rewards", "values")
    rows = mapped("rows", rows, lambda what, row: mapped(what, row, fraction))
    ends = [end if isinstance(end, str) else None for end in items("ends", ends)]
    place = {state: i for i, state in enumerate(rows)}
    if None in ends or any(end in place for end in ends) or len({*ends}) < len(ends):
        raise Unreadable("ends must be different names, and none of a state with a row")
    if {t for row in rows.values() for t in row} - {*place, *ends}:
        raise Unreadable("a row names what is neither a state nor an end")
    e, v = (mapped(name, part, fraction)
            for name, part in (("rewards", rewards), ("values", values)))  # fmt: skip
    if not e.keys() == v.keys() == place.keys():
        raise Unreadable("rewards and values must be of the states, and of all of them")
    sums = [sum(row.values(), Fraction(0)) for row in rows.values()]
    yield Statement(all(total == 1 for total in sums), "every row of the chain sums to 1")
    yield Statement(all(p >= 0 for row in rows.values() for p in row.values()),
                    "no chance is below 0")  # fmt: skip
    q = [{place[t]: p for t, p in row.items() if t in place} for row in rows.values()]
    yield from check_system(q, [e[s] for s in rows], [v[s] for s in rows])


# --- Treize ---


def check_treize(rules: Any, content: Any) -> Statements:
    """Check the value of Treize, and the counts of a small deck."""
    ranks, suits = deck_of(rules, 2)
    names = "orders", "survive", "loss", "q", "e", "v", "value"
    orders, survive, loss, q, e, v, value = parts("content", content, *names)
    orders, cards = integer("orders", orders, 1), ranks * suits

    most = len(items("loss[0]", items("loss", loss, ranks)[0]))  # points, and one for none
    if not most:
        raise Unreadable("loss[0] must have an entry")
    by_points = partial(vector, length=most, read=integer)
    survive = vector(
        "survive", survive, ranks, lambda what, row: vector(what, row, ranks, by_points)
    )
    loss = vector("loss", loss, ranks, by_points)
    q = vector("q", q, ranks, lambda what, row: vector(what, row, ranks))
    e, v, value = vector("e", e, ranks), vector("v", v, ranks), fraction("value", value)
    passes = [[*row, lost] for row, lost in zip(survive, loss, strict=True)]
    yield Statement(
        orders == arrangements([suits] * ranks),
        f"the {cards} cards have {short(orders)} orders, cards of one rank being alike",
    )
    counts = [n for kinds in passes for by in kinds for n in by]
    yield Statement(all(n >= 0 for n in counts), "no count is below 0")
    totals = [sum(map(sum, kinds)) for kinds in passes]
    yield Statement(
        all(total == orders for total in totals), "the counts of each state sum to all orders"
    )
    yield from check_counts(ranks, suits, survive, loss)
    yield Statement(
        all(sum(survive[i][j]) == q[i][j] * orders for i in range(ranks) for j in range(ranks)),
        "q[i][j] is the part of the orders that lead from i to j",
    )
    means = [sum(k * n for by in kinds for k, n in enumerate(by)) for kinds in passes]
    yield Statement(
        all(mean == gain * orders for mean, gain in zip(means, e, strict=True)),
        "e[i] are the points of all orders, by their number",
    )
    yield from check_system([dict(enumerate(row)) for row in q], e, v)
    yield Statement(value == v[0] - 1, f"the value is v[0] - 1 = {shown(value)} stakes")


def check_counts(
    ranks: int,
    suits: int,
    survive: Sequence[Sequence[Sequence[int]]],
    loss: Sequence[Sequence[int]],
) -> Statements:
    """Count the orders of a small deck by walking it; of a large one, those without a point."""
    if (suits + 1) ** ranks * (ranks * suits) * ranks <= MOST_POSITIONS:
        yield Statement(
            all(nonzero(survive[i], loss[i]) == walked(ranks, suits, i) for i in range(ranks)),
            "every count is that of a walk through all orders of the deck",
        )
        return
    yield Statement(
        all(lost[0] == pointless(ranks, suits, i) for i, lost in enumerate(loss))
        and not any(by[0] for row in survive for by in row),
        "passes without a point: none survives, and as many are lost as by inclusion and exclusion",
    )
    yield Statement(None, "the counts of orders with points")


def nonzero(survive: Sequence[Sequence[int]], loss: Sequence[int]) -> dict[Any, int]:
    """Return {(state after the pass or None, points): orders}, without zeros."""
    ends = [*enumerate(survive), (None, loss)]
    return {(end, k): n for end, by_points in ends for k, n in enumerate(by_points) if n}


def walked(ranks: int, suits: int, state: int) -> dict[Any, int]:
    """Return the same by the rules: every order is turned card by card, equal positions merged."""
    here, ends = {(state, 0, (suits,) * ranks): 1}, Counter[Any]()
    for _ in range(ranks * suits):
        there = Counter[Any]()
        for (calls, points, left), ways in here.items():
            for rank in (rank for rank in range(ranks) if left[rank]):
                rest = (*left[:rank], left[rank] - 1, *left[rank + 1 :])
                if rank == calls:  # the call is calls + 1, and so is the rank's name
                    there[0, points + 1, rest] += ways
                elif calls + 1 < ranks:
                    there[calls + 1, points, rest] += ways
                else:
                    ends[None, points] += ways * arrangements(rest)
        here = dict(there)
    for (calls, points, _), ways in here.items():
        ends[calls, points] += ways
    return dict(ends)


def arrangements(left: Sequence[int]) -> int:
    """Return the orders of cards, left[rank] of each rank.

    >>> arrangements([2, 1])
    3
    """
    return math.factorial(sum(left)) // math.prod(map(math.factorial, left))


def pointless(ranks: int, suits: int, state: int) -> int:
    """Return the orders without a match at the calls state + 1 … ranks: t of them forced.

    sum_t (-1)^t C(ranks - state, t) suits^t (cards - t)! / suits!^ranks

    >>> [pointless(3, 1, state) for state in range(3)]
    [2, 3, 4]
    """
    cards, alike = ranks * suits, math.prod([math.factorial(suits)] * ranks)
    forced = (
        (1 - t % 2 * 2)
        * math.comb(ranks - state, t)
        * math.prod([suits] * t)
        * math.factorial(cards - t)
        for t in range(ranks - state + 1)
    )
    return sum(forced) // alike


def short(number: int) -> str:
    """Return an integer for people."""
    return str(number) if abs(number) < 10**15 else f"about 2^{number.bit_length()}"


# --- the document ---

CHECKS: dict[str, Callable[[Any, Any], Statements]] = {
    "treize": check_treize,
    "chain": check_chain,
}


def check(text: str) -> Statements:
    """Yield what a certificate states, and whether it holds."""
    document = load(text)
    names = "certificate", "game", "problem", "rules", "content", "sha256"
    form, game, problem, rules, content, told = parts("the document", document, *names)
    if form != FORMAT:
        raise Unreadable(f"the document is no certificate of the form {FORMAT!r}")
    if not isinstance(game, str) or game not in CHECKS:
        raise Unreadable(f"game must be one of {', '.join(CHECKS)}")
    yield Statement(problem == PROBLEMS[game], "the problem is the one that this checker knows")
    yield from CHECKS[game](rules, content)
    yield Statement(told == content_hash(document), "the hash is that of the document")


def load(text: str) -> Any:
    """Return the JSON of a text without bare numbers, and without a name given twice."""
    try:
        return json.loads(
            text,
            object_pairs_hook=once,
            parse_int=bare,
            parse_float=bare,
            parse_constant=bare,
        )
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from error


def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the mapping of pairs whose names are all different."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unreadable("a name is given twice in one mapping")
    return found


def bare(number: str) -> Any:
    """Refuse a number outside of a string."""
    raise Unreadable(f'{number[:40]} is no string; exact numbers are, as in "1/3"')


def main(arguments: Sequence[str]) -> int:
    """Print every statement; return 0, 1 or 2."""
    if len(arguments) != 1:
        return say("usage: python check.py FILE", 2)
    counts = Counter[str]()
    try:
        with open(arguments[0], encoding="utf-8") as file:
            text = file.read()
        for statement in check(text):
            word = {True: "true", False: "FALSE", None: "trusted"}[statement.holds]
            counts[word] += 1
            say(f"{word:8} {statement.words}")
    except (OSError, UnicodeDecodeError) as error:
        return say(f"cannot read {arguments[0]}: {error}", 2)
    except Unreadable as error:
        return say(f"unreadable: {error}", 2)
    say(", ".join(f"{counts[word]} {word}" for word in ("true", "trusted", "FALSE")))
    return 1 if counts["FALSE"] else 0


def say(words: str, code: int = 0) -> int:
    """Print a line, and hand on a code."""
    print(words)  # noqa: T201
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
