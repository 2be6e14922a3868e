"""Coq's kernel accepts the certificate of Treize, and refuses it with a changed number."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from montmort.games.treize import Rules
from montmort.verification import certificates
from montmort.verification.treize.certificate import coq

needs_coq = pytest.mark.skipif(
    shutil.which("coqc") is None, reason="coqc is not installed: Debian's package coq has it"
)
CLOSED = "Closed under the global context\n"


def run_coqc(folder: Path, text: str) -> "subprocess.CompletedProcess[str]":
    """Run coqc on a file."""
    (folder / "treize.v").write_text(text, encoding="utf-8")
    return subprocess.run(
        ["coqc", "treize.v"], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize(("ranks", "suits"), [(2, 1), (3, 2)])
def test_a_small_deck_is_proved_with_its_census(tmp_path: Path, ranks: int, suits: int) -> None:
    found = run_coqc(tmp_path, coq(Rules(ranks=ranks, suits=suits)))
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED * 4, "")


@needs_coq
@pytest.mark.slow
def test_the_full_deck_is_proved_from_its_counts(tmp_path: Path) -> None:
    found = run_coqc(tmp_path, coq(Rules()))
    assert (found.returncode, found.stdout, found.stderr) == (0, CLOSED * 3, "")


CHANGES = {
    "orders": r"(the_orders : Z := )(0x[0-9a-f]+)",
    "a survivor": r"(the_survive .*?)(0x[1-9a-f]+)",
    "a loss": r"(the_loss .*?)(0x[1-9a-f]+)",
    "the denominator": r"(the_L : Z := )(0x[0-9a-f]+)",
    "a value": r"(the_values : list Z := \[)(0x[0-9a-f]+)",
    "the whole": r"(is_value \()(0x[0-9a-f]+)",
    "its parts": r"(is_value \(0x[0-9a-f]+\) )(0x[0-9a-f]+)",
}


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_number_is_refused(tmp_path: Path, change: str) -> None:
    proof = coq(Rules(ranks=3, suits=1))
    twin, times = re.subn(
        CHANGES[change], lambda found: found[1] + hex(int(found[2], 16) + 1), proof, count=1
    )
    assert times == 1
    found = run_coqc(tmp_path, twin)
    assert found.returncode != 0
    assert 'has type "true = true" while it is expected to have type' in found.stderr


STUCK = """
Theorem stuck : certificate 1 1 1 {r} 5 (fun _ _ => 1) (fun _ => 0) (fun _ => 5) = false.
Proof. vm_compute. reflexivity. Qed.
"""


@needs_coq
def test_an_identity_that_proves_nothing_is_no_certificate(tmp_path: Path) -> None:
    """Q = [1], e = [0], v = [5]: no bound r of the row sums is below D = 1."""
    theorem = Path(certificates.__file__).with_name("chain.v").read_text(encoding="utf-8")
    found = run_coqc(
        tmp_path, theorem + STUCK.format(r=0) + "Module One." + STUCK.format(r=1) + "End One."
    )
    assert (found.returncode, found.stderr) == (0, "")


@needs_coq
@pytest.mark.slow
def test_counts_that_sum_as_they_should_are_refused_by_the_census(tmp_path: Path) -> None:
    """One order is moved to another kind, and the theorems on the totals are left out."""
    proof = coq(Rules(ranks=3, suits=2))
    old = next(part for part in re.findall(r"\[[0-9a-fx; ]+\]", proof) if part.count("0x") > 2)
    counts = [int(part, 16) for part in old[1:-1].split("; ")]
    place = max(range(len(counts)), key=counts.__getitem__)
    counts[place] -= 1
    counts[place - 1] += 1
    twin = proof.replace(old, f"[{'; '.join(map(hex, counts))}]", 1)
    theorems = twin.index("Theorem certified")
    census = twin.index("Theorem counts_are_a_census")
    found = run_coqc(tmp_path, twin[:theorems] + twin[census:])
    assert found.returncode != 0
