"""Two theorems about War that hold for decks of every size.

Symmetry.  Exchanging both hands maps the set of deals onto itself, and all deals are
equally likely.  With the pick-up orders winner-first, loser-first and random, no rule
depends on which player is the first, except the shortfall `second-takes`.  If that
cannot occur (with another shortfall, or with one suit, in which no cards tie), the
game of the exchanged hands is the exchanged game, and a drawn, endless or unfinished
game stays what it is.  So P(first wins) = P(second wins), and `winner` has mean 0.
With first-player-first this is false: with 3 ranks, 2 suits and one card face down,
the first player wins 39 deals of 90 and the second 45.

Parity.  A completed turn of m ties moves m (face_down + 1) + 1 cards.  This number is
odd if face_down is odd or if no cards can tie.  If every turn is of this kind (with
`second-takes`, which settles a war by the same number of cards, or with one suit),
the number of the first player's cards changes parity in every turn.  It goes from n/2
to 0 or n, so a game with a winner takes n/2 turns modulo 2.  With 52 cards and the
published rules this is an even number.
"""

from montmort.games.war import Rules


def is_symmetric(rules: Rules) -> bool:
    """Return whether, by the symmetry theorem, both players win with the same chance.

    >>> is_symmetric(Rules()), is_symmetric(Rules(pick_up="first-player-first"))
    (True, False)
    """
    second_takes = rules.shortfall == "second-takes" and rules.suits > 1
    return rules.pick_up != "first-player-first" and not second_takes


def parity(rules: Rules) -> int | None:
    """Return the turns modulo 2 of every game with a winner; None if the theorem does not apply.

    >>> from montmort.games.war import READINGS
    >>> parity(READINGS["published"]), parity(READINGS["usual"])
    (0, None)
    """
    moves_odd = rules.suits == 1 or (rules.shortfall == "second-takes" and rules.face_down % 2)
    return rules.cards // 2 % 2 if moves_odd else None
