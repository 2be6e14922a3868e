"""Games with hidden information: published values, and values found in other ways."""

from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest

from montmort.exact.decisions.exploitability import exploit
from montmort.exact.decisions.hidden import HiddenSolution, solve_hidden
from montmort.exact.decisions.information_sets import hidden_game
from montmort.exact.graph.game_graph import END, NOTHING, GameGraph, Information
from montmort.exact.graph.step_trees import GraphBuilder
from montmort.exact.zero_sum.equilibrium import solve, solve_matrix
from montmort.exact.zero_sum.sequence_form import InformationSet, ZeroSumGame
from montmort.games.cards.deck import Card
from montmort.games.errors import BadInput, TooLarge
from montmort.games.experiment import Experiment
from tests.exact.decisions.hidden_games import (
    Game,
    Net,
    blackjack,
    bluff,
    kuhn,
    le_her,
    liars_dice,
    matching_pennies,
    strength,
    three_card_poker,
)
from tests.exact.graph.equal_graphs import graph_of

HALF = Fraction(1, 2)


def rewards_of(graph: GameGraph) -> list[int]:
    return [0 if graph.gains[g] is None else int(graph.gains[g][0]) for g in graph.gained]


def solved(game: Game, maximiser: int = 0) -> HiddenSolution:
    graph = graph_of(game, None)
    return solve_hidden(graph, rewards_of(graph), maximiser)


def laws(found: HiddenSolution, seat: int) -> dict[Any, tuple[Fraction, ...]]:
    return {known.view: law for known, law in found.strategy(seat).items()}


def values(found: HiddenSolution) -> dict[Information, Any]:
    return {decision.information: decision.values for decision in found.decisions}


# ------------------------------------------------------------------ two seats


def test_matching_pennies() -> None:
    found = solved(matching_pennies())
    assert found.value == 0
    assert laws(found, 0) == laws(found, 1) == {"your penny": (HALF, HALF)}
    assert [decision.values for decision in found.decisions] == [(0, 0), (0, 0)]
    assert [decision.ties for decision in found.decisions] == [("heads", "tails")] * 2
    assert found.how == (
        "2 information sets, 4 sequences, 0 dominated choices removed, linear program for 2 "
        "information sets, proved by best responses"
    )


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_bluff_worth_a_third_in_every_round(rounds) -> None:
    """By hand: a bet with tails once in three, called twice in three.

    The views forget the rounds before, which matter to nobody.
    """
    found = solved(bluff(rounds))
    assert found.value == Fraction(rounds, 3)
    for left in range(1, rounds + 1):
        assert laws(found, 0)[left, True] == (0, 1)
        assert laws(found, 0)[left, False] == (Fraction(2, 3), Fraction(1, 3))
        assert laws(found, 1)[left,] == (Fraction(1, 3), Fraction(2, 3))
    reached = {decision.information.view: decision.reached for decision in found.decisions}
    assert all(
        chance == (Fraction(2, 3) if len(view) == 1 else HALF) for view, chance in reached.items()
    )
    assert (f"{rounds} subgames" in found.how) == (rounds > 1)
    sets = 3 * rounds
    assert found.how.startswith(f"{sets} information sets, {2 * sets} sequences")


def test_a_seat_that_forgets_what_does_not_matter_to_it() -> None:
    """Seat 1 sees its choices of earlier rounds; the rounds are no subgames, but worth as much."""
    found = solved(bluff(2, notes=True))
    assert found.value == Fraction(2, 3)
    assert laws(found, 0)[1, False] == laws(found, 0)[2, False] == (Fraction(2, 3), Fraction(1, 3))
    assert found.how.endswith("to remember more than the views tell would gain nothing")


def test_a_subgame_that_is_not_always_reached() -> None:
    """Pennies half of the time, after a gain of 1 or none."""

    def step(rules: object, left: str, chance: Any, table: Any) -> tuple[Any, Net]:
        if left == "toss":
            drawn = chance.pick([1, 1, 2])
            return (None, Net(0)) if drawn == 2 else ("pennies", Net(drawn))
        one, two = (table.decide(seat, ("heads", "tails"), "penny") for seat in (0, 1))
        return None, Net(4 if one == two == "heads" else int(one == two))

    game = Experiment(name="pennies", outcome=Net, start=lambda *_: "toss", step=step)
    found = solved(game)
    assert found.value == Fraction(1, 4) + HALF * Fraction(4, 5)
    assert "2 subgames" in found.how
    assert [decision.reached for decision in found.decisions] == [HALF, HALF]
    assert laws(found, 0) == laws(found, 1) == {"penny": (Fraction(1, 5), Fraction(4, 5))}
    lost = exploit(found, 0, {(0, "penny"): "heads"})
    assert lost.guaranteed == Fraction(1, 4)
    assert lost.exploitability == HALF * Fraction(4, 5)
    assert [*lost.lost.values()] == [0]
    assert [*exploit(found, 1, {(1, "penny"): "heads"}).lost.values()] == [0]


