"""The proof for Coq of the dealer's value of Treize.

`treize.v` has the rules: a card is turned, by calls and the cards that are left.  A small deck is
proved from them alone, with a table of all these states.  A large deck is proved as the chain of
its passes (`passes.v`): the theorem names the counts of the passes as its one assumption.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib.resources import files

from montmort.exact.treize.solution import Solution, solve
from montmort.games.treize import Rules
from montmort.verification.certificates.coq.proof import (
    fraction,
    integer,
    library,
    listed,
    theorem,
)
from montmort.verification.certificates.coq.ranks import ranks_of
from montmort.verification.certificates.document import check_size

MOST_STATES = 6_000  # of a proof from the rules: half a minute of Coq
LOST = -1  # the stake that the dealer pays at the end

State = tuple[int, tuple[int, ...]]  # calls since the last match, cards left of each rank
Card = tuple[int, int, State | None]  # ways, gain, state after it


def proof(rules: Rules) -> str:
    """Return the proof: from the rules where the deck is small, else from the counts of passes.

    >>> proves = [line for line in proof(Rules(ranks=2, suits=1)).splitlines() if "Theorem" in line]
    >>> proves[-1]
    'Theorem treize_value : expected_value (treize 2 1 (-1)) (0%nat, full 2 1) (1 # 3).'
    """
    check_size("cards", rules.cards)
    solution = solve(rules)
    if rules.ranks * (rules.suits + 1) ** rules.ranks <= MOST_STATES:
        return _text("treize.v") + _from_rules(rules, solution)
    return _text("treize.v", "passes.v") + _from_counts(rules, solution)


def _text(*names: str) -> str:
    """Return the library and the files about the game."""
    texts = ((files(__package__) / name).read_text(encoding="utf-8") for name in names)
    return "\n".join((library(), "Open Scope Z_scope.\n", *texts))


def _statement(rules: Rules, solution: Solution) -> str:
    deck = f"{rules.ranks} {rules.suits}"
    value = fraction(solution.value)
    return f"expected_value (treize {deck} ({LOST})) (0%nat, full {deck}) {value}"


def _from_rules(rules: Rules, solution: Solution) -> str:
    """Return the table of all states, and the theorem without an assumption."""
    step = _step(rules)
    states = _reachable(step, (0, (rules.suits,) * rules.ranks))
    numbered = {state: place for place, state in enumerate(states)}
    values = _values(step, states, rules, solution)
    ranks = ranks_of(
        [[[-1 if to is None else numbered[to] for _, _, to in step(state)]] for state in states]
    )
    unit = math.lcm(*(values[state].denominator for state in states))
    rows = ";\n  ".join(
        f"({calls}%nat, {listed(left)}, Entry {integer(int(values[calls, left] * unit))} {rank} 0)"
        for (calls, left), rank in zip(states, ranks, strict=True)
    )
    numbers = f"{integer(unit)} {max(ranks)} {rules.cards}"
    return f"\nDefinition treize_table : list (dealer * entry) := [\n  {rows}].\n" + theorem(
        "treize_value",
        _statement(rules, solution),
        f"fixed_value _ (fun _ => true) _ dealer_readable treize_table {numbers}",
    )


def _step(rules: Rules) -> Callable[[State], list[Card]]:
    """Return what the next card may do in a state, with the number of ways."""
    full = (rules.suits,) * rules.ranks

    def step(state: State) -> list[Card]:
        calls, left = state
        cases: list[Card] = []
        for rank, ways in enumerate(left):
            behind = (*left[:rank], ways - 1, *left[rank + 1 :])
            behind = behind if any(behind) else full
            if ways and rank == calls:
                cases.append((ways, 1, (0, behind)))
            elif ways and calls + 1 == rules.ranks:
                cases.append((ways, LOST, None))
            elif ways:
                cases.append((ways, 0, (calls + 1, behind)))
        return cases

    return step


def _reachable(step: Callable[[State], list[Card]], start: State) -> list[State]:
    """Return the states that can be reached from a state, in the order in which they are found."""
    found = {start: None}
    waiting = [start]
    while waiting:
        for _, _, after in step(waiting.pop()):
            if after is not None and after not in found:
                found[after] = None
                waiting.append(after)
    return [*found]


def _values(
    step: Callable[[State], list[Card]], states: Sequence[State], rules: Rules, solution: Solution
) -> dict[State, Fraction]:
    """Return the value of every state; those of whole decks are the solution's."""
    full = (rules.suits,) * rules.ranks
    values = {(calls, full): value for calls, value in enumerate(solution.values)}
    for state in sorted(states, key=lambda state: sum(state[1])):
        if state[1] != full:
            cases = step(state)
            later = (w * (gain + (values[to] if to is not None else 0)) for w, gain, to in cases)
            values[state] = Fraction(sum(later)) / sum(w for w, _, _ in cases)
    return values


def _from_counts(rules: Rules, solution: Solution) -> str:
    """Return the chain of the passes, and the theorem that assumes its numbers."""
    counts = solution.counts
    moves = [[sum(by) for by in row] for row in counts.survive]
    gains = [
        _points(*row, lost) + LOST * sum(lost)
        for row, lost in zip(counts.survive, counts.loss_points, strict=True)
    ]
    unit = math.lcm(*(value.denominator for value in solution.values))
    values = [int(value * unit) for value in solution.values]
    numbers = {
        "orders : Z": integer(counts.orders),
        "unit : Z": integer(unit),
        "most : Z": integer(max(map(sum, moves))),
        "gains : list Z": listed(gains),
        "values : list Z": listed(values),
        "moves : list (list Z)": listed(moves),
    }
    lines = [f"Definition the_{name} :=\n  {number}." for name, number in numbers.items()]
    deck, value = f"{rules.ranks} {rules.suits}", fraction(solution.value)
    return "\n".join([_ASSUMED, *lines]) + _CHAIN.format(
        deck=deck, lost=LOST, value=value, statement=_statement(rules, solution)
    )


def _points(*by_points: Sequence[int]) -> int:
    return sum(points * orders for by in by_points for points, orders in enumerate(by))


_ASSUMED = """
(* The passes of this deck are too many to be counted here.  The theorem below assumes that the
   numbers `the_gains` and `the_moves` are those of the passes, `the_orders` being the orders of
   the deck by kind: that is its hypothesis `census`, which `passes.v` states by the rules. *)
"""

_CHAIN = """

Theorem chain_solved :
  chain_holds {deck} the_orders the_unit the_most the_gains the_values the_moves = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem treize_value_if_counted : census {deck} ({lost}) the_orders the_gains the_moves ->
  {statement}.
Proof.
  intros counted.
  apply (chain_value _ _ _ _ _ _ _ _ _ 0%nat {value} chain_solved counted); [lia|].
  vm_cast_no_check (eq_refl true).
Qed.

Print Assumptions chain_solved.
Print Assumptions treize_value_if_counted.
"""
