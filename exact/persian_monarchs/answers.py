"""The exact values of Persian Monarchs: hands, matches, best responses, equilibria.

What can be computed for a match depends on how the players decide (`strategy_tables`):

    both by the rank (counter,   the law, with any purses, from a Markov chain or a product
    random, equilibrium)         of generating functions (`final_counters`)
    one by the card              mean and variance, without purses, for dependent hands
    (non-counter)                (`variance`)
    any way, at most 8 cards     the law, with any purses, over all sets of cards left
                                 (`small_packs`)

Best responses and equilibria are in `montmort.exact.persian_monarchs.equilibrium`.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from montmort.exact.dealt_cards import laws_of
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.equilibrium import best_response_value, solve_hand
from montmort.exact.persian_monarchs.final_counters import law
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.players import chances as chances  # at the terminal
from montmort.exact.persian_monarchs.players import players as players
from montmort.exact.persian_monarchs.players import strategies_of
from montmort.exact.persian_monarchs.small_packs import MOST_CARDS, law_by_sets
from montmort.exact.persian_monarchs.variance import variance
from montmort.exact.solver import Solver
from montmort.games.errors import BadInput, TooLarge
from montmort.games.persian_monarchs import Rules, dealing
from montmort.games.persian_monarchs.strategies import EQUILIBRIUM, STRATEGIES, Strategy

Role = Literal["non-dealer", "dealer"]
KINDS = ", ".join((*STRATEGIES, EQUILIBRIUM))


def truth(
    rules: Rules, experiment: str = "match", watch: Watch | None = None
) -> dict[str, Law[int] | Moments]:
    """Return the laws of both players' final counters, or the law of the profit of a hand.

    If a law of counters is not known or too large, its mean and variance are returned.

    >>> truth(Rules(cards=2), "hand")["profit"]  # the higher card wins the ante
    Law(weights={1: 1, -1: 1}, total=2)
    """
    if experiment == "cards":
        return {**laws_of(dealing(rules))}
    match = _match(rules)
    if experiment == "hand":
        return {"profit": match.duel(HandKind(rules.cards, first_raises=True)).law()}
    try:
        first = law_of(match, watch)
    except TooLarge:
        if rules.purse != "none":
            raise
        first = None
    if first is not None:
        return {"first": first, "second": _of_second(match, first)}
    mean, spread = match.mean(), variance(match, watch)
    low, high = match.bounds
    both = {"first": mean, "second": 2 * rules.counters - mean}
    return {
        name: Moments(mean=counters, variance=spread, low=low, high=high)
        for name, counters in both.items()
    }


def _match(rules: Rules) -> Match:
    return Match(rules, strategies_of(rules))


def law_of(match: Match, watch: Watch | None = None) -> Law[int] | None:
    """Return the law of the first player's final counters; None if only moments are known.

    >>> law_of(Match(Rules(cards=2, rounds=1, counters=9))).chances()  # no raise is accepted
    {7: Fraction(1, 4), 9: Fraction(1, 2), 11: Fraction(1, 4)}
    """
    if match.is_independent:
        return law(match, watch)
    if match.rules.cards <= MOST_CARDS:
        return law_by_sets(match, watch)
    if match.rules.purse != "none":
        raise BadInput(
            f"purse={match.rules.purse} with a non-counter and cards={match.rules.cards}: an exact "
            f"answer is known for at most {MOST_CARDS} cards; take a smaller pack, or purse=none"
        )
    return None


def _of_second(match: Match, first: Law[int]) -> Law[int]:
    return first.map(lambda counters: 2 * match.rules.counters - counters)


@dataclass(frozen=True, kw_only=True)
class Question:
    """What to answer in addition to the match, or instead of it."""

    law: bool = field(
        default=False, metadata={"help": "the law of the second player's counters, if known"}
    )
    equilibrium: bool = field(
        default=False, metadata={"help": "instead: a hand in equilibrium, from the full pack"}
    )
    best_response: str = field(
        default="", metadata={"help": f"instead: a hand against this player, {KINDS}"}
    )
    role: Role = field(
        default="non-dealer",
        metadata={"help": "the role of the best response; the other role plays as named"},
    )

    def __post_init__(self) -> None:
        if self.best_response and self.best_response not in (*STRATEGIES, EQUILIBRIUM):
            raise BadInput(f"best_response={self.best_response!r} must be one of {KINDS}")
        if self.role not in get_args(Role):
            raise BadInput(f"role={self.role!r} must be one of {', '.join(get_args(Role))}")
        if self.law + self.equilibrium + bool(self.best_response) > 1:
            raise BadInput("law, equilibrium and best_response exclude each other; ask for one")


def answers(
    rules: Rules, question: Question | None = None, watch: Watch | None = None
) -> dict[str, object]:
    """Return the values of the hand and the match, or the answer to the question instead.

    `watch(share, hands)` is called with the progress of a long answer.

    >>> found = answers(Rules(first="random", second="random", cards=4, rounds=1))
    >>> {name: str(found[name]) for name in ("second_mean", "second_variance", "purse")}
    {'second_mean': '100', 'second_variance': '213/8', 'purse': 'published'}
    >>> {left: str(profit) for left, profit in found["hand"].items()}
    {'4': '1/4', '2': '1/4'}
    """
    question = Question() if question is None else question
    if question.equilibrium:
        return _equilibrium(rules)
    if question.best_response:
        return _best_response(rules, question)
    match = _match(rules)
    found: dict[str, object] = {"hand": _hands(match)}
    if question.law or rules.purse != "none":
        return found | _with_law(match, question, watch)
    mean = match.mean()
    return found | _moments(match, 2 * rules.counters - mean, variance(match, watch))


def _hands(match: Match) -> dict[str, Fraction]:
    """Return the mean profit of the first player as non-dealer, by the number of cards left."""
    kinds = (HandKind(left, first_raises=True) for left in range(match.rules.cards, 1, -2))
    return {str(kind.left): match.duel(kind).mean() for kind in kinds}


def _moments(match: Match, mean: Fraction, spread: Fraction) -> dict[str, object]:
    return {
        "first_mean": 2 * match.rules.counters - mean,
        "second_mean": mean,
        "second_variance": spread,
        "purse": str(match.rules.purse),
    }


def _with_law(match: Match, question: Question, watch: Watch | None) -> dict[str, object]:
    first = law_of(match, watch)
    if first is None:
        raise BadInput(
            f"law=True: with a non-counter and more than {MOST_CARDS} cards only mean and variance "
            "are known; leave out law, or take a smaller pack"
        )
    second = _of_second(match, first)
    found = _moments(match, second.mean(), second.variance())
    if question.law:
        found["second_law"] = {str(counters): second[counters] for counters in sorted(second)}
        found["second_ahead"] = 1 - second.at_most(match.rules.counters)
    return found


def _equilibrium(rules: Rules) -> dict[str, object]:
    solved = solve_hand(rules.cards, rules.max_raise)
    return {"value": solved.value, "raises": solved.raises, "accepts": solved.accepts}


def _best_response(rules: Rules, question: Question) -> dict[str, object]:
    """Return the value of the hand, and the gains over the match with the best response."""
    strategy = strategies_of(replace(rules, first=question.best_response))[0]
    value = best_response_value(strategy, question.role, rules.cards, rules.max_raise)
    found: dict[str, object] = {"value": value}
    try:
        gains = match_gains(rules, strategy)
    except BadInput:
        return found
    return found | {"first_takes": gains.first, "second_takes": gains.second}


class MatchGains(NamedTuple):
    """A player's mean gain over a match as the first and as the second player."""

    first: Fraction
    second: Fraction


def match_gains(rules: Rules, strategy: Strategy) -> MatchGains:
    """Return the mean gain of the best response to a strategy over a match, without purses.

    The strategy decides by rank, so its choices in later hands do not depend on the
    cards seen.  The best response to every hand is then the best response to the match.

    >>> gains = match_gains(Rules(cards=2, max_raise=1, rounds=3), STRATEGIES["random"])
    >>> str(gains.first), str(gains.second)  # 1/2 a hand as the non-dealer, 1/4 as the dealer
    ('9/4', '9/4')
    """
    match = Match(rules, (strategy, strategy))
    if not match.is_independent:
        raise BadInput(
            f"{strategy!r} decides by the card: the gain of a best response over a match depends "
            "on every set of cards left; take a counter or random"
        )
    first = second = Fraction(0)
    for kind, count in match.kinds.items():
        raising, dealing = (
            best_response_value(strategy, role, kind.left, rules.max_raise)
            for role in get_args(Role)
        )
        first += count * (raising if kind.first_raises else -dealing)
        second += count * (-dealing if kind.first_raises else raising)
    return MatchGains(first, second)


SOLVER = Solver(truth=truth, answers=answers, question=Question, value_to="non-dealer")
