"""The certificate of optimal play: honest ones pass, forged ones are refused."""

import copy
import itertools
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from montmort.exact.decisions.optimal import optimal
from montmort.games.chance import Chance
from montmort.games.errors import BadChain, BadInput, MontmortError, TooLarge
from montmort.games.experiment import Experiment
from montmort.games.table import Table
from montmort.verification.certificates import optimal_certificate as writer
from montmort.verification.certificates.check import check_document, content_hash
from montmort.verification.certificates.optimal_certificate import optimal_certificate
from montmort.verification.certificates.rules_asked import Aim, Question
from tests.exact.decisions.small_games import GAME, Game, endless_games, games
from tests.verification.certificates import tampering
from tests.verification.certificates.corpus import OPTIMAL, SOLVED
from tests.verification.certificates.optimal_games import (
    PAY,
    RACE,
    WAIT,
    Money,
)
from tests.verification.certificates.tampering import false_statements

NINE = Fraction(9, 10)
HALF = Fraction(1, 2)
GRAPH = "the graph follows from the rules: "


@pytest.fixture(params=OPTIMAL)
def small(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = OPTIMAL[request.param]
    return found


def forged(name: str) -> Any:
    return copy.deepcopy(OPTIMAL[name])


# Honest certificates


def test_an_honest_certificate_trusts_only_the_graph(small: dict[str, Any]) -> None:
    (words,) = tampering.trusted(small)
    assert words.startswith(GRAPH)


@pytest.mark.parametrize(
    ("name", "conditions", "value"),
    [
        ("again", "A", Fraction(4 + 5 + 6, 6) + Fraction(3, 6) * Fraction(7, 2)),
        ("wait", "BA", Fraction(3)),  # until the die shows its most
        # once more costs x = 1 + (1 + 2·3 + 3x)/6 = 13/3: pay 1 and 3, not 5
        ("pay", "BA", (3 * 1 + 2 * 3 + Fraction(13, 3)) / 6),
        ("blind", "A", Fraction(2, 3) + 1),
        ("whole", "A", Fraction(3, 2)),
    ],
)
def test_the_conditions_and_values_are_those_of_the_games(
    name: str, conditions: str, value: Fraction
) -> None:
    content = OPTIMAL[name]["content"]
    assert "".join(block["condition"] for block in content["blocks"]) == conditions
    assert content["value"] == str(value)


def test_a_race_of_two_has_its_value_for_both() -> None:
    content = OPTIMAL["race"]["content"]
    assert content["seats"] == {"0": "maximise", "1": "minimise"}
    assert [block["condition"] for block in content["blocks"]] == ["A"]
    # one throws until one wins: x = 1/6 + 1/2 (1 - x/3) + 1/3 (1 - x)
    assert content["value"] == "2/3"
    assert {each["seat"] for each in content["information"]} == {"0", "1"}


@given(game=endless_games(seats=1) | endless_games(seats=2) | games(seats=2), fewest=st.booleans())
def test_every_value_that_is_found_has_a_certificate(game: Game, fewest: bool) -> None:
    """The checker's conditions hold wherever the solver's do: with cycles, one side or two."""
    try:
        best = optimal(GAME, game, **{"minimise" if fewest else "maximise": "points"})
    except MontmortError:
        assume(False)
    certificate = optimal_certificate(best, {})
    assert len(tampering.trusted(certificate)) == 1
    assert certificate["content"]["value"] == str(best.value)


# Tampering


def test_every_changed_number_is_refused(small: dict[str, Any]) -> None:
    values = [node["value"] for node in small["content"]["nodes"]]
    for path, others in tampering.numbers(small):
        if path[1] in ("information", "states"):
            continue  # words of the graph, which is trusted
        for other in others:
            twin = tampering.changed(small, path, tampering.put(other))
            if not tampering.is_refused(twin):
                # the graph is another one, in which a node is exchanged for one of equal value
                (old,) = [part for at, part in tampering.leaves(small) if at == path]
                assert path[-1] == "root" or path[-3] == "edges", (path, other)
                assert values[int(old)] == values[int(other)], (path, other)


def test_every_missing_or_mistyped_part_is_refused(small: dict[str, Any]) -> None:
    others = [7, None, [], {}, "x", ["1"], {"1": "1"}]
    for path in tampering.containers(small):
        if path == ("sha256",) or path[0] == "rules":
            continue
        for change in (tampering.remove, *map(tampering.put, others)):
            twin = tampering.changed(small, path, change)
            if twin != small and not tampering.is_refused(twin):
                assert path[1] in ("information", "states"), path  # words of the graph


def test_a_missing_edge_is_seen() -> None:
    """A chance node has its total, a decision its choices."""
    for name in OPTIMAL:
        for i, node in enumerate(OPTIMAL[name]["content"]["nodes"]):
            for place in range(len(node["edges"])):
                twin = forged(name)
                del twin["content"]["nodes"][i]["edges"][place]
                assert tampering.is_refused(_rehashed(twin))


def test_without_a_choice_the_graph_says_how_many_are_left() -> None:
    """A smaller graph with a value of its own is no forgery, but the trusted line differs."""
    twin = forged("blind")
    twin["content"]["information"][0]["choices"].pop()
    for node in twin["content"]["nodes"]:
        if "knows" in node:
            node["edges"].pop()
    (honest,) = tampering.trusted(OPTIMAL["blind"])
    (other,) = tampering.trusted(_rehashed(twin))
    assert honest.endswith("1 chance nodes, 2 decisions, 4 choices")
    assert other.endswith("1 chance nodes, 2 decisions, 2 choices")


def test_a_decision_disguised_as_chance_has_another_value() -> None:
    twin = forged("again")
    node = next(node for node in twin["content"]["nodes"] if node.get("knows") == "5")
    del node["knows"], node["taken"]
    node["total"] = "2"
    node["edges"] = [["1", reward, to] for _, reward, to in node["edges"]]
    twin["content"]["information"].pop()
    assert "the value of every chance node is the mean over its edges" in false_statements(twin)


def test_a_disguise_with_all_values_corrected_is_another_graph() -> None:
    """Only the walk of the rules can find it; the trusted line has one decision less."""

    def throw(chance: Chance, table: Table) -> Money:
        die = chance.pick([1] * 6) + 1
        again = chance.pick([1, 1]) if die == 6 else table.decide(0, [0, 1], die)
        return Money(chance.pick([1] * 6) + 1 if again else die)

    best = optimal(Experiment.of_play(throw, Money), maximise="won")
    (other,) = tampering.trusted(optimal_certificate(best, {}))
    (honest,) = tampering.trusted(OPTIMAL["again"])
    assert "6 decisions, 12 choices" in honest
    assert "5 decisions, 10 choices" in other


def test_a_strategy_that_sees_more_than_its_view_is_refused() -> None:
    """Every choice is best here, but the seat cannot know which node it is at."""

    def guess(chance: Chance, table: Table) -> Money:
        coin = chance.pick([1, 2])
        return Money(coin + 0 * table.decide(0, [1, 2], "blind"))

    best = optimal(Experiment.of_play(guess, Money), maximise="won")
    twin: Any = optimal_certificate(best, {})
    nodes = [node for node in twin["content"]["nodes"] if "knows" in node]
    assert [node["taken"] for node in nodes] == ["0", "0"]
    nodes[1]["taken"] = "1"
    assert false_statements(twin) == ["a seat that knows the same takes the same choice"]
    # nor does a second entry with the same words help
    nodes[1]["knows"] = "1"
    twin["content"]["information"] *= 2
    assert false_statements(twin) == [
        "no two entries of `information` are the same, nor two choices"
    ]


# Solutions of the equations that are no values


def _edges(*edges: tuple[str, str, str]) -> list[list[str]]:
    return [[*edge] for edge in edges]


def _circle(*nodes: tuple[str, str, str, str], value: str, taken: str) -> Any:
    """Return a certificate of nodes in a circle: (side, takes, waits at a cost, worth of it)."""
    twin = forged("whole")
    known = [{"seat": str(i), "view": "", "choices": ["take", "wait"]} for i in range(len(nodes))]
    twin["content"] = {
        "seats": {str(i): side for i, (side, *_) in enumerate(nodes)},
        "states": {},
        "information": known,
        "nodes": [
            {
                "value": value,
                "edges": _edges((takes, takes, "-1"), (worth, waits, str((i + 1) % len(nodes)))),
                "knows": str(i),
                "taken": taken[i],
            }
            for i, (_, takes, waits, worth) in enumerate(nodes)
        ],
        "root": "0",
        "value": value,
    }
    return twin


def _never_holds(twin: Any) -> bool:
    """Return whether no ranks make the checker accept the certificate."""
    size = len(twin["content"]["nodes"])
    lowest = -1 if size == 1 else 0  # a negative rank of a node alone; of two there are too many
    levels = [*map(str, range(lowest, size)), None]
    rankings = [
        {str(i): rank for i, rank in enumerate(row) if rank is not None}
        for row in itertools.product(levels, repeat=size)
    ]
    sides = {*twin["content"]["seats"].values()}
    for ranks in (each for each in rankings if len(each) == size):
        for own in itertools.product(rankings, repeat=len(sides)):
            by_side = dict(zip(sides, own, strict=True))
            for condition in "BC":
                block = {"condition": condition, "ranks": ranks, "sides": by_side}
                twin["content"]["blocks"] = [block]
                if not tampering.is_refused(_rehashed(twin)):
                    return False
        twin["content"]["blocks"] = [{"condition": "A", "ranks": ranks, "sides": {}}]
        if not tampering.is_refused(_rehashed(twin)):
            return False
    return True


def test_to_wait_for_nothing_is_worth_no_more() -> None:
    """v = max(3, v) holds for 10 as well; no ranks lead out by waiting."""
    assert not _never_holds(_circle(("maximise", "3", "0", "3"), value="3", taken="0"))
    assert _never_holds(_circle(("maximise", "3", "0", "10"), value="10", taken="1"))


def test_to_wait_for_nothing_costs_nothing() -> None:
    """v = min(3, v) holds for 3, but without an end nothing is paid."""
    assert _never_holds(_circle(("minimise", "3", "0", "3"), value="3", taken="0"))
    assert not _never_holds(_circle(("minimise", "3", "0", "0"), value="0", taken="1"))
    assert not _never_holds(_circle(("minimise", "3", "1", "4"), value="3", taken="0"))
    assert _never_holds(_circle(("minimise", "3", "-1", "2"), value="3", taken="0"))


def test_a_debt_is_not_put_off() -> None:
    """v = max(-3, v) holds for -3, but without an end nothing is lost."""
    assert _never_holds(_circle(("maximise", "-3", "0", "-3"), value="-3", taken="0"))
    assert not _never_holds(_circle(("maximise", "-3", "0", "0"), value="0", taken="1"))


def test_two_sides_in_a_circle_have_one_value() -> None:
    """v = max(3, min(5, v)) holds from 3 to 5; who minimises passes for ever unless it is 3."""

    def circle(value: str, taken: str) -> Any:
        first, second = ("maximise", "3", "0", value), ("minimise", "5", "0", value)
        return _circle(first, second, value=value, taken=taken)

    assert not _never_holds(circle("3", "01"))
    for value, taken in (("0", "11"), ("4", "11"), ("5", "10")):
        assert _never_holds(circle(value, taken))


def test_a_later_block_is_not_settled() -> None:
    """Two blocks that call each other settled would hold any value."""
    twin = forged("wait")
    twin["content"]["blocks"].reverse()
    assert false_statements(twin) == [
        "no edge leads to a later block: each is a union of strongly connected components"
    ]


class Duel(NamedTuple):
    """An outcome."""

    won: bool
    rounds: int


def _trap(rounds: int, seats: Sequence[int] = (0,)) -> Experiment[Any, Any, Any]:
    """A fair coin, or a chance of 1/3 and otherwise a state that never ends; or to wait."""

    def step(_rules: object, state: str, chance: Any, table: Any) -> Any:
        if state == "stuck":
            return "stuck", Duel(False, rounds)
        for seat in seats:
            choice = table.decide(seat, ["fair", "trap", "wait"], (state, seat))
            if choice != "wait":
                break
        else:
            return state, Duel(False, 0)
        if choice == "fair" or not chance.pick([1, 2]):
            return None, Duel(choice == "trap" or not chance.pick([1, 1]), 1)
        return "stuck", Duel(False, 1)

    return Experiment(name="trap", outcome=Duel, start=lambda *_: "choose", step=step)


@pytest.mark.parametrize(
    ("seats", "aim", "value", "condition"),
    [
        ((0,), {"maximise": "won"}, HALF, "B"),
        ((0,), {"minimise": "won"}, 0, "C"),
        ((0, 1), {"maximise": "won"}, HALF, "B"),
        ((1, 0), {"maximise": "won"}, Fraction(1, 3), "B"),
        ((1, 0), {"minimise": "won"}, HALF, "B"),
        ((0, 1), {"minimise": "rounds"}, 1, "B"),
    ],
)
def test_a_trap_has_a_certificate(
    seats: Sequence[int], aim: dict[str, Any], value: Fraction, condition: str
) -> None:
    """A play that never ends counts as not won, and for the rounds that it had."""
    best = optimal(_trap(0, seats), **aim)
    assert best.value == value
    twin = optimal_certificate(best, {})
    assert tampering.trusted(twin)
    assert {block["condition"] for block in twin["content"]["blocks"]} >= {condition, "C"}
    assert not tampering.is_refused(twin)


def test_an_avoided_total_without_bound_has_no_certificate() -> None:
    best = optimal(_trap(1), minimise="rounds")
    assert (best.value, best["choose", 0].choice, best["choose", 0].values) == (0, "wait", ())
    with pytest.raises(BadInput, match="lead to totals without bound"):
        optimal_certificate(best, {})
    with pytest.raises(
        BadChain, match=r"state 'stuck' .by state 'choose' -> 'trap'., from where it gains"
    ):
        optimal(_trap(1), maximise="rounds")


# Discounts


@pytest.mark.parametrize("game", [WAIT, RACE, PAY])
def test_a_discounted_value_has_a_certificate(game: Experiment[Any, Any, Any]) -> None:
    """A play goes on after a step with the discount as its chance: the means are the same."""
    aim = {"wait": "won", "race": "throws", "pay": "paid"}[game.name]
    best = optimal(game, **{"minimise" if game is PAY else "maximise": aim}, discount=NINE)
    certificate = optimal_certificate(best, {})
    assert len(tampering.trusted(certificate)) == 1
    assert certificate["content"]["value"] == str(best.value)


def test_waiting_is_worth_half_a_three() -> None:
    """v = (1 + 2v + 3 max(...))/6 by hand: who waits at 1 and takes 2 and 3 gets 58/33."""
    best = optimal(WAIT, maximise="won", discount=Fraction(1, 2))
    # x = (x/2 + 2·2 + 3·3)/6 is what a throw is worth after waiting: 26/11, so half of it 13/11
    first = (3 * Fraction(13, 11) + 2 * 2 + 1 * 3) / 6
    assert optimal_certificate(best, {})["content"]["value"] == str(first) == "58/33"


def test_with_the_rules_the_discount_is_walked_again(tmp_path: Path) -> None:
    question = Question(WAIT, None, aim=Aim("won"))
    best = optimal(WAIT, maximise="won", discount=NINE)
    words = {"game": "own.py", "experiment": "wait", "values": {}, "at": {}}
    twin: Any = optimal_certificate(best, {**words, "aim": "maximise won, seat 0"}, question)
    (tmp_path / "own.py").write_text(
        "from tests.verification.certificates.optimal_games import WAIT\n"
    )
    asked = "--rules", str(tmp_path / "own.py")
    found = check_document(tampering.as_json(twin), tampering.CHECKERS, *asked)
    assert [each.words for each in found if not each.holds] == []
    twin["rules"]["discount"] = "4/5"
    found = check_document(tampering.as_json(_rehashed(twin)), tampering.CHECKERS, *asked)
    wrong = [each.words for each in found if "by the rules" in each.words and not each.holds]
    assert len(wrong) == 1
    assert "is another one by the rules" in wrong[0]


# What is refused before


def test_a_large_graph_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "MOST_NODES", 7)
    with pytest.raises(TooLarge, match="the graph has 8 nodes, and a certificate lists at most 7"):
        optimal_certificate(SOLVED["again"], {})


def test_a_game_in_which_every_choice_is_forced_has_a_certificate() -> None:
    def toss(chance: Chance, table: Table) -> Money:
        return Money(table.decide(0, ["toss"], None) == "toss" and chance.pick([1, 1]))

    forced = optimal_certificate(optimal(Experiment.of_play(toss, Money), maximise="won"), {})
    assert tampering.trusted(forced) == [f"{GRAPH}1 chance nodes, 0 decisions, 0 choices"]


def test_what_is_written_alike_gets_a_number() -> None:
    class Card:
        """A view and a choice that is written like any other."""

        def __repr__(self) -> str:
            return "card"

    one, two = Card(), Card()

    def choose(chance: Chance, table: Table) -> Money:
        seen = [one, two][chance.pick([1, 1])]
        return Money(int(table.decide(0, [one, two], seen) is seen))

    best = optimal(Experiment.of_play(choose, Money), maximise="won")
    twin: Any = optimal_certificate(best, {})
    assert tampering.trusted(twin)
    known = twin["content"]["information"]
    assert [each["view"] for each in known] == ["card", "card [2]"]
    assert known[0]["choices"] == ["card", "card [2]"]


def _rehashed(twin: Any) -> Any:
    twin["sha256"] = content_hash(twin)
    return twin
