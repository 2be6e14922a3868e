"""coqchk checks the compiled proofs, and computes again without the virtual machine."""

import re
from pathlib import Path

import pytest

from montmort.games import craps, first_orchard, treize
from montmort.games.craps.proof import proof as craps_proof
from montmort.games.first_orchard.proof import WON
from montmort.games.first_orchard.proof import proof as orchard_proof
from montmort.verification.treize.proof import proof as treize_proof
from tests.verification.certificates.coq_programs import (
    CLOSED,
    certified,
    check,
    compiled,
    forge,
    in_short,
    needs_coq,
    run_coqc,
    run_coqchk,
)

SUMMARY = (
    "CONTEXT SUMMARY",
    "===============",
    "* Theory: Set is predicative",
    "* Axioms: <none>",
    "* Constants/Inductives relying on type-in-type: <none>",
    "* Constants/Inductives relying on unsafe (co)fixpoints: <none>",
    "* Inductives whose positivity is assumed: <none>",
)


def lines_of(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


@needs_coq
@pytest.mark.longest
def test_coqchk_checks_a_file_as_it_is_written_and_proofs_of_every_kind(tmp_path: Path) -> None:
    """With all of Coq's standard library that they need, half a minute of CPU."""
    whole = certified(tmp_path, "shut-the-box")
    assert "(956177159 # 9795520512) policy policy." in whole
    proofs = {
        "one_bet": craps_proof(craps.Rules(), "pass", None),
        "one_orchard": orchard_proof(first_orchard.Rules(fruits=1, raven=2), "game", WON),
        "one_deck": treize_proof(treize.Rules(ranks=3, suits=2)),
        "one_chain": certified(tmp_path, "penney"),
        "one_race": certified(tmp_path, "pig", "--goal", "4"),
    }
    for name, proof in proofs.items():
        check(proof or "", name).check_returncode()
    found = run_coqc(compiled(), whole, "whole_box")
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED, "")
    found = run_coqchk(compiled(), "whole_box", *proofs)
    assert (found.returncode, found.stdout, lines_of(found.stderr)) == (0, "", SUMMARY)


DIE = "Require Import ZArith List.\nImport ListNotations.\nOpen Scope Z_scope.\n\n"


@needs_coq
@pytest.mark.slow
def test_coqchk_computes_again(tmp_path: Path) -> None:
    """The die of craps in a file of its own, which is changed after coqc has read the proof."""
    proof = in_short(craps_proof(craps.Rules(), "pass", None) or "")
    (die,) = re.findall(r"^Definition die .*\n", proof, re.MULTILINE)
    for file in compiled().glob("montmort.vo"):
        (tmp_path / file.name).symlink_to(file)

    def change(text: str) -> None:
        run_coqc(tmp_path, DIE + text, "die").check_returncode()

    change(die)
    made_with = (tmp_path / "die.vo").read_bytes()
    proof = proof.replace(die, "").replace(
        "Require Import", "Require Import die.\nRequire Import", 1
    )
    run_coqc(tmp_path, proof).check_returncode()
    compiled_proof = (tmp_path / "proof.vo").read_bytes()
    for text, is_right in (
        (die.replace("(1, 6)", "(2 - 1, 6)"), True),
        (die.replace("(1, 6)", "(2, 6)"), False),
        (die.replace("(1, 6)", "(1, 5)"), False),
    ):
        assert text != die
        change(text)
        (tmp_path / "proof.vo").write_bytes(compiled_proof)
        assert run_coqchk(tmp_path, "-norec", "proof").returncode != 0  # another file is meant
        forge(tmp_path, made_with, "proof", "die")
        found = run_coqchk(tmp_path, "-norec", "proof")
        assert (found.returncode == 0) is is_right
        assert ("Type error: ActualType" in found.stderr) is not is_right


@needs_coq
@pytest.mark.slow
def test_coqchk_names_an_axiom(tmp_path: Path) -> None:
    text = "Axiom easy : 1 = 2.\nTheorem hard : 2 = 1.\nProof. symmetry. exact easy. Qed.\n"
    run_coqc(tmp_path, text).check_returncode()
    found = run_coqchk(tmp_path, "-norec", "proof")
    assert found.returncode == 0
    assert "* Axioms:\nproof.easy" in "\n".join(lines_of(found.stderr))
