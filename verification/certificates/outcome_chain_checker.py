"""The outcome of a game that is given as a chain with labelled states.

The rewards of a number X are mean gains, those of X^2 are E(g^2 + 2 g m), with g the gain of a step
and m the mean of X after it; those of a word are the chances of ends with it.  Then v = e + Qv.
States at rest lead to each other alone, without a gain: no play ends there, so that all values are
0, and their rows in Q are empty.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from montmort.verification.certificates.bounded_sums import total
from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    between,
    fraction,
    integer,
    list_of,
    mapping_of,
    number_text,
    read_form,
    rounded,
    unread,
    words_of,
)
from montmort.verification.certificates.derivation import QUESTION, derived
from montmort.verification.certificates.forms import (
    describe,
    list_like,
    mapping_like,
    one_of,
    row_like,
)
from montmort.verification.certificates.linear_system import MOST_BITS, is_solution, leaks

PROBLEM = (
    "A play begins in a state with the weights in `start`. From each state it goes on by one of "
    "its `moves` [next state, weight, gains] or stops by one of its `ends` [weight, gains]; a "
    "chance is a weight over the sum of those of the state. The outcome has `fields`: those with "
    "`sum` are numbers, the gains of all steps added up; those with `last` are words, given by the "
    "last step. An answer is the mean of a number X, or of its square, written X^2, or the chance "
    "of a word, written `field=word`; a value is the same answer for plays that begin in a state. "
    "`laws` has the chances of all values of a number. `--rules` derives the chain from the rules."
)
CONTENT: Form = {
    "fields": describe(
        mapping_of(words_of),
        "By field of the outcome `sum`, gains are added, or `last`, the last step gives a word.",
        mapping_like(one_of("sum", "last")),
    ),
    "start": describe(
        mapping_of(between(1)), "The weights of the first states, without a common divisor."
    ),
    "moves": describe(
        mapping_of(list_of(list_of(unread))),
        "By state, its moves; weights of moves and ends have no common divisor.",
        mapping_like(
            list_like(
                row_like(
                    describe(words_of, "Next state."),
                    describe(integer, "Weight."),
                    describe(mapping_of(words_of), "By field, the gain."),
                )
            )
        ),
    ),
    "ends": describe(
        mapping_of(list_of(list_of(unread))),
        "By state, its ends.",
        mapping_like(
            list_like(
                row_like(
                    describe(integer, "Weight."),
                    describe(mapping_of(words_of), "By field, the gain."),
                )
            )
        ),
    ),
    "values": describe(
        mapping_of(mapping_of(fraction)),
        "By answer and state, the answer for plays that begin there: the mean of a number `X`, of "
        "its square `X^2` (up to 2,000 states), the chance of a word, `field=word`: witnesses.",
    ),
    "answers": describe(
        mapping_of(fraction),
        "The same from the start; the variance is `X^2` less the square of `X`: the headlines.",
    ),
    "laws": describe(
        mapping_of(mapping_of(fraction)),
        "By number, the chances of its values, in chains without cycles where they are not too "
        "many.",
    ),
}
Lists = Mapping[str, Sequence[Sequence[object]]]  # by state
Values = Mapping[str, Mapping[str, Fraction]]  # by answer and state


class Step(NamedTuple):
    """A move or an end: its next state, "" for none, its chance, and its gains by field."""

    to: str
    chance: Fraction
    words: Mapping[str, str]
    numbers: Mapping[str, Fraction]


class Chain(NamedTuple):
    """A chain: what its fields are, the chances of the first states, and the steps from each."""

    kinds: Mapping[str, str]
    start: Mapping[str, Fraction]
    rows: Mapping[str, Sequence[Step]]


def check(rules: object, content: object, *args: str) -> Statements:
    """Check every answer about a chain."""
    *parts, values, answers, laws = read_form(CONTENT, "content", content)
    chain = chain_of(*parts)
    steps = sum(map(len, chain.rows.values()))
    states = f"{len(chain.rows)} state{'s' * (len(chain.rows) != 1)}"
    words = f"the chain follows from the rules: {states}, {steps} moves and ends"
    yield from derived(words, "chain", rules, content, args)
    q = moves_by_place(chain)
    ends = leaks(q, [sum(row.values(), Fraction(0)) for row in q])
    resting = len(at_rest(chain))
    or_rest = f" or a state at rest, {resting} in all, where plays never end and gain nothing,"
    words = f"from every state an end{or_rest * bool(resting)} can be reached"
    yield Statement(ends, f"{words}: v = e + Qv has one solution")
    questions = questions_of(chain)
    whole = all(by_state.keys() == chain.rows.keys() for by_state in values.values())
    if not whole or not {*questions} == values.keys() == answers.keys():
        raise Unreadable(f"all states need values, and starts answers, of {', '.join(questions)}")
    for name in questions:
        e = rewards_of(name, chain, values)
        what = f"the {'chance' if '=' in name else 'mean'} of {name}"
        solved = is_solution(q, e, [values[name][state] for state in chain.rows])
        yield Statement(solved, f"{what}: v = e + Qv in every row", VERIFIED)
        mean = total(p * values[name][state] for state, p in chain.start.items())
        yield Statement(answers[name] == mean, f"{what} is {rounded(mean)}", HEADLINE)
        if name.endswith("^2") and "=" not in name:
            field, variance = name[:-2], mean - answers[name[:-2]] ** 2
            yield Statement(True, f"the variance of {field} is {rounded(variance)}", HEADLINE)
    for field in chain.kinds if resting else ():
        own = [p for name, p in answers.items() if name.startswith(f"{field}=")]
        if own:
            rest = rounded(1 - total(own))
            yield Statement(True, f"a play never ends with chance {rest}", HEADLINE)
            break
    if laws.keys() != (computed := laws_of(chain)).keys():
        raise Unreadable(f"laws must be about {', '.join(computed) or 'nothing'}")
    for field, law in computed.items():
        chances = ", ".join(f"{number_text(x)}: {number_text(law[x])}" for x in sorted(law)[:10])
        is_law = {fraction(field, value): p for value, p in laws[field].items()} == law
        yield Statement(is_law, f"the law of {field} is the one found through all states")
        yield Statement(is_law, f"the law of {field}, {len(law)} chances, is {chances}", HEADLINE)


def chain_of(kinds: dict[str, str], start: dict[str, int], moves: Lists, ends: Lists) -> Chain:
    """Return the chain; Unreadable unless all states are known and every step is complete."""
    if moves.keys() != ends.keys() or not start or {*kinds.values()} - {"sum", "last"}:
        raise Unreadable("each state must have moves and ends, and a field be a sum or a last word")
    if not all(map(str.isidentifier, kinds)):
        raise Unreadable("a field must have a name as in Python")
    rows = {}
    for state, row in moves.items():
        steps = [step_of(state, kinds, step) for step in (*row, *(["", *e] for e in ends[state]))]
        if not steps or any(step.to not in moves for step in steps[: len(row)]):
            raise Unreadable("a play goes on to a state without moves and ends, or to none")
        over = in_lowest_terms([step.chance for step in steps])
        rows[state] = [step._replace(chance=step.chance / over) for step in steps]
    if "" in rows or {*start} - {*rows}:
        raise Unreadable("a play begins in a state without moves, or a state has no name")
    over = in_lowest_terms([*start.values()])
    return Chain(kinds, {state: p / over for state, p in start.items()}, rows)


def in_lowest_terms(weights: Sequence[Fraction | int]) -> Fraction:
    """Return the sum of weights without a common divisor."""
    if math.gcd(*(weight.numerator for weight in weights)) > 1:
        raise Unreadable("weights must have no common divisor")
    return Fraction(sum(weights))


def step_of(state: str, kinds: Mapping[str, str], step: Sequence[object]) -> Step:
    """Return the step of a list [next state, weight, gains]."""
    to, chance, gains = list_of(unread, 3)(f"a move or end of {state!r}", step)
    words = mapping_of(words_of)(f"the gains of {state!r}", gains)
    if words.keys() != kinds.keys():
        raise Unreadable("a step has no gain in a field, or one in another")
    numbers = {f: fraction(f, words[f]) for f, kind in kinds.items() if kind == "sum"}
    weight = Fraction(integer(f"a weight of {state!r}", chance, 1))
    return Step(words_of("a next state", to), weight, words, numbers)


def questions_of(chain: Chain) -> list[str]:
    """Return what the answers are about: means, squares if not too long, chances of last words."""
    questions: list[str] = []
    for field, kind in chain.kinds.items():
        words = {
            f"{field}={s.words[field]}" for row in chain.rows.values() for s in row if not s.to
        }
        sums = [field, f"{field}^2"] if len(chain.rows) <= 2_000 else [field]
        questions += sorted(words) if kind == "last" else sums
    return questions


def moves_by_place(chain: Chain) -> list[dict[int, Fraction]]:
    """Return Q: the chances of the moves between states, which are numbered in their order."""
    place = {state: i for i, state in enumerate(chain.rows)}
    rest = at_rest(chain)
    q: list[dict[int, Fraction]] = [{} for _ in place]
    for own, (state, row) in zip(q, chain.rows.items(), strict=True):
        for step in row:
            if step.to and state not in rest:
                own[place[step.to]] = own.get(place[step.to], Fraction(0)) + step.chance
    return q


def at_rest(chain: Chain) -> set[str]:
    """Return the states from which plays never end, and gain nothing: the most that can be."""
    rest = {
        state
        for state, row in chain.rows.items()
        if all(step.to and not any(step.numbers.values()) for step in row)
    }
    while left := {state for state in rest if any(s.to not in rest for s in chain.rows[state])}:
        rest -= left
    return rest


def rewards_of(name: str, chain: Chain, values: Values) -> list[Fraction]:
    """Return the rewards of an answer; those of a square need the values of the number."""
    field, is_word, word = name.partition("=")
    field, is_square, _ = field.partition("^")

    def reward(step: Step) -> Fraction:
        if is_word:
            return Fraction(not step.to and step.words[field] == word)
        gain = step.numbers[field]
        return gain * gain + 2 * gain * values[field].get(step.to, 0) if is_square else gain

    rows = ((step.chance * reward(step) for step in row) for row in chain.rows.values())
    return [*map(total, rows)]


def laws_of(chain: Chain) -> dict[str, dict[Fraction, Fraction]]:
    """Return the laws of the sums of a chain without cycles, those that are not too long."""
    after = {s: {step.to for step in row if step.to} for s, row in chain.rows.items()}
    try:
        order = [*TopologicalSorter(after).static_order()][::-1]
    except CycleError:
        return {}
    laws = {f: law_of(f, chain, order) for f, kind in chain.kinds.items() if kind == "sum"}
    return {field: law for field, law in laws.items() if law}


def law_of(field: str, chain: Chain, order: Sequence[str]) -> dict[Fraction, Fraction]:
    """Return the law of a sum, states in the order of play; nothing if it is too long."""
    ways: dict[str, dict[Fraction, Fraction]] = {state: {} for state in [*order, ""]}
    for state, chance in chain.start.items():
        ways[state][Fraction(0)] = chance
    work = 0
    for state in order:
        here = ways.pop(state)
        bits = sum((gain.denominator * p.denominator).bit_length() for gain, p in here.items())
        work += len(chain.rows[state]) * bits
        if work > MOST_BITS // 10:
            return {}
        for step in chain.rows[state]:
            there = ways[step.to]
            for gain, chance in here.items():
                new = gain + step.numbers[field]
                there[new] = there.get(new, Fraction(0)) + chance * step.chance
    return ways[""]


CHECKER = Checker(
    "chain of an outcome",
    PROBLEM,
    check,
    takes_names=True,
    rules=[{}, QUESTION],
    content=[CONTENT],
    method="chain",
)
