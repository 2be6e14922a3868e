"""Published edges of baccarat, from the exact law of the winner."""

from collections.abc import Callable
from fractions import Fraction

from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.games.baccarat import EXPERIMENTS, Rules, Winner
from montmort.verification.claims import Claims, Finding, Stated
from montmort.verification.findings import found

cards = Claims(game="baccarat", source="Multiplayer Baccarat, multiplayerbaccarat.com/odds.html")
SOURCES = (cards,)


def _winners() -> Law[Winner]:
    """Return the law of the winner with eight decks."""
    return explore(EXPERIMENTS["hand"], Rules()).law().field("winner")


def _edge(name: str, stated: str) -> Callable[[], Finding]:
    def find() -> Finding:
        law = _winners()
        player, banker = law[Winner.PLAYER], law[Winner.BANKER]
        edges = {
            "banker": player - banker * Fraction(19, 20),
            "player": banker - player,
            "tie": player + banker - 8 * law[Winner.TIE],
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
