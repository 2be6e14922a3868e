"""The exact values of War, for any ranks r and suits s.

    the deal                 counted, for every deck           montmort.exact.war.deal_counts
    the first turns          counted over places of the deal   montmort.exact.war.first_turns
    a fixed order of pick-up every deal of a small deck        montmort.exact.war.all_deals
                             played to its end or its cycle
    a random pick-up         the chain of turns                exact.war.turn_chain, war_random
    at the table             deals that fit what was told      montmort.exact.war.live_chances

Two theorems hold at every size.

Symmetry.  Exchanging both hands maps the deals onto themselves, each as likely
as its image.  With the orders winner-first, loser-first and random no rule asks
who is the first player but a shortfall read as `second-takes`; where that does
not occur (other shortfalls, or one suit, in which nothing ties) a game of the
exchanged hands is the game exchanged, and a drawn, endless or unfinished game
stays one.  So P(first wins) = P(second wins): the mean of `winner` is 0.
With first-player-first it is not: (3, 2) with one card face down has 39 deals
of 90 for the first player and 45 for the second.

Parity.  A completed turn of m ties moves m (face_down + 1) + 1 cards, an odd
number if face_down is odd or nothing can tie.  Where every turn is of this kind
(`second-takes`, which settles a war by the same number, or one suit) the first
player's cards change parity in every turn, and from n/2 to 0 or n a game takes
n/2 turns modulo 2: an even number with 52 cards, as in the published reading.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from montmort.exact.dealt_cards import laws_of
from montmort.exact.enumeration import Parts
from montmort.exact.formatting import short
from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.war.all_deals import (
    End,
    Fate,
    Fates,
    Watch,
    deals_in_parts,
    deals_of,
    fate_of,
    orders,
    play_all,
    told_seconds,
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
from montmort.exact.war.live_chances import chances as chances  # at the terminal
from montmort.exact.war.random_pickup import ROWS, by_deal, solve
from montmort.games.errors import TooLarge
from montmort.games.validation import check_integer
from montmort.games.war import Game, Rules, dealing
from montmort.games.war.turn import Hands

MOST_DEALS, MOST_AT_RANDOM = 10_000_000, 50_000  # answered in seconds; more are asked for

Answers = dict[str, Any]


def truth(
    rules: Rules,
    experiment: str = "game",
    watch: Watch | None = None,
) -> dict[str, Law[Any] | Moments]:
    """Return what is known of every field of the Outcome.

    Of games with more than 10 million deals (50 thousand with a random pick-up)
    the theorems are known.

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
    known: dict[str, Law[Any] | Moments] = {}
    if is_symmetric(rules):
        known["winner"] = Moments(mean=Fraction(0), low=-1, high=1)
    if rules.suits == 1:
        known["wars"] = Law(weights={0: 1})
    if _can_be_answered(rules, None):
        known |= (
            _laws_of_chain(rules) if rules.pick_up == "random" else _laws_of_deals(rules, watch)
        )
    return known


def is_symmetric(rules: Rules) -> bool:
    """Return whether the theorem says that both players win with the same chance.

    >>> is_symmetric(Rules()), is_symmetric(Rules(pick_up="first-player-first"))
    (True, False)
    """
    second_takes = rules.shortfall == "second-takes" and rules.suits > 1
    return rules.pick_up != "first-player-first" and not second_takes


def parity(rules: Rules) -> int | None:
    """Return the turns modulo 2 of every game with a winner; None if the theorem is silent.

    >>> from montmort.games.war import READINGS
    >>> parity(READINGS["published"]), parity(READINGS["usual"])
    (0, None)
    """
    moves_odd = rules.suits == 1 or (rules.shortfall == "second-takes" and rules.face_down % 2)
    return rules.cards // 2 % 2 if moves_odd else None


KEPT_WHOLE = False
COUNTED_IN_PARTS = (
    "deals played one by one, and here none are played; leave it out, or ask by --most-deals "
    "for as many deals as there are"
)


