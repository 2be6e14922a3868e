"""Blackjack: the record of the game, with the strategies that its Rules name.

Exact answers count what is won in bets, as the experiment `hand` does.  Simulations count in
whole numbers, as the experiment `counted` does: both are the same play.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.games.blackjack import EXPERIMENTS, RULEBOOK, VALUES, Counted, Net, Rules, Turn
from montmort.games.chance import Chance
from montmort.games.errors import BadInput, TooLarge
from montmort.games.table import Table
from montmort.games.wager import Wager
from montmort.lazy import At
from montmort.verification.aim import Aim
from montmort.verification.certificates.certification import Certification
from montmort.verification.game import Game, certification_of_rules
from montmort.verification.small_game import claims_of

if TYPE_CHECKING:
    from montmort.exact.decisions.best_play import BestChoice
    from montmort.exact.law import Law
    from montmort.exact.paths import Watch
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.certificates.document import Document
    from montmort.verification.direct_solution import DirectSolution
    from montmort.verification.outcome_laws import OutcomeLaws

MOST_LISTED = 10_000  # decisions of a strategy
MOST_WALKED = 20  # cards of a finite shoe whose walk is listed in a certificate


class Seated(NamedTuple):
    """The Table of the strategy that the Rules name, which is found at its first decision.

    At the terminal a person decides, and nobody needs it.
    """

    rules: Rules

    def decide(self, seat: int, choices: Sequence[Any], view: Any, /) -> Any:
        """Return the choice of the strategy."""
        from montmort.exact.blackjack.answers import player

        return player(self.rules).decide(seat, choices, view)

    def tell(self, _event: object, /) -> None:
        """Ignore the event."""


def _players(rules: Rules, _chance: Chance) -> Table:
    return Seated(rules)


def net_of(rules: Rules, hand: Counted) -> Net:
    """Return an outcome in bets.

    >>> net_of(Rules(), Counted(3, 1, True, 0))
    Net(net=Fraction(3, 2), staked=1, blackjack=True, dealer=0)
    """
    return Net(Fraction(hand.units, rules.unit), hand.staked, hand.blackjack, hand.dealer)


def _laws(rules: Rules, experiment: str, given: str, watch: "Watch | None") -> "OutcomeLaws":  # noqa: ARG001
    """Return the laws of an experiment under the strategy that the Rules name.

    Those of a hand in bets have `units` as well, which is the field that simulations play.
    """
    from montmort.exact.blackjack.answers import how, joint_law
    from montmort.verification.outcome_laws import laws_of_joint

    joint: Law[Any] = joint_law(rules)
    if experiment == "hand":
        joint = joint.map(lambda hand: InBoth(*net_of(rules, hand), hand.units))
    fields = InBoth._fields if experiment == "hand" else Counted._fields
    return replace(laws_of_joint(joint, fields, how(rules), given), steps=None)


class InBoth(NamedTuple):
    """An outcome in bets and in units."""

    net: int | Fraction
    staked: int
    blackjack: bool
    dealer: int
    units: int


def _simulator(rules: Rules, experiment: str, watch: "Watch | None") -> "Simulator":  # noqa: ARG001
    """Return the simulator of a hand, which is counted in units."""
    from montmort.exact.blackjack.answers import seated
    from montmort.montecarlo.simulator import simulator_of

    played = replace(EXPERIMENTS["counted"], name=experiment, players=seated(rules))
    return simulator_of(played, rules, game=GAME.name)


def _optimal(rules: Rules, aim: Aim, watch: "Watch | None") -> "DirectSolution | None":  # noqa: ARG001
    """Return the best play for the largest mean of what is won; None where a walk is to find it."""
    from montmort.exact.blackjack.answers import how, joint_law, seated
    from montmort.verification.direct_solution import DirectSolution

    if aim != Aim("net"):
        if rules.is_infinite or rules.shoe.size <= MOST_WALKED:
            return None
        raise BadInput(f"{aim}: of a finite shoe only maximise net, seat 0, is solved")
    best = replace(rules, player="optimal")

    def worths(view: Turn) -> Mapping[Any, Fraction]:
        return worths_of(best, view)

    decided, decisions = decisions_of(best)
    return DirectSolution(
        value=_value(best),
        joint=joint_law(best),
        rules=best,
        played=replace(EXPERIMENTS["counted"], players=seated(best)),
        decided=decided,
        decisions=decisions,
        worths=worths,
        how=how(best),
    )


def _value(rules: Rules) -> Fraction:
    """Return the mean of what is won, in bets, by the strategy that the Rules name."""
    from montmort.exact.blackjack.answers import joint_law

    return joint_law(rules).map(lambda hand: Fraction(hand.units, rules.unit)).mean()


def decisions_of(rules: Rules) -> "tuple[int, list[BestChoice]]":
    """Return how many decisions the strategy that the Rules name has, and a list if not too long.

    >>> number, decisions = decisions_of(Rules(decks="infinite"))
    >>> number == len(decisions), decisions[0].choice in decisions[0].ties
    (True, True)
    """
    from montmort.exact.blackjack.basic import decisions_against, infinite_decisions
    from montmort.exact.blackjack.best_play import best_against

    if rules.is_infinite:
        listed = [*infinite_decisions(rules).values()]
        return len(listed), listed
    ups = [up for up in VALUES if rules.shoe[up]]
    if rules.player == "basic":
        listed = [each for up in ups for each in decisions_against(rules, up).values()]
        return len(listed), listed
    known = [best_against(rules, up) for up in ups]
    number = sum(map(len, known))
    if number > MOST_LISTED:
        return number, []
    return number, [each for against in known for each in against.decisions()]


def _named_strategy(rules: Rules) -> Mapping[str, Any]:
    """Return the value and the strategy, unless it is too long, in JSON's terms."""
    from montmort.exact.formatting import whole
    from montmort.verification.optimal_play import entries_of

    _, decisions = decisions_of(rules)
    strategy = {"strategy": entries_of(decisions)} if decisions else {}
    return {"value": whole(_value(rules)), **strategy}


