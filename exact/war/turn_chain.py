"""War with a random pick-up: an absorbing chain over what is known about the hands.

The cards captured in a turn are put under the winner's hand in uniformly random
order.  So only the set of such a block matters: each of its cards is equally likely
to come up next, whatever came before.  A hand is a tuple of blocks, the top one
first.  Nothing is known about a shuffled deck: both hands begin with undealt cards
of one common pool.  Equal states merge.  For 3 ranks, 2 suits and one card face
down there are 75 states, and 450 pairs of hands.

A step of the chain is a turn, so the number of turns is the hitting time of the
absorbing states.  Inside a turn every battle or war leads to a state of its own;
the row of the turn combines them.

With one suit the game is gambler's ruin.  Two cards never tie.  In a uniformly
random order of the deck the top cards x and y are any two cards, and either is the
higher one with chance 1/2, also where the deuce beats the ace.  Whichever player
takes them, {x, y} is a uniformly random pair and is put down in random order, so
the order of all cards is uniform again.  The number of the first player's cards is
a symmetric random walk from a, absorbed at 0 and at a + b:

    P(first wins) = a / (a + b),   E turns = a b,   Var turns = a b (a^2 + b^2 - 2) / 3

(Feller 1968, chapter XIV).
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.chains.transitions import Transitions
from montmort.exact.law import Law
from montmort.exact.paths import MergedResults, weigh_paths
from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.war import Rules
from montmort.games.war.turn import Hands, compare_ranks, is_short

Block = tuple[int, ...]  # cards in unknown order, by rank
Node = Hashable  # of the chain: a State, or the name of an end
Row = tuple[dict[Node, int], int]

FIRST, SECOND, DRAW = ENDS = ("first", "second", "draw")
ENDLESS = "endless"  # absorbs every state from which no end can be reached
STATES = 200_000  # the limit; solving them takes minutes


class Hand(NamedTuple):
    """What is known about a hand: undealt cards, then blocks, the top one first."""

    undealt: int
    blocks: tuple[Block, ...]

    @property
    def cards(self) -> int:
        """The number of cards in the hand."""
        return self.undealt + sum(map(len, self.blocks))


class State(NamedTuple):
    """Both hands, the pool of undealt cards, and during a war the booty.

    `stands` is the rank of the tied cards if a player has no other card left, else -1.
    """

    hands: tuple[Hand, Hand]
    pool: Block
    booty: Block = ()
    stands: int = -1


def shuffle(rules: Rules) -> State:
    """Return the state before the first turn of a shuffled deck.

    >>> shuffle(Rules(ranks=2, suits=2)).hands[0]
    Hand(undealt=2, blocks=())
    """
    hand = Hand(rules.cards // 2, ())
    return State((hand, hand), tuple(Deck.of(ranks=rules.ranks, suits=rules.suits)))


def known_deal(hands: Hands) -> State:
    """Return the state before the first turn of two known hands, their top cards first.

    >>> known_deal(((0, 2), (1,))).hands[0]
    Hand(undealt=0, blocks=((0,), (2,)))
    """
    first, second = (Hand(0, tuple((rank,) for rank in hand)) for hand in hands)
    return State((first, second), ())


def chain_from(rules: Rules, *starts: State, limit: int = STATES) -> AbsorbingChain[Node]:
    """Return the chain of turns, absorbed in `first`, `second`, `draw` and, if needed, `endless`.

    >>> rules = Rules(ranks=2, suits=2, pick_up="random")
    >>> chain_from(rules, shuffle(rules)).absorption(start=shuffle(rules))
    {'draw': Fraction(2, 3), 'second': Fraction(1, 6), 'first': Fraction(1, 6)}
    """
    if rules.pick_up != "random":
        raise BadInput(f"pick_up={rules.pick_up!r} is not random; use montmort.exact.war.all_deals")
    turns: Transitions[Node] = Transitions.from_function(_Turns(rules).law, *starts, limit=limit)
    places = turns.ancestors(turns.number[end] for end in ENDS if end in turns.number)
    if len(places) == len(turns.states):
        return AbsorbingChain(turns.states, turns.totals, turns.weights)
    rows: dict[Node, Row] = {ENDLESS: ({ENDLESS: 1}, 1)}
    for place in sorted(places):
        row: Counter[Node] = Counter()
        for target, weight in turns.weights[place].items():
            row[turns.states[target] if target in places else ENDLESS] += weight
        rows[turns.states[place]] = dict(row), turns.totals[place]
    rows.update({start: ({ENDLESS: 1}, 1) for start in starts if start not in rows})
    return AbsorbingChain.from_weights(rows)


class _Turns:
    """The rows of the chain; those of wars are cached, because many turns lead to them."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.wars: dict[State, Row] = {}

    def law(self, state: Node) -> Law[Node]:
        """Return the law of the state after a turn."""
        if not isinstance(state, State):
            return Law(weights={state: 1})
        weights, total = self._row(state)
        return Law(weights=weights, total=total)

    def _row(self, state: State) -> Row:
        merged: MergedResults[Node] = MergedResults()
        merged.add(self._parts(state))
        weights, total = merged.lowest_terms()
        return dict(weights), total

    def _parts(self, state: State) -> Iterator[tuple[Node, int, int]]:
        """Yield the states after a battle with their chances, and after a war if there is one."""
        weights, total = weigh_paths(partial(battle, self.rules, state))
        for target, weight in weights:
            if not isinstance(target, State) or not target.booty:
                yield target, weight, total
                continue
            if target not in self.wars:
                self.wars[target] = self._row(target)
            after, parts = self.wars[target]
            yield from ((end, weight * share, total * parts) for end, share in after.items())


