"""The exhaustive walk on games small enough to solve by hand."""

import enum
import random
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore, law_of
from montmort.exact.law import Law
from montmort.exact.paths import every_path
from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance, coin
from montmort.games.errors import BadChain, BadInput, TooLarge, UnknownName
from montmort.games.experiment import Experiment
from montmort.games.table import Table
from tests.exact.linalg.gauss_jordan import gauss_jordan


def two_aces(chance: Chance) -> int:
    """Aces among two cards of a deck of 4 aces and 48 others."""
    deck, aces = Deck((4, 48)), 0
    for _ in range(2):
        kind, deck = deck.draw(chance)
        aces += kind == 0
    return aces


def test_draws_branch_per_kind_and_give_the_hypergeometric_law() -> None:
    assert len(list(every_path(two_aces))) == 4
    assert law_of(two_aces) == Law(weights={0: 48 * 47, 1: 2 * 4 * 48, 2: 4 * 3})


def test_a_function_without_chance_has_one_path() -> None:
    assert list(every_path(lambda chance: "sure")) == [("sure", 1, 1)]


def test_rules_that_are_not_deterministic() -> None:
    weights = iter([[1, 1], [2, 1]])

    def play(chance: Chance) -> int:
        return chance.pick(next(weights))

    with pytest.raises(BadInput, match="which moves on when it is used"):
        law_of(play)


def test_rules_that_draw_less_the_second_time() -> None:
    draws = iter([True, False])

    def play(chance: Chance) -> int:
        return chance.pick([1, 1]) if next(draws) else 5

    with pytest.raises(BadInput, match="which moves on when it is used"):
        law_of(play)


class Score(NamedTuple):
    points: int
    tosses: int


def best_of(rules: int, state: tuple[int, int], chance: Chance, table: Table):  # type: ignore[no-untyped-def]
    """One toss in a race to `rules` points between heads and tails."""
    mine, other = state
    if coin(chance, Fraction(1, 2)):
        after, gain = (mine + 1, other), Score(1, 1)
    else:
        after, gain = (mine, other + 1), Score(0, 1)
    return (None if rules in after else after), gain


RACE = Experiment(name="race", outcome=Score, start=lambda rules, chance: (0, 0), step=best_of)


def test_the_problem_of_points_pascal_and_fermat_1654() -> None:
    walk = explore(RACE, 3)
    law = walk.law()
    # won with 3 heads in n tosses: C(n-1, 2) / 2^n
    assert [law[Score(3, n)] for n in (3, 4, 5)] == [
        Fraction(1, 8),
        Fraction(3, 16),
        Fraction(6, 32),
    ]
    assert law.field("tosses").mean() == walk.expected("tosses") == Fraction(33, 8)
    assert walk.field_law("tosses", 5) == law.field("tosses")
    assert walk.field_law("points", 3) == law.field("points")
    assert walk.field_law("points", 1).tail == 1 - law.field("points").at_most(1)
    assert len(walk.steps) == 9  # equal states are merged


def wait_for_heads(rules: Fraction, state: str, chance: Chance, table: Table):  # type: ignore[no-untyped-def]
    """Toss until heads; a toss costs nothing, heads pays a point."""
    if coin(chance, rules):
        return None, Score(1, 1)
    return state, Score(0, 1)


WAIT = Experiment(
    name="wait", outcome=Score, start=lambda rules, chance: "waiting", step=wait_for_heads
)


def test_a_game_without_a_longest_play_is_a_chain() -> None:
    walk = explore(WAIT, Fraction(1, 3))
    assert walk.expected("tosses") == 3
    assert walk.field_law("tosses", 3).chances() == {
        1: Fraction(1, 3),
        2: Fraction(2, 9),
        3: Fraction(4, 27),
    }
    assert walk.field_law("points", 1) == Law(weights={1: 1})  # steps without a gain: a system
    with pytest.raises(BadChain, match="no longest play"):
        walk.law()


class Won(NamedTuple):
    won: bool
    side: enum.Enum


def test_only_counts_can_be_summed() -> None:
    class Side(enum.Enum):
        HEADS = 1

    once = Experiment(
        name="once",
        outcome=Won,
        start=lambda rules, chance: 0,
        step=lambda rules, state, chance, table: (None, Won(coin(chance, rules), Side.HEADS)),
    )
    walk = explore(once, Fraction(1, 4))
    assert walk.law().field("won")[True] == Fraction(1, 4)
    for name in ("won", "side"):
        with pytest.raises(BadInput, match=name):
            walk.expected(name)


Row = dict[tuple[int | None, int], int]


