"""The exact chances of Liars' Poker: what can be made from n cards in play.

Of D cards in the deck h are one's own and known.  The other n - h in play are
any of the D - h unseen ones, all sets equally likely:

    P(hand) = deals of n - h unseen cards that make it / C(D - h, n - h).

The deals are the coefficients of generating functions, of hands in
`exact.liars_poker.hand_counts`, of calls in `exact.liars_poker.calls`, of the published program's
hands in `exact.liars_poker.published_counts`.  Rounds and games are known by walking them only
(`montmort.exact.walk`), on small decks.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpz_poly

from montmort.exact.dealt_cards import laws_of
from montmort.exact.law import Law
from montmort.exact.liars_poker.calls import Coming, best_calls, call_deals, challenge
from montmort.exact.liars_poker.hand_counts import hand_needs
from montmort.exact.liars_poker.published_counts import published_deals
from montmort.exact.liars_poker.rounds import chances as chances  # at the terminal
from montmort.exact.liars_poker.rounds import others as others
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput
from montmort.games.liars_poker import Rules, dealing
from montmort.games.liars_poker.calls import read_call


def truth(
    rules: Rules,
    experiment: str = "deal",
    watch: Watch | None = None,  # noqa: ARG001
) -> dict[str, Law[bool]] | dict[str, Law[int]]:
    """Return the exact law of every category of a deal, and of the call if Rules have one.

    Of rounds and games nothing is known without walking them.

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


def handed(rules: Rules, experiment: str, watch: Watch | None = None) -> dict[str, Any]:  # noqa: ARG001
    """Return what the simulator is handed: the players who go by exact chances."""
    return {"others": others}


@dataclass(frozen=True, kw_only=True)
class Question:
    """What to answer beside the chance of every category."""

    table: bool = field(default=False, metadata={"help": "every number of cards in play"})
    best_call: bool = field(
        default=False, metadata={"help": "rank the higher calls by the chance that they are true"}
    )
    last: str = field(default="", metadata={"help": "the call to be raised or challenged"})

    def __post_init__(self) -> None:
        if self.table and (self.best_call or self.last.strip()):
            raise BadInput("table asks for categories for every number of cards, best_call and "
                           "last for calls about one; ask for them apart")  # fmt: skip


def answers(
    rules: Rules,
    question: Question | None = None,
    watch: Watch | None = None,  # noqa: ARG001
) -> dict[str, object]:
    """Return the chance of every category, or what the question asks.

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
    """Return the chance of every category, and of the call if Rules have one.

    >>> str(chances_of(Rules(cards=2))["pair"])
    '1/17'
    """
    coming = Coming.of(rules)
    return {name: coming.chance(deals) for name, deals in _deals(rules, coming).items()}


def table(rules: Rules) -> dict[int, dict[str, Fraction]]:
    """Return the chances for every number of cards in play that one's own cards leave.

    >>> [str(chances["pair"]) for chances in table(Rules(cards=1, ranks=2, suits=2)).values()]
    ['0', '1/3', '1', '1']
    """
    known = Coming.of(rules)
    coming = known._replace(cards=known.unseen)
    deals = _deals(rules, coming)
    own = rules.deck - known.unseen
    return {
        cards: {name: coming.chance(ways, cards - own) for name, ways in deals.items()}
        for cards in range(max(1, own), rules.deck + 1)
    }


def _deals(rules: Rules, coming: Coming) -> dict[str, fmpz_poly]:
    """Return for every category, and the call, the deals of unseen cards that make it."""
    if rules.published:
        return published_deals(rules.pack, rules.jokers)
    needs = hand_needs(rules.pack, rules.own[0])
    deals = {name: coming.deals(need) for name, need in needs.items()}
    if rules.asked is not None:
        deals["call"] = call_deals(rules, rules.asked, coming)
    return deals
