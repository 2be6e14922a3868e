"""Plays that are refused, or fail in a check; the line of the construct says why."""

import enum
import random
from dataclasses import dataclass, field
from typing import NamedTuple

from montmort import Chance, Deck

TABLE = [1, 2]
SEEN = {1, 2}
NAMED = {0: 1}
LARGE = 2**62


class Score(NamedTuple):
    points: int


class Color(enum.Enum):
    RED = 1


class Word(enum.StrEnum):
    NONE = ""
    SOME = "some"


class Doubtful(enum.Enum):
    """The truth of its members is their author's."""

    def __bool__(self) -> bool:
        return self.value > 1


class Answer(Doubtful):
    NO = 1
    YES = 2


@dataclass(frozen=True)
class Marked:
    rank: int
    mark: int = field(default=0, compare=False)


@dataclass(frozen=True)
class ByRank:
    rank: int
    suit: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByRank) and self.rank == other.rank


class Holder(NamedTuple):
    item: int

    def __contains__(self, item: object) -> bool:
        return item == 42


class Hidden(Score):
    @property
    def points(self) -> int:
        return 55


def sum_of_one_large_number(chance: Chance) -> int:
    return sum(LARGE for _ in range(chance.pick([1] * 5)))  # refused: a number beyond 64 bits


def compared_in_part(chance: Chance) -> bool:
    card = Marked(1, chance.pick([1, 1]))  # refused: a new Marked
    return card == Marked(1)


def compared_by_its_author(chance: Chance) -> bool:
    card = ByRank(1, chance.pick([1, 1]))  # refused: a new ByRank
    return card == ByRank(1, 0)


def contained_by_its_author(chance: Chance) -> bool:
    holder = Holder(chance.pick([1, 1]))  # refused: a new Holder
    return 42 in holder


def hidden_field(chance: Chance) -> int:
    return Hidden(chance.pick([1, 1])).points  # refused: a new Hidden


def own_truth(chance: Chance) -> bool:
    answer = (Answer.NO, Answer.YES)[chance.pick([1, 1])]  # refused: a tuple of different types
    return bool(answer)


def empty_word(chance: Chance) -> int:
    word = (Word.NONE, Word.SOME)[chance.pick([1, 1])]
    return 1 if word else 0  # refused: the truth of a Word


def set_order(chance: Chance) -> int:
    for item in SEEN:  # refused: a loop over
        return item
    return chance.pick([1, 1])


def set_as_list(chance: Chance) -> list[int]:
    row = [chance.pick([1, 1]), 3]
    return tuple(set(row))  # refused: a loop over a set, which has no order


def float_result(chance: Chance) -> float:
    return chance.pick([1, 1]) / 2  # refused: /, which gives a float


def float_literal(chance: Chance) -> float:
    return 0.5 * chance.pick([1, 1])  # refused: 0.5, which is no exact value


def try_block(chance: Chance) -> int:
    try:  # refused: try with handlers
        return chance.pick([1, 1])
    except ValueError:
        return 0


def global_state(chance: Chance) -> int:
    global LARGE  # refused: the statement global
    LARGE += 1
    return chance.pick([1, 1])


def recursion(chance: Chance) -> int:  # refused: recursion
    return 0 if chance.pick([1, 1]) else recursion(chance)


def other_random(chance: Chance) -> int:
    # refused: the module random: draw everything from chance
    return random.randrange(2) + chance.pick([1, 1])


def dict_of_the_module(chance: Chance) -> int:
    NAMED[chance.pick([1, 1])] = 3  # refused: a dict of the module that is changed
    return NAMED[1]


def set_of_the_module(chance: Chance) -> int:
    SEEN.add(chance.pick([1, 1]))  # refused: a set of the module that is changed
    return len(SEEN)


def some_item(chance: Chance) -> int:
    found = {chance.pick([1, 1]), 3}
    return found.pop()  # refused: the method pop of a set


def dict_of_two_types(chance: Chance) -> int:
    counts = {}
    counts[0] = chance.pick([1, 1])
    counts[1] = True
    return counts[1]  # a number or a truth value: the law tells them apart, and the words do not


def changed_in_its_loop(chance: Chance) -> int:
    counts = {0: 0}
    for key in counts:  # refused: a dictionary that a loop runs over is changed
        counts[key + chance.pick([1, 1])] = 1
    return len(counts)


def list_as_key(chance: Chance) -> int:
    counts = {0: 0}
    if chance.pick([1, 1]):
        counts[[1]] = 1  # refused: a key that cannot be hashed
    return len(counts)