def kuhn_in_sequence_form(cards: int) -> ZeroSumGame:
    """Kuhn's poker written down without rules: sets by card, before and after a bet."""
    first = [InformationSet(2)] * cards + [InformationSet(2, (card, 0)) for card in range(cards)]
    second = [InformationSet(2)] * (2 * cards)  # card after a pass, cards + card after a bet
    payoffs = {}
    for mine, yours in permutations(range(cards), 2):
        deal = Fraction(1, cards * (cards - 1))
        sign = deal if mine > yours else -deal
        payoffs[(mine, 0), (yours, 0)] = sign
        payoffs[(cards + mine, 0), (yours, 1)] = -deal
        payoffs[(cards + mine, 1), (yours, 1)] = 2 * sign
        payoffs[(mine, 1), (cards + yours, 0)] = deal
        payoffs[(mine, 1), (cards + yours, 1)] = 2 * sign
    return ZeroSumGame(first=first, second=second, payoffs=payoffs)


@pytest.mark.parametrize("cards", [2, 3, 4, 7])
def test_kuhns_poker_against_its_sequence_form_written_down(cards) -> None:
    graph = graph_of(kuhn(cards), None)
    net = rewards_of(graph)
    value = solve(kuhn_in_sequence_form(cards)).value
    assert solve_hidden(graph, net, maximiser=0).value == value
    assert solve_hidden(graph, [-gain for gain in net], maximiser=1).value == -value


def test_kuhns_poker() -> None:
    """Kuhn (1950): the first player loses 1/18."""
    assert solved(kuhn()).value == Fraction(-1, 18)


def le_her_matrix(ranks: int, suits: int) -> list[list[Fraction]]:
    """Paul's chance if each exchanges a set of cards; Pierre, who knows both, when he is behind."""
    king, deck = ranks - 1, [rank for rank in range(ranks) for _ in range(suits)]

    def wins(paul: int, pierre: int, drawn: int, changes: bool) -> bool:
        return paul > (drawn if changes and drawn != king else pierre)

    def chance(mine: set[int], yours: set[int]) -> Fraction:
        won = total = 0
        for paul, pierre, drawn in permutations(deck, 3):
            total += 1
            if paul not in mine:
                won += wins(paul, pierre, drawn, pierre in yours)
            elif pierre == king:
                won += wins(paul, pierre, drawn, False)
            else:
                won += wins(pierre, paul, drawn, paul < pierre)
        return Fraction(won, total)

    sets = [{*some} for size in range(ranks + 1) for some in combinations(range(ranks), size)]
    return [[chance(mine, yours) for yours in sets] for mine in sets]


@pytest.mark.parametrize(("ranks", "suits"), [(2, 2), (3, 1), (3, 2), (4, 1)])
def test_le_her_against_the_matrix_of_sets_of_cards_exchanged(ranks, suits) -> None:
    assert solved(le_her(ranks, suits)).value == solve_matrix(le_her_matrix(ranks, suits)).value


def test_le_her() -> None:
    """Montmort and Waldegrave (1713): both mix, Paul with a 7 and Pierre with an 8."""
    found = solved(le_her())
    assert found.value == Fraction(11327, 22100)
    mixed = {
        (known.seat, known.view): law
        for seat in (0, 1)
        for known, law in found.strategy(seat).items()
        if max(law) < 1
    }
    assert mixed == {
        (0, 7 - 1): (Fraction(5, 8), Fraction(3, 8)),  # to keep, to exchange
        (1, (8 - 1, None)): (Fraction(3, 8), Fraction(5, 8)),
    }
    assert all(law == (1, 0) for card, law in laws(found, 0).items() if card > 6)
    assert all(law == (0, 1) for card, law in laws(found, 0).items() if card < 6)
    behind = {view: law for view, law in laws(found, 1).items() if view[1] is not None}
    assert all(law == ((0, 1) if own < other else (1, 0)) for (own, other), law in behind.items())


@pytest.mark.parametrize(
    ("faces", "value"), [(2, Fraction(0)), (3, Fraction(-1, 9)), (4, Fraction(-1, 8))]
)
def test_liars_dice(faces, value) -> None:
    found = solved(liars_dice(faces))
    assert found.value == value
    assert sum(d.reached for d in found.decisions if d.information.view[1] == ()) == 1


# ------------------------------------------------------------------ one seat


