"""Small plays, one for each construct that may stand around a pick."""

import enum
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from montmort.games import Chance, Deck, coin, shuffled

PLAYS: list[Callable[[Chance], Any]] = []
TABLE = {0: (1, 2), 1: (3, 1)}
PRICES = [1, 0, 2]


def play(function: Callable[[Chance], Any]) -> Callable[[Chance], Any]:
    """Add a function to the plays."""
    PLAYS.append(function)
    return function


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


class Hand(NamedTuple):
    total: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Stake:
    money: int
    side: Side


def die(chance: Chance, faces: int = 3, *, first: int = 1) -> int:
    return chance.pick([1] * faces) + first


def two(chance: Chance) -> tuple[int, int]:
    return die(chance), die(chance, 2)


def count_down(n: int, chance: Chance) -> int:
    return 0 if n == 0 else chance.pick([1, n]) + count_down(n - 1, chance)


def put(hand: list[int], chance: Chance) -> None:
    hand.append(chance.pick([2, 1]))


@play
def straight(chance: Chance) -> int:
    x = chance.pick([1, 2])
    y = chance.pick([1, 1 + x])
    return x * y


@play
def order_of_operands(chance: Chance) -> Any:
    a = [5, 6, 7]
    return a[0] - chance.pick([1, 1]) * a.pop() + a[chance.pick([1, 1])], len(a)


@play
def nested_calls(chance: Chance) -> int:
    return max(die(chance, die(chance)), sum(two(chance)), die(first=2, chance=chance))


@play
def short_circuit(chance: Chance) -> Any:
    x = (chance.pick([1, 1]) and chance.pick([1, 2])) or chance.pick([1, 3])
    y = not (die(chance) > 2 and coin(chance, Fraction(1, 3)))
    return x, y, chance.pick([1, 1]) or "none"


@play
def comparisons(chance: Chance) -> Any:
    return 1 < die(chance) <= die(chance) < 4, die(chance) in (1, 2), 0 <= chance.pick([1, 1]) < 1


@play
def conditional(chance: Chance) -> int:
    return die(chance) if chance.pick([1, 1]) else -1 if die(chance) == 1 else die(chance, 2)


@play
def comprehensions(chance: Chance) -> Any:
    dice = [die(chance) + i for i in range(3) if i != 1 or chance.pick([1, 1])]
    grid = [[chance.pick([1, 1]) for _ in range(i)] for i in range(3)]
    table = {i: chance.pick([1, 1]) for i in (1, 2)}
    return tuple(dice), sum(map(sum, grid)), table[1] - table[2]


@play
def generators(chance: Chance) -> Any:
    total = sum(die(chance) for _ in range(3))
    some = any(chance.pick([1, 1]) for _ in range(2))
    both = all(chance.pick([1, 1]) for _ in range(2))
    low, high = (die(chance, 2) for _ in range(2))
    return total, some, both, low - high, max(die(chance, 2) for _ in "ab")


@play
def augmented(chance: Chance) -> Any:
    counts, total, bag = [0, 0], 1, [1]
    total += chance.pick([1, 1]) * total
    counts[chance.pick([1, 1])] += 1
    counts[-chance.pick([1, 1])] = counts[0] + chance.pick([1, 1])
    counts[total % 2] += chance.pick([1, 1])
    bag += [chance.pick([1, 1])]
    return total, tuple(counts), tuple(bag)


@play
def unpacking(chance: Chance) -> Any:
    (a, b), *rest = two(chance), die(chance), 4
    a, b = b, a
    first, *more = [die(chance), a, *rest]
    return first, tuple(more), b, (*two(chance), 0)


@play
def loops(chance: Chance) -> Any:
    total = 0
    for i, name in ((1, "a"), (2, "b"), (3, "c")):
        if name == "b" and chance.pick([1, 1]):
            continue
        for _ in range(i):
            if not chance.pick([1, 3]):
                break
            total += i
        else:
            total += 10
        if total > 15:
            break
    else:
        return -total
    return total


@play
def numbered(chance: Chance) -> Any:
    total = 0
    for i, x in enumerate((3, 1), 2):
        total += i * chance.pick([1, x])
    for x, y in zip((1, 2), range(2), strict=True):
        total += y + chance.pick([x, 1])
    return total, [chance.pick([1, x]) for x in reversed(range(1, 3))][1]


@play
def while_else(chance: Chance) -> Any:
    n = 3
    while n:
        n -= 1
        if chance.pick([1, n + 1]) == 0:
            break
    else:
        return "never", chance.pick([1, 1])
    last = None
    while n < 4:
        n += chance.pick([1, 1]) + 1
        last = n
    return n, last


@play
def growing_list(chance: Chance) -> Any:
    items = [2]
    for item in items:
        if item and chance.pick([1, 1]):
            items.append(item - 1)  # noqa: PERF401
    return len(items)


@play
def aliases(chance: Chance) -> Any:
    a = [0]
    b = a if chance.pick([1, 1]) else [0]
    grid = [a, b]
    chance.pick([1, 1])
    a.append(chance.pick([1, 1]))
    return tuple(map(tuple, grid)), a == b


@play
def alias_through_a_call(chance: Chance) -> Any:
    hand: list[int] = []
    both = {"mine": hand, "yours": hand if chance.pick([1, 1]) else []}
    for _ in range(2):
        put(both["mine"], chance)
        put(both["yours"], chance)
    return tuple(hand), tuple(both["yours"])


