"""The exact chances of Liars' Poker: which hands can be made from n cards in play.

The deck has D cards, and a player knows h own cards.  The other n - h cards in play
are a uniformly random set of the D - h unseen cards:

    P(hand) = deals of n - h unseen cards that make it / C(D - h, n - h).

The numbers of deals are coefficients of generating functions: for hands in
`montmort.exact.liars_poker.hand_counts`, for calls in `montmort.exact.liars_poker.calls`, and
for the hands of the published program in `montmort.exact.liars_poker.published_counts`.  Rounds
and games have exact values only by walking all paths (`montmort.exact.walk`), for small decks.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpz_poly

from montmort.exact.dealt_cards import laws_of
from montmort.exact.law import Law
from montmort.exact.liars_poker.calls import Unseen, best_calls, call_deals, challenge
from montmort.exact.liars_poker.calls import chances as chances  # at the terminal
from montmort.exact.liars_poker.calls import players as players
from montmort.exact.liars_poker.hand_counts import hand_needs
from montmort.exact.liars_poker.published_counts import published_deals
from montmort.exact.paths import Watch
from montmort.exact.solver import Solver
from montmort.games.errors import BadInput
from montmort.games.liars_poker import Rules, dealing
from montmort.games.liars_poker.calls import read_call


def truth(
    rules: Rules,
    experiment: str = "deal",
    watch: Watch | None = None,
) -> dict[str, Law[bool]] | dict[str, Law[int]]:
    """Return the exact law of every category of a deal, and of the call in the rules, if any.

    It is empty for rounds and games.

    >>> truth(Rules(cards=5))["four_of_a_kind"][True]
    Fraction(1, 4165)
    """
    if experiment == "cards":
        return laws_of(dealing(rules))
    known = chances_of(rules) if experiment == "deal" else {}
    return {name: _event(chance) for name, chance in known.items()}


def _event(chance: Fraction) -> Law[bool]:
    return Law(
        weights={True: chance.numerator, False: chance.denominator - chance.numerator},
        total=chance.denominator,
    )


@dataclass(frozen=True, kw_only=True)
class Question:
    """What to answer besides the chance of every category."""

    table: bool = field(default=False, metadata={"help": "for every number of cards in play"})
    best_call: bool = field(
        default=False, metadata={"help": "rank the higher calls by the chance that they are true"}
    )
    last: str = field(default="", metadata={"help": "the call to be raised or challenged"})

    def __post_init__(self) -> None:
        if self.table and (self.best_call or self.last.strip()):
            raise BadInput(
                "table is about every number of cards, best_call and last about one number; "
                "ask for them separately"
            )


def answers(
    rules: Rules,
    question: Question | None = None,
    watch: Watch | None = None,
) -> dict[str, object]:
    """Return the chance of every category, and what else the question asks for.

    >>> found = answers(Rules(cards=6, hand="Kc Kd 2h", call="three kings"))
    >>> str(found["pair"]), str(found["call"])  # 1 - C(47,3) / C(49,3)
    ('1', '47/392')
    """
    question = Question() if question is None else question
    if question.table:
        return {str(cards): chances for cards, chances in table(rules).items()}
    found: dict[str, object] = {**chances_of(rules)}
    last = read_call(question.last, rules.pack) if question.last.strip() else None
    if last is not None:
        found["challenge"] = challenge(rules, last)._asdict()
    if question.best_call:
        ranked = best_calls(rules, last)
        found["best_calls"] = [{"call": str(call), "chance": chance} for call, chance in ranked]
    return found


def chances_of(rules: Rules) -> dict[str, Fraction]:
    """Return the chance of every category, and of the call in the rules, if any.

    >>> str(chances_of(Rules(cards=2))["pair"])
    '1/17'
    """
    unseen = Unseen.of(rules)
    return {name: unseen.chance(deals) for name, deals in _deals(rules, unseen).items()}


def table(rules: Rules) -> dict[int, dict[str, Fraction]]:
    """Return the chances for every number of cards in play, from the number of own cards up.

    >>> [str(chances["pair"]) for chances in table(Rules(cards=1, ranks=2, suits=2)).values()]
    ['0', '1/3', '1', '1']
    """
    unseen = Unseen.of(rules)
    deals = _deals(rules, unseen._replace(cards=unseen.size))
    own = rules.deck - unseen.size
    return {
        cards: {name: unseen.chance(ways, cards - own) for name, ways in deals.items()}
        for cards in range(max(1, own), rules.deck + 1)
    }


def _deals(rules: Rules, unseen: Unseen) -> dict[str, fmpz_poly]:
    """Return for every category, and for the call, the deals of unseen cards that make it."""
    if rules.published:
        return published_deals(rules.pack, rules.jokers)
    needs = hand_needs(rules.pack, rules.own[0])
    deals = {name: unseen.deals(need) for name, need in needs.items()}
    if rules.asked is not None:
        deals["call"] = call_deals(rules, rules.asked, unseen)
    return deals


SOLVER = Solver(truth=truth, answers=answers, question=Question)