@dataclass(frozen=True, kw_only=True)
class Question:
    """How many deals may be answered, and whether one by one."""

    most_deals: int | None = field(
        default=None,
        metadata={
            "help": f"deals of which games are answered, {MOST_DEALS:,} unless given, "
            f"{MOST_AT_RANDOM:,} with a random pick-up; a million takes about a second"
        },
    )
    by_deal: bool = field(
        default=False, metadata={"help": f"answer every deal by itself, up to {ROWS:,}"}
    )

    def __post_init__(self) -> None:
        if self.most_deals is not None:
            check_integer("most_deals", self.most_deals, 0)


def answers(
    rules: Rules, question: Question | None = None, watch: Watch | None = None
) -> dict[str, object]:
    """Return what is known of the games, where they can be answered, and of the deal.

    `cards_after` tells the first player's cards after 1, 2, … turns, five at most and
    no more than the turn limit; `beyond` is the exact chance of games that by then
    compare cards won before, which counting does not follow (`montmort.exact.war.first_turns`).
    `watch(share, deals)` hears at times how many deals have been played.

    >>> found = answers(Rules(ranks=3, suits=4, face_down=1))
    >>> str(found["endless"]), found["cycles"]
    ('323/17325', {2: 36, 8: 392, 28: 218})
    """
    question = Question() if question is None else question
    played = play_all(rules, watch=watch) if _is_played_out(rules, question) else None
    return _answers(rules, question, played)


def in_parts(rules: Rules, question: Question | None = None) -> Parts | None:
    """Return the playing of all deals on which `answers` rests, in parts; None if it does not.

    >>> in_parts(Rules()) is None, in_parts(Rules(ranks=3, suits=2)).cases
    (True, 90)
    """
    question = Question() if question is None else question
    if not _is_played_out(rules, question):
        return None
    return deals_in_parts(rules, lambda fates: _answers(rules, question, fates))


def _answers(rules: Rules, question: Question, played: Fates | None) -> Answers:
    deals = deals_of(rules)
    found: Answers = {"deals": deals}
    if is_symmetric(rules):
        found["winner_mean"] = Fraction(0)
    if played is not None:
        found |= _answers_of_deals(played)
    elif _can_be_answered(rules, question.most_deals):
        found |= _answers_of_chain(rules)
    else:
        found["not_answered"] = _refusal(rules, deals)
    if question.by_deal:
        found["by_deal"] = _rows(rules)
    return found | _answers_of_the_deal(rules)


def _is_played_out(rules: Rules, question: Question) -> bool:
    """Return whether the answers are found by playing every deal."""
    return rules.pick_up != "random" and _can_be_answered(rules, question.most_deals)


def _can_be_answered(rules: Rules, most: int | None) -> bool:
    if rules.cards > MOST_CARDS:
        return False
    if rules.pick_up != "random":
        return deals_of(rules) <= (MOST_DEALS if most is None else most)
    return rules.suits == 1 or deals_of(rules) <= (MOST_AT_RANDOM if most is None else most)


def _refusal(rules: Rules, deals: int) -> str:
    """Return in a sentence why games are not answered."""
    if rules.pick_up == "random":
        told = f"{short(deals)} deals are too many for the chain of turns, or take long"
    else:
        told = f"{short(deals)} deals would take {told_seconds(deals)} to play"
    return f"{told}; most_deals asks for them, a simulation needs no leave"


def _laws_of_deals(rules: Rules, watch: Watch | None) -> dict[str, Law[Any]]:
    law = play_all(rules, watch=watch).game_law()
    return {name: law.field(name) for name in Game._fields}


def _laws_of_chain(rules: Rules) -> dict[str, Law[Any]]:
    solved = solve(rules)
    first, second = solved.chances["first"], solved.chances["second"]
    known: dict[str, Law[Any]] = {
        "winner": Law.of({1: first, 0: 1 - first - second, -1: second}),
        "finished": Law.of({True: 1 - solved.unfinished, False: solved.unfinished}),
    }
    if solved.turns is None or (solved.unfinished and rules.turn_limit is None):
        return known
    turns = {t: p * (1 - solved.unfinished) for t, p in solved.turns.chances().items()}
    if rules.turn_limit is not None:
        turns[rules.turn_limit] = turns.get(rules.turn_limit, Fraction(0)) + solved.unfinished
    return {**known, "turns": Law.of(turns)}


