"""Picks: the index that chance gives for weights, equal to that of `RandomChance`."""

import math
from collections.abc import Sequence as Weights
from fractions import Fraction
from itertools import accumulate

from montmort.montecarlo.compiled.kinds import (
    BOOL,
    INT,
    NUMBER,
    Known,
    ListOf,
    Record,
    Sequence,
    Value,
    is_record,
    parts,
)
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import item_kind
from montmort.montecarlo.compiled.values import (
    constant,
    integer,
    is_known,
    known,
    needed_number,
    number,
)

FEW = 16  # weights that are summed without a loop
LARGEST = 2**63


def pick(scope: Scope, weights: Value) -> Value:
    """Return `chance.pick(weights)`."""
    kind = weights.kind
    if isinstance(kind, ListOf | Sequence):
        if item_kind(scope, weights) not in (INT, BOOL, NUMBER):
            scope.refuse(f"weights are {item_kind(scope, weights)}", "weights are integers")
        scope.program.uses_memory = True
        count, start = f"memory[{weights.leaf}]", f"memory[{weights.leaf} + 2]"
        return integer(scope.let(f"pick_weighted(chance, memory, {start}, {count})"))
    if is_known(weights):
        found = constant(weights)
        if not isinstance(found, tuple | list | range):
            scope.refuse(f"the weights are {weights.kind}", "use a tuple of integers")
        return integer(picked_constant(scope, found))
    if not isinstance(kind, Record) and not is_record(getattr(kind, "value", None)):
        scope.refuse(f"the weights are {kind}", "use a tuple of integers")
    return integer(_picked(scope, parts(weights)))


def _picked(scope: Scope, weights: Weights[Value]) -> str:
    """Return the index for weights of which some are constants; with Fractions all are scaled."""
    constants = [constant(weight) for weight in weights if is_known(weight)]
    unit = math.lcm(*(each.denominator for each in constants if isinstance(each, Fraction)))
    return picked_among(scope, [_scaled(scope, weight, unit) for weight in weights])


def _scaled(scope: Scope, weight: Value, unit: int) -> str:
    """Return the leaf of a weight times the common denominator of all."""
    if is_known(weight) and isinstance(constant(weight), Fraction):
        return needed_number(scope, known(int(constant(weight) * unit)), "a weight")
    leaf = number(scope, weight)
    if leaf is None:
        scope.refuse(f"a weight is {weight.kind}", "weights are integers")
    return leaf if unit == 1 else scope.let(f"multiply({leaf}, {unit})")


def picked_among(scope: Scope, leaves: Weights[str]) -> str:
    """Return the index that chance gives for a few weights: how many sums the ticket reaches."""
    total = "0"
    sums = []
    for leaf in leaves:
        scope.fail_if(f"{leaf} < 0")
        total = leaf if total == "0" else scope.let(f"add({total}, {leaf})")
        sums.append(total)
    return _reached(scope, scope.let(f"pick_uniform(chance, {total})"), sums)


def _reached(scope: Scope, ticket: str, sums: Weights[str]) -> str:
    texts = [f"int({ticket} >= {each})" for each in sums[:-1]]
    return scope.let(" + ".join(texts) or "0")


def picked_constant(scope: Scope, weights: Weights[int | Fraction]) -> str:
    """Return the index that chance gives for constant weights; Fractions are scaled."""
    wrong = [w for w in weights if not isinstance(w, int | Fraction)]
    if wrong:
        scope.refuse(f"a weight is {Known(wrong[0])}", "weights are integers")
    unit = math.lcm(*(weight.denominator for weight in weights))
    return _picked_whole(scope, [int(weight * unit) for weight in weights])


def _picked_whole(scope: Scope, weights: Weights[int]) -> str:
    total = sum(weights)
    if min(weights, default=0) < 0 or total == 0:
        scope.fail_if("True")
        return "0"
    if total >= LARGEST:
        scope.refuse("the weights of a pick have more than 63 bits")
    if len({*weights}) == 1:
        per = weights[0]
        ticket = scope.let(f"pick_uniform(chance, {total})")
        return ticket if per == 1 else scope.let(f"{ticket} // {per}")
    if len(weights) <= FEW:
        ticket = scope.let(f"pick_uniform(chance, {total})")
        return _reached(scope, ticket, list(map(str, accumulate(map(int, weights)))))
    table = scope.program.table([int(weight) for weight in weights])
    return scope.let(f"pick_weighted(chance, {table}, 0, {len(weights)})")
