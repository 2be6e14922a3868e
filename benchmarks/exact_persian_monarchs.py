"""Time of the exact answers for Persian Monarchs, with targets.

    python benchmarks/exact_persian_monarchs.py

CPU seconds of one core, warm, medians of three runs: the usual game of 52 cards,
raises up to 10, 26 rounds and 100 counters.
"""

from collections.abc import Callable
from dataclasses import replace

from measured import median_seconds

from montmort.exact.persian_monarchs.answers import Question, answers, match_gains
from montmort.exact.persian_monarchs.closed_forms import hand_form
from montmort.exact.persian_monarchs.equilibrium import best_response_value, solve_hand
from montmort.exact.persian_monarchs.final_counters import law
from montmort.exact.persian_monarchs.match import Match
from montmort.exact.persian_monarchs.small_packs import law_by_sets
from montmort.exact.persian_monarchs.variance import variance
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES

USUAL = Rules()
COUNTER = STRATEGIES["counter"]
AGAINST = Rules(second="non-counter")
BY_CARD = Rules(first="non-counter", second="non-counter")

TASKS: dict[str, tuple[float | None, Callable[[], object]]] = {
    "law of the match, published purses": (1.5, lambda: law(Match(USUAL))),
    "law of the match, strict purses": (1.5, lambda: law(Match(replace(USUAL, purse="strict")))),
    "law of the match, no purses": (1.5, lambda: law(Match(replace(USUAL, purse="none")))),
    "variance, counter v non-counter": (60, lambda: variance(Match(AGAINST))),
    "variance, two non-counters": (60, lambda: variance(Match(BY_CARD))),
    "variance, counter v non-counter, 104 cards": (
        None,
        lambda: variance(Match(replace(AGAINST, cards=104))),
    ),
    "law over all sets of 6 cards, published": (
        None,
        lambda: law_by_sets(Match(replace(AGAINST, cards=6, purse="published"))),
    ),
    "law over all sets of 8 cards, published": (
        None,
        lambda: law_by_sets(Match(replace(AGAINST, cards=8, purse="published"))),
    ),
    "all answers and the law, two counters": (None, lambda: answers(USUAL, Question(law=True))),
    "all answers, counter v non-counter": (None, lambda: answers(AGAINST)),
    "equilibrium of a hand, proved": (2, lambda: solve_hand(52, 10)),
    "best response of the dealer to a counter": (
        0.5,
        lambda: best_response_value(COUNTER, "dealer"),
    ),
    "best response of the non-dealer to a counter": (
        0.5,
        lambda: best_response_value(COUNTER, "non-dealer"),
    ),
    "what best responses take over a match": (None, lambda: match_gains(USUAL, COUNTER)),
    "closed form of a hand, derived": (None, lambda: hand_form.__wrapped__("counter", "counter")),
}


def main() -> None:
    """Print the table."""
    print(f"{'':46} seconds  target")
    for name, (target, task) in TASKS.items():
        bound = "" if target is None else f"{target:8.1f}"
        print(f"{name:46}{median_seconds(task, warm_up=True):8.3f}{bound}")


if __name__ == "__main__":
    main()
