"""The rows of games as Coq computes them, and as the walk of the Python rules finds them.

A row belongs to a state between two steps of the Python rules.  It is a law: pairs of an item
and its chance, where an item is an End, with the gain and the next state, or a set of laws, one
for each choice.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from montmort.verification.certificates.coq.proof import library
from montmort.verification.certificates.rules_walk import Branch, Run, walked
from tests.verification.certificates.coq_programs import IMPORTS, compiled, run_coqc

State = tuple[int, ...]  # a state of Coq, in numbers
Law = frozenset[tuple[Any, Fraction]]


class End(NamedTuple):
    """The end of a step: what it gains, and the next state between steps, None after the end."""

    gain: Fraction
    next: Any


def law_of(parts: Iterable[tuple[Law, Fraction]]) -> Law:
    """Return the mixture of laws, each with its chance."""
    chances: Counter[Any] = Counter()
    for law, share in parts:
        for item, chance in law:
            chances[item] += share * chance
    return frozenset((item, chance) for item, chance in chances.items() if chance)


def sure(item: Any) -> Law:
    return frozenset([(item, Fraction(1))])


def decision(options: frozenset[Law]) -> Law:
    """Return the law of a decision; with equal choices there is none."""
    return next(iter(options)) if len(options) == 1 else sure(options)


# --- The walk of the Python rules, that of `check.py --rules` ---

Step = Callable[[Any, Run], End]


def walked_rows(start: Any, step: Step) -> dict[Any, Law]:
    """Return the rows of all states that can be reached."""
    rows: dict[Any, Law] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in rows:
            rows[state] = walked(Run(), partial(_leaf, step, state), _fold)
            waiting += sorted(nexts_of(rows[state]))
    return rows


def _leaf(step: Step, state: Any, run: Run) -> Law:
    return sure(step(state, run))


def _fold(branch: Branch) -> Law:
    if branch.known is not None:
        return decision(frozenset(branch.found))
    weights = [Fraction(weight, sum(branch.weights)) for weight in branch.weights if weight]
    return law_of(zip(branch.found, weights, strict=True))


def nexts_of(law: Law) -> set[Any]:
    """Return the states to which a row leads."""
    found = set()
    for item, _ in law:
        if isinstance(item, End):
            found |= {item.next} - {None}
        else:
            found |= set().union(*map(nexts_of, item))
    return found


# --- The rows that Coq computes ---

WALK = """
Section Walk.
Context {A : Type}.
Variable choices : A -> list (list (case A)).
Variable text : A -> list Z.
Definition number (s : A) : positive := code_list code_Z (text s) xH.
Fixpoint reached (fuel : nat) (waiting : list A) (seen : PositiveMap.t unit) : list A :=
  match fuel, waiting with
  | S more, s :: others =>
      match PositiveMap.find (number s) seen with
      | Some _ => reached more others seen
      | None => s :: reached more (flat_map (flat_map (fun c =>
          if (0 <? weight c)%Z then match next c with Some t => [t] | None => [] end else []))
          (choices s) ++ others) (PositiveMap.add (number s) tt seen)
      end
  | _, _ => []
  end.
Definition rows_of (start : A) := map (fun s => (text s, map (map (fun c =>
  (weight c, Qnum (gain c), Zpos (Qden (gain c)), option_map text (next c)))) (choices s)))
  (reached (Z.to_nat 100000) [start] (PositiveMap.empty unit)).