def game_of(rows: list[Row], start: int = 0) -> Experiment[None, int, Score]:
    """The game whose state s moves on by `rows[s]`: weights of (next state or None, points)."""

    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Score]:
        moves = list(rows[state])
        after, points = moves[chance.pick(list(rows[state].values()))]
        return after, Score(points, 1)

    return Experiment(name="rows", outcome=Score, start=lambda rules, chance: start, step=step)


@st.composite
def layered(draw: st.DrawFn, cyclic: bool = False) -> list[Row]:
    """Rows of 1 to 5 states that lead to later ones, or to all, and surely to the end."""
    size = draw(st.integers(1, 5))
    rows: list[Row] = []
    for state in range(size):
        later = range(size) if cyclic else range(state + 1, size)
        moves = st.tuples(st.sampled_from([None, *later]), st.integers(0, 2))
        rows.append(draw(st.dictionaries(moves, st.integers(1, 9), max_size=4)))
        rows[state][None, draw(st.integers(0, 2))] = draw(st.integers(1, 9))
    return rows


def recursive_law(rows: list[Row], state: int) -> dict[Score, Fraction]:
    """The joint law from a state by recursion: all plays in turn."""
    chances: dict[Score, Fraction] = {}
    for (after, points), weight in rows[state].items():
        chance = Fraction(weight, sum(rows[state].values()))
        rest = {Score(0, 0): Fraction(1)} if after is None else recursive_law(rows, after)
        for score, p in rest.items():
            total = Score(score.points + points, score.tosses + 1)
            chances[total] = chances.get(total, Fraction(0)) + chance * p
    return chances


@given(layered())
def test_a_game_with_a_longest_play_is_the_recursion_over_its_plays(rows: list[Row]) -> None:
    walk, law = explore(game_of(rows), None), Law.of(recursive_law(rows, 0))
    assert walk.law() == law
    assert walk.expected("points") == law.field("points").mean()
    assert walk.field_law("points", 10) == law.field("points")


def dense_law(rows: list[Row], horizon: int) -> list[Fraction]:
    """P(points = k) from state 0, one dense system of the idle moves for every k."""
    sums, n = [sum(row.values()) for row in rows], range(len(rows))
    idle = [[Fraction(s == t) - Fraction(rows[s].get((t, 0), 0), sums[s]) for t in n] for s in n]
    chances: list[list[Fraction]] = []
    for k in range(horizon + 1):
        known = [
            sum(
                (
                    Fraction(w, sums[s])
                    * (g == k if t is None else 0 < g <= k and chances[k - g][t])
                    for (t, g), w in rows[s].items()
                ),
                Fraction(0),
            )
            for s in n
        ]
        chances.append([x[0] for x in gauss_jordan(idle, [[b] for b in known])])
    return [row[0] for row in chances]


@given(layered(cyclic=True), st.integers(0, 6))
def test_the_law_of_points_is_that_of_dense_systems(rows: list[Row], horizon: int) -> None:
    law = explore(game_of(rows), None).field_law("points", horizon)
    assert [law.capped(horizon + 1)[k] for k in range(horizon + 1)] == dense_law(rows, horizon)


@given(layered(cyclic=True))
def test_the_mean_is_that_of_the_tails_of_the_law(rows: list[Row]) -> None:
    """E X is sum k P(k) up to h, plus at most the tail times (h + largest gain + largest mean)."""
    walk = explore(game_of(rows), None)
    means = [explore(game_of(rows, start), None).expected("points") for start in walk.steps]
    law, mean = walk.field_law("points", 12), walk.expected("points")
    low = sum(k * p for k, p in law.chances().items())
    assert low <= mean <= low + law.tail * (12 + 2 + max(means))


def test_a_play_that_never_ends() -> None:
    for rows in ([{(0, 1): 1}], [{(1, 0): 1}, {(0, 0): 1}]):
        walk = explore(game_of(rows), None)  # type: ignore[arg-type]
        for question in (walk.chain, walk.steps_to_end, walk.steps_law):
            with pytest.raises(BadChain, match="never ends"):
                question()
        assert walk.never_ends == 1


def test_unknown_fields_and_bad_horizons() -> None:
    walk = explore(RACE, 2)
    with pytest.raises(UnknownName, match=r"no field 'cards'.*it has points, tosses"):
        walk.expected("cards")
    with pytest.raises(UnknownName, match="no field 'law'"):
        walk.field_law("law", 3)
    for horizon in (-1, 1.0, True):
        with pytest.raises(BadInput, match="horizon"):
            walk.field_law("points", horizon)  # type: ignore[arg-type]