def _answers_of_deals(fates: Fates) -> Answers:
    ends = [End.FIRST, End.SECOND, End.DRAW, End.ENDLESS]
    ends += [End.UNFINISHED] if fates.rules.turn_limit is not None else []
    found: Answers = {end.name.lower(): fates.chance(end) for end in ends}
    found["winner_mean"] = fates.chance(End.FIRST) - fates.chance(End.SECOND)
    ended = fates.ended_law()
    if ended is not None:
        turns = ended.field("turns")
        found |= {"turns_mean": turns.mean(), "turns_law": _listed(turns)}
        found["wars_law"] = _listed(ended.field("wars"))
    return {**found, "cycles": fates.cycles}


def _answers_of_chain(rules: Rules) -> Answers:
    solved = solve(rules)
    found: Answers = {**solved.chances, "endless": Fraction(0)}
    found["unfinished" if rules.turn_limit is not None else "endless"] = solved.unfinished
    found["winner_mean"] = solved.chances["first"] - solved.chances["second"]
    if solved.turns_mean is not None:
        found["turns_mean"] = solved.turns_mean
    if solved.turns is not None:
        found |= {"turns_law": _listed(solved.turns), "turns_tail": solved.turns.tail}
    return {**found, "cycles": {}}


def _rows(rules: Rules) -> list[Answers]:
    """Return what is known of every deal, a row each."""
    if rules.pick_up == "random":
        return [{**_named(hands), **odds._asdict()} for hands, odds in by_deal(rules).items()]
    if (deals := deals_of(rules)) > ROWS:
        raise TooLarge(f"{deals:,} deals are too many to tell one by one; take fewer cards")
    return [{**_named(hands), **_told(fate_of(rules, *hands))} for hands in orders(rules)]


def _named(hands: Hands) -> dict[str, str]:
    """Return both hands in ranks as they are printed, the top card first."""
    first, second = (" ".join(str(rank + 2) for rank in hand) for hand in hands)
    return {"first_hand": first, "second_hand": second}


def _told(fate: Fate) -> Answers:
    return {**fate._asdict(), "end": fate.end.name.lower()}


def _answers_of_the_deal(rules: Rules) -> Answers:
    held = _listed(held_law(rules))
    found: Answers = {
        "strength_law": strength_law(rules).chances(),
        "aces_law": held,
        "deuces_law": held,
        "first_pass_ties_law": _listed(first_pass_ties_law(rules)),
        "no_war_in_first_pass": no_war_in_first_pass(rules),
        "first_battle_levels": first_battle_levels(rules),
        "sweep": sweep(rules),
    }
    if can_be_followed(rules):
        found["cards_after"] = {
            turn: _cards(rules, a) for turn, a in enumerate(first_turns(rules), 1)
        }
        found["shortest_games"] = shortest_games(rules)
    return found


def _listed(law: Law[int]) -> list[Fraction]:
    """Return the chances of 0, 1, … up to the largest outcome that is listed."""
    chances = law.chances()
    return [chances.get(outcome, Fraction(0)) for outcome in range(max(chances) + 1)]


def _cards(rules: Rules, after: After) -> Answers:
    """Return the chances of the first player's cards; the winner of a game has all."""
    ended = {cards: after.over.get(winner) for winner, cards in ((-1, 0), (1, rules.cards))}
    known = {**after.cards, **{cards: p for cards, p in ended.items() if p}}
    found: Answers = {str(cards): known[cards] for cards in sorted(known)}
    others = {"draw": after.over.get(0), "beyond": after.beyond}
    return found | {name: chance for name, chance in others.items() if chance}
