"""The answers of War with a random pick-up, from the chain of turns in `exact.war.turn_chain`.

Without a turn limit the chances of the ends are those of absorption, and the law
of turns is listed as far as one game in 10^9 is longer; with a limit both are
sums over the turns up to it.

Where some games never end, a step from s counts for those that do with the chance
h(s) of ending from there: E(turns; the game ends) = sum of N[start, s] h(s).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.law import Law
from montmort.exact.war.all_deals import deals_of, orders
from montmort.exact.war.turn_chain import (
    ENDLESS,
    ENDS,
    FIRST,
    SECOND,
    STATES,
    chain_from,
    dealt,
    shuffle,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.games.war import Rules
from montmort.games.war.turn import Hands

RARE = 10**9
MOST_BITS = 2 * 10**10  # of the integers met on the way to a law of turns: a minute, or some
ROWS = 10_000  # deals that are answered one by one


@dataclass(frozen=True, kw_only=True)
class Solved:
    """How a game ends, and after how many turns if it does; `turns` is None if out of reach."""

    chances: Mapping[str, Fraction]
    turns_mean: Fraction | None
    turns: Law[int] | None

    @property
    def unfinished(self) -> Fraction:
        """Chance that a game has no end: the turn limit stops it or, without one, nothing."""
        return 1 - sum(self.chances.values(), Fraction(0))


class Odds(NamedTuple):
    """What can be said of one deal before the first turn."""

    first: Fraction
    second: Fraction
    draw: Fraction
    turns: Fraction


def solve(rules: Rules, *, limit: int = STATES) -> Solved:
    """Return the answers of a shuffled deck; TooLarge if its chain has more than `limit` states.

    >>> solved = solve(Rules(ranks=3, suits=2, face_down=1, pick_up="random"))
    >>> str(solved.chances["first"]), str(solved.chances["draw"]), str(solved.turns_mean)
    ('667/1560', '113/780', '443/120')
    """
    if rules.suits == 1:
        chain: AbsorbingChain[Any] = walk_of_sizes(rules.cards)
        start: Any = rules.cards // 2
    else:
        start = shuffle(rules)
        chain = chain_from(rules, start, limit=limit)
    if rules.turn_limit is None:
        return _unlimited(chain, start)
    return _within(chain, start, rules.turn_limit)


def walk_of_sizes(cards: int) -> AbsorbingChain[Any]:
    """Return gambler's ruin: the chain of the first player's cards in a deck of one suit.

    >>> walk = walk_of_sizes(6)
    >>> str(walk.absorption(start=2)["first"]), str(walk.expected(start=2))
    ('1/3', '8')
    """
    rows: dict[Any, tuple[dict[Any, int], int]] = {
        size: ({size - 1 or SECOND: 1, size + 1 if size + 1 < cards else FIRST: 1}, 2)
        for size in range(1, cards)
    }
    return AbsorbingChain.from_weights({**rows, FIRST: ({FIRST: 1}, 1), SECOND: ({SECOND: 1}, 1)})


def by_deal(rules: Rules) -> dict[Hands, Odds]:
    """Return the odds of every deal, when both hands are known.

    >>> odds = by_deal(Rules(ranks=2, suits=2, face_down=0, pick_up="random"))
    >>> odds[(1, 1), (0, 0)]
    Odds(first=Fraction(1, 1), second=Fraction(0, 1), draw=Fraction(0, 1), turns=Fraction(2, 1))
    """
    if deals_of(rules) > ROWS:
        raise TooLarge(f"{deals_of(rules):,} deals are too many to tell one by one; take fewer")
    starts = {hands: dealt(hands) for hands in orders(rules)}
    chain = chain_from(rules, *starts.values())
    if ENDLESS in chain.absorbing:
        raise BadInput("some games by these rules never end; ask for all deals together")
    chances, turns = chain.absorption(), chain.expected()
    return {
        hands: Odds(**_ends(chances[start]), turns=turns[start]) for hands, start in starts.items()
    }


def _ends(chances: Mapping[Any, Fraction]) -> dict[str, Fraction]:
    """Return the chances of all ends, 0 of those that the chain does not know."""
    return {end: chances.get(end, Fraction(0)) for end in ENDS}


def _unlimited(chain: AbsorbingChain[Any], start: Any) -> Solved:
    """Return the answers from one system: expected visits, of which turns and ends are sums."""
    visits = chain.visits(start=start)
    chances = dict.fromkeys(ENDS, Fraction(0))
    for end in ENDS & chain.number.keys():
        place = chain.number[end]
        for state, row, total in zip(chain.states, chain.weights, chain.totals, strict=True):
            if place in row and state != end:
                chances[end] += visits[state] * Fraction(row[place], total)
    ending = sum(chances.values(), Fraction(0))
    return Solved(
        chances=chances,
        turns_mean=_turns_mean(chain, visits, ending),
        turns=_turns_law(chain, start, ending),
    )


def _turns_mean(
    chain: AbsorbingChain[Any], visits: Mapping[Any, Fraction], ending: Fraction
) -> Fraction | None:
    """Return the mean number of turns of the games that end."""
    if ENDLESS not in chain.absorbing:
        return sum(visits.values(), Fraction(0))
    if not ending:
        return None
    absorbed = chain.absorption()
    counted = (visit * (1 - absorbed[state][ENDLESS]) for state, visit in visits.items())
    return sum(counted, Fraction(0)) / ending


def _turns_law(chain: AbsorbingChain[Any], start: Any, ending: Fraction) -> Law[int] | None:
    """Return the law of turns of the games that end, as far as 1 game in 10^9 is longer.

    None if that is too far, or if none ends.
    """
    if not ending:
        return None
    course, left, total = [], 1, 1
    common = math.lcm(*chain.totals)
    try:
        for ended in _endings(chain, start):
            lost = ended.pop(ENDLESS, 0)
            course.append(sum(ended.values()))
            left, total = left * common - course[-1] - lost, total * common
            if left * RARE <= total * ending:
                break
    except TooLarge:
        return None
    weights = {t: w * ending.denominator for t, w in _over_one(course, common).items()}
    return Law(weights=weights, total=total * ending.numerator)


def _within(chain: AbsorbingChain[Any], start: Any, limit: int) -> Solved:
    """Return the answers where the game is left after so many turns."""
    common = math.lcm(*chain.totals)
    course = list(islice(_endings(chain, start), limit))
    by_end = {end: _over_one([ended.get(end, 0) for ended in course], common) for end in ENDS}
    total = common ** len(course)
    law = _over_one([sum(ended.get(end, 0) for end in ENDS) for ended in course], common)
    turns = Law(weights=law) if any(law.values()) else None
    return Solved(
        chances={end: Fraction(sum(weights.values()), total) for end, weights in by_end.items()},
        turns_mean=None if turns is None else turns.mean(),
        turns=turns,
    )


def _over_one(course: Sequence[int], common: int) -> dict[int, int]:
    """Return weights over common, common^2, … as weights of 1, 2, … over the last of these."""
    found, scale = {}, 1
    for turn in range(len(course), 0, -1):
        found[turn] = course[turn - 1] * scale
        scale *= common
    return dict(reversed(found.items()))


def _endings(chain: AbsorbingChain[Any], start: Any) -> Iterator[dict[str, int]]:
    """Yield the weights of the ends in turn 1, 2, … over common, common^2, ….

    `common` is that of the rows.  TooLarge when the integers grow too long.
    """
    common, bits = math.lcm(*chain.totals), 0
    ends = [chain.number[end] for end in chain.absorbing]
    here, long = {chain.number[start]: 1}, 0
    while here:
        long += common.bit_length()
        bits += len(here) * long
        if bits > MOST_BITS:
            raise TooLarge(
                f"{len(chain.states):,} states cannot be followed for so many turns; "
                "take a smaller deck or turn limit"
            )
        here = _moved(chain, here, common)
        yield {chain.states[end]: here.pop(end, 0) for end in ends}


def _moved(chain: AbsorbingChain[Any], here: dict[int, int], common: int) -> dict[int, int]:
    """Return the weights of the states a turn later, over `common` times their total."""
    after: dict[int, int] = {}
    for i, chance in here.items():
        scaled = chance * (common // chain.totals[i])
        for j, weight in chain.weights[i].items():
            after[j] = after.get(j, 0) + scaled * weight
    return after
