"""Small games in which the players do not see everything, told as a user would."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from montmort.games.cards.deck import Card, Deck
from montmort.games.experiment import Experiment

Game = Experiment[Any, Any, Any]


class Net(NamedTuple):
    """What the first player gains."""

    net: int


def matching_pennies() -> Game:
    """Seat 0 wins the pennies if they match; nobody sees the other's."""

    def play(chance: Any, table: Any) -> Net:
        one = table.decide(0, ("heads", "tails"), "your penny")
        two = table.decide(1, ("heads", "tails"), "your penny")
        return Net(1 if one == two else -1)

    return Experiment.of_play(play, Net)


def bluff(rounds: int = 1, notes: bool = False) -> Game:
    """A signal: seat 0 alone sees a coin, and may bet that it is heads; seat 1 may call.

    In every round the players see only what belongs to the round, and with `notes` seat 1
    its own choices so far.
    """

    def start(rules: object, chance: Any) -> tuple[int, tuple[str, ...]]:
        return rounds, ()

    def step(rules: object, state: Any, chance: Any, table: Any) -> tuple[Any, Net]:
        left, past = state
        heads = chance.pick([1, 1]) == 1
        answer = "-"
        if table.decide(0, ("fold", "bet"), (left, heads)) == "bet":
            answer = table.decide(1, ("fold", "call"), (left, *past))
        net = {"-": -1, "fold": 1, "call": 2 if heads else -2}[answer]
        if notes:
            past = (*past, answer)
        return (left - 1, past) if left > 1 else None, Net(net)

    return Experiment(name="bluff", outcome=Net, start=start, step=step)


def kuhn(cards: int = 3) -> Game:
    """Kuhn's poker: an ante of 1, one card each, one bet of 1."""

    def play(chance: Any, table: Any) -> Net:
        first, deck = Deck([1] * cards).draw(chance)
        second, deck = deck.draw(chance)

        def bets(seat: int, *said: str) -> bool:
            view = ((first, second)[seat], said)
            return bool(table.decide(seat, ("pass", "bet"), view) == "bet")

        showdown = 1 if first > second else -1
        if bets(0):
            return Net(2 * showdown if bets(1, "bet") else 1)
        if not bets(1, "pass"):
            return Net(showdown)
        return Net(2 * showdown if bets(0, "pass", "bet") else -1)

    return Experiment.of_play(play, Net)


class Won(NamedTuple):
    paul_wins: bool


def le_her(ranks: int = 13, suits: int = 4) -> Game:
    """Paul may exchange his card with Pierre's, and Pierre then his for one of the deck."""
    king = ranks - 1

    def play(chance: Any, table: Any) -> Won:
        paul, deck = Deck.of(ranks=ranks, suits=suits).draw(chance)
        pierre, deck = deck.draw(chance)
        known = None
        if table.decide(0, ("keep", "exchange"), paul) == "exchange":
            if pierre != king:
                paul, pierre = pierre, paul
            known = paul
        if table.decide(1, ("keep", "exchange"), (pierre, known)) == "exchange":
            card, deck = deck.draw(chance)
            if card != king:
                pierre = card
        return Won(paul > pierre)

    return Experiment.of_play(play, Won)


def liars_dice(faces: int) -> Game:
    """A die each; bids rise by number, then by face, until one player doubts the last bid."""
    bids = [(number, face) for number in (1, 2) for face in range(faces)]

    def play(chance: Any, table: Any) -> Net:
        dice = [chance.pick([1] * faces) for _ in range(2)]
        said: tuple[tuple[int, int], ...] = ()
        seat = 0
        while True:
            higher = [bid for bid in bids if not said or bid > said[-1]]
            choices = ["doubt", *higher] if said else higher
            choice = table.decide(seat, choices, (dice[seat], said))
            if choice == "doubt":
                number, face = said[-1]
                winner = 1 - seat if dice.count(face) >= number else seat
                return Net(1 if winner == 0 else -1)
            said += (choice,)
            seat = 1 - seat

    return Experiment.of_play(play, Net)


class Drawing(NamedTuple):
    """The player's total, the dealer's two cards, the second of them None if not yet drawn."""

    total: int
    up: int
    hole: int | None


class Standing(NamedTuple):
    """The player's total and the dealer's."""

    total: int
    bank: int


def blackjack(faces: int, most: int, hole_first: bool) -> Game:
    """Cards 1 to `faces` from an endless deck; the player draws, then the dealer to most - 2.

    The player sees the total and the dealer's first card; the second is drawn before the
    player decides, or afterwards, which makes no difference.
    """

    def card(chance: Any) -> int:
        return int(chance.pick([1] * faces)) + 1

    def start(rules: object, chance: Any) -> Drawing:
        return Drawing(card(chance), card(chance), card(chance) if hole_first else None)

    def step(rules: object, state: Any, chance: Any, table: Any) -> tuple[Any, Net]:
        if isinstance(state, Standing):
            total, bank = state
            if bank < most - 2:
                return Standing(total, bank + card(chance)), Net(0)
            return None, Net(1 if bank > most else (total > bank) - (total < bank))
        total, up, hole = state
        if table.decide(0, ("stand", "hit"), (total, up)) == "stand":
            return Standing(total, up + (card(chance) if hole is None else hole)), Net(0)
        total += card(chance)
        return (None, Net(-1)) if total > most else (Drawing(total, up, hole), Net(0))

    return Experiment(name="blackjack", outcome=Net, start=start, step=step)


def strength(hand: Sequence[Card]) -> tuple[Any, ...]:
    """Straight flush, three, straight, flush, pair, high card; then the ranks."""
    ranks = sorted((card.rank for card in hand), reverse=True)
    times = Counter(ranks)
    flush = len({card.suit for card in hand}) == 1
    straight = ranks[0] - ranks[2] == 2 and len(times) == 3
    kinds = (straight and flush, len(times) == 1, straight, flush, len(times) == 2, True)
    by_number = sorted(ranks, key=lambda rank: (times[rank], rank), reverse=True)
    return (-kinds.index(True), *by_number)


def three_card_poker(ranks: int, suits: int, qualifies: int, dealer_first: bool) -> Game:
    """The player plays or folds; the dealer's hand is dealt before, or after that decision.

    The dealer qualifies with a card of rank `qualifies` or better.
    """

    def play(chance: Any, table: Any) -> Net:
        pack = Deck.of_cards(ranks=ranks, suits=suits)
        player, deck = pack.deal(chance, 3)
        dealer, _ = deck.deal(chance, 3) if dealer_first else (None, deck)
        own = tuple(player)
        if table.decide(0, ("fold", "play"), own) == "fold":
            return Net(-1)
        if dealer is None:
            dealer, _ = deck.deal(chance, 3)
        mine, banks = strength(own), strength(tuple(dealer))
        if banks < (-5, qualifies):
            return Net(1)
        return Net(2 * ((mine > banks) - (mine < banks)))

    return Experiment.of_play(play, Net)
