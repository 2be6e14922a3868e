"""Small games at the command line: optimal play without a flag that asks for it."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest


def test_exact_answers_for_optimal_play(run: Any) -> None:
    # one tree with one fruit: tree and basket win, the raven of one step loses
    words = ("exact", "first-orchard", "--trees", "1", "--fruits", "1", "--raven", "1")
    code, out, _ = run(*words, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["answers"]["won"] == {
        "mean": "2/3",
        "variance": "2/9",
        "law": {"false": "1/3", "true": "2/3"},
        "tail": "0",
    }
    assert document["answers"]["rounds"]["law"] == {"1": "1"}
    assert document["answers"]["value"] == "2/3"
    assert document["answers"]["strategy"] == []  # the basket leaves no choice
    assert "optimal strategy, maximise won, seat 0" in document["meta"]["how"]
    assert "optimal strategy, maximise won, seat 0" in run(*words)[1]


def test_exact_answers_given_a_condition(run: Any) -> None:
    words = ("exact", "first-orchard", "--trees", "1", "--fruits", "1", "--given", "won")
    assert json.loads(run(*words, "--json")[1])["answers"]["won"]["mean"] == "1"


def test_own_solvers_answer_given_a_condition(run: Any) -> None:
    words = ("exact", "three-card-poker", "--ranks", "3", "--suits", "2", "--given", "net > 2")
    document = json.loads(run(*words, "--json")[1])
    # 2 straight flushes tie and win 5, all other hands win 2 or less
    assert document["answers"]["net"]["law"] == {"5": "1"}
    assert document["meta"]["given"]["chance"] == "1/10"


def test_a_strategy_is_listed_with_its_values(run: Any) -> None:
    words = ("exact", "three-card-poker", "--ranks", "3", "--suits", "2", "--optimal", "net")
    document = json.loads(run(*words, "--json")[1])
    assert document["answers"]["value"] == "11/10"
    assert len(document["answers"]["strategy"]) == 20
    assert document["answers"]["strategy"][0] == {
        "seat": 0,
        "view": {"hand": "2c 3c Ac"},
        "choice": "play",
        "ties": ["play"],
        "values": {"play": "5", "fold": "-1"},
    }
    assert "seat 0 decides in 20 situations" in run(*words)[1]


def test_strategies_of_hidden_cards_are_chances(run: Any) -> None:
    document = json.loads(run("exact", "kuhn", "--json")[1])
    assert document["answers"]["net"]["mean"] == "-1/18"
    assert document["answers"]["value"] == "-1/18"
    assert "strategy" not in document["answers"]
    for seat, entries in document["answers"]["strategies"].items():
        for entry in entries:
            assert str(entry["seat"]) == seat
            assert sum(map(Fraction, entry["chances"].values())) == 1


def test_an_enclosed_value_is_answered_as_such(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("montmort.exact.decisions.optimal.VALUES_UP_TO", 0)
    document = json.loads(run("exact", "pig", "--goal", "2", "--faces", "2", "--json")[1])
    low, high = map(Fraction, document["answers"]["enclosure"])
    assert low <= Fraction(2, 3) <= high
    assert high - low <= Fraction(1, 10**12)


def test_simulate_plays_the_optimal_strategy(run: Any) -> None:
    words = ("simulate", "first-orchard", "--trees", "1", "--fruits", "1", "--raven", "1")
    document = json.loads(run(*words, "--plays", "300", "--seed", "1", "--json")[1])
    assert document["meta"]["experiment"] == "game (maximise won, seat 0)"
    assert set(document["answers"]["won"]) == {"true", "false"}
    assert document["answers"]["rounds"] == {"1": "300"}


def test_certify_writes_the_certificate_of_optimal_play(run: Any, tmp_path: Path) -> None:
    words = ("first-orchard", "--trees", "1", "--fruits", "1", "--raven", "1")
    document = json.loads(run("certify", *words)[1])
    assert document["content"]["value"] == "2/3"
    code, _, err = run("certify", "blackjack", "--optimal", "net")
    assert code == 2
    assert "a solver of its own finds its optimal play; leave the aim out" in err


def test_certify_lists_the_graph_for_another_aim_or_experiment(run: Any) -> None:
    words = ("jacks-or-better", "--ranks", "3", "--suits", "2", "--cards", "2")
    assert json.loads(run("certify", *words)[1])["game"] == "jacks-or-better"
    other = json.loads(run("certify", *words, "--optimal", "pays > 1")[1])
    assert (other["game"], other["rules"]["aim"]) == ("optimal play", "maximise pays > 1, seat 0")
    code, _, err = run("certify", "jacks-or-better", "--optimal", "pays > 1")
    assert code == 2
    assert "take a smaller pack" in err
    words = ("three-card-poker", "--ranks", "3", "--suits", "2", "--experiment", "pair-plus")
    assert json.loads(run("certify", *words)[1])["content"]["laws"]["net"]["1"] == "3/5"


def test_a_human_plays_against_the_best_player(play: Any) -> None:
    code, out, _ = play("kuhn", "--seed", "3", "--plain", answers="?\nbet\n")
    assert code == 0
    assert "mean of net after each choice if all then play at best" in out
    assert "7/6" in out  # card 3 wins the ante always, and a bet of the 2 or the 1 sometimes
    assert "The game is over: net" in out


def test_what_a_hand_of_poker_is_worth(play: Any) -> None:
    words = ("three-card-poker", "--ranks", "3", "--suits", "2", "--seed", "1", "--plain")
    _, out, _ = play(*words, answers="?\nfold\n")
    assert "play" in out
    assert "-1.000000" in out
    assert "The game is over: net -1" in out


def test_a_rule_named_until_takes_the_place_of_the_flag(run: Any) -> None:
    argv = ["verify", "three-ruin", "--seed", "1", "--plays", "4096", "--json"]
    means = []
    for until in ("first", "last"):
        code, out, _ = run(*argv, "--until", until)
        assert code in (0, 3)
        document = json.loads(out)
        assert document["rules"]["until"] == until
        means.append(document["answers"]["rounds"]["exact"])
    assert means[0] != means[1]


def test_enclosed_worths_are_shown_by_their_bounds(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("montmort.exact.decisions.optimal.VALUES_UP_TO", 0)
    words = ("pig", "--goal", "9", "--faces", "7", "--seed", "1", "--plain")
    _, out, _ = play(*words, answers="?\n" + "\n?\n" * 9)
    assert "mean of first wins is at least" in out  # before the play
    assert "mean of first wins is at most" in out
    assert "throw, at least" in out
    assert "throw, at most" in out


def test_a_certificate_of_a_large_game_is_refused_before_it_is_solved(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for most in ("MOST_NODES", "MOST_BOUNDED"):
        monkeypatch.setattr(f"montmort.verification.optimal_certification.{most}", 3)
    monkeypatch.setattr("montmort.exact.decisions.optimal.scoring", None)  # not reached
    code, _, err = run("certify", "pig", "--goal", "3")
    assert code == 2
    assert "has more than 3 nodes; take a smaller game" in err
