"""Published values of the small games of chance alone, decided by their exact laws."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import decimals, short
from montmort.exact.from_rules import explore
from montmort.games import baccarat, craps, cribbage_hand, risk, snakes_and_ladders, waldegrave
from montmort.verification.claims import Claim, Claims, Finding, Standing, Stated

dice = Claims(game="craps", source="guides to casino games")
shooter = Claims(game="craps", source="Ethier and Hoppe 2010")
cards = Claims(game="baccarat", source="guides to casino games")
board = Claims(
    game="snakes-and-ladders",
    source="Althoen, King and Schilling 1993",
)
crib = Claims(game="cribbage-hand", source="guides to cribbage")
pool = Claims(game="waldegrave", source="Montmort 1713")
armies = Claims(game="risk", source="Osborne 2003")


def claims_about(game: str) -> tuple[Claim, ...]:
    """Return the claims about a game.

    >>> [claim.name for claim in claims_about("waldegrave")]
    ['first', 'third']
    """
    known = (dice, shooter, cards, board, pool, armies, crib)
    return tuple(claim for one in known if one.game == game for claim in one.declared)


def _found(game: str, what: str, value: Fraction, stated: Stated, question: str = "") -> Finding:
    return Finding(
        standing=stated.standing(value),
        true=f"{what} is {decimals(value)}",
        why=f"{short(value)}, from the exact law of the rules; the claim is {stated}",
        how=f"montmort exact {game}{question}",
        exact={"value": value},
    )


def _walk(game: Any, experiment: str, rules: Any) -> Any:
    return explore(game.EXPERIMENTS[experiment], rules)


@dice(
    "pass",
    "a bet on the pass line wins with probability 244/495",
    place="the pass line",
    reading="two equal dice of six faces",
)
def _pass() -> Finding:
    law = _walk(craps, "pass", craps.Rules()).last_law("win")
    exact = Stated(Fraction(244, 495), Fraction(244, 495))
    return _found("craps", "the chance to win", law[craps.Win.WIN], exact)


@dice(
    "dont-pass",
    "the house edge of don't pass is 3/220 of the bet",
    place="don't pass",
    reading="ties count as bets",
)
def _dont_pass() -> Finding:
    law = _walk(craps, "pass", craps.Rules(bet="dont-pass")).last_law("win")
    exact = Stated(Fraction(3, 220), Fraction(3, 220))
    edge = law[craps.Win.LOSS] - law[craps.Win.WIN]
    return _found("craps", "the edge", edge, exact, " --bet dont-pass")


@shooter(
    "hand",
    "the shooter's hand has 8.5255 throws on average",
    place="the length of a hand",
    reading="the mean, rounded",
)
def _hand() -> Finding:
    mean = _walk(craps, "hand", craps.Rules()).expected("rolls")
    stated = Stated.rounds_to(Fraction("8.5255"), 4)
    return _found("craps", "the mean", mean, stated, " --experiment hand")


def _record(low: str, high: str) -> Callable[[], Finding]:
    """Return what decides in how many hands one has 154 throws or more."""

    def find() -> Finding:
        law = _walk(craps, "hand", craps.Rules()).field_law("rolls", 153)
        stated = Stated(Fraction(low) * 10**9, Fraction(high) * 10**9)
        hands = 1 / law.tail
        return _found("craps", "the number of hands for one", hands, stated, " --experiment hand")

    return find


for _name, _words, _low, _high in (
    ("record", "5.6 billion", "5.55", "5.65"),
    ("record-at-first", "3.5 billion", "3.45", "3.55"),
    ("record-in-the-press", "1.56 trillion", "1555", "1565"),
):
    shooter(
        _name,
        f"a hand of 154 throws or more happens once in {_words} hands",
        place="introduction",
        reading="the digits that are given are rounded",
    )(_record(_low, _high))


def _bet(name: str, of: baccarat.Winner, stated: str) -> Callable[[], Finding]:
    def find() -> Finding:
        law = _walk(baccarat, "hand", baccarat.Rules()).law().field("winner")
        exact = Stated.rounds_to(Fraction(stated), 6)
        return _found("baccarat", f"the chance of {name}", law[of], exact)

    return find


for _name, _winner, _stated in (
    ("banker", baccarat.Winner.BANKER, "0.458597"),
    ("player", baccarat.Winner.PLAYER, "0.446247"),
    ("tie", baccarat.Winner.TIE, "0.095156"),
):
    cards(
        _name,
        f"with eight decks the result is {_name} with probability {_stated}",
        place="eight decks",
        reading="rounded to six decimals",
    )(_bet(_name, _winner, _stated))


def _edge(name: str, stated: str) -> Callable[[], Finding]:
    def find() -> Finding:
        law = _walk(baccarat, "hand", baccarat.Rules()).law().field("winner")
        player, banker = law[baccarat.Winner.PLAYER], law[baccarat.Winner.BANKER]
        edges = {
            "banker": player - banker * Fraction(19, 20),
            "player": banker - player,
            "tie": player + banker - 8 * law[baccarat.Winner.TIE],
        }
        exact = Stated.rounds_to(Fraction(stated) / 100, 6)
        return _found("baccarat", f"the edge of {name}", edges[name], exact)

    return find


for _name, _stated in (("banker", "1.0579"), ("player", "1.2351"), ("tie", "14.3596")):
    cards(
        f"{_name}-edge",
        f"with eight decks the house edge of a bet on {_name} is {_stated} %",
        place="eight decks",
        reading="banker pays 1 less 5 %, player 1, tie 8; a tie returns the other bets",
    )(_edge(_name, _stated))


LENGTH = Fraction(
    225837582538403273407117496273279920181931269186581786048583,
    5757472998140039232950575874628786131130999406013041613400,
)


@board(
    "mean",
    "one player needs 39.2 throws on average",
    place="the expected length",
    reading="a throw past the last square is lost",
)
def _throws() -> Finding:
    return _length(Stated.rounds_to(Fraction("39.2"), 1))


@board(
    "fraction",
    f"one player needs {LENGTH} throws on average",
    place="the expected length",
    reading="a throw past the last square is lost",
)
def _fraction() -> Finding:
    return _length(Stated(LENGTH, LENGTH))


def _length(stated: Stated) -> Finding:
    mean = _walk(snakes_and_ladders, "race", snakes_and_ladders.Rules()).expected("throws")
    return _found("snakes-and-ladders", "the mean", mean, stated)


def _wins(player: int, stated: Fraction) -> Finding:
    law = _walk(waldegrave, "pool", waldegrave.Rules()).field_law("winner")
    return _found(
        "waldegrave", f"the chance of player {player}", law[player], Stated(stated, stated)
    )


@pool(
    "first",
    "the first of three players wins the pool with probability 5/14",
    place="the pool",
    reading="every game is fair",
)
def _first() -> Finding:
    return _wins(1, Fraction(5, 14))


@pool(
    "third",
    "the third of three players wins the pool with probability 4/14",
    place="the pool",
    reading="every game is fair",
)
def _third() -> Finding:
    return _wins(3, Fraction(4, 14))


def _lost(by_defender: int, ways: int) -> Callable[[], Finding]:
    """Return what decides how often the defender loses so many of two armies in one throw."""
    after = {2: (4, 0), 1: (3, 1), 0: (2, 2)}[by_defender]

    def find() -> Finding:
        walk = _walk(risk, "battle", risk.Rules(attackers=4, defenders=2))
        law = walk.steps[risk.Armies(4, 2)]
        reached = law.map(lambda move: tuple(move[0] or (move[1].left, 0)))
        exact = Stated(Fraction(ways, 7776), Fraction(ways, 7776))
        found = _found("risk", "the chance", reached[after], exact)
        return replace(found, how="montmort claims risk")

    return find


for _name, _words, _two, _ways in (
    ("both", "the defender loses two armies", 2, 2890),
    ("one", "each loses one army", 1, 2611),
    ("none", "the attacker loses two armies", 0, 2275),
):
    armies(
        _name,
        f"with 3 dice against 2 {_words} in {_ways} of 7776 throws",
        place="the transition probabilities",
        reading="ties cost the attacker an army",
    )(_lost(_two, _ways))


def _points() -> Any:
    return _walk(cribbage_hand, "hand", cribbage_hand.Rules()).law().field("points")


@crib("mean", "a hand and starter count 4.7692 on average", place="the mean", reading="rounded")
def _mean_points() -> Finding:
    stated = Stated.rounds_to(Fraction("4.7692"), 4)
    return _found("cribbage-hand", "the mean", _points().mean(), stated)


@crib(
    "29",
    "four of 12,994,800 hands with a starter count 29",
    place="the perfect hand",
    reading="each of 52 cards can be the starter of each of 249,900 hands",
)
def _perfect() -> Finding:
    hands = _points()[29] * 12_994_800
    return _found("cribbage-hand", "the number of hands that count 29", hands, Stated(4, 4))


@crib(
    "impossible",
    "no hand counts 19, 25, 26 or 27, and all other counts up to 29 occur",
    place="impossible counts",
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