def missing_key(chance: Chance) -> int:
    counts = {chance.pick([1, 1]): 0}
    return counts[1]  # refused: a key that the dictionary does not have


def dict_result(chance: Chance) -> dict[int, int]:  # refused: a dict that changes in the result
    return {chance.pick([1, 1]): 0}


def functions_in_a_list(chance: Chance) -> int:
    row = [float_result]
    row.append(set_order)  # refused: a function where a function is expected
    return chance.pick([1, len(row)])


def f_string(chance: Chance) -> int:
    # refused: a look at an f-string of an integer or a format
    return len(f"{chance.pick([1, 1]):>3}")


def two_types(chance: Chance) -> int:  # refused: an integer or a truth value in the result
    if chance.pick([1, 1]):
        return True
    return 1


def list_result(chance: Chance) -> list[int]:  # refused: a list of any length in the result
    return [chance.pick([1, 1])]


def module_list(chance: Chance) -> int:
    TABLE.append(chance.pick([1, 1]))  # refused: a list of the module is changed
    return len(TABLE)


def attribute(chance: Chance) -> int:
    score = Score(chance.pick([1, 1]))
    score.points += 1  # refused: an assignment to an attribute
    return score.points


def unbound(chance: Chance) -> int:
    if chance.pick([1, 1]):
        found = 3
    return found  # refused: found has no value


def unbound_in_second_call(chance: Chance) -> int:
    def inner(first: bool) -> int:
        if first:
            found = 1
        return found  # refused: found has no value

    return sum(inner(place == 0) for place in range(1 + chance.pick([1, 1])))


def overflow(chance: Chance) -> int:
    return (LARGE + chance.pick([1, 1])) * 2 > 0  # refused: a number beyond 64 bits


def large_power(chance: Chance) -> int:
    return (chance.pick([1, 1]) + 9) ** 19 % 7  # refused: a number beyond 64 bits


def large_constant(chance: Chance) -> bool:
    return chance.pick([1, 1]) > 10**30  # refused: a int where an integer is expected


def zero_division(chance: Chance) -> int:
    return 1 // chance.pick([1, 1])  # refused: a division by zero


def index_error(chance: Chance) -> int:
    return [1, 2][2 * chance.pick([1, 1])]  # refused: an index out of range


def negative_index_error(chance: Chance) -> int:
    row = [5]
    return row[-1 - chance.pick([1, 1])]  # refused: an index out of range


def key_error(chance: Chance) -> int:
    return {0: 1}[chance.pick([1, 1])]  # refused: a key that the dictionary does not have


def negative_weight(chance: Chance) -> int:
    return chance.pick([1, -1])  # refused: weights below 0, all zero, or too many picks


def zero_weights(chance: Chance) -> int:
    return chance.pick([chance.pick([1, 1])])  # refused: weights below 0, all zero


def empty_deck(chance: Chance) -> int:
    return Deck([0, 0]).draw(chance)[0]  # refused in the library


def raises(chance: Chance) -> int:
    if chance.pick([1, 1]):
        raise ValueError("no")  # refused: the rules raise an error
    return 1


def asserts(chance: Chance) -> int:
    return chance.pick([1, 1]).nothing  # refused: .nothing of an integer


def wrong_member(chance: Chance) -> Color:
    return Color(chance.pick([1, 1]))  # refused: a key that the dictionary does not have


def wrong_count(chance: Chance) -> int:
    a, b = [1] * (2 + chance.pick([1, 1]))  # refused: not 2 values
    return a + b


def endless(chance: Chance) -> int:
    while chance.pick([1]) == 0:  # refused: weights below 0, all zero, or too many picks
        continue
    return 0


def no_picks(chance: Chance) -> int:
    count = 0
    while count < 10:  # refused: a loop without an end
        count -= 1
        count += 1
    return count


def none_used(chance: Chance) -> int:
    value = None if chance.pick([1, 1]) else 3
    return value + 1  # refused: None is used as a value


def yields(chance: Chance) -> int:
    return sum(generator(chance))  # refused: the generator generator


def generator(chance: Chance):
    yield chance.pick([1, 1])


def reused_list(chance: Chance) -> int:
    row = []
    row.append(1)
    row.append((1, 2))  # refused: a tuple where an integer is expected
    return chance.pick(row)


def arguments_that_do_not_fit(chance: Chance) -> int:
    def of_one(number: int) -> int:
        return number

    # refused: a call whose arguments do not fit the function
    return of_one(chance.pick([1, 1]), 2)  # type: ignore[call-arg]


REFUSED = [
    value
    for name, value in list(globals().items())
    if getattr(value, "__module__", "") == __name__ and name.islower() and name != "generator"
]
