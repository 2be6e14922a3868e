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
import os
import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate, combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "montmort 1"
DECIMALS = 1000  # digits; longer numbers are hexadecimal
NUMBER = re.compile(
    rf"(-?(?:0x[0-9a-f]+|[0-9]{{1,{DECIMALS}}}))(?:/(0x[0-9a-f]+|[0-9]{{1,{DECIMALS}}}))?"
)
MOST_CARDS = 2000  # of a deck or pack, and its jokers
MOST_POSITIONS = 2_000_000  # that are walked to count the orders of a small deck
MOST_COUNTED = 500_000  # ranks^2 cards^2, a deck's orders counted by a formula: some seconds
MOST_DEALS, MOST_PLAYED = 100_000, 100  # deals of War that are played, and their cards
MOST_TURNS = 10_000  # of a game of War that is cut off
ENDS = "first", "second", "draw", "endless", "unfinished"
NEVER = 10**6  # jokers: a hand that the deck has no room for

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
    "war": (
        "A deck of `ranks` ranks (0 the deuce) in `suits` suits is shuffled and halved; hands are "
        "played from the top. In a turn both turn a card, and the higher rank takes what was laid "
        "down; `deuce_beats_ace` says whether the lowest rank beats the highest, never, in the "
        "first cards of a turn (battles) or always. At a tie there is war: each lays `face_down` "
        "cards face down and turns the next, and so on. What was laid down goes under the hand of "
        "the winner, block by block, a block for each war (the tied cards and what was laid face "
        "down on them) and last the deciding cards; in a block the part of the one that `pick_up` "
        "names comes first. Where a player has not face_down + 1 cards left after a tie, with "
        "`shortfall` lose he loses, and if neither has them the game is drawn; with second-takes "
        "the second player takes what was laid down; with last-card who has fewer lays all but "
        "one face down and turns that, who has none decides with his tied card, and if neither has "
        "any the game is drawn. A player without cards has lost. Without a `turn_limit` a game "
        "whose hands lie as they lay before, after an earlier turn or at the deal, is endless, its "
        "period is the turns between, and its turns and wars count up to that return; after "
        "turn_limit turns a game is unfinished. Wars are the ties met, also one that cannot be "
        "completed. All deals, orders of the ranks, are equally likely."
    ),
    "persian-monarchs": (
        "Two players ante a counter and draw a card each from a pack of `cards` different ranks, "
        "0 the lowest. The non-dealer raises by 0 … `max_raise`; a raise of 0 is accepted. The "
        "dealer accepts another one or declines. If he declines, the non-dealer gains 1; if not, "
        "the higher card gains 1 and the raise from the other. raises[k][x] is the chance that "
        "the non-dealer with card k raises by x, accepts[k][x-1] the chance that the dealer with "
        "card k accepts a raise by x. The value is what the non-dealer gains, in the mean; each "
        "strategy secures it against every play of the other, so both are an equilibrium."
    ),
    "liars-poker": (
        "From a deck of `ranks` ranks in `suits` suits and `jokers` wild jokers some cards are in "
        "play; those of `hand` (* a joker) are among them, the others are any of the unseen cards, "
        "all deals equally likely. A small deck keeps the ace and the lowest other ranks. A hand "
        "can be made if the natural cards in play, with jokers for the cards that they lack, hold: "
        "a card (high_card), two, three, four, five cards of one rank, two and two or three and "
        "two of two ranks, five cards of one suit (flush), five ranks in a row (straight), or in a "
        "row in one suit (straight_flush); the ace is below the deuce, too. With `cards` in play "
        "made[hand] of the deals make it; the table has every number of cards."
    ),
    "five-card-draw": (
        "From a deck of `ranks` ranks in `suits` suits (a small one keeps the ace and the lowest "
        "others) a player holds five cards, discards up to `max_draw`, draws as many from the "
        "cards he has not seen, and is compared with five others of those he has not seen then; "
        "all deals are equally likely. In the `ranking` standard high card < pair < two pair < "
        "three of a kind < straight < flush < full house < four of a kind < straight flush; "
        "inside a type ranks decide, those held more often first, straights by their top card, "
        "the wheel A 2 3 4 5 lowest. In published high card < pair < two pair < three of a kind < "
        "four of a kind < flush < straight; a wheel is no straight, a full house three of a kind, "
        "a straight flush a straight, and a flush is worth its suit alone, c < d < h < s. With a "
        "`hand`, each choice tells how many of its deals it wins and ties, and best are those "
        "that win most. Without, all hands are dealt and discard best (win most; of these tie "
        "most; of these draw fewest): by_type[type][d] are the hands of a type that draw d cards, "
        "the deals they win, and tie."
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
    return {name: read(f"{what}[{name!r}]", part) for name, part in value.items()}


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
    yield from check_counts(ranks, suits, survive, loss)


def check_counts(
    ranks: int,
    suits: int,
    survive: Sequence[Sequence[Sequence[int]]],
    loss: Sequence[Sequence[int]],
) -> Statements:
    """Count the orders again: by a walk, for larger decks by a formula, or not at all."""
    kinds = [nonzero(*both) for both in zip(survive, loss, strict=True)]
    if (suits + 1) ** ranks * ranks**2 * suits <= MOST_POSITIONS:
        yield Statement(
            all(kinds[i] == walked(ranks, suits, i) for i in range(ranks)),
            "every count is that of a walk through all orders of the deck",
        )
        return
    yield Statement(
        all(lost[0] == pointless(ranks, suits, i) for i, lost in enumerate(loss))
        and not any(by[0] for row in survive for by in row),
        "passes without a point: none survives, and as many are lost as by inclusion and exclusion",
    )
    if (ranks**2 * suits) ** 2 > MOST_COUNTED:
        yield Statement(None, "the counts of orders with points")
        return
    yield Statement(
        all(
            counted(ranks, suits, i, j)
            == {k: n for (end, k), n in kinds[i].items() if k and end == (j if j < ranks else None)}
            for i in range(ranks)
            for j in range(ranks + 1)
        ),
        "the other counts are those of the formula in `counted`",
    )


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


def counted(ranks: int, suits: int, i: int, j: int) -> dict[int, int]:
    """Return {points: orders} of the passes with points from state i to j, for j = ranks lost.

    Let W be the points, w_c the rounds that end with a match at call c, H_c those that end above
    c.  The first round begins behind call i, the others at call 1; j more calls are missed in the
    end, so that sum c w_c = cards + i - j, or less if the game is lost.  The order of the rounds
    is free but for the first, one of the H_i: W! / prod w_c! · H_i / W sequences.  In each the
    place of every call is known, and call c is matched w_c times and missed

        m_c = H_c + [i < c <= j] - [j < c <= i]

    times.  So w_c places must hold rank c and m_c must not.  By inclusion and exclusion over the
    t of these that hold it after all, the rank's cards being numbered, an order of the deck
    comes in as many ways as

        prod_c sum_t (-1)^t C(m_c, t) suits! / (suits - w_c - t)! x^(w_c + t)

    says if x^u stands for the (cards - u)! orders of the other cards; suits!^ranks numberings
    are one order.  `level` takes call after call, from the highest down.

    >>> walk = walked(3, 2, 1)
    >>> counted(3, 2, 1, 3) == {k: n for (end, k), n in walk.items() if k and end is None}
    True
    """
    cards, room = ranks * suits, ranks * suits + i - j
    here: dict[tuple[int, int], list[int]] = {(0, 0): [1]}
    for call in range(ranks, 0, -1):
        if call == i:
            here = {(h, used): [a * h for a in poly] for (h, used), poly in here.items() if h}
        here = level(here, call, (i < call <= j) - (j < call <= i), suits, room)
    found = Counter[int]()
    for (points, used), poly in here.items():
        if points and (used == room or j == ranks):
            ways = sum(a * math.factorial(cards - points - u) for u, a in enumerate(poly))
            found[points] += ways * (1 if i else points) // points
    alike = math.prod([math.factorial(suits)] * ranks)
    return {points: ways // alike for points, ways in found.items() if ways}


def level(
    here: Mapping[tuple[int, int], list[int]], call: int, shift: int, suits: int, room: int
) -> dict[tuple[int, int], list[int]]:
    """Return {(rounds, their calls): polynomial over x^rounds} with those that end at a call."""
    there: dict[tuple[int, int], list[int]] = {}
    for (above, used), poly in here.items():
        missed = above + shift
        for w in range(min(suits, (room - used) // call) + 1):
            sums = there.setdefault((above + w, used + call * w), [])
            sums += [0] * (len(poly) + min(missed, suits - w) - len(sums))
            for t in range(min(missed, suits - w) + 1):
                factor = math.comb(above + w, w) * math.comb(missed, t) * math.perm(suits, w + t)
                for u, a in enumerate(poly, t):
                    sums[u] += -factor * a if t % 2 else factor * a
    return there


def short(number: int) -> str:
    """Return an integer for people."""
    return str(number) if abs(number) < 10**15 else f"about 2^{number.bit_length()}"


# --- War ---

Hand = tuple[int, ...]


class War(NamedTuple):
    """The rules of War, in the order of the document."""

    ranks: int
    suits: int
    face_down: int
    pick_up: str
    shortfall: str
    deuce_beats_ace: str
    turn_limit: int | None


class Fate(NamedTuple):
    """How a game ends, after how many turns and wars; the period of one that never ends."""

    end: str
    turns: int
    wars: int
    period: int


def check_war(rules: Any, content: Any) -> Statements:
    """Play every deal of a small deck."""
    told = war_rules(parts("rules", rules, *War._fields))
    deals, fates, chances = parts("content", content, "deals", "fates", "chances")
    deals, fates = integer("deals", deals), [war_fate(part) for part in items("fates", fates)]
    chances = mapped("chances", chances, fraction)
    whole = arrangements([told.suits] * told.ranks)
    if whole > MOST_DEALS or told.ranks * told.suits > MOST_PLAYED:
        raise Unreadable(f"more than {MOST_DEALS} deals, or {MOST_PLAYED} cards, are not for here")
    yield Statement(deals == whole, f"the deck has {whole} deals")
    counted = Counter[Fate]()
    for fate, ways in fates:
        counted[fate] += ways
    played = Counter(play(told, deal) for deal in orders_of([told.suits] * told.ranks))
    yield Statement(
        dict(fates) == counted == played and len(fates) == len(counted),
        "as many deals have each fate as when every deal is played to its end or its cycle",
    )
    ends = Counter[str]()
    for fate, ways in fates:
        ends[fate.end] += ways
    yield Statement(
        chances.keys() == {*ENDS} and all(chances[end] * deals == ends[end] for end in chances),
        "the chances are those of the fates: "
        + ", ".join(f"{end} {shown(chance)}" for end, chance in chances.items() if chance),
    )


def war_rules(told: Sequence[Any]) -> War:
    """Return the rules as they are written."""
    ranks, suits, face_down, pick_up, shortfall, deuce, limit = told
    for name, word, known in (
        ("pick_up", pick_up, ("winner-first", "loser-first", "first-player-first")),
        ("shortfall", shortfall, ("lose", "last-card", "second-takes")),
        ("deuce_beats_ace", deuce, ("never", "battles", "always")),
    ):
        if word not in known:
            raise Unreadable(f"{name} must be one of {', '.join(known)}")
    deck = deck_of({"ranks": ranks, "suits": suits})
    if math.prod(deck) % 2:
        raise Unreadable("a deck of an odd number of cards cannot be halved")
    last = None if limit == "none" else integer("turn_limit", limit, 1, MOST_TURNS)
    return War(*deck, integer("face_down", face_down, 0), pick_up, shortfall, deuce, last)


def war_fate(part: Any) -> tuple[Fate, int]:
    """Return a fate and the number of its deals."""
    end, *numbers = parts("a fate", part, *Fate._fields, "deals")
    if end not in ENDS:
        raise Unreadable(f"a game ends in one of {', '.join(ENDS)}")
    turns, wars, period, deals = (integer("a number of a fate", n, 0) for n in numbers)
    return Fate(end, turns, wars, period), deals


def orders_of(left: Sequence[int]) -> Iterator[Hand]:
    """Yield the orders of cards, left[rank] of each rank.

    >>> [*orders_of([2, 1])]
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    if not any(left):
        yield ()
    for rank in (rank for rank, cards in enumerate(left) if cards):
        for behind in orders_of([*left[:rank], left[rank] - 1, *left[rank + 1 :]]):
            yield rank, *behind


def play(rules: War, deal: Hand) -> Fate:
    """Return the fate of a deal: the first player's hand from the top, then the second's."""
    hands = deal[: len(deal) // 2], deal[len(deal) // 2 :]
    turns, wars, seen = 0, 0, {hands: 0}
    while True:
        hands, taker, ties = turn(rules, hands)
        turns, wars = turns + 1, wars + ties
        if not taker or not all(hands):
            return Fate({1: "first", 0: "draw", -1: "second"}[taker], turns, wars, 0)
        if turns == rules.turn_limit:
            return Fate("unfinished", turns, wars, 0)
        if rules.turn_limit is None and hands in seen:
            return Fate("endless", turns, wars, turns - seen[hands])
        seen[hands] = turns


def turn(rules: War, hands: tuple[Hand, Hand]) -> tuple[tuple[Hand, Hand], int, int]:
    """Return the hands after a turn; who takes the cards, 1, -1 or 0 if it is drawn; the ties."""
    (a, *first), (b, *second) = hands
    piles: list[list[list[int]]] = [[[a], [b]]]  # what both laid down, block by block
    down, wars = rules.face_down, 0
    while not (taker := higher(rules, a, b, wars)):
        wars += 1
        if rules.shortfall == "last-card":
            if not first and not second:
                return hands, 0, wars
        elif min(len(first), len(second)) <= down:
            if rules.shortfall == "lose":
                taker = (len(second) <= down) - (len(first) <= down)
                return ((hands[0], ()) if taker > 0 else ((), hands[1])), taker, wars
            taker = -1
            break
        piles.append([[], []])
        for side, left in enumerate((first, second)):
            hidden = min(down, max(len(left) - 1, 0))
            piles[-2][side] += left[:hidden]
            piles[-1][side] += left[hidden : hidden + 1]
            del left[: hidden + 1]
        a, b = (part[-1] if part else old for part, old in zip(piles[-1], (a, b), strict=True))
    ahead = {"winner-first": taker, "loser-first": -taker, "first-player-first": 1}[rules.pick_up]
    won = [card for block in piles for part in block[::ahead] for card in part]
    if taker > 0:
        return ((*first, *won), (*second,)), taker, wars
    return ((*first,), (*second, *won)), taker, wars


def higher(rules: War, a: int, b: int, wars: int) -> int:
    """Return 1 if the first card beats the second, -1 if it is beaten, 0 at a tie."""
    turned = rules.deuce_beats_ace == "always" or (rules.deuce_beats_ace == "battles" and not wars)
    sign = (a > b) - (a < b)
    return -sign if turned and abs(a - b) == rules.ranks - 1 else sign


# --- Persian Monarchs ---


def check_monarchs(rules: Any, content: Any) -> Statements:
    """Find the best answers to both strategies."""
    cards, most = parts("rules", rules, "cards", "max_raise")
    cards, most = integer("cards", cards, 2, MOST_CARDS), integer("max_raise", most, 1, 10**6)
    value, raises, accepts = parts("content", content, "value", "raises", "accepts")
    value = fraction("value", value)
    raises = vector("raises", raises, cards, partial(vector, length=most + 1))
    accepts = vector("accepts", accepts, cards, partial(vector, length=most))
    yield Statement(
        all(p >= 0 for row in raises for p in row) and all(sum(row) == 1 for row in raises),
        "the non-dealer raises by 0 … max_raise with chances that sum to 1, with each card",
    )
    yield Statement(
        all(0 <= p <= 1 for row in accepts for p in row),
        "the dealer accepts each raise with a chance, with each card",
    )
    yield Statement(
        least(raises) == value, "no answer of the dealer leaves him less than the value"
    )
    yield Statement(most_of(accepts) == value, "no play of the non-dealer brings him more")
    yield Statement(True, f"so the hand is worth {shown(value)} counters to the non-dealer")


def least(raises: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return what the non-dealer's strategy brings him against the best of all answers.

    The dealer with card j answers a raise by x so that the sum over the other cards k is least:
    he declines and pays 1 each time, or accepts and pays 1 + x where k > j, gains it where k < j.

    >>> least([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])  # the ace alone raises
    Fraction(0, 1)
    """
    cards, found = len(raises), Fraction(0)
    for x, column in enumerate(zip(*raises, strict=True)):
        for below, above in beside(column):
            accepted = (1 + x) * (above - below)
            found += min(accepted, above + below) if x else accepted
    return found / (cards * (cards - 1))


def most_of(accepts: Sequence[Sequence[Fraction]]) -> Fraction:
    """Return what the best non-dealer gains against the dealer's strategy, card by card.

    >>> most_of([[Fraction(1)], [Fraction(1)]])  # who accepts all pays 2 to the ace
    Fraction(1, 2)
    """
    cards = len(accepts)
    best = [Fraction(k - (cards - 1 - k)) for k in range(cards)]  # the higher card takes the antes
    for x, column in enumerate(zip(*accepts, strict=True), 1):
        for k, (below, above) in enumerate(beside(column)):
            best[k] = max(best[k], (1 + x) * (below - above) + cards - 1 - below - above)
    return sum(best, Fraction(0)) / (cards * (cards - 1))


def beside(column: Sequence[Fraction]) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield for each entry the sums of those before and behind it."""
    below, above = Fraction(0), sum(column, Fraction(0))
    for entry in column:
        above -= entry
        yield below, above
        below += entry


# --- Liars' Poker ---

Needs = Counter[tuple[int, int]]  # {(cards dealt, jokers that they then lack): sets of cards}


def check_liars(rules: Any, content: Any) -> Statements:
    """Count the deals that make each hand, for every number of cards in play."""
    ranks, suits, jokers, hand = parts("rules", rules, "ranks", "suits", "jokers", "hand")
    ranks, suits = integer("ranks", ranks, 2, 13), integer("suits", suits, 1, 4)
    jokers = integer("jokers", jokers, 0, MOST_CARDS)
    own, held = read_hand(hand, ranks, suits)
    if held > jokers:
        raise Unreadable("the hand holds more jokers than the deck")
    (table,) = parts("content", content, "table")
    known, deck = len(own) + held, ranks * suits + jokers
    natural, wild = ranks * suits - len(own), jokers - held
    numbers = range(max(1, known), deck + 1)
    needs = hand_needs(ranks, suits, own)
    sets = Counter({m: math.comb(natural, m) for m in range(natural + 1)})
    yield Statement(
        all(sums(need) == sets for need in needs.values()),
        "counted by the jokers that they lack, the sets of natural cards are all of them",
    )
    for cards, row in zip(numbers, items("table", table, len(numbers)), strict=True):
        told, deals, made, chances = parts("a row", row, "cards", "deals", "made", "chances")
        made, chances = mapped("made", made, integer), mapped("chances", chances, fraction)
        coming = cards - known
        counts = {name: making(need, coming, held, wild) for name, need in needs.items()}
        whole = math.comb(deck - known, coming)
        yield Statement(
            (integer("cards", told), integer("deals", deals)) == (cards, whole)
            and made == counts
            and chances == {name: Fraction(ways, whole) for name, ways in counts.items()},
            f"{cards} in play: "
            + ", ".join(f"{name} {float(Fraction(n, whole)):.4f}" for name, n in counts.items()),
        )


def making(need: Needs, coming: int, held: int, wild: int) -> int:
    """Return the deals of so many unseen cards, some of the wild ones, that lack nothing."""
    return sum(
        ways * math.comb(wild, coming - m)
        for (m, lack), ways in need.items()
        if coming >= m and lack <= held + coming - m
    )


def sums(needs: Needs) -> Counter[int]:
    """Return how many sets there are of each number of cards."""
    found = Counter[int]()
    for (dealt, _), ways in needs.items():
        found[dealt] += ways
    return found


def read_hand(text: Any, ranks: int, suits: int) -> tuple[list[tuple[int, int]], int]:
    """Return the cards of a hand as (rank, suit), and its jokers.

    >>> read_hand("2c As *", 13, 4)
    ([(0, 0), (12, 3)], 1)
    """
    letters = "23456789TJQKA"[: ranks - 1] + "A"
    words = text.split() if isinstance(text, str) else [""]
    deck = {a + b: (r, s) for r, a in enumerate(letters) for s, b in enumerate("cdhs"[:suits])}
    natural = [word for word in words if word != "*"]
    if text != " ".join(words) or len({*natural}) < len(natural) or {*natural} - {*deck}:
        raise Unreadable(f"hand is {text!r}, not different cards as in '2c As *'")
    return [deck[word] for word in natural], len(words) - len(natural)


def hand_needs(ranks: int, suits: int, own: Sequence[tuple[int, int]]) -> dict[str, Needs]:
    """Return the needs of every hand, over all sets of unseen natural cards."""
    by_rank = [sum(r == rank for r, _ in own) for rank in range(ranks)]
    by_suit = [sum(s == suit for _, s in own) for suit in range(suits)]
    two = rank_needs(by_rank, suits)
    lanes = [{r for r, s in own if s == suit} for suit in range(suits)]
    return {
        "high_card": lacking(two, lambda a, _: int(a == 0)),
        "pair": lacking(two, lambda a, _: max(0, 2 - a)),
        "two_pair": lacking(two, lambda a, b: max(0, 2 - a) + max(0, 2 - b)),
        "three_of_a_kind": lacking(two, lambda a, _: max(0, 3 - a)),
        "flush": lacking(rank_needs(by_suit, ranks), lambda a, _: max(0, 5 - a)),
        "straight": straight_needs(by_rank, suits),
        "full_house": lacking(
            two,
            lambda a, b: min(max(0, 3 - a) + max(0, 2 - b), max(0, 2 - a) + max(0, 3 - b)),
        ),
        "four_of_a_kind": lacking(two, lambda a, _: max(0, 4 - a)),
        "straight_flush": nearest([straight_needs([int(r in lane) for r in range(ranks)], 1)
                                   for lane in lanes]),
        "five_of_a_kind": lacking(two, lambda a, _: max(0, 5 - a)),
    }  # fmt: skip


def rank_needs(held: Sequence[int], most: int) -> Counter[tuple[int, int, int]]:
    """Return {(cards dealt, most of one rank, second most): sets}; or so by suits."""
    here = Counter({(0, 0, 0): 1})
    for h in held:
        there = Counter[tuple[int, int, int]]()
        for (dealt, a, b), ways in here.items():
            for more in range(most - h + 1):
                top, second, _ = sorted((a, b, h + more), reverse=True)
                there[dealt + more, top, second] += ways * math.comb(most - h, more)
        here = there
    return here


def lacking(counts: Counter[tuple[int, int, int]], lack: Callable[[int, int], int]) -> Needs:
    """Return the needs, by the most and second most of a rank."""
    found: Needs = Counter()
    for (dealt, a, b), ways in counts.items():
        found[dealt, lack(a, b)] += ways
    return found


def straight_needs(held: Sequence[int], most: int) -> Needs:
    """Return the needs of a straight: which ranks come, and in how many ways."""
    ranks, found = len(held), Counter[tuple[int, int]]()
    windows = straights(ranks)
    new = [rank for rank in range(ranks) if not held[rank]]
    some = polynomial([math.comb(most, m) * (m > 0) for m in range(most + 1)], len(new))
    others = sum(most - h for h in held if h)
    for came in range(1 << len(new)):
        there = {rank for rank in range(ranks) if held[rank]}
        there |= {rank for place, rank in enumerate(new) if came >> place & 1}
        lack = min((len(window - there) for window in windows), default=NEVER)
        found[came.bit_count(), lack] += 1
    needs: Needs = Counter()
    for (came, lack), ways in found.items():
        for m, n in enumerate(some[came]):
            for more in range(others + 1):
                needs[m + more, lack] += ways * n * math.comb(others, more)
    return +needs


def polynomial(factor: Sequence[int], most: int) -> list[list[int]]:
    """Return the powers 0 … most of a polynomial.

    >>> polynomial([0, 2, 1], 2)
    [[1], [0, 2, 1], [0, 0, 4, 4, 1]]
    """
    powers = [[1]]
    for _ in range(most):
        product = [0] * (len(powers[-1]) + len(factor) - 1)
        for i, a in enumerate(powers[-1]):
            for j, b in enumerate(factor):
                product[i + j] += a * b
        powers.append(product)
    return powers


def straights(ranks: int) -> list[set[int]]:
    """Return the straights, the lowest first: the ace lies below the deuce, too.

    >>> [sorted(straight) for straight in straights(6)]
    [[0, 1, 2, 3, 5], [0, 1, 2, 3, 4], [1, 2, 3, 4, 5]]
    """
    row = [ranks - 1, *range(ranks)]
    return [{*row[low : low + 5]} for low in range(ranks - 3)] if ranks >= 5 else []


def nearest(lanes: Sequence[Needs]) -> Needs:
    """Return the needs of the lane that lacks least, cards coming to all lanes."""
    here: Needs = Counter({(0, NEVER): 1})
    for lane in lanes:
        there: Needs = Counter()
        for (dealt, lack), ways in here.items():
            for (more, other), n in lane.items():
                there[dealt + more, min(lack, other)] += ways * n
        here = there
    return here


# --- Five-card draw ---

Strength = tuple[int, tuple[int, ...]]
TYPES = {
    "standard": ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush",
                 "full_house", "four_of_a_kind", "straight_flush"),
    "published": ("high_card", "pair", "two_pair", "three_of_a_kind", "four_of_a_kind", "flush",
                  "straight"),
}  # fmt: skip
SHAPES = {(1, 1, 1, 1, 1): "high_card", (2, 1, 1, 1): "pair", (2, 2, 1): "two_pair",
          (3, 1, 1): "three_of_a_kind", (3, 2): "full_house", (4, 1): "four_of_a_kind"}  # fmt: skip


def strength(ranks: Iterable[int], suit: int | None, ranking: str, of: int) -> Strength:
    """Return the type of five cards and what decides inside it, of a deck of so many ranks."""
    held = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    faces = tuple(rank for n, rank in held for _ in range(n))
    height = next((h for h, five in enumerate(straights(of)) if five == {*faces}), None)
    published = ranking == "published"
    if published and height == 0:
        height = None  # a wheel is no straight
    decides: Hand = faces
    if height is not None:
        name, decides = ("straight" if suit is None else "straight_flush"), (height,)
    elif suit is not None:
        name, decides = "flush", ((suit,) if published else faces)
    else:
        name = SHAPES[tuple(n for n, _ in held)]
    if published:
        name = {"full_house": "three_of_a_kind", "straight_flush": "straight"}.get(name, name)
    return TYPES[ranking].index(name), decides


class Five:
    """Counts the hands of five cards that are worth less, whatever cards are gone."""

    def __init__(self, ranks: int, suits: int, ranking: str) -> None:
        fives = [five for five in combinations_with_replacement(range(ranks), 5)
                 if max(Counter(five).values()) <= suits]  # fmt: skip
        self.ranks, self.suits = ranks, suits
        self.flushes: dict[tuple[int, Hand], Strength] = {
            (suit, five): strength(five, suit, ranking, ranks)
            for suit in range(suits)
            for five in combinations(range(ranks), 5)
        }
        self.plain: dict[Hand, Strength] = {
            five: strength(five, None, ranking, ranks) for five in fives
        }
        order = sorted(self.plain, key=self.plain.__getitem__)
        self.sorted = [self.plain[five] for five in order]
        self.shapes = [[*Counter(five).items()] for five in order]
        self.by_ranks: dict[Hand, list[int]] = {}
        self.by_suit: dict[Any, tuple[list[Strength], list[Strength]]] = {}

    def worth(self, cards: Sequence[tuple[int, int]]) -> Strength:
        """Return what five cards (rank, suit) are worth."""
        five = tuple(sorted(rank for rank, _ in cards))
        suits = {suit for _, suit in cards}
        return self.flushes[suits.pop(), five] if len(suits) == 1 else self.plain[five]

    def below(self, limit: Strength, gone: Sequence[tuple[int, int]], ties: bool) -> int:
        """Return how many hands of the other cards are worth less than the limit, or as much.

        First as if no five cards made a flush; then those of one suit move from
        what they would be worth to what they are.
        """
        find = bisect_right if ties else bisect_left
        counts = tuple(sorted(rank for rank, _ in gone))
        if counts not in self.by_ranks:
            self.by_ranks[counts] = self._running(counts)
        found = self.by_ranks[counts][find(self.sorted, limit)]
        for suit in range(self.suits):
            away = suit, tuple(sorted(rank for rank, s in gone if s == suit))
            if away not in self.by_suit:
                self.by_suit[away] = self._flushes(*away)
            flushes, plain = self.by_suit[away]
            found += find(flushes, limit) - find(plain, limit)
        return found

    def _running(self, gone: Hand) -> list[int]:
        """Return how many hands the first 0, 1, … shapes have."""
        left = [self.suits - gone.count(rank) for rank in range(self.ranks)]
        ways = [[math.comb(n, m) for m in range(self.suits + 1)] for n in left]
        hands = (math.prod([ways[rank][m] for rank, m in shape]) for shape in self.shapes)
        return [*accumulate(hands, initial=0)]

    def _flushes(self, suit: int, gone: Hand) -> tuple[list[Strength], list[Strength]]:
        """Return what the hands of one suit are worth, as flushes and without regard to suits."""
        fives = [*combinations([r for r in range(self.ranks) if r not in gone], 5)]
        flushes = sorted(self.flushes[suit, five] for five in fives)
        return flushes, sorted(self.plain[five] for five in fives)


def check_draw(rules: Any, content: Any) -> Statements:
    """Count what every discard of a hand wins; or check the totals of the whole game."""
    names = "ranks", "suits", "ranking", "max_draw", "hand"
    ranks, suits, ranking, most, hand = parts("rules", rules, *names)
    ranks, suits = integer("ranks", ranks, 2, 13), integer("suits", suits, 1, 4)
    most = integer("max_draw", most, 0, 5)
    if ranking not in [*TYPES] or ranks * suits < 10 + most:
        raise Unreadable("the ranking is unknown, or the deck too small")
    own, jokers = read_hand(hand, ranks, suits)
    if len(own) not in (0, 5) or jokers:
        raise Unreadable("hand must be five cards, or empty")
    five = Five(ranks, suits, ranking)
    if own:
        yield from check_choices(five, hand.split(), own, most, content)
    else:
        yield from check_game(five, TYPES[ranking], most, content)


def check_choices(
    five: Five, words: Sequence[str], own: Sequence[tuple[int, int]], most: int, content: Any
) -> Statements:
    """Count the wins and ties of every discard of a hand."""
    if most > 3:
        raise Unreadable("draws of more than three cards are not counted here")
    choices, best = parts("content", content, "choices", "best")
    told = [parts("a choice", choice, "discard", "wins", "ties", "deals")
            for choice in items("choices", choices)]  # fmt: skip
    deck = {(rank, suit) for rank in range(five.ranks) for suit in range(five.suits)}
    unseen = sorted(deck - {*own})
    discards = [away for size in range(most + 1) for away in combinations(range(5), size)]
    names = [" ".join(words[place] for place in away) for away in discards]
    if [name for name, *_ in told] != names:
        raise Unreadable("the choices must be all discards, the smaller ones first")
    chances = []
    for (name, *numbers), away in zip(told, discards, strict=True):
        won, tied, deals = (integer("a count", n, 0) for n in numbers)
        kept = [card for place, card in enumerate(own) if place not in away]
        less = as_much = 0
        for drawn in combinations(unseen, len(away)):
            limit, gone = five.worth([*kept, *drawn]), [*own, *drawn]
            less += five.below(limit, gone, ties=False)
            as_much += five.below(limit, gone, ties=True)
        size = len(unseen)
        whole = math.comb(size, len(away)) * math.comb(size - len(away), 5)
        chances.append(Fraction(less, whole))
        yield Statement(
            (won, won + tied, deals) == (less, as_much, whole),
            f"discarding {name or 'nothing'} wins {less} and ties {as_much - less} "
            f"of {whole} deals",
        )
    top = [name for name, chance in zip(names, chances, strict=True) if chance == max(chances)]
    yield Statement(
        best == top, f"best is {' or '.join(map(repr, top))}, with chance {shown(max(chances))}"
    )


def check_game(five: Five, types: Sequence[str], most: int, content: Any) -> Statements:
    """Check the totals of the best discards of all hands."""
    by_type, win, tie = parts("content", content, "by_type", "win", "tie")
    win, tie = fraction("win", win), fraction("tie", tie)
    rows = mapped("by_type", by_type, lambda what, part: vector(
        what, part, most + 1, partial(vector, length=3, read=integer)))  # fmt: skip
    whole, unseen = math.comb(five.ranks * five.suits, 5), five.ranks * five.suits - 5
    deals = [math.comb(unseen, d) * math.comb(unseen - d, 5) for d in range(most + 1)]
    if strange := {*rows} - {*types}:
        raise Unreadable(f"by_type has {min(strange)!r}, which is no type")
    hands = {name: sum(n for n, _, _ in row) for name, row in rows.items()}
    yield Statement(
        {name: n for name, n in hands.items() if n} == type_counts(five, types),
        "each type has as many hands as the deck holds of it",
    )
    yield Statement(sum(hands.values()) == whole, f"all types together have the {whole} hands")
    yield Statement(
        all(
            min(n, won, tied) >= 0 and won + tied <= n * deals[d]
            for row in rows.values()
            for d, (n, won, tied) in enumerate(row)
        ),
        "no hands that draw d cards win and tie more than their deals",
    )
    totals = [
        sum((Fraction(row[d][k], deals[d]) for row in rows.values() for d in range(most + 1)),
            Fraction(0)) / whole
        for k in (1, 2)
    ]  # fmt: skip
    yield Statement(
        totals == [win, tie],
        f"the game is won with chance {shown(win)} and tied with chance {shown(tie)}",
    )
    yield Statement(None, "how many cards the hands of each type draw, and what they win and tie")


def type_counts(five: Five, types: Sequence[str]) -> Counter[str]:
    """Return how many hands of each type the deck holds."""
    found = Counter[str]()
    for ranks, (place, _) in five.plain.items():
        found[types[place]] += math.prod(math.comb(five.suits, n) for n in Counter(ranks).values())
    for (_, ranks), (place, _) in five.flushes.items():
        found[types[place]] += 1
        found[types[five.plain[ranks][0]]] -= 1
    return +found


# --- the document ---

CHECKS: dict[str, Callable[[Any, Any], Statements]] = {
    "treize": check_treize,
    "chain": check_chain,
    "war": check_war,
    "persian-monarchs": check_monarchs,
    "liars-poker": check_liars,
    "five-card-draw": check_draw,
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
    try:
        return judged(arguments)
    except OSError as error:  # nowhere to print to, as on a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"cannot print: {error.strerror}", file=sys.stderr)  # noqa: T201
        return 2


def judged(arguments: Sequence[str]) -> int:
    """Print every statement about the file that is named; return 0, 1 or 2."""
    if len(arguments) != 1:
        return say("usage: python check.py FILE", 2)
    counts = Counter[str]()
    try:
        text = Path(arguments[0]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        return say(f"cannot read {arguments[0]}: {error}", 2)
    try:
        for statement in check(text):
            word = {True: "true", False: "FALSE", None: "trusted"}[statement.holds]
            counts[word] += 1
            say(f"{word:8} {statement.words}")
    except Unreadable as error:
        return say(f"unreadable: {error}", 2)
    say(", ".join(f"{counts[word]} {word}" for word in ("true", "trusted", "FALSE")))
    return 1 if counts["FALSE"] else 0


def say(words: str, code: int = 0) -> int:
    """Print a line, and hand on a code."""
    if sys.stdout is None:  # closed: the code tells
        return code
    encoding = sys.stdout.encoding or "utf-8"  # of a terminal that may know no "…"
    try:
        print(words.encode(encoding, "backslashreplace").decode(encoding), flush=True)  # noqa: T201
    except BrokenPipeError:  # whose reader has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
