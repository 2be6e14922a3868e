"""The certificate of bounds of optimal play: honest ones pass, forged ones are refused."""

import copy
import gzip
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from montmort.cli import main
from montmort.exact.decisions.optimal import optimal
from montmort.games.errors import MontmortError
from montmort.verification import optimal_certification
from montmort.verification.certificates import bounds_certificate as writer
from montmort.verification.certificates import bounds_checker
from montmort.verification.certificates.bounds_certificate import bounds_certificate, cut_of
from montmort.verification.certificates.check import Unreadable, check_document, content_hash
from tests.exact.decisions.small_games import GAME, Game, endless_games, games
from tests.verification.certificates import tampering
from tests.verification.certificates.corpus import BOUNDS, ENCLOSED
from tests.verification.certificates.optimal_games import RACE
from tests.verification.certificates.tampering import false_statements

WIDTH = Fraction(1, 10**9)
VALUES = {
    "race": Fraction(2, 3),
    "slow race": optimal(RACE, minimise="first_wins").value,
    "wait": Fraction(3),
    "again": Fraction(17, 4),
    "blind": Fraction(5, 3),
}
BEYOND = "is not beyond what follows from the next ones"


def between(document: Any) -> list[Fraction]:
    return [*map(Fraction, document["content"]["between"])]


@pytest.mark.parametrize("name", BOUNDS)
def test_an_honest_certificate_encloses_the_value_and_trusts_only_the_graph(name: str) -> None:
    (words,) = tampering.trusted(BOUNDS[name])
    assert words.startswith("the graph follows from the rules: ")
    low, high = between(BOUNDS[name])
    assert low <= VALUES[name] <= high
    assert high - low <= Fraction(1, 10**12)


def test_the_headline_says_the_width() -> None:
    (words,) = tampering.headlines(BOUNDS["race"])
    assert words == (
        "the value of the root is from 0.666666666666666 to 0.666666666666667, a width of 6.9e-18"
    )


@given(game=endless_games(seats=1) | endless_games(seats=2) | games(seats=2), fewest=st.booleans())
def test_bounds_enclose_the_exact_value(game: Game, fewest: bool) -> None:
    sense = "minimise" if fewest else "maximise"
    try:
        best = optimal(GAME, game, **{sense: "won"})
        value = best.value
        document = bounds_certificate(best, {})
    except MontmortError:
        assume(False)
    assert len(tampering.trusted(document)) == 1
    low, high = between(document)
    assert value is not None
    assert low <= value <= high