def test_losses_have_a_mean_but_no_law_up_to_a_horizon() -> None:
    walk = explore(game_of([{(None, -2): 1, (None, 1): 1}]), None)
    assert walk.expected("points") == Fraction(-1, 2)
    with pytest.raises(BadInput, match="gains >= 0; this step has -2"):
        walk.field_law("points", 1)


def test_a_game_needs_a_state_to_start_with() -> None:
    with pytest.raises(BadInput, match="start"):
        explore(game_of([], None), None)  # type: ignore[arg-type]


def test_all_steps_together_stay_within_the_limit() -> None:
    assert len(explore(RACE, 3, limit=19).steps) == 9  # 1 start, 2 paths from each state
    with pytest.raises(TooLarge, match="more than 18 paths"):
        explore(RACE, 3, limit=18)


def test_watch_is_called_with_the_share_of_states() -> None:
    calls: list[tuple[Fraction, int]] = []
    walk = explore(RACE, 50, watch=lambda *call: calls.append(call))
    assert len(walk.steps) == 2500  # all scores below 50
    assert [paths for _, paths in calls] == [2000, 4000]
    assert all(0 < share < 1 for share, _ in calls)


def test_a_long_game_needs_no_deep_recursion() -> None:
    rows: list[Row] = [{(s + 1, int(s < 7)): 1} for s in range(1499)]
    walk = explore(game_of([*rows, {(None, 0): 1}]), None)
    assert walk.law() == Law(weights={Score(7, 1500): 1})
    assert walk.expected("points") == 7
    assert walk.field_law("points", 7) == Law(weights={7: 1})


class Match(NamedTuple):
    won: bool
    rounds: int


def ruin(held: int, goal: int) -> Experiment:  # type: ignore[type-arg]
    """The gambler's ruin on 0 … goal; Rules are the chance to win a round."""

    def step(rules: Fraction, state: int, chance: Chance, table: Table):  # type: ignore[no-untyped-def]
        state += 1 if coin(chance, rules) else -1
        return (None if state in (0, goal) else state), Match(state == goal, 1)

    return Experiment(name="ruin", outcome=Match, start=lambda rules, chance: held, step=step)


@pytest.mark.parametrize("up", [Fraction(1, 2), Fraction(9, 19)])
def test_ruin_de_moivre_1711_and_the_variance_of_its_rounds(up: Fraction) -> None:
    walk = explore(ruin(3, 7), up)
    ratio = (1 - up) / up
    chance = Fraction(3, 7) if ratio == 1 else (1 - ratio**3) / (1 - ratio**7)
    assert walk.last_law("won")[True] == chance
    chain = walk.chain()
    assert walk.expected("rounds") == chain.expected(start=3)
    assert walk.variance("rounds") == chain.variance(start=3)
    assert walk.field_law("rounds", 60) == chain.steps_law(3, 60)


def test_the_variance_of_a_race_is_that_of_its_law() -> None:
    walk = explore(RACE, 3)
    for name in ("points", "tosses"):
        assert walk.variance(name) == walk.law().field(name).variance()


def test_numbers_have_no_last_law_and_enums_no_sum() -> None:
    walk = explore(ruin(1, 2), Fraction(1, 2))
    with pytest.raises(BadInput, match="rounds: only a truth value or an enum is taken"):
        walk.last_law("rounds")
    for ask in (walk.expected, walk.variance, lambda name: next(walk.field_chances(name))):
        with pytest.raises(BadInput, match="won: only numbers"):
            ask("won")
        with pytest.raises(UnknownName, match="no field 'x'"):
            ask("x")


def test_a_game_of_infinitely_many_states_is_refused() -> None:
    def step(rules: None, state: int, chance: Chance, table: Table) -> tuple[int | None, Score]:
        return (state + 1 if chance.pick([1, 1]) else None), Score(1, 1)

    game = Experiment(name="climb", outcome=Score, start=lambda rules, chance: 0, step=step)
    with pytest.raises(TooLarge, match=r"climb: more than 1,000 states; .* or raise states="):
        explore(game, None, states=1000)
    assert len(explore(RACE, 3, states=9).steps) == 9
    with pytest.raises(TooLarge, match="more than 8 states"):
        explore(RACE, 3, states=8)
    for states in (0, 1.5, True):
        with pytest.raises(BadInput, match="states="):
            explore(RACE, 3, states=states)  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [None, 5, (None,), (None, None), (None, (1, 1)), (None, 1, 1)])
def test_a_step_that_does_not_return_state_and_gain(move: Any) -> None:
    game = Experiment(
        name="odd", outcome=Score, start=lambda rules, chance: 0, step=lambda *_: move
    )
    with pytest.raises(BadInput, match=r"odd: step\(\) must return .* of Score, not"):
        explore(game, None)


