"""The certificate of Treize: how many orders of the deck make each kind of pass, and the chain."""

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from montmort.exact.paths import Watch
from montmort.exact.treize.pass_counts import PassCounts
from montmort.exact.treize.solution import solve
from montmort.games.treize import Rules
from montmort.verification import certificates
from montmort.verification.certificates.document import (
    Document,
    check_size,
    check_work,
    document,
)
from montmort.verification.treize import checker

MOST_COMPARED = 3_000_000  # comparisons of the census inside Coq: some seconds

Nested = int | Sequence["Nested"]


def certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the game's value.

    >>> certificate(Rules(ranks=2, suits=1))["content"]["v"]
    ['4/3', '5/3']
    """
    check_size("cards", rules.cards)
    check_work(checker.check_work, rules.ranks, rules.suits)
    solution = solve(rules)
    counts, most = solution.counts, _most(solution.counts)
    content = {
        "orders": counts.orders,
        "survive": [[_filled(by, most) for by in row] for row in counts.survive],
        "loss": [_filled(by, most) for by in counts.loss_points],
        "q": solution.q,
        "e": solution.gains,
        "v": [value + 1 for value in solution.values],
        "value": solution.value,
    }
    return document(checker.CHECKER, {"ranks": rules.ranks, "suits": rules.suits}, content)


def _most(counts: PassCounts) -> int:
    """Return the length of the longest list of counts by points."""
    by_points = [*counts.loss_points, *(by for row in counts.survive for by in row)]
    return max(map(len, by_points))


def _filled(by_points: Sequence[int], most: int) -> list[int]:
    return [*by_points, *[0] * (most - len(by_points))]


def coq(rules: Rules) -> str:
    """Return the file by which Coq's kernel checks that the certificate holds: `coqc treize.v`.

    `chain.v` has the general theorem, `treize.v` the meaning of the counts; the numbers and the
    theorems about them follow here.
    """
    check_size("cards", rules.cards)
    solution = solve(rules)
    counts = solution.counts
    means = [value + 1 for value in solution.values]
    below = math.lcm(*(mean.denominator for mean in means))
    values = [int(mean * below) for mean in means]
    moves = [sum(map(sum, row)) for row in counts.survive]
    numbers = {
        "ranks : nat": str(rules.ranks),
        "suits : nat": str(rules.suits),
        "most : nat": str(_most(counts)),
        "orders : Z": hex(counts.orders),
        "survive : list (list (list Z))": _listed(counts.survive),
        "loss : list (list Z)": _listed(counts.loss_points),
        "L : Z": hex(below),
        "values : list Z": _listed(values),
        "r : Z": hex(max(moves)),
        "M : Z": hex(max(values)),
    }
    files = Path(certificates.__file__).with_name("chain.v"), Path(__file__).with_name("treize.v")
    parts = [file.read_text(encoding="utf-8") for file in files]
    parts += [
        "\n".join(f"Definition the_{name} := {number}." for name, number in numbers.items()),
        _THEOREMS.format(value=_quotient(solution.value)),
    ]
    if _census_work(counts) <= MOST_COMPARED:
        parts.append(_CENSUS)
    return "\n".join(parts)


def _census_work(counts: PassCounts) -> int:
    """Return the number of comparisons in the census."""
    return counts.orders * counts.ranks * (counts.ranks + 1) * _most(counts)


def _listed(value: Nested) -> str:
    """Return integers, or nested lists of them, in the form that Coq reads fastest.

    >>> _listed([[10, 0], []])
    '[[0xa; 0x0]; nil]'
    """
    if isinstance(value, int):
        return hex(value)
    return f"[{'; '.join(map(_listed, value))}]" if value else "nil"


def _quotient(value: Fraction) -> str:
    """Return two integers, the numerator in parentheses.

    >>> _quotient(Fraction(-1, 10))
    '(-0x1) 0xa'
    """
    return f"({hex(value.numerator)}) {hex(value.denominator)}"


_THEOREMS = """
Definition Q := moves the_most the_survive.
Definition E := gains the_ranks the_most the_survive the_loss.
Definition V (i : nat) : Z := nth i the_values 0.

Theorem all_orders_accounted :
  accounted the_ranks the_suits the_most the_orders the_survive the_loss = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem certified : certificate the_ranks the_orders the_L the_r the_M Q E V = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* v_0 - 1, the value of the game to the dealer, is V 0 / L - 1 = top / below. *)
Definition is_value (top below : Z) : bool :=
  (0 <? below) && ((V 0 - the_L) * below =? top * the_L).

Theorem value : is_value {value} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* The points of the first k passes from state i tend to V i / L as k grows. *)
Theorem expected_points : forall k i, (i < the_ranks)%nat ->
  0 <= power the_orders k * V i - the_L * total the_ranks the_orders Q E k i
    <= power the_r k * the_M.
Proof. intros k i. exact (limit _ _ _ _ _ _ _ _ certified k i). Qed.

Print Assumptions all_orders_accounted.
Print Assumptions value.
Print Assumptions expected_points.
"""

_CENSUS = """
Theorem counts_are_a_census :
  census the_ranks the_suits the_most the_survive the_loss = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Print Assumptions counts_are_a_census.
"""
