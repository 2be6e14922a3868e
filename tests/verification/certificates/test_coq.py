"""Coq's kernel accepts the proofs, without axioms, and refuses them with a changed number."""

import json
import os
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from montmort.games import craps, first_orchard, shut_the_box, treize
from montmort.games.craps.proof import proof as craps_proof
from montmort.games.errors import BadInput
from montmort.games.first_orchard.proof import LOST, WON
from montmort.games.first_orchard.proof import proof as orchard_proof
from montmort.games.shut_the_box.proof import LEFT, SHUT
from montmort.games.shut_the_box.proof import proof as box_proof
from montmort.verification.aim import Aim
from montmort.verification.certificates import outcome_chain_checker
from montmort.verification.certificates.coq.documents import proof_of
from montmort.verification.certificates.coq.proof import library
from montmort.verification.certificates.coq.ranks import ranks_of
from montmort.verification.treize.proof import proof as treize_proof
from tests.verification.certificates.coq_programs import (
    CLOSED,
    IMPORTS,
    certified,
    check,
    compiled,
    needs_coq,
    run_coqc,
)

REFUSED = 'has type "true = true" while it is expected to have type'


Proof = Callable[[], str | None]
SMALL: dict[str, tuple[Proof, int]] = {
    "craps": (lambda: craps_proof(craps.Rules(), "pass", None), 2),
    "don't pass, loaded dice": (
        lambda: craps_proof(
            craps.Rules(faces=4, weights=(1, 0, 3, 2), bet="dont-pass"), "pass", None
        ),
        2,
    ),
    "one face": (lambda: craps_proof(craps.Rules(faces=1), "pass", None), 2),
    "orchard": (lambda: orchard_proof(first_orchard.Rules(fruits=1, raven=2), "game", WON), 1),
    "worst orchard": (
        lambda: orchard_proof(first_orchard.Rules(trees=2, fruits=2, raven=3), "game", LOST),
        1,
    ),
    "box": (lambda: box_proof(shut_the_box.Rules(tiles=5, one_die="six"), "game", SHUT), 1),
    "pips left": (
        lambda: box_proof(shut_the_box.Rules(tiles=4, most_tiles=1), "game", LEFT),
        1,
    ),
    "never one die": (
        lambda: box_proof(shut_the_box.Rules(tiles=3, one_die="never"), "game", SHUT),
        1,
    ),
    "treize": (lambda: treize_proof(treize.Rules(ranks=3, suits=2)), 1),
    "two cards": (lambda: treize_proof(treize.Rules(ranks=2, suits=1)), 1),
    "more suits than ranks": (lambda: treize_proof(treize.Rules(ranks=2, suits=5)), 1),
    "one suit": (lambda: treize_proof(treize.Rules(ranks=9, suits=1)), 1),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_a_value_is_proved_from_the_rules(game: str) -> None:
    write, theorems = SMALL[game]
    found = check(write() or "")
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED * theorems, "")


@needs_coq
@pytest.mark.slow
def test_the_usual_game_is_proved_from_its_rules(tmp_path: Path) -> None:
    """That of shut the box is compiled whole, with the library, and checked by coqchk."""
    proof = certified(tmp_path, "first-orchard")
    assert "(434845789256784110537 # 688747536000000000000) policy policy." in proof
    found = check(proof)
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED, "")


@needs_coq
@pytest.mark.slow
def test_treize_is_proved_for_points_alone() -> None:
    """The values (501671, 293867, -16136) / 465312 of 3 x 2 are those with the stake lost."""
    proof, unit = treize_proof(treize.Rules(ranks=3, suits=2)), 465_312
    proof = proof.replace("(treize 3 2 (-1))", "(treize 3 2 0)").replace("(501671 #", "(966983 #")
    for value in ("501671", "293867", "(-16136)"):
        more = str(int(value.strip("()")) + unit)
        proof = re.sub(rf"(treize_values.*){re.escape(value)}", rf"\g<1>{more}", proof)
    found = check(proof)
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED, "")


@needs_coq
@pytest.mark.longest
def test_the_full_deck_of_treize_is_proved() -> None:
    """Two minutes of CPU; the twin is refused by the first of thirteen equations."""
    proof = treize_proof(treize.Rules())
    start, theorem = proof.index("Definition treize_unit"), proof.index("Theorem treize_value :")
    assert proof[theorem:].startswith(
        "Theorem treize_value : expected_value (treize 13 4 (-1)) (0%nat, full 13 4) (26516072156"
    )
    twin, times = re.subn(r"[0-9a-f](\)?\]\.\n)", _other_digit, proof[start:theorem])
    assert times == 1
    assert REFUSED in check(proof[:start] + twin + proof[theorem:]).stderr
    found = check(proof)
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED, "")