End Walk.
Set Printing Width 1000000.
Set Printing Depth 1000000.
"""

CoqRows = dict[State, list[list[tuple[int, Fraction, State | None]]]]


def computed_rows(games: Sequence[tuple[str, str, str, str]]) -> list[CoqRows]:
    """Return the rows of games, each given by rules, a game, states in numbers, and the first."""
    modules = [
        f"Module M{place}.\n{rules}\n"
        f"Eval vm_compute in rows_of {game} {text} {start}.\nEnd M{place}.\n"
        for place, (rules, game, text, start) in enumerate(games)
    ]
    found = run_coqc(compiled(), IMPORTS + WALK + "".join(modules))
    assert not found.stderr, found.stderr
    printed = re.findall(r"^ +=(.*)\n +:", found.stdout, re.MULTILINE)
    assert len(printed) == len(games)
    return [*map(_read, printed)]


def _read(printed: str) -> CoqRows:
    """Return what Coq has printed: lists with semicolons, pairs, and options."""
    assert "..." not in printed
    rows = ast.literal_eval(printed.replace(";", ",").replace("Some ", "").strip())
    return {
        tuple(state): [
            [
                (weight, Fraction(gain, unit), None if after is None else tuple(after))
                for weight, gain, unit, after in cases
            ]
            for cases in choices
        ]
        for state, choices in rows
    }


def rows_between_steps(rows: CoqRows, between: Callable[[State], Any]) -> dict[Any, list[Law]]:
    """Return the rows of the states between steps, from each state of Coq that stands for one.

    `between` gives the state of the Python rules, None inside a step.
    """

    @cache
    def law(state: State) -> Law:
        return decision(frozenset(law_of(map(case, cases(one))) for one in rows[state]))

    def cases(choice: Any) -> Any:
        total = sum(weight for weight, _, _ in choice)
        return ((Fraction(weight, total), gain, after) for weight, gain, after in choice if weight)

    def case(found: tuple[Fraction, Fraction, State | None]) -> tuple[Law, Fraction]:
        chance, gain, after = found
        if after is None or between(after) is not None:
            return sure(End(gain, None if after is None else between(after))), chance
        return gaining(gain, law(after)), chance

    found: dict[Any, list[Law]] = {}
    for state in rows:
        if between(state) is not None:
            found.setdefault(between(state), []).append(law(state))
    return found


def unfolded(rows: dict[Any, Law], state: Any) -> Law:
    """Return the law of a whole play from a state, if no state comes back."""

    @cache
    def play(state: Any) -> Law:
        return whole(rows[state])

    def whole(law: Law) -> Law:
        return law_of((of_item(item), chance) for item, chance in law)

    def of_item(item: Any) -> Law:
        if not isinstance(item, End):
            return decision(frozenset(map(whole, item)))
        return sure(item) if item.next is None else gaining(item.gain, play(item.next))

    return play(state)


def gaining(gain: Fraction, law: Law) -> Law:
    """Return a law whose ends gain more."""
    return frozenset(
        (
            End(gain + item.gain, item.next)
            if isinstance(item, End)
            else frozenset(gaining(gain, option) for option in item),
            chance,
        )
        for item, chance in law
    )


def differences(coq: CoqRows, between: Callable[[State], Any], python: dict[Any, Law]) -> list[Any]:
    """Return the states of which Coq has another row than Python, or of which one has none."""
    computed = rows_between_steps(coq, between)
    return [
        state
        for state in sorted({*computed, *python})
        if {*computed.get(state, [])} != ({python[state]} if state in python else set())
    ]


# --- What a proof speaks of ---


def rules_of(proof: str) -> str:
    """Return the rules in a proof: what stands between the library and the first table."""
    own = proof.removeprefix(library()).removeprefix("\n(* " + "-" * 88 + " *)\n")
    return re.split(r"^Definition \w+_table |^\(\* -{20}", own, maxsplit=1, flags=re.MULTILINE)[0]


def games_of(proof: str) -> dict[str, tuple[str, str]]:
    """Return for each theorem the game and the first state of which it speaks."""
    theorems = re.findall(
        r"^Theorem (\w+) : (expected_value|optimal) (.*)\.\nProof\.\n.*\n  vm_cast",
        proof.removeprefix(library()),
        re.MULTILINE,
    )
    found = {}
    for name, kind, statement in theorems:
        game, *others = re.findall(r"\((?:[^()]|\([^()]*\))*\)|\S+", statement)
        found[name] = game, others[kind == "optimal"]  # after who wants much
    return found
