"""War with a random pick-up, solved by the chain in `montmort.exact.war.turn_chain`.

Without a turn limit the chances of the ends are absorption probabilities.  The law
of the number of turns is listed until at most one game in 10^9 is longer.  With a
limit both are sums over the turns up to it.

If some games never end, let h(s) be the chance to end from state s, and N the
fundamental matrix.  Then E(turns; the game ends) = sum over s of N[start, s] h(s).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from montmort.display import InNotebooks, Summary, short_repr
from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.formatting import cell
from montmort.exact.law import Law
from montmort.exact.war.all_deals import deals_of, orders
from montmort.exact.war.turn_chain import (
    ENDLESS,
    ENDS,
    FIRST,
    SECOND,
    STATES,
    Node,
    Row,
    chain_from,
    known_deal,
    shuffle,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_type
from montmort.games.war import Rules
from montmort.games.war.turn import Hands

RARE = 10**9
MOST_BITS = 2 * 10**10  # of the integers in the calculation of a law of turns: some minutes
ROWS = 10_000  # the most deals that are listed one by one


@dataclass(frozen=True, kw_only=True)
class Solution(InNotebooks):
    """The chances of the ends, and the turns of the games that end.

    `turns` is None if its law is out of reach, or if no game ends.
    """

    chances: Mapping[str, Fraction]
    turns_mean: Fraction | None
    turns: Law[int] | None

    __repr__ = short_repr

    @property
    def unfinished(self) -> Fraction:
        """Chance that a game does not end: it is stopped by the turn limit, or is endless."""
        return 1 - sum(self.chances.values(), Fraction(0))

    def _summary(self) -> Summary:
        rows = [(name, cell(chance)) for name, chance in self.chances.items()]
        if self.turns_mean is not None:
            rows.append(("mean turns of games that end", cell(self.turns_mean)))
        return Summary("War with won cards picked up in random order", rows)


class Odds(NamedTuple):
    """The chances of the ends of one deal, and its mean number of turns."""

    first: Fraction
    second: Fraction
    draw: Fraction
    turns: Fraction


def solve(rules: Rules, *, limit: int = STATES) -> Solution:
    """Return the solution for a shuffled deck; TooLarge if its chain has over `limit` states.

    >>> solved = solve(Rules(ranks=3, suits=2, face_down=1, pick_up="random"))
    >>> str(solved.chances["first"]), str(solved.chances["draw"]), str(solved.turns_mean)
    ('667/1560', '113/780', '443/120')
    """
    check_type("rules", rules, Rules, "Rules(…)")
    if rules.suits == 1:
        chain = walk_of_sizes(rules.cards)
        start: Node = rules.cards // 2
    else:
        start = shuffle(rules)
        chain = chain_from(rules, start, limit=limit)
    if rules.turn_limit is None:
        return _unlimited(chain, start)
    return _within(chain, start, rules.turn_limit)


def walk_of_sizes(cards: int) -> AbsorbingChain[Node]:
    """Return gambler's ruin: the chain of the number of the first player's cards, for one suit.

    >>> walk = walk_of_sizes(6)
    >>> str(walk.absorption(start=2)["first"]), str(walk.expected(start=2))
    ('1/3', '8')
    """
    rows: dict[Node, Row] = {
        size: ({size - 1 or SECOND: 1, size + 1 if size + 1 < cards else FIRST: 1}, 2)
        for size in range(1, cards)
    }
    return AbsorbingChain.from_weights({**rows, FIRST: ({FIRST: 1}, 1), SECOND: ({SECOND: 1}, 1)})


def by_deal(rules: Rules) -> dict[Hands, Odds]:
    """Return the odds of every deal, given both hands.

    >>> odds = by_deal(Rules(ranks=2, suits=2, face_down=0, pick_up="random"))
    >>> odds[(1, 1), (0, 0)]
    Odds(first=Fraction(1, 1), second=Fraction(0, 1), draw=Fraction(0, 1), turns=Fraction(2, 1))
    """
    check_type("rules", rules, Rules, "Rules(…)")
    if deals_of(rules) > ROWS:
        raise TooLarge(
            f"{deals_of(rules):,} deals are too many to list one by one; take fewer cards"
        )
    starts = {hands: known_deal(hands) for hands in orders(rules)}
    chain = chain_from(rules, *starts.values())
    if ENDLESS in chain.absorbing:
        raise BadInput("some games by these rules never end; leave out by_deal")
    chances, turns = chain.absorption(), chain.expected()
    return {
        hands: Odds(**_ends(chances[start]), turns=turns[start]) for hands, start in starts.items()
    }


def _ends(chances: Mapping[Node, Fraction]) -> dict[str, Fraction]:
    """Return the chances of all ends, 0 for those that the chain does not have."""
    return {end: chances.get(end, Fraction(0)) for end in ENDS}


def _unlimited(chain: AbsorbingChain[Node], start: Node) -> Solution:
    """Return the solution from one linear system, for the expected visits to all states."""
    visits = chain.visits(start=start)
    chances = dict.fromkeys(ENDS, Fraction(0))
    for end in ENDS & chain.number.keys():
        place = chain.number[end]
        for state, row, total in zip(chain.states, chain.weights, chain.totals, strict=True):
            if place in row and state != end:
                chances[end] += visits[state] * Fraction(row[place], total)
    ending = sum(chances.values(), Fraction(0))
    return Solution(
        chances=chances,
        turns_mean=_turns_mean(chain, visits, ending),
        turns=_turns_law(chain, start, ending),
    )


def _turns_mean(
    chain: AbsorbingChain[Node], visits: Mapping[Node, Fraction], ending: Fraction
) -> Fraction | None:
    """Return the mean number of turns of the games that end."""
    if ENDLESS not in chain.absorbing:
        return sum(visits.values(), Fraction(0))
    if not ending:
        return None
    absorbed = chain.absorption()
    counted = (visit * (1 - absorbed[state][ENDLESS]) for state, visit in visits.items())
    return sum(counted, Fraction(0)) / ending


def _turns_law(chain: AbsorbingChain[Node], start: Node, ending: Fraction) -> Law[int] | None:
    """Return the law of turns of the games that end, until 1 game in 10^9 is longer.

    None if that is out of reach, or if no game ends.
    """
    if not ending:
        return None
    by_turn, left, total = [], 1, 1
    common = math.lcm(*chain.totals)
    try:
        for ended in _endings(chain, start):
            endless = ended.pop(ENDLESS, 0)
            by_turn.append(sum(ended.values()))
            left, total = left * common - by_turn[-1] - endless, total * common
            if left * RARE <= total * ending:
                break
    except TooLarge:
        return None
    weights = {t: w * ending.denominator for t, w in _over_one(by_turn, common).items()}
    return Law(weights=weights, total=total * ending.numerator)


def _within(chain: AbsorbingChain[Node], start: Node, limit: int) -> Solution:
    """Return the solution with a turn limit."""
    common = math.lcm(*chain.totals)
    by_turn = list(islice(_endings(chain, start), limit))
    by_end = {end: _over_one([ended.get(end, 0) for ended in by_turn], common) for end in ENDS}
    total = common ** len(by_turn)
    law = _over_one([sum(ended.get(end, 0) for end in ENDS) for ended in by_turn], common)
    turns = Law(weights=law) if any(law.values()) else None
    return Solution(
        chances={end: Fraction(sum(weights.values()), total) for end, weights in by_end.items()},
        turns_mean=None if turns is None else turns.mean(),
        turns=turns,
    )


def _over_one(by_turn: Sequence[int], common: int) -> dict[int, int]:
    """Return weights over common, common^2 and so on as weights of the turns over one total."""
    found, scale = {}, 1
    for turn in range(len(by_turn), 0, -1):
        found[turn] = by_turn[turn - 1] * scale
        scale *= common
    return dict(reversed(found.items()))


def _endings(chain: AbsorbingChain[Node], start: Node) -> Iterator[dict[Node, int]]:
    """Yield the weights of the ends in turn k = 1, 2 and so on, over common^k.

    `common` is the common denominator of the rows.  TooLarge if the integers get too long.
    """
    common, bits = math.lcm(*chain.totals), 0
    ends = [chain.number[end] for end in chain.absorbing]
    here, long = {chain.number[start]: 1}, 0
    while here:
        long += common.bit_length()
        bits += len(here) * long
        if bits > MOST_BITS:
            raise TooLarge(
                f"the law of turns over {len(chain.states):,} states takes too much memory; "
                "take a smaller deck or turn limit"
            )
        here = _step(chain, here, common)
        yield {chain.states[end]: here.pop(end, 0) for end in ends}


def _step(chain: AbsorbingChain[Node], here: dict[int, int], common: int) -> dict[int, int]:
    """Return the weights of the states after a turn; their total is `common` times as large."""
    after: dict[int, int] = {}
    for i, chance in here.items():
        scaled = chance * (common // chain.totals[i])
        for j, weight in chain.weights[i].items():
            after[j] = after.get(j, 0) + scaled * weight
    return after