def worths_of(rules: Rules, view: Turn) -> Mapping[Any, Fraction]:
    """Return what each choice is worth, in bets, under the strategy that the Rules name.

    >>> worths = worths_of(Rules(decks="infinite"), Turn("hard", 16, 10, 2, ()))
    >>> max(worths, key=worths.get)
    'hit'
    """
    if rules.player == "optimal" and not rules.is_infinite:
        from montmort.exact.blackjack.best_play import best_against

        return best_against(rules, view.up).worths(view)
    from montmort.exact.blackjack.basic import decisions_against

    known = decisions_against(rules, view.up)[view.without_cards()]
    return {
        choice: value
        for choice, value in zip(known.choices, known.values, strict=True)
        if isinstance(value, Fraction)
    }


def _chances(
    rules: Rules, _events: Sequence[Any], view: Any, _choices: Sequence[Any]
) -> Mapping[Any, Fraction]:
    return worths_of(rules, view) if isinstance(view, Turn) else {}


def _prospects(rules: Rules, experiment: str, events: Sequence[Any]) -> Mapping[Any, Fraction]:
    from montmort.verification.prospects import shown

    if events:
        return {}
    if not rules.is_infinite and rules.shoe.size > MOST_WALKED:
        raise TooLarge(
            "the chances before the deal take some seconds for a finite shoe; "
            "`montmort exact blackjack` computes them"
        )
    return shown(_laws(rules, experiment, "", None))


def _assumption(rules: Rules, view: Any) -> str:
    if view is None:
        return f"if the hand is played by the {rules.player} strategy"
    if rules.is_infinite:
        return "the mean of what is won, in bets, after each choice if all then is played at best"
    if rules.player == "optimal":
        return "the mean of what is won, in bets, with these cards, if you then play at best"
    return "the mean of what is won, in bets, with all hands of this total, if you then play basic"


def _certification() -> Certification[Rules]:
    """Return the certificate of the mean; where the states can be listed, that of the whole law."""
    from montmort.games.blackjack.certificate import mean_certificate
    from montmort.games.blackjack.checker import CHECKER

    listed = certification_of_rules(GAME.rulebook, "counted")

    def certificate(rules: Rules, watch: "Watch | None") -> "Document":
        if rules.is_infinite or rules.shoe.size <= MOST_WALKED:
            return listed.certificate(rules, watch)
        return mean_certificate(rules, watch)

    return Certification(certificate=certificate, checker=listed.checker, others=(CHECKER,))


GAME = Game(
    rulebook=replace(
        RULEBOOK,
        experiments={
            name: replace(experiment, players=_players) for name, experiment in EXPERIMENTS.items()
        },
        terminal=replace(
            RULEBOOK.terminal, chances=_chances, prospects=_prospects, assumption=_assumption
        ),
        wagers=(Wager(net="net", total_stake="staked"),),
    ),
    known_laws=_laws,
    simulation=_simulator,
    optimal=_optimal,
    named_strategy=_named_strategy,
    claims=partial(claims_of, __package__),
    certification=_certification,
    settled=At("montmort.games.blackjack.report:settled"),
    reported=(RULEBOOK.first_experiment,),
)
