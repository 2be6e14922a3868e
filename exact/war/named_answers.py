"""The exact answers about War by name, as the command line prints them."""

from fractions import Fraction

from montmort.exact.law import Law
from montmort.exact.war.all_deals import Answers, End, Fates, deals_of, fate_of, orders
from montmort.exact.war.deal_counts import (
    first_battle_levels,
    first_pass_ties_law,
    held_law,
    no_war_in_first_pass,
    strength_law,
    sweep,
)
from montmort.exact.war.first_turns import After, can_be_followed, first_turns, shortest_games
from montmort.exact.war.random_pickup import ROWS, by_deal, solve
from montmort.games.errors import TooLarge
from montmort.games.war import Rules
from montmort.games.war.turn import Hands


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