@pytest.mark.parametrize(("faces", "most"), [(2, 5), (4, 8)])
def test_a_card_drawn_before_the_decision_and_not_shown_changes_nothing(faces, most) -> None:
    """The views forget how the total came about: one set for all ways to it."""
    hidden, later = (solved(blackjack(faces, most, hole_first=first)) for first in (True, False))
    assert hidden.value == later.value
    assert hidden.strategy(0) == later.strategy(0)
    assert values(hidden) == values(later)
    assert hidden.how.startswith(f"{len(hidden.decisions)} information sets, ")


@pytest.mark.parametrize(("ranks", "suits"), [(3, 2), (4, 2)])
def test_three_card_poker_against_all_deals(ranks, suits) -> None:
    pack = [Card(rank, suit) for rank in range(ranks) for suit in range(suits)]
    total, hands = Fraction(0), [*combinations(pack, 3)]
    for own in hands:
        others = [strength(hand) for hand in combinations([c for c in pack if c not in own], 3)]
        mine = strength(own)
        nets = [
            1 if other < (-5, ranks - 2) else 2 * ((mine > other) - (mine < other))
            for other in others
        ]
        total += max(Fraction(-1), Fraction(sum(nets), len(nets)))
    for dealer_first in (False, True):
        found = solved(three_card_poker(ranks, suits, ranks - 2, dealer_first))
        assert found.value == total / len(hands)


# ------------------------------------------------------------------ given strategies


def test_the_exploitability_of_strategies_of_kuhns_poker() -> None:
    found = solved(kuhn())
    never = exploit(found, 0, lambda choices, view: "pass")
    assert never.guaranteed == -1  # every hand is lost to a bet
    assert never.exploitability == 1 - Fraction(1, 18)
    assert ({known.view: choice for known, choice in never.response})[0, ("pass",)] == "bet"
    for seat in (0, 1):
        best = {
            (seat, view): dict(zip(("pass", "bet"), law, strict=True))
            for view, law in laws(found, seat).items()
        }
        good = exploit(found, seat, best)
        assert good.exploitability == 0
        assert set(good.lost.values()) == {0}


def test_a_loss_that_only_the_best_response_shows() -> None:
    """A penny always heads loses nothing against a mixed strategy, and all to who knows it."""
    lost = exploit(solved(matching_pennies()), 0, {(0, "your penny"): "heads"})
    assert (lost.exploitability, set(lost.lost.values())) == (1, {0})
    assert [choice for _, choice in lost.response] == ["tails"]
    assert str(lost) == (
        "The strategy of seat 0 loses 1 against a best response, 0 against optimal play"
    )


def test_a_strategy_may_be_silent_where_it_never_leads() -> None:
    found = solved(kuhn())
    bold = {(0, (card, ())): "bet" for card in range(3)}
    assert exploit(found, 0, bold).guaranteed == Fraction(1 + 0 - 2, 3)  # against each card
    del bold[0, (1, ())]
    with pytest.raises(BadInput, match=r"no choice where seat 0 sees \(1, \(\)\)"):
        exploit(found, 0, bold)


MISTAKES: list[tuple[dict[Any, Any], str]] = [
    ({(0, "your penny"): "edge"}, "chooses 'edge' where seat 0 sees 'your penny' and can choose"),
    ({(0, "your penny"): {"edge": 1}}, "can choose among"),
    ({(0, "your penny"): {}}, "can choose among"),
    ({(0, "your penny"): {"heads": HALF}}, "must sum to 1"),
    ({(0, "your penny"): {"heads": 2, "tails": -1}}, r"chance -1 of a choice must be"),
    ({(0, "your penny"): {"heads": 0.5, "tails": 0.5}}, r"chance 0\.5 of a choice must be"),
    ({(1, "your penny"): "heads"}, "has no choice where seat 0 sees 'your penny'"),
]


@pytest.mark.parametrize(("strategy", "message"), MISTAKES)
def test_mistaken_strategies(strategy, message) -> None:
    with pytest.raises(BadInput, match=message):
        exploit(solved(matching_pennies()), 0, strategy)


def test_a_seat_that_decides_nothing_has_no_strategy() -> None:
    with pytest.raises(BadInput, match="seat 2 decides nothing in this game"):
        exploit(solved(matching_pennies()), 2, {})


# ------------------------------------------------------------------ refusals


def two_steps(second_view: Any) -> Game:
    """A card is shown and thrown away or not; then the player must say what it was."""

    def play(chance: Any, table: Any) -> Net:
        card = ("jack", "king")[chance.pick([1, 1])]
        kept = table.decide(0, ("keep", "throw"), card)
        said = table.decide(0, ("jack", "king"), second_view(card, kept))
        return Net(int(said == card))

    return Experiment.of_play(play, Net)


