"""Published values of card games that no number of `montmort exact` gives."""

from collections.abc import Callable
from fractions import Fraction

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.games import baccarat, cribbage_hand
from montmort.verification.claims import Claims, Finding, Standing, Stated
from montmort.verification.shelf.finding import found

cards = Claims(game="baccarat", source="Multiplayer Baccarat, multiplayerbaccarat.com/odds.html")
crib = Claims(
    game="cribbage-hand",
    source="S. S. Lumetta, Amusing Cribbage Facts, "
    "lumetta.web.engr.illinois.edu/humor/cribbage.html",
)
SOURCES = (cards, crib)


def _winners() -> Law[baccarat.Winner]:
    """Return the law of the winner with eight decks."""
    return explore(baccarat.EXPERIMENTS["hand"], baccarat.Rules()).law().field("winner")


def _edge(name: str, stated: str) -> Callable[[], Finding]:
    def find() -> Finding:
        law = _winners()
        player, banker = law[baccarat.Winner.PLAYER], law[baccarat.Winner.BANKER]
        edges = {
            "banker": player - banker * Fraction(19, 20),
            "player": banker - player,
            "tie": player + banker - 8 * law[baccarat.Winner.TIE],
        }
        exact = Stated.rounds_to(Fraction(stated) / 100, 6)
        flags = f" --par --par-wager {name}"
        return found("baccarat", f"the edge of {name}", edges[name], exact, flags=flags)

    return find


for _name, _stated in (("banker", "1.0579"), ("player", "1.2351"), ("tie", "14.3596")):
    cards(
        f"{_name}-edge",
        f"with eight decks the house edge of a bet on {_name} is {_stated} %",
        place="the tables, 8 decks",
        reading="banker pays 1 less 5 %, player 1, tie 8; a tie returns the other bets",
    )(_edge(_name, _stated))


def _points() -> Law[int]:
    """Return the law of the points of a hand."""
    hand = explore(cribbage_hand.EXPERIMENTS["hand"], cribbage_hand.Rules())
    return hand.law().field("points")


@crib(
    "impossible",
    "no hand counts 19, 25, 26 or 27, and all other counts up to 29 occur",
    place="the distribution",
    reading="with the starter",
)
def _impossible() -> Finding:
    missing = sorted(set(range(30)) - set(_points()))
    return Finding(
        standing=Standing.of(missing == [19, 25, 26, 27]),
        true=f"the counts {', '.join(map(str, missing))} are missing",
        why="the exact law of the count lists all that occur",
        how="montmort exact cribbage-hand",
        exact={"missing": len(missing)},
    )
