"""The expected total reward of a chain, from every state.

The rows must be probabilities that sum to 1; then the linear system is checked.
"""

from fractions import Fraction

from montmort.verification.certificates.check import (
    HEADLINE,
    Checker,
    Form,
    Statement,
    Statements,
    Unreadable,
    fraction,
    list_of,
    mapping_of,
    read_form,
    rounded,
    words_of,
)
from montmort.verification.certificates.checked_system import check_system
from montmort.verification.certificates.forms import describe

PROBLEM = (
    "From each state the chain moves to another state, or stays, with the chances in its row; "
    "at one of the `ends` it stops. Every visit to a state pays its reward, the first visit "
    "included. A value is the expected sum of all rewards, by the state in which the chain begins. "
    "The chain is taken as it is listed: what it stands for is not part of the problem."
)
CONTENT: Form = {
    "rows": describe(
        mapping_of(mapping_of(fraction)), "By state, the chance of each next state or end."
    ),
    "ends": describe(list_of(words_of), "Where the chain stops."),
    "rewards": describe(mapping_of(fraction), "By state, what a visit pays."),
    "values": describe(
        mapping_of(fraction),
        "By state, the expected sum of the rewards: witnesses and headline.",
    ),
}
MOST_PRINTED = 20  # values


def check(rules: object, content: object) -> Statements:
    """Check the expected rewards of a chain."""
    read_form({}, "rules", rules)
    rows, ends, e, v = read_form(CONTENT, "content", content)
    place = {state: i for i, state in enumerate(rows)}
    if any(end in place for end in ends) or len({*ends}) < len(ends):
        raise Unreadable("ends must be different names, and none of a state with a row")
    if {t for row in rows.values() for t in row} - {*place, *ends}:
        raise Unreadable("a row names neither a state nor an end")
    if not e.keys() == v.keys() == place.keys():
        raise Unreadable("every state, and nothing else, must have a reward and a value")
    sums = [sum(row.values(), Fraction(0)) for row in rows.values()]
    chances = [p for row in rows.values() for p in row.values()]
    yield Statement(all(total == 1 for total in sums), "every row of the chain sums to 1")
    yield Statement(all(p >= 0 for p in chances), "no chance is below 0")
    q = [{place[t]: p for t, p in row.items() if t in place} for row in rows.values()]
    yield from check_system(q, [e[s] for s in rows], [v[s] for s in rows])
    yield Statement(None, "the chain that is listed is the one meant")
    for state in [*rows][:MOST_PRINTED]:
        words = f"the expected sum of the rewards from {state} is {rounded(v[state])}"
        yield Statement(True, words, HEADLINE)


CHECKER = Checker("chain", PROBLEM, check, rules=[{}], content=[CONTENT], method="chain")