def test_the_sentence_names_what_a_view_forgets() -> None:
    assert solved(two_steps(lambda card, kept: (card, kept))).value == 1
    assert solved(two_steps(lambda card, kept: card)).value == 1  # keep or throw: all the same
    with pytest.raises(BadInput) as refusal:
        solved(two_steps(lambda card, kept: kept))
    ways = [f"after it was shown '{card}' and chose 'keep'" for card in ("jack", "king")]
    assert str(refusal.value) in {
        f"seat 0 sees 'keep' both {one} and {two}; "
        "let the view tell what the seat has seen and done"
        for one, two in permutations(ways)
    }
    with pytest.raises(BadInput, match="seat 0 sees 'table' both as its first decision and after"):
        solved(two_tables())


def test_ways_that_differ_by_a_factor() -> None:
    """A card of two kinds, 2 : 3, and then a coin that comes down heads twice in three."""

    def play(chance: Any, table: Any) -> Net:
        card = chance.pick([2, 3])
        bet = table.decide(0, (0, 1), ("card", card))
        said = table.decide(0, ("heads", "tails"), "coin")
        coin = ("heads", "tails")[chance.pick([2, 1])]
        return Net(int(bet == card) + int(said == coin))

    found = solved(Experiment.of_play(play, Net))
    assert found.value == 1 + Fraction(2, 3)
    assert found.how.startswith("4 information sets, 8 sequences")  # the bet was right, or not
    assert [d.reached for d in found.decisions if d.information.view == "coin"] == [1]


def test_two_seats_that_do_not_know_who_is_first() -> None:
    """Their views have no order; and seat 0 forgets a card that tells the order's chances."""
    stakes = ({"heads": 2, "tails": 1}, {"heads": 1, "tails": 3})

    def game(view_of: Any) -> Game:
        def play(chance: Any, table: Any) -> Net:
            card = chance.pick([1, 1])
            table.decide(0, ("left", "right"), ("card", card))
            first = chance.pick([1, 2] if card else [2, 1])
            said = {}
            for seat in (first, 1 - first):
                view = view_of(card) if seat == 0 else "penny"
                said[seat] = table.decide(seat, ("heads", "tails"), view)
            return Net(stakes[first][said[0]] if said[0] == said[1] else 0)

        return Experiment.of_play(play, Net)

    def worth(card: int, one: str, two: str) -> Fraction:
        chances = (Fraction(1, 3), Fraction(2, 3)) if card else (Fraction(2, 3), Fraction(1, 3))
        return sum((p * s[one] for p, s in zip(chances, stakes, strict=True)), Fraction(0)) * (
            one == two
        )

    sides = ("heads", "tails")
    plans = [
        [HALF * worth(0, one, said) + HALF * worth(1, other, said) for said in sides]
        for one, other in product(sides, sides)
    ]
    assert solved(game(lambda card: ("penny", card))).value == solve_matrix(plans).value
    with pytest.raises(BadInput, match="let the view tell"):
        solved(game(lambda card: "penny"))


def two_tables() -> Game:
    """The same view at the first and at the second decision, which should differ."""

    def play(chance: Any, table: Any) -> Net:
        one = table.decide(0, ("left", "right"), "table")
        two = table.decide(0, ("left", "right"), "table")
        return Net(int(one != two))

    return Experiment.of_play(play, Net)


def test_plays_that_can_go_on_forever_are_refused() -> None:
    builder = GraphBuilder()
    state = builder.state("again"), NOTHING
    edges = [(END, builder.gain((1,))), state]
    builder.finish_state((builder.decision(Information(0, "?", ("stop", "go")), edges), NOTHING))
    graph = builder.graph(state)
    with pytest.raises(BadInput, match="hidden information and no longest play"):
        solve_hidden(graph, [1, 0], 0)


def test_three_seats_are_refused() -> None:
    def play(chance: Any, table: Any) -> Net:
        return Net(sum(table.decide(seat, (0, 1), "?") for seat in range(3)))

    with pytest.raises(BadInput, match="seats 0, 1, 2 decide: one seat that maximises and at most"):
        solved(Experiment.of_play(play, Net))


def test_rewards_are_exact_numbers_one_for_every_edge() -> None:
    graph = graph_of(matching_pennies(), None)
    with pytest.raises(BadInput, match="1 rewards for 6 edges"):
        solve_hidden(graph, [1], 0)
    with pytest.raises(BadInput, match=r"reward 0\.5 must be exact"):
        solve_hidden(graph, [0.5] * 6, 0)  # type: ignore[list-item]


def test_a_game_beyond_the_limit_is_refused() -> None:
    graph = graph_of(kuhn(), None)
    with pytest.raises(TooLarge, match="more than 20 pairs of the seats' last moves"):
        hidden_game(graph, rewards_of(graph), 0, limit=20)


def test_a_game_without_decisions_has_a_mean() -> None:
    found = solved(Experiment.of_play(lambda chance: Net(chance.pick([1, 3])), Net))
    assert (found.value, found.decisions, found.strategy(0)) == (Fraction(3, 4), (), {})
