"""The exact values of War, for any number of ranks and suits, and by name for the command line.

the deal                 counted, for every deck              (`deal_counts`)
the first turns          counted over places of the deal      (`first_turns`)
symmetry and parity      theorems, for every deck             (`theorems`)
a fixed pick-up order    all deals of a small deck, each      (`all_deals`)
played to its end or its cycle
a random pick-up         the Markov chain of turns and its    (`turn_chain`,
solution                             `random_pickup`)
during a game            deals consistent with the events     (`live_chances`)
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from montmort.exact.dealt_cards import laws_of
from montmort.exact.enumeration import Parts
from montmort.exact.formatting import short
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.solver import Enumeration, Solver
from montmort.exact.war.all_deals import Answers as Answers
from montmort.exact.war.all_deals import (
    End,
    Fates,
    deals_in_parts,
    deals_of,
    fate_of,
    orders,
    play_all,
    playing_time,
)
from montmort.exact.war.deal_counts import (
    MOST_CARDS,
    first_battle_levels,
    first_pass_ties_law,
    held_law,
    no_war_in_first_pass,
    strength_law,
    sweep,
)
from montmort.exact.war.first_turns import After, can_be_followed, first_turns, shortest_games
from montmort.exact.war.random_pickup import ROWS, by_deal, solve
from montmort.exact.war.theorems import is_symmetric
from montmort.games.errors import TooLarge
from montmort.games.validation import check_integer
from montmort.games.war import Game, Rules, dealing
from montmort.games.war.turn import Hands

# Answered in seconds; more deals only on request, by `most_deals`.
MOST_DEALS, MOST_AT_RANDOM = 10_000_000, 50_000

Laws = dict[str, Law[Any] | Moments]


def truth(rules: Rules, experiment: str = "game", watch: Watch | None = None) -> Laws:
    """Return the exact law, or the moments, of every field of the outcome that is known.

    For games with more than 10 million deals (50 thousand with a random pick-up)
    only the theorems give results.

    >>> truth(Rules(ranks=3, suits=2, face_down=1))["winner"][1]
    Fraction(2, 5)
    >>> print(truth(Rules())["winner"])
    mean 0, variance unknown, from -1 to 1
    """
    if experiment == "cards":
        return {**laws_of(dealing(rules))}
    if experiment == "deal":
        return {
            "strength": strength_law(rules),
            "aces": held_law(rules),
            "deuces": held_law(rules),
            "first_pass_ties": first_pass_ties_law(rules),
        }
    known: Laws = {}
    if is_symmetric(rules):
        known["winner"] = Moments(mean=Fraction(0), low=-1, high=1)
    if rules.suits == 1:
        known["wars"] = Law(weights={0: 1})
    if _is_within_reach(rules, None):
        known |= (
            _laws_of_chain(rules) if rules.pick_up == "random" else _laws_of_deals(rules, watch)
        )
    return known


def _laws_of_deals(rules: Rules, watch: Watch | None) -> Laws:
    law = play_all(rules, watch=watch).game_law()
    return {name: law.field(name) for name in Game._fields}


def _laws_of_chain(rules: Rules) -> Laws:
    solution = solve(rules)
    first, second = solution.chances["first"], solution.chances["second"]
    unfinished = solution.unfinished
    known: Laws = {
        "winner": Law.of({1: first, 0: 1 - first - second, -1: second}),
        "finished": Law.of({True: 1 - unfinished, False: unfinished}),
    }
    if solution.turns is None or (unfinished and rules.turn_limit is None):
        return known
    turns = {t: p * (1 - unfinished) for t, p in solution.turns.chances().items()}
    if rules.turn_limit is not None:
        turns[rules.turn_limit] = turns.get(rules.turn_limit, Fraction(0)) + unfinished
    return {**known, "turns": Law.of(turns, horizon=solution.turns.horizon)}


@dataclass(frozen=True, kw_only=True)
class Question:
    """How many deals may be enumerated, and whether each deal gets its own answer."""

    most_deals: int | None = field(
        default=None,
        metadata={
            "help": "answer games with up to this many deals, by default "
            f"{MOST_DEALS:,}, or {MOST_AT_RANDOM:,} with a random pick-up; "
            "a million deals take about a second"
        },
    )
    by_deal: bool = field(
        default=False, metadata={"help": f"list the answer for every deal, up to {ROWS:,} deals"}
    )

    def __post_init__(self) -> None:
        if self.most_deals is not None:
            check_integer("most_deals", self.most_deals, 0)


def answers(
    rules: Rules, question: Question | None = None, watch: Watch | None = None
) -> dict[str, object]:
    """Return the exact answers about the deal and, where they are within reach, about the game.

    `cards_after` has the chances of the first player's number of cards after each turn,
    for up to five turns and the turn limit.  Its `beyond` is the exact chance of games
    that by then compare captured cards (`montmort.exact.war.first_turns`).
    `watch(share, deals)` is called from time to time with the progress.

    >>> found = answers(Rules(ranks=3, suits=4, face_down=1))
    >>> str(found["endless"]), found["cycles"]
    ('323/17325', {2: 36, 8: 392, 28: 218})
    """
    question = Question() if question is None else question
    fates = play_all(rules, watch=watch) if _plays_all_deals(rules, question) else None
    return _answers(rules, question, fates)


def in_parts(rules: Rules, question: Question | None = None) -> Parts | None:
    """Return the enumeration of all deals behind `answers`, in parts; None if there is none.

    >>> in_parts(Rules()) is None, in_parts(Rules(ranks=3, suits=2)).cases
    (True, 90)
    """
    question = Question() if question is None else question
    if not _plays_all_deals(rules, question):
        return None
    return deals_in_parts(rules, lambda fates: _answers(rules, question, fates))


def _answers(rules: Rules, question: Question, fates: Fates | None) -> Answers:
    deals = deals_of(rules)
    found: Answers = {"deals": deals}
    if is_symmetric(rules):
        found["winner_mean"] = Fraction(0)
    if fates is not None:
        found |= answers_of_fates(fates)
    elif _is_within_reach(rules, question.most_deals):
        found |= answers_of_chain(rules)
    else:
        found["not_answered"] = _why_not(rules, deals)
    if question.by_deal:
        found["by_deal"] = rows_by_deal(rules)
    return found | answers_of_deal(rules)


def _plays_all_deals(rules: Rules, question: Question) -> bool:
    return rules.pick_up != "random" and _is_within_reach(rules, question.most_deals)


def _is_within_reach(rules: Rules, most_deals: int | None) -> bool:
    """Return whether the game can be solved with at most so many deals."""
    if rules.cards > MOST_CARDS:
        return False
    if rules.pick_up != "random":
        return deals_of(rules) <= (MOST_DEALS if most_deals is None else most_deals)
    return rules.suits == 1 or deals_of(rules) <= (
        MOST_AT_RANDOM if most_deals is None else most_deals
    )


def _why_not(rules: Rules, deals: int) -> str:
    """Return in a sentence why games are not answered, and what to do."""
    if rules.pick_up == "random":
        reason = f"the chain of turns for {short(deals)} deals is too large, or takes long"
    else:
        reason = f"{short(deals)} deals would take {playing_time(deals)} to play"
    return f"{reason}; use a simulation, or set most_deals"


SOLVER = Solver(
    truth=truth,
    answers=answers,
    question=Question,
    enumeration=Enumeration(
        parts=in_parts,
        counts="deals played one by one, and this question plays none; leave it out, or set "
        "most_deals= to the number of deals",
    ),
)


def answers_of_fates(fates: Fates) -> Answers:
    """Return the answers about games from the fates of all deals.

    >>> from montmort.exact.war.all_deals import play_all
    >>> found = answers_of_fates(play_all(Rules(ranks=2, suits=1)))
    >>> str(found["first"]), str(found["turns_mean"]), found["cycles"]
    ('1/2', '1', {})
    """
    ends = [End.FIRST, End.SECOND, End.DRAW, End.ENDLESS]
    ends += [End.UNFINISHED] if fates.rules.turn_limit is not None else []
    found: Answers = {end.name.lower(): fates.chance(end) for end in ends}
    found["winner_mean"] = fates.chance(End.FIRST) - fates.chance(End.SECOND)
    ended = fates.ended_law()
    if ended is not None:
        turns = ended.field("turns")
        found |= {"turns_mean": turns.mean(), "turns_law": _chances(turns)}
        found["wars_law"] = _chances(ended.field("wars"))
    return {**found, "cycles": fates.cycles}


def answers_of_chain(rules: Rules) -> Answers:
    """Return the answers about games with a random pick-up, from the chain of turns.

    >>> found = answers_of_chain(Rules(ranks=4, suits=1, pick_up="random"))
    >>> str(found["first"]), str(found["turns_mean"])  # gambler's ruin, 2 cards against 2
    ('1/2', '4')
    """
    solution = solve(rules)
    found: Answers = {**solution.chances, "endless": Fraction(0)}
    found["unfinished" if rules.turn_limit is not None else "endless"] = solution.unfinished
    found["winner_mean"] = solution.chances["first"] - solution.chances["second"]
    if solution.turns_mean is not None:
        found["turns_mean"] = solution.turns_mean
    if solution.turns is not None:
        found |= {"turns_law": _chances(solution.turns), "turns_tail": solution.turns.tail}
    return {**found, "cycles": {}}


def rows_by_deal(rules: Rules) -> list[Answers]:
    """Return the answers about every deal, one row each.

    >>> rows_by_deal(Rules(ranks=2, suits=1))[1]
    {'first_hand': '3', 'second_hand': '2', 'end': 'first', 'turns': 1, 'wars': 0, 'period': 0}
    """
    if rules.pick_up == "random":
        return [{**_hands(hands), **odds._asdict()} for hands, odds in by_deal(rules).items()]
    if (deals := deals_of(rules)) > ROWS:
        raise TooLarge(f"{deals:,} deals are too many to list one by one; take fewer cards")
    fates = ((hands, fate_of(rules, *hands)) for hands in orders(rules))
    return [
        {**_hands(hands), **fate._asdict(), "end": fate.end.name.lower()} for hands, fate in fates
    ]


def _hands(hands: Hands) -> dict[str, str]:
    """Return the printed ranks of both hands, the top card first."""
    first, second = (" ".join(str(rank + 2) for rank in hand) for hand in hands)
    return {"first_hand": first, "second_hand": second}


def answers_of_deal(rules: Rules) -> Answers:
    """Return the answers about the deal and the first turns, which are known for every deck.

    >>> found = answers_of_deal(Rules(ranks=2, suits=2))
    >>> str(found["sweep"]), [str(chance) for chance in found["aces_law"]]
    ('1/6', ['1/6', '2/3', '1/6'])
    """
    aces = _chances(held_law(rules))
    found: Answers = {
        "strength_law": strength_law(rules).chances(),
        "aces_law": aces,
        "deuces_law": aces,
        "first_pass_ties_law": _chances(first_pass_ties_law(rules)),
        "no_war_in_first_pass": no_war_in_first_pass(rules),
        "first_battle_levels": first_battle_levels(rules),
        "sweep": sweep(rules),
    }
    if can_be_followed(rules):
        found["cards_after"] = {
            turn: _cards(rules, after) for turn, after in enumerate(first_turns(rules), 1)
        }
        found["shortest_games"] = shortest_games(rules)
    return found


def _chances(law: Law[int]) -> list[Fraction]:
    """Return the chances of 0, 1 and so on up to the largest outcome of the law."""
    chances = law.chances()
    return [chances.get(outcome, Fraction(0)) for outcome in range(max(chances) + 1)]


def _cards(rules: Rules, after: After) -> Answers:
    """Return the chances of the first player's number of cards; the winner of a game has all."""
    ended = {cards: after.over.get(winner) for winner, cards in ((-1, 0), (1, rules.cards))}
    known = {**after.cards, **{cards: p for cards, p in ended.items() if p}}
    found: Answers = {str(cards): known[cards] for cards in sorted(known)}
    others = {"draw": after.over.get(0), "beyond": after.beyond}
    return found | {name: chance for name, chance in others.items() if chance}