def _other_digit(found: "re.Match[str]") -> str:
    return ("2" if found[0][0] == "1" else "1") + found[1]


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("penney",),
        ("pig", "--goal", "4"),
        ("first-orchard", "--trees", "1", "--fruits", "1", "--minimise", "rounds"),
    ],
)
def test_the_rows_of_a_certificate_are_proved(tmp_path: Path, command: tuple[str, ...]) -> None:
    found = check(certified(tmp_path, *command))
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout in {CLOSED, CLOSED * 3}


HALVES = {  # each step pays a half and goes on with chance 1/3: v = (1/2 + v) / 3
    "game": outcome_chain_checker.CHECKER.game,
    "rules": {"game": 'half "*) (*'},
    "content": {
        "start": {"s": "1"},
        "moves": {"s": [["s", "1", {"paid": "1/2"}]]},
        "ends": {"s": [["2", {"paid": "0"}]]},
        "values": {"paid": {"s": "1/4"}, "paid^2": {"s": "1/4"}},
        "answers": {"paid": "1/4", "paid^2": "1/4"},
    },
}


@needs_coq
@pytest.mark.slow
def test_the_theorem_states_the_fraction_where_gains_are_no_integers() -> None:
    proof = proof_of(HALVES)  # type: ignore[arg-type]
    assert "[[(1, [(1 # 2)]%Q, Some 2%positive); (2, [0]%Q, None)]]" in proof
    assert "expected_value (given the_rows 0) 1%positive (1 # 4)." in proof
    found = check(proof)
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED, "")


PAID = """
from fractions import Fraction


def play(chance, table):
    throws, paid = 0, Fraction(0)
    while throws < 3 and table.decide(1, ["throw", "stop"], (throws, paid)) == "throw":
        throws += 1
        if not chance.pick([1, 2]):
            return paid - Fraction(throws, 5)
        paid += Fraction(1, 3)
    return paid
"""


@needs_coq
@pytest.mark.slow
def test_the_value_of_best_play_is_stated_as_a_fraction(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "paid.py"
    file.write_text(PAID, encoding="utf-8")
    proof = certified(tmp_path, os.fspath(file), "--optimal", "value")
    capsys.readouterr()
    assert main(["exact", os.fspath(file), "--optimal", "value", "--json"]) == 0
    value = Fraction(json.loads(capsys.readouterr().out)["answers"]["value"])
    stated = f"({value.numerator} # {value.denominator}) policy policy."
    assert proof.count(stated) == 1
    found = check(proof)
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED, "")
    assert REFUSED in check(proof.replace(stated, stated.replace("(", "(1", 1))).stderr


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    "place",
    [
        r"(\[\[\(1, \[\()(1)",
        r"(\[\[\(1, \[\(1 # )(2)",
        r"(\(2%positive, Entry )(1)",
        r"(2%positive\); \()(2)",
        r"(positive_readable answer_0_table )(4)",
        r"(1%positive \()(1)",
        r"(1%positive \(1 # )(4)",
    ],
)
def test_a_changed_number_of_the_rows_is_refused(place: str) -> None:
    proof = proof_of(HALVES)  # type: ignore[arg-type]
    begin = proof.index("Definition listed_rows")
    twin, times = re.subn(
        place, lambda found: f"{found[1]}{int(found[2]) + 1}", proof[begin:], count=1
    )
    assert times == 1
    assert REFUSED in check(proof[:begin] + twin).stderr