def battle(rules: Rules, state: State, chance: Chance) -> Node:
    """Compare two cards, in a new turn or in a war, and return the next state.

    >>> from montmort.games.chance import ScriptedChance
    >>> rules = Rules(ranks=2, suits=1, pick_up="random")
    >>> battle(rules, shuffle(rules), ScriptedChance([1, 0]))
    'first'
    """
    in_war = bool(state.booty)
    if in_war:
        left = state.hands[0].cards, state.hands[1].cards
        if is_short(rules, left):
            return _settle(rules, state, left)
        state = _lay_face_down(rules, state, left, chance)
    state, ranks = _turn_up(state, chance)
    winner = compare_ranks(rules, *ranks, in_war=in_war)
    if winner:
        return _award(state, winner)
    stands = ranks[0] if rules.shortfall == "last-card" and not _all_have_cards(state) else -1
    return state._replace(stands=stands)


def _all_have_cards(state: State) -> bool:
    return all(hand.cards for hand in state.hands)


def _settle(rules: Rules, state: State, left: tuple[int, int]) -> Node:
    """Return the state or end after a war that cannot be completed."""
    if rules.shortfall == "second-takes":
        return _award(state, -1)
    first, second = (cards <= rules.face_down for cards in left)
    return DRAW if first and second else SECOND if first else FIRST


def _award(state: State, winner: int) -> Node:
    """Return the state after the winner has taken the booty."""
    first, second = state.hands
    if winner > 0:
        first = first._replace(blocks=(*first.blocks, state.booty))
    else:
        second = second._replace(blocks=(*second.blocks, state.booty))
    if not (first.cards and second.cards):
        return SECOND if second.cards else FIRST
    return State((first, second), state.pool)


def _lay_face_down(rules: Rules, state: State, left: tuple[int, int], chance: Chance) -> State:
    """Lay the cards of a war face down; each player keeps at least one card."""
    for player, cards in enumerate(left):
        _, state = _draw(state, player, min(rules.face_down, max(cards - 1, 0)), chance)
    return state


def _turn_up(state: State, chance: Chance) -> tuple[State, tuple[int, int]]:
    """Turn up a card of each player; without a card left, the tied card stands."""
    ranks = []
    for player in (0, 1):
        if not state.hands[player].cards:
            ranks.append(state.stands)
            continue
        card, state = _draw(state, player, 1, chance)
        ranks.append(card[0])
    return state, (ranks[0], ranks[1])


def _draw(state: State, player: int, cards: int, chance: Chance) -> tuple[Block, State]:
    """Return cards from the top of a player's hand, and the state with them in the booty."""
    (undealt, blocks), pool = state.hands[player], state.pool
    drawn: Block = ()
    while len(drawn) < cards:
        source = pool if undealt else blocks[0]
        number = min(cards - len(drawn), undealt or len(source))
        weights, parts = choices(source, number)
        some, rest = parts[chance.pick(weights) if len(weights) > 1 else 0]
        drawn += some
        if undealt:
            undealt, pool = undealt - number, rest
        else:
            blocks = (rest, *blocks[1:]) if rest else blocks[1:]
    hand, booty = Hand(undealt, blocks), tuple(sorted(state.booty + drawn))
    hands = (state.hands[0], hand) if player else (hand, state.hands[1])
    return drawn, State(hands, pool, booty, state.stands)


@lru_cache(maxsize=2**16)
def choices(block: Block, cards: int) -> tuple[tuple[int, ...], tuple[tuple[Block, Block], ...]]:
    """Return the counts of ways to draw cards of a block, with the cards drawn and left.

    >>> choices((0, 0, 1), 2)
    ((1, 2), (((0, 0), (1,)), ((0, 1), (0,))))
    """
    ways = Counter(combinations(block, cards))
    parts = ((some, tuple((Counter(block) - Counter(some)).elements())) for some in ways)
    return tuple(ways.values()), tuple(parts)