@play
def true_is_not_one(chance: Chance) -> Any:
    x = (1, True, 1.0, Fraction(1))[chance.pick([1, 1, 1, 1])]
    chance.pick([1, 1])
    return type(x).__name__, x


@play
def containers(chance: Chance) -> Any:
    counts, queue = Counter("ab"), deque([1, 2], maxlen=3)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for _ in range(2):
        queue.append(chance.pick([1, 1]))
        groups[chance.pick([1, 1])].append(len(queue))
        counts["ab"[chance.pick([1, 1])]] += 1
    return tuple(queue), tuple((k, tuple(v)) for k, v in groups.items()), tuple(counts.items())


@play
def decks(chance: Chance) -> Any:
    card, deck = Deck((2, 1, 1)).draw(chance)
    hand, deck = deck.deal(chance, 2)
    rest, _ = Deck({"a": 1, "b": 2}).deal_until(chance, lambda held: held["b"] == 1)
    return card, hand, len(rest), shuffled(chance, range(3))[0]


@play
def records(chance: Chance) -> Any:
    hand, stake = Hand(0, ()), Stake(1, Side.LEFT)
    for _ in range(2):
        x = die(chance)
        hand = Hand(hand.total + x, (*hand.cards, x))
        if stake.side is Side.LEFT and x == 3:
            stake = Stake(2 * stake.money, Side.RIGHT)
    return hand.total, stake


@cache
def doubled(number: int) -> int:
    return 2 * number


@play
def cached(chance: Chance) -> int:
    return doubled(chance.pick([1, 1])) + doubled(chance.pick([1, 1]))


@play
def outside_tables(chance: Chance) -> Any:
    weights = TABLE[chance.pick([1, 1])]
    prices = PRICES
    i = chance.pick(weights)
    return prices[i] + chance.pick(PRICES)


@play
def functions_as_values(chance: Chance) -> Any:
    roll = die if chance.pick([1, 1]) else partial(die, faces=2)
    return roll(chance=chance) + (lambda c: c.pick([1, 1]))(chance)


@play
def steady_closure(chance: Chance) -> Any:
    limit = chance.pick([1, 1]) + 1
    done = lambda hand: hand.size >= limit  # noqa: E731
    hand, _ = Deck((2, 2)).deal_until(chance, done)
    return hand


@play
def matches(chance: Chance) -> Any:
    match two(chance):
        case (1, y):
            return chance.pick([1, y])
        case (x, 2) if x > 2:
            x += chance.pick([1, 1])
        case _:
            x = 0
    return x


@play
def walrus(chance: Chance) -> Any:
    if (x := die(chance)) > 1 and (y := x + chance.pick([1, 1])):
        return x, y, [x, (x := chance.pick([1, 1])), x][0]
    return x


bonus = 1


@play
def default_of_a_lambda(chance: Chance) -> Any:
    bonus = die(chance)
    sixes = sum(die(chance) == 1 for _ in range(2))
    pays = lambda points, bonus=bonus: points + 10 * bonus  # noqa: E731
    return pays(sixes) if sixes == 2 else sixes


@play
def default_by_name(chance: Chance) -> Any:
    bonus = die(chance)
    x = die(chance)

    def pays(points: int, *, bonus: int = bonus) -> int:
        return points + 10 * bonus

    return pays(x)


@play
def native_try(chance: Chance) -> Any:
    x = die(chance)
    try:
        y = 6 // (x - 2)
    except ZeroDivisionError:
        y = 0
    return y + die(chance)


@play
def maybe_unset(chance: Chance) -> Any:
    for card in range(chance.pick([1, 1])):
        last = card
    first = chance.pick([1, 1])
    if first:
        last = first
    chance.pick([1, 2])
    return last if first else 0


@play
def recursion(chance: Chance) -> int:
    return count_down(3, chance)


@play
def zero_weights(chance: Chance) -> Any:
    return chance.pick([0, 2, 0, 1]), chance.pick((True, False, 3)), chance.pick([5])


@play
def no_pick(chance: Chance) -> int:
    return 7


@play
def slices(chance: Chance) -> Any:
    items = [1, 2, 3, 4]
    return tuple(items[chance.pick([1, 1]) :]), tuple(items[: die(chance) : 1]), -die(chance)


@play
def early_returns(chance: Chance) -> Any:
    for i in range(3):
        for j in range(2):
            if chance.pick([1, 2]):
                if i == j:
                    return i
            elif i > j:
                return "low", chance.pick([1, 1])
    return None


@play
def native_try_in_a_loop(chance: Chance) -> int:
    total = 0
    for _ in range(2):
        x = die(chance)
        try:
            total += 6 // (x - 2)
        except ZeroDivisionError:
            total += 1
    return total


@play
def annotated(chance: Chance) -> Any:
    x: int = die(chance)
    y: int = x + die(chance, 2)
    return x, y, chance.pick([1, 1])


@play
def stars_before_a_pick(chance: Chance) -> Any:
    items = [die(chance, 2), 1]
    most = max(*items, items.pop() + chance.pick([1, 1]))
    return most, (*items, chance.pick([1, 1]), len(items))


@play
def native_loops(chance: Chance) -> Any:
    x, total, rest, cells, at = die(chance), 0, 3, [0, 0], 1
    chance.pick([1, 1])
    while rest:
        rest -= 1
        if rest == x:
            continue
        for i in range(rest):
            if i == 1:
                break
            total += x
        else:
            total += 10
    for cells[at] in range(x):
        total += cells[at]
    return total, chance.pick([1, 1]), tuple(cells)