def test_steps_with_chance_from_another_source() -> None:
    other = random.Random(1654)
    game = Experiment(
        name="leaky",
        outcome=Score,
        start=lambda rules, chance: 0,
        step=lambda rules, state, chance, table: (None, Score(other.randint(0, 1), 1)),
    )
    with pytest.raises(BadInput, match=r"the rules draw from random\.Random: draw everything"):
        explore(game, None)


class Rank(enum.IntEnum):
    """An integer with a name: the last step counts, as for any enum."""

    LOW = 1
    HIGH = 2


class Ranked(NamedTuple):
    """An outcome with a rank."""

    rank: Rank


def test_an_integer_enum_is_not_added_up() -> None:
    def step(_rules: object, state: int, chance: Any, _table: object) -> Any:
        return (None if state else 1), Ranked(Rank.HIGH if chance.pick([1, 1]) else Rank.LOW)

    walk = explore(
        Experiment(name="ranks", outcome=Ranked, start=lambda *_: 0, step=step),
        None,
    )
    assert walk.last_law("rank") == walk.law().field("rank")
    with pytest.raises(BadInput, match="only numbers can be summed"):
        walk.expected("rank")


class Money(NamedTuple):
    gain: int | Fraction
    over: bool


def stakes(stake: int | Fraction, odds: int | Fraction, may_end: bool) -> Any:
    """Bets on a coin of 1/3, three of them or until one is lost."""

    def step(rules: object, state: int, chance: Chance, table: Table) -> Any:
        won = coin(chance, Fraction(1, 3))
        over = state == 2 if may_end else not won
        return (None if over else state + may_end), Money(stake * odds if won else stake, over)

    return Experiment(name="money", outcome=Money, start=lambda *_: 0, step=step)


@given(st.fractions(0, 3, max_denominator=4), st.fractions(0, 3, max_denominator=4), st.booleans())
def test_gains_that_are_fractions_are_integers_in_their_unit(
    stake: Fraction, odds: Fraction, may_end: bool
) -> None:
    unit = (stake * odds).denominator * stake.denominator
    walk = explore(stakes(stake, odds, may_end), None)
    scaled = Experiment(
        name="money",
        outcome=Money,
        start=lambda *_: 0,
        step=lambda *play: _times(stakes(stake, odds, may_end).step(*play), unit),
    )
    whole = explore(scaled, None)
    assert walk.expected("gain") == whole.expected("gain") / unit
    assert walk.variance("gain") == whole.variance("gain") / unit**2
    level = Fraction(4, 5)
    assert walk.quantile("gain", level) == Fraction(whole.quantile("gain", level), unit)
    horizon = None if may_end else 3
    law = walk.field_law("gain", horizon)
    in_units = whole.field_law("gain", None if horizon is None else horizon * unit)
    assert law.chances() == {Fraction(x, unit): c for x, c in in_units.chances().items()}
    assert law.tail == in_units.tail


def _times(move: Any, unit: int) -> Any:
    state, gain = move
    return state, Money(int(gain.gain * unit), gain.over)


def test_chances_of_all_totals_are_those_of_integers() -> None:
    walk = explore(stakes(Fraction(1, 2), 3, may_end=False), None)
    with pytest.raises(BadInput, match="gain: field_chances counts integers; take field_law"):
        walk.field_chances("gain")


class Duel(NamedTuple):
    """Outcome: the prize of the winner, and the shots."""

    prize: int
    shots: int


def test_a_field_that_only_the_last_step_adds_has_its_whole_law_without_a_longest_play() -> None:
    def shoot(hits: Any, shooter: int, chance: Chance, table: Table) -> tuple[Any, Duel]:
        if coin(chance, hits):
            return None, Duel((5, -3, 7)[shooter], 1)
        return (shooter + 1) % 3, Duel(0, 1)

    duel = Experiment(name="duel", outcome=Duel, start=lambda *_: 0, step=shoot)
    law = Law(weights={5: 4, -3: 2, 7: 1})
    assert explore(duel, Fraction(1, 2)).field_law("prize") == law
    p = sympy.Symbol("p")
    walk = explore(duel, p)
    assert walk.field_law("prize").at({p: Fraction(1, 2)}) == law
    assert walk.field_law("prize")[7] == (1 - p) ** 2 / (p**2 - 3 * p + 3)
    for found in (walk, explore(duel, Fraction(1, 2))):
        with pytest.raises(BadChain, match="no longest play"):
            found.field_law("shots")
