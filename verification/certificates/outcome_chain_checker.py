"""The outcome of a game that is given as a chain with labelled states.

The rewards of a number are its mean gains, and those of a last word are the chances of the
ends with this word; then the linear system of each is checked.
"""

from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Statement,
    Statements,
    Unreadable,
    fields,
    fraction,
    list_of,
    mapping_of,
    rounded,
    words_of,
)
from montmort.verification.certificates.linear_system import is_solution, leaks

PROBLEM = (
    "A play begins in a state with the chances in `start`. From each state it goes on by one of "
    "its `moves` (next state, chance, gains) or stops by one of its `ends` (chance, gains). The "
    "outcome has `fields`: those with `sum` are numbers, the gains of all steps added up; those "
    "with `last` are words, given by the last step. An answer is the mean of a number, or the "
    "chance of a word or number, written `field=word`; a value is the same answer for plays that "
    "begin in a state. The chain is taken as it is listed: that it follows from the rules of a "
    "game is not part of the problem."
)


MOST_VALUES = 100  # of a number whose chances are asked one by one


class Step(NamedTuple):
    """A move or an end: its next state or None, its chance, and its gains by field."""

    to: str | None
    chance: Fraction
    gains: dict[str, str]


def check(rules: object, content: object) -> Statements:
    """Check every answer about a chain."""
    mapping_of(words_of)("rules", rules)
    names = "fields", "start", "moves", "ends", "values", "answers"
    fields_, start_, moves, ends, values_, answers_ = fields("content", content, *names)
    kinds = mapping_of(words_of)("fields", fields_)
    start = mapping_of(fraction)("start", start_)
    rows = steps_of(moves, ends)
    values = mapping_of(mapping_of(fraction))("values", values_)
    answers = mapping_of(fraction)("answers", answers_)
    check_form(kinds, start, rows)
    yield Statement(None, "the chain that is listed follows from the rules of the game")
    yield Statement(sum(start.values()) == 1, "the chances of the first states sum to 1")
    yield Statement(all(p >= 0 for p in start.values()), "no first state has a chance below 0")
    yield Statement(
        all(sum(step.chance for step in row) == 1 for row in rows.values()),
        "the chances of the moves and ends of every state sum to 1",
    )
    yield Statement(
        all(step.chance >= 0 for row in rows.values() for step in row),
        "no move or end has a chance below 0",
    )
    q = moves_by_place(rows)
    sums = [sum(row.values(), Fraction(0)) for row in q]
    yield Statement(
        leaks(q, sums), "from every state an end can be reached: v = e + Qv has one solution"
    )
    asked = questions(kinds, rows)
    words = [question.partition("=")[0] for question in asked if "=" in question]
    if not asked == [*values] == [*answers]:
        raise Unreadable(f"values and answers must be about {', '.join(asked)}, in this order")
    for question in asked:
        yield from check_question(question, start, rows, q, values[question], answers[question])
    for field in dict.fromkeys(words):
        total = sum(answers[question] for question in asked if question.startswith(f"{field}="))
        yield Statement(total == 1, f"the chances of the values of {field} sum to 1")


def steps_of(moves: object, ends: object) -> dict[str, list[Step]]:
    """Return the moves and ends of every state."""
    lists = mapping_of(list_of(list_of(lambda _, entry: entry)))
    rows = {
        state: [step_of(state, list_, 3) for list_ in row]
        for state, row in lists("moves", moves).items()
    }
    for state, row in lists("ends", ends).items():
        if state not in rows:
            raise Unreadable("ends has a state that moves has not")
        rows[state] += [step_of(state, [None, *list_], 3) for list_ in row]
    return rows


def step_of(state: str, entries: list[object], length: int) -> Step:
    """Return the step of a list: [next state or None, chance, gains]."""
    if len(entries) != length:
        raise Unreadable(f"a move or end of {state!r} has too many entries or too few")
    to, chance, gains = entries
    return Step(
        None if to is None else words_of("a next state", to),
        fraction(f"a chance of {state!r}", chance),
        mapping_of(words_of)(f"the gains of {state!r}", gains),
    )


def check_form(
    kinds: dict[str, str], start: dict[str, Fraction], rows: dict[str, list[Step]]
) -> None:
    """Raise Unreadable unless all states are known and every step has a gain in every field."""
    if any(kind not in ("sum", "last") for kind in kinds.values()):
        raise Unreadable("a field must be a sum or a last word")
    if any("=" in field for field in kinds):
        raise Unreadable("a field has a name with =")
    targets = {step.to for row in rows.values() for step in row if step.to is not None}
    if ({*start} | targets) - {*rows}:
        raise Unreadable("a play goes on to a state without moves")
    if any(step.gains.keys() != kinds.keys() for row in rows.values() for step in row):
        raise Unreadable("a step has no gain in a field, or one in another")


def questions(kinds: dict[str, str], rows: dict[str, list[Step]]) -> list[str]:
    """Return what the answers are about: the mean of each sum, and the chance of each last word.

    Where every play has one step, the chances of a sum's values are asked as well, if
    these are not too many.
    """
    steps = [step for row in rows.values() for step in row]
    is_one_step = all(step.to is None for step in steps)
    found = {field for field, kind in kinds.items() if kind == "sum"}
    for field, kind in kinds.items():
        values = {step.gains[field] for step in steps if step.to is None}
        if kind == "last" or (is_one_step and len(values) <= MOST_VALUES):
            found |= {f"{field}={value}" for value in values}
    return sorted(found)


def moves_by_place(rows: dict[str, list[Step]]) -> list[dict[int, Fraction]]:
    """Return Q: the chances of the moves between states, which are numbered in their order."""
    place = {state: i for i, state in enumerate(rows)}
    q = []
    for row in rows.values():
        found: dict[int, Fraction] = {}
        for step in row:
            if step.to is not None and step.chance:
                found[place[step.to]] = found.get(place[step.to], Fraction(0)) + step.chance
        q.append(found)
    return q


def check_question(
    question: str,
    start: dict[str, Fraction],
    rows: dict[str, list[Step]],
    q: list[dict[int, Fraction]],
    values: dict[str, Fraction],
    answer: Fraction,
) -> Statements:
    """Check the values of all states and the answer."""
    if values.keys() != rows.keys():
        raise Unreadable(f"{question} must have a value for every state, and no others")
    field, is_word, word = question.partition("=")
    rewards = []
    for row in rows.values():
        if is_word:
            paid = [step.chance for step in row if step.to is None and step.gains[field] == word]
        else:
            paid = [step.chance * fraction(field, step.gains[field]) for step in row]
        rewards.append(sum(paid, Fraction(0)))
    what = f"the chance of {question}" if is_word else f"the mean of {question}"
    solved = is_solution(q, rewards, [values[state] for state in rows])
    yield Statement(solved, f"{what}: v = e + Qv in every row", VERIFIED)
    total = sum((chance * values[state] for state, chance in start.items()), Fraction(0))
    yield Statement(answer == total, f"{what} is {rounded(answer)}", HEADLINE)


CHECKER = Checker("chain of an outcome", PROBLEM, check)