# With the rules


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The files of a certificate of pig, compressed; the game is as if it were too large."""
    monkeypatch.setattr(optimal_certification, "MOST_NODES", 100)
    files = ["-o", str(tmp_path / "pig.json.gz"), "--checker", str(tmp_path / "check.py")]
    assert main(["certify", "pig", "--goal", "6", "--faces", "3", *files]) == 0
    return tmp_path


def check(folder: Path, *flags: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "check.py", "pig.json.gz", *flags]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


def test_the_program_reads_a_compressed_certificate_and_walks_the_rules(
    pig: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone, walked = check(pig), check(pig, "--rules", "pig")
    assert (alone.returncode, walked.returncode) == (3, 0), walked.stdout
    assert walked.stdout.startswith("verified from witnesses: the value of the root is from 0.")
    capsys.readouterr()
    assert main(["exact", "pig", "--goal", "6", "--faces", "3", "--json"]) == 0
    out = capsys.readouterr().out
    low, high = between(json.loads(gzip.decompress((pig / "pig.json.gz").read_bytes())))
    assert low <= Fraction(json.loads(out)["answers"]["value"]) <= high


@pytest.mark.parametrize(
    ("name", "column", "old", "new", "words"),
    [
        ("kinds", "rewards", "1", "2", "kinds: the rules say something else"),
        ("kinds", "weights", "1 1 1", "1 1 2", "kinds: the rules say something else"),
        ("information", "view", "turn=2", "turn=9", "information: the rules say something else"),
        ("seats", "0", "maximise", "minimise", "the seats want something else"),
    ],
)
def test_with_the_rules_another_graph_is_false(
    pig: Path, name: str, column: str, old: str, new: str, words: str
) -> None:
    file = pig / "pig.json.gz"
    document: Any = json.loads(gzip.decompress(file.read_bytes()))
    part = document["content"][name]
    places = part if isinstance(part, list) else [part]
    place = next(p for p in places if any(old in each for each in p[column]) or p[column] == old)
    held = place[column]
    place[column] = (
        held.replace(old, new)
        if isinstance(held, str)
        else [each.replace(old, new) for each in held]
    )
    document["sha256"] = content_hash(document)
    file.write_bytes(gzip.compress(json.dumps(document).encode()))
    found = check(pig, "--rules", "pig")
    assert found.returncode == 1, found.stdout
    assert words in found.stdout


def test_a_torn_file_is_unreadable(pig: Path) -> None:
    file = pig / "pig.json.gz"
    file.write_bytes(file.read_bytes()[:-20])
    found = check(pig)
    assert (found.returncode, found.stdout.startswith("cannot read")) == (2, True), found.stdout
    file.write_bytes(b"{}")
    found = check(pig)
    assert (found.returncode, found.stdout.startswith("cannot read")) == (2, True), found.stdout


# Forgeries


def forged(name: str, **content: object) -> Any:
    twin = copy.deepcopy(BOUNDS[name])
    twin["content"] |= content
    twin["sha256"] = content_hash(twin)
    return twin


def with_between(twin: Any) -> Any:
    """Return a forgery with the bounds of the root that the checker finds."""
    found = [
        each.words
        for each in check_document(tampering.as_json(twin), tampering.CHECKERS)
        if each.holds is False
    ]
    assert found
    graph = bounds_checker.graph_of(
        [
            bounds_checker.CONTENT[name](name, twin["content"][name])
            for name in ("seats", "choices", "information", "kinds", "nodes", "knows", "next")
        ]
    )
    cut = bounds_checker.column("cut", twin["content"]["cut"])
    order = bounds_checker.order_of(graph, cut)
    root, scale = (int(twin["content"][name]) for name in ("root", "scale"))
    twin["content"]["between"] = []
    for own, name in ((1, "lower"), (-1, "upper")):
        given = dict(zip(cut, bounds_checker.column(name, twin["content"][name]), strict=True))
        values, _ = bounds_checker.bounds(graph, order, given, scale, own)
        twin["content"]["between"].append(str(Fraction(values[root], scale)))
    twin["sha256"] = content_hash(twin)
    return twin


@pytest.mark.parametrize("name", ["race", "slow race", "wait"])
def test_narrower_bounds_do_not_follow(name: str) -> None:
    """A lower bound that is higher, at one node or at all, with all that follows from it."""
    for column, shift in (("lower", 10**6), ("upper", -(10**6))):
        honest = [*map(int, BOUNDS[name]["content"][column].split())]
        for places in ([0], [len(honest) - 1], range(len(honest))):
            moved = [n + shift * (i in places) for i, n in enumerate(honest)]
            twin = with_between(forged(name, **{column: " ".join(map(str, moved))}))
            (words,) = false_statements(twin)
            assert words.endswith(f"{column} {BEYOND}")


def test_wider_bounds_do_follow() -> None:
    """They are true, if weaker."""
    content = BOUNDS["wait"]["content"]
    lower = " ".join(str(int(n) // 2) for n in content["lower"].split())
    twin = with_between(forged("wait", lower=lower))
    assert false_statements(twin) == []
    low, high = between(twin)
    assert low <= 3 <= high
    assert low < 2


@pytest.mark.parametrize("name", ["race", "wait", "again"])
def test_another_choice_does_not_attain_the_bounds(name: str) -> None:
    known = BOUNDS[name]["content"]["information"]
    taken = known["taken"].split()
    for place, choice in enumerate(taken):
        other = [*taken]
        other[place] = "1" if choice == "0" else "0"
        assert tampering.is_refused(forged(name, information={**known, "taken": " ".join(other)}))


def _circle(side: str, pays: str, waits: str, bound: str) -> Any:
    """Return a node that takes what is paid or waits for ever, with a bound that waiting has."""
    names = {"seats": {"0": side}, "choices": [["take", "wait"]], "root": "0", "scale": "1"}
    known = {"seat": "0", "view": [""], "choices": "0", "taken": "1"}
    kinds = [{"weights": "", "rewards": [pays, waits], "ends": "1 0"}]
    columns = {"nodes": "0", "knows": "0", "next": "0", "cut": "0"}
    return forged(
        "wait",
        **names,
        **columns,
        information=known,
        kinds=kinds,
        lower=bound,
        upper=bound,
        between=[bound, bound],
    )


@pytest.mark.parametrize(
    ("side", "pays", "waits", "bound", "words"),
    [
        ("maximise", "3", "0", "10", "plays end by the choices taken to maximise"),
        ("maximise", "-3", "0", "-1", "plays end by the choices taken to maximise"),
        ("minimise", "3", "0", "3", "plays end by the choices taken to maximise"),
        ("minimise", "-3", "0", "-4", "and by those to minimise"),
    ],
)
def test_to_wait_for_ever_secures_nothing(
    side: str, pays: str, waits: str, bound: str, words: str
) -> None:
    assert words in false_statements(_circle(side, pays, waits, bound))


def test_what_does_not_fit_together_is_unreadable() -> None:
    content = BOUNDS["race"]["content"]
    for name, value, words in (
        ("cut", "0 6 7", "two bounds"),
        ("cut", "0 7 6 15", "ascending"),
        ("cut", "0 6 7 99", "must be nodes"),
        ("nodes", content["nodes"] + " 9", "kinds must be used"),
        ("next", content["next"][:-2], "one entry for each edge"),
        ("next", content["next"].replace("-6", "-60"), "lead to a node"),
        ("next", content["next"].replace("-1 -3", "2 -3"), "lead to a node"),
        ("knows", "0 0 0 1", "one entry for each edge or decision"),
        ("knows", "0  0 0 0", "with spaces between"),
        ("knows", "0 0 0 00", "one space"),
        ("scale", "0", "must be from 1"),
        ("root", "16", "must be from 0 to 15"),
        ("choices", content["choices"] * 2, "choices must be used"),
        ("kinds", content["kinds"] + content["kinds"][:1], "kinds must be used"),
        ("seats", {"0": "maximise"}, "seats must say"),
        ("information", {**content["information"], "taken": "0 0 0 2"}, "one of the choices"),
        ("information", {**content["information"], "seat": "0 1 1"}, "one entry for each place"),
        ("information", {**content["information"], "view": ["(0, 0, 1)"] * 4}, "the same"),
    ):
        with pytest.raises(Unreadable, match=words):
            check_document(tampering.as_json(forged("race", **{name: value})), tampering.CHECKERS)


def test_a_cut_that_misses_a_cycle_is_unreadable() -> None:
    content = BOUNDS["race"]["content"]
    fewer = {name: content[name].rpartition(" ")[0] for name in ("cut", "lower", "upper")}
    with pytest.raises(Unreadable, match="a cycle does not meet the cut"):
        check_document(tampering.as_json(forged("race", **fewer)), tampering.CHECKERS)


def test_a_large_graph_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds_checker, "MOST_EDGES", 50)
    with pytest.raises(Unreadable, match="would take about 52 steps; at most 50"):
        check_document(tampering.as_json(BOUNDS["race"]), tampering.CHECKERS)


def test_a_contradiction_to_the_solution_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    walked = writer.walk_of

    def other(best: Any) -> Any:
        graph = walked(best)
        edges = [(weight, 2 * reward, to) for weight, reward, to in graph.nodes[0].edges]
        return graph._replace(nodes=[graph.nodes[0]._replace(edges=edges), *graph.nodes[1:]])

    monkeypatch.setattr(writer, "walk_of", other)
    with pytest.raises(ArithmeticError, match="are not those of the checker's walk"):
        bounds_certificate(ENCLOSED["race"], {})


@given(rows=st.lists(st.lists(st.integers(-1, 7), min_size=1, max_size=3), min_size=1, max_size=8))
def test_without_the_cut_there_is_no_cycle(rows: list[list[int]]) -> None:
    targets = [min(to, len(rows) - 1) for row in rows for to in row]
    bounds = [0]
    for row in rows:
        bounds.append(bounds[-1] + len(row))
    left = {*range(len(rows))} - {*cut_of(bounds, targets)}
    while left:  # some node has no edge to another that is left
        sinks = {node for node in left if not left & {*targets[bounds[node] : bounds[node + 1]]}}
        assert sinks
        left -= sinks
