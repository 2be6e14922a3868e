"""The certificates of a match of Persian Monarchs, and of the best responses to a player."""

from fractions import Fraction
from typing import get_args

from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.answers import Role, match_gains
from montmort.exact.persian_monarchs.best_response import best_response_value
from montmort.exact.persian_monarchs.final_counters import law
from montmort.exact.persian_monarchs.match import Match
from montmort.exact.persian_monarchs.variance import variance
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import (
    Document,
    check_asked,
    check_size,
    check_work,
    document,
)
from montmort.verification.certificates.monarchs import NON_COUNTER
from montmort.verification.persian_monarchs import (
    best_response_checker,
    dependent_match_checker,
    match_checker,
)


def certificate(rules: Rules, watch: Watch | None = None) -> Document:
    """Return the certificate of the final counters: mean, variance and, without a non-counter, law.

    >>> certificate(Rules(cards=2, rounds=1, counters=9))["content"]["law"]
    {'7': '1/4', '9': '1/2', '11': '1/4'}
    """
    check_size("cards", rules.cards)
    players = [_checked_name(player) for player in (rules.first, rules.second)]
    if NON_COUNTER in players:
        checker, content = dependent_match_checker.CHECKER, _with_non_counter(rules, watch)
    else:
        checker, content = match_checker.CHECKER, _by_rank(rules, watch)
    names = "first", "second", "cards", "max_raise", "rounds", "counters", "purse"
    return document(checker, {name: getattr(rules, name) for name in names}, content)


def _by_rank(rules: Rules, watch: Watch | None) -> dict[str, object]:
    check_work(match_checker.check_work, rules.cards, rules.max_raise, 2 * rules.rounds)
    counters = law(Match(rules), watch)
    moments = _moments(rules, counters.mean(), counters.variance())
    return {**moments, "law": counters.chances()}


def _with_non_counter(rules: Rules, watch: Watch | None) -> dict[str, object]:
    check_work(dependent_match_checker.check_work, rules.cards, rules.max_raise)
    match = Match(rules)
    if rules.purse != "none":
        raise BadInput(
            f"purse={rules.purse} with a non-counter has no certificate; take purse=none"
        )
    return _moments(rules, match.mean(), variance(match, watch))


def _moments(rules: Rules, mean: Fraction, spread: Fraction) -> dict[str, object]:
    return {"mean": {"first": mean, "second": 2 * rules.counters - mean}, "variance": spread}


def best_responses(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the best responses to the first player of the rules.

    >>> best_responses(Rules(first="random", cards=2, max_raise=1))["content"]["hands"]
    [['1/2', '-1/4']]
    """
    check_asked(rules, "first", "cards", "max_raise", "rounds")
    check_size("cards", rules.cards)
    player = _checked_name(rules.first)
    if player == NON_COUNTER:
        raise BadInput("best responses to a non-counter are not known; take counter or random")
    check_work(best_response_checker.check_work, rules.cards, rules.max_raise)
    strategy = STRATEGIES[player]
    hands = [
        [best_response_value(strategy, role, left, rules.max_raise) for role in get_args(Role)]
        for left in range(rules.cards, 1, -2)
    ]
    stated = {
        "player": player,
        "cards": rules.cards,
        "max_raise": rules.max_raise,
        "rounds": rules.rounds,
    }
    content = {"hands": hands, "takes": match_gains(rules, strategy)}
    return document(best_response_checker.CHECKER, stated, content)


def _checked_name(player: object) -> str:
    if not isinstance(player, str) or player not in STRATEGIES:
        raise BadInput(
            f"{player} has no certificate of a match; take one of {', '.join(STRATEGIES)}"
        )
    return player


CERTIFICATION = Certification(
    certificate=certificate,
    checker=match_checker.CHECKER,
    others=(dependent_match_checker.CHECKER,),
)
OF_BEST_RESPONSES = Certification(certificate=best_responses, checker=best_response_checker.CHECKER)