CHANGES: dict[str, tuple[Proof, str]] = {
    "a value": (SMALL["craps"][0], r"(Some 4, Entry )(\d+)"),
    "a rank": (SMALL["craps"][0], r"(\(None, Entry \d+ )(\d+)"),
    "the denominator": (SMALL["craps"][0], r"(chance_to_win_table )(\d+)"),
    "the highest rank": (SMALL["craps"][0], r"(chance_to_win_table \d+ )(\d+)"),
    "the most weight": (SMALL["craps"][0], r"(chance_to_win_table \d+ \d+ )(\d+)"),
    "a weight of the die": (SMALL["craps"][0], r"(die : list \(Z \* Z\) := \[\()(\d+)"),
    "the answer": (SMALL["craps"][0], r"(None \()(\d+)"),
    "its denominator": (SMALL["craps"][0], r"(None \(\d+ # )(\d+)"),
    "a pay": (SMALL["craps"][0], r"(craps die )(\d+)"),
    "a best choice": (SMALL["worst orchard"][0], r"(\(\[2; 1\], \d, true\), Entry \d+ \d+ )(\d)"),
    "the steps of the raven": (SMALL["orchard"][0], r"(\(fun _ => true\) \(\[1; 1; 1; 1\], )(\d)"),
    "the stake of treize": (SMALL["treize"][0], r"(\(treize 3 2 \(-)(1)"),
    "the first state of treize": (SMALL["treize"][0], r"(treize_values : list Z := \[)(\d+)"),
    "the last state of treize": (SMALL["treize"][0], r"(; \(-)(\d+)(?=\)\]\.)"),
    "the unit of treize": (SMALL["treize"][0], r"(treize_unit : Z := )(\d+)"),
    "the answer of treize": (SMALL["treize"][0], r"(full 3 2\) \()(\d+)"),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_number_is_refused(change: str) -> None:
    """The largest numbers may grow, so they are made smaller."""
    write, place = CHANGES[change]
    less = -1 if change in {"a rank", "the highest rank", "the most weight"} else 1
    twin, times = re.subn(
        place, lambda found: f"{found[1]}({int(found[2]) + less})", write() or "", count=1
    )
    assert times == 1
    found = check(twin)
    assert found.returncode != 0
    assert REFUSED in found.stderr


STUCK = """
Definition stay (s : positive) : list (list (case positive)) := [[Case 1 0 (Some s)]].
Definition two (s : positive) : list (list (case positive)) :=
  [[Case 1 0 (Some s)]; [Case 1 1 None]].
Definition half (s : positive) : list (list (case positive)) := [[Case 1 (1 # 2) None]].
Definition table (v : Z) (rank : Z) (best : nat) := [(1%positive, Entry v rank best)].
Definition fixes v rank :=
  fixed stay (fun _ => true) code_positive (table v rank 0) 1 5 1 1%positive (v # 1).
Definition proves game who v rank best :=
  certified game who code_positive (table v rank best) 1 5 1 1%positive (v # 1).
"""
NOTHING = """Goal {what} = false.
Proof. vm_compute. reflexivity. Qed.
"""
# The first of two is stayed in for nothing: the value is 1, not 2, and 0 is not the least.
EMPTY = [
    *(f"fixes 5 ({rank})" for rank in range(-1, 3)),
    "fixes 0 0",
    *(f"proves two (fun _ => true) {value} 0 {best}" for value in (0, 2) for best in (0, 1)),
    "proves two (fun _ => true) 1 0 0",
    "proves two (fun _ => false) 1 0 1",
    *(f"proves half (fun _ => true) {value} 0 0" for value in (0, 1)),  # no halves in units of 1
]
TRUE = [
    "proves two (fun _ => true) 1 0 1",
    "fixed half (fun _ => true) code_positive [(1%positive, Entry 1 0 0)] 2 5 1 1%positive (1 # 2)",
]


@needs_coq
@pytest.mark.slow
def test_an_identity_that_proves_nothing_is_no_certificate() -> None:
    """A loop of gain 0 has v = Qv for any v, and play never ends."""
    lines = [NOTHING.format(what=what) for what in EMPTY]
    lines += [NOTHING.replace("false", "true").format(what=what) for what in TRUE]
    found = run_coqc(compiled(), IMPORTS + "Open Scope Z_scope." + STUCK + "\n".join(lines))
    assert (found.returncode, found.stderr) == (0, "")


THEOREMS = "certified_optimal fixed_value bound falls_ends expect_plays all_plays best_play_fair"


@needs_coq
@pytest.mark.slow
def test_no_theorem_of_the_library_rests_on_an_axiom() -> None:
    names = THEOREMS.split()
    asked = "".join(f"Print Assumptions {name}.\n" for name in names)
    found = run_coqc(compiled(), IMPORTS + asked)
    assert (found.returncode, found.stdout) == (0, CLOSED * len(names))


def test_no_file_admits_anything() -> None:
    texts = [library(), treize_proof(treize.Rules(ranks=2, suits=1))]
    texts += [write() or "" for write, _ in SMALL.values()]
    for text in texts:
        assert not re.search(r"\b(Axiom|Admitted|admit|Parameter|Conjecture|Abort)\b", text)


@pytest.mark.parametrize(
    "found",
    [
        craps_proof(craps.Rules(), "hand", None),
        orchard_proof(first_orchard.Rules(), "game", Aim("rounds")),
        orchard_proof(first_orchard.Rules(), "game", Aim("won", seat=1)),
        box_proof(shut_the_box.Rules(), "game", Aim("left <= 3")),
    ],
)
def test_another_question_has_no_proof_from_the_rules(found: Any) -> None:
    assert found is None


def test_other_certificates_have_no_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["certify", "kuhn", "--coq", os.fspath(tmp_path / "kuhn.v")]) == 2
    assert (
        "there is no proof for Coq of a certificate of mixed strategies" in capsys.readouterr().err
    )


def test_a_play_that_need_not_end_has_no_ranks() -> None:
    with pytest.raises(BadInput, match="keep play going for ever"):
        ranks_of([[[-1], [0]]])
