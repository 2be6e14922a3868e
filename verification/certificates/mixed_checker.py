"""The value of a game with hidden information, and mixed strategies that secure it."""

from collections.abc import Sequence
from fractions import Fraction
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
    fraction,
    integer,
    list_of,
    read_form,
    rounded,
    unread,
    words_of,
)
from montmort.verification.certificates.derivation import WITH_AIM, derived
from montmort.verification.certificates.forms import describe, list_like

PROBLEM = (
    "Two players have opposite interests, and do not see the same. `maximise` and `minimise` list "
    "the information sets of each: what is seen there, the choices, the `chances` with which the "
    "strategy takes them, and the `arrivals` [set, choice, times], the player's own last moves, "
    "with -1, 0 for none. A move determines all earlier moves of its player. If there are several "
    "arrivals, all that follows after one of them counts so many times. A row [payoff, set, "
    "choice, set, choice] of `payoffs` is what the maximising player gains, times the probability "
    "of the chance moves, at all ends to which these last moves of the maximising and of the "
    "minimising player lead. The value is what the maximising player can secure on average, and "
    "the minimising one too. The rules of the game are no part of the problem; given them, "
    "`--rules` derives the lists again."
)

KNOWN: Form = {
    "view": describe(words_of, "What is seen there."),
    "choices": describe(list_of(words_of), "The choices there."),
    "chances": describe(list_of(fraction), "With which the strategy takes the choices: a witness."),
    "arrivals": describe(
        list_of(list_of(integer, 3)),
        "[set, choice, times]: the own last moves that lead there; -1, 0 for none.",
    ),
}

Move = tuple[int, int]
NONE = (-1, 0)  # before the first move


class Known(NamedTuple):
    """An information set."""

    view: str
    choices: tuple[str, ...]
    chances: tuple[Fraction, ...]
    arrivals: tuple[tuple[Move, int], ...]


class Row(NamedTuple):
    """A payoff, and the last moves of the maximising and of the minimising player."""

    payoff: Fraction
    first: Move
    second: Move


def check(rules: object, content: object, *args: str) -> Statements:
    """Check the value and both strategies."""
    first, second, rows, value = read_form(CONTENT, "content", content)
    check_moves(first, second, rows)
    sets = f"{len(first)} information sets of one player, {len(second)} of the other"
    words = f"the payoffs follow from the rules: {len(rows)}, and {sets}"
    yield from derived(words, "forms", rules, content, args)
    lists: list[Sequence[object]] = [[entry[:2] for entry in side] for side in (first, second)]
    lists += [entry.choices for entry in (*first, *second)]
    differ = all(len({*row}) == len(row) for row in lists)
    yield Statement(differ, "no two information sets of a player are the same, nor two choices")
    laws = all(min(k.chances) >= 0 and total(k.chances) == 1 for k in (*first, *second))
    yield Statement(laws, "the chances of every information set are a law")
    one, other = weights_of(first), weights_of(second)
    mean = total(row.payoff * one[row.first] * other[row.second] for row in rows)
    yield Statement(mean == value, "the two strategies are worth the value", VERIFIED)
    gained = best(first, [(row.first, row.payoff * other[row.second]) for row in rows])
    yield Statement(gained == value, "no strategy of the maximising player gains more", VERIFIED)
    lost = best(second, [(row.second, -row.payoff * one[row.first]) for row in rows])
    yield Statement(-lost == value, "no strategy of the minimising player loses less", VERIFIED)
    yield Statement(True, f"the game is worth {rounded(value)} to the maximising player", HEADLINE)


def known_of(what: str, value: object) -> Known:
    """Return an information set."""
    view, choices, chances, arrivals = read_form(KNOWN, what, value, "{what}")
    if not choices or len(choices) != len(chances):
        raise Unreadable(f"{what} must have a chance for each choice")
    if not arrivals or min(times for _, _, times in arrivals) < 1:
        raise Unreadable(f"{what} must have arrivals, each once or more")
    moves = tuple(((place, choice), times) for place, choice, times in arrivals)
    return Known(view, tuple(choices), tuple(chances), moves)


def row_of(what: str, value: object) -> Row:
    """Return a payoff with its moves."""
    payoff, *rest = list_of(unread, 5)(what, value)
    s, a, t, b = (integer(what, number, -1) for number in rest)
    return Row(fraction(what, payoff), (s, a), (t, b))


def check_moves(first: Sequence[Known], second: Sequence[Known], rows: Sequence[Row]) -> None:
    """Raise Unreadable for a move that there is not, or not yet."""
    for side in (first, second):
        moves = {NONE}
        for place, information_set in enumerate(side):
            if not moves.issuperset(move for move, _ in information_set.arrivals):
                raise Unreadable("an information set is listed after those that lead to it")
            moves |= {(place, choice) for choice in range(len(information_set.choices))}
        if not moves.issuperset(row.first if side is first else row.second for row in rows):
            raise Unreadable("a payoff is at a move that is not listed")
    if len({row[1:] for row in rows}) < len(rows):
        raise Unreadable("two payoffs are at the same moves")


def weights_of(side: Sequence[Known]) -> dict[Move, Fraction]:
    """Return the product of the chances along the moves that end with each one."""
    weights = {NONE: Fraction(1)}
    for place, information_set in enumerate(side):
        own = total(times * weights[move] for move, times in information_set.arrivals)
        for choice, chance in enumerate(information_set.chances):
            weights[place, choice] = own * chance
    return weights


def best(side: Sequence[Known], gains: Sequence[tuple[Move, Fraction]]) -> Fraction:
    """Return the largest mean gain of a player, by backward induction over the information sets."""
    values = {NONE: Fraction(0)}
    for place, information_set in enumerate(side):
        values |= {(place, choice): Fraction(0) for choice in range(len(information_set.choices))}
    for move, gain in gains:
        values[move] = total((values[move], gain))
    for place, information_set in reversed([*enumerate(side)]):
        most = max(values[place, choice] for choice in range(len(information_set.choices)))
        for move, times in information_set.arrivals:
            values[move] = total((values[move], times * most))
    return values[NONE]


CONTENT: Form = {
    "maximise": describe(
        list_of(known_of), "Information sets of the maximising player.", list_like(KNOWN)
    ),
    "minimise": describe(
        list_of(known_of), "Information sets of the minimising player.", list_like(KNOWN)
    ),
    "payoffs": describe(
        list_of(row_of),
        "[payoff, set, choice, set, choice]: what the maximising player gains times the chance of "
        "the picks, summed over all plays with these last moves.",
        list_of(list_of(fraction, 5)),
    ),
    "value": describe(fraction, "What both strategies secure: the headline."),
}
CHECKER = Checker(
    "mixed strategies",
    PROBLEM,
    check,
    takes_names=True,
    rules=[{}, WITH_AIM],
    content=[CONTENT],
    method="mixed",
)
