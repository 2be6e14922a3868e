"""The moves of states from the trees of their steps, as a kernel of 64-bit fractions."""

import numpy as np

from montmort.exact.graph.flow_arrays import DONE, NO_ROOM, TOO_LONG, Rows, Tree, Work
from montmort.exact.graph.step_trees import FIRST_NODE
from montmort.exact.kernel import compiled
from montmort.exact.moves import END, INT64, Ints


@compiled
def common_divisor(a: int, b: int) -> int:
    """Return the greatest common divisor of two numbers > 0."""
    while b:
        a, b = b, a % b
    return a


@compiled
def add_chance(above: Ints, below: Ints, at: int, a: int, b: int) -> bool:
    """Add a / b to the chance at a place; False if the sum does not fit."""
    if not below[at]:
        above[at], below[at] = a, b
        return True
    common = common_divisor(below[at], b)
    factor = b // common
    if below[at] > INT64 // factor:
        return False
    a = a * (below[at] // common) + above[at] * factor
    b = below[at] * factor
    common = common_divisor(a, b)
    above[at], below[at] = a // common, b // common
    return True


@compiled
def nodes_below(root: int, tree: Tree, work: Work) -> int:
    """Write down the nodes of a tree, those first that others hang from; return how many."""
    work.nodes[0] = root
    found = 1
    at = 0
    while at < found:
        node = work.nodes[at]
        for edge in range(tree.bounds[node], tree.bounds[node + 1]):
            inner = FIRST_NODE - tree.targets[edge]
            if inner >= 0 and not work.above[inner]:
                work.above[inner] = 1  # a mark
                work.nodes[found] = inner
                found += 1
        at += 1
    ordered = np.sort(work.nodes[:found])
    for k in range(found):
        work.nodes[k] = ordered[found - 1 - k]
        work.above[ordered[k]] = 0
    return found


@compiled
def leaves_below(root: int, end: int, gains: int, tree: Tree, work: Work) -> int:
    """Find the leaves of a tree with their chances; return how many, -1 if one does not fit.

    The key of a leaf is target * gains + gain, with `end` as the target of the end.
    """
    found = nodes_below(root, tree, work)
    for k in range(found):
        work.below[work.nodes[k]] = 0
    work.above[root] = work.below[root] = 1
    leaves = 0
    for k in range(found):
        node = work.nodes[k]
        above, below = work.above[node], work.below[node]
        work.above[node] = total = 0
        for edge in range(tree.bounds[node], tree.bounds[node + 1]):
            total += tree.weights[edge]
        common = common_divisor(above, total)
        above //= common
        total //= common
        for edge in range(tree.bounds[node], tree.bounds[node + 1]):
            target, weight = tree.targets[edge], tree.weights[edge]
            common = common_divisor(weight, total)
            weight, whole = weight // common, total // common
            common = common_divisor(weight, below)
            weight, rest = weight // common, below // common
            if rest > INT64 // whole:
                return -1
            if target <= FIRST_NODE:
                inner = FIRST_NODE - target
                if not add_chance(work.above, work.below, inner, above * weight, rest * whole):
                    return -1
            else:
                work.keys[leaves] = (target if target >= 0 else end) * gains + tree.gained[edge]
                work.leaf_above[leaves], work.leaf_below[leaves] = above * weight, rest * whole
                leaves += 1
    return leaves


@compiled
def merge_leaves(leaves: int, end: int, gains: int, work: Work, rows: Rows, at: int) -> int:
    """Write the leaves behind the rows, the same ones as one move; return how many, or -1."""
    order = np.argsort(work.keys[:leaves], kind="mergesort")
    moves, last = 0, -1
    for place in order:
        if work.keys[place] != last:
            last = work.keys[place]
            work.firsts[moves] = place
            moves += 1
            continue
        first = work.firsts[moves - 1]
        a, b = work.leaf_above[place], work.leaf_below[place]
        if not add_chance(work.leaf_above, work.leaf_below, first, a, b):
            return -1
    total = 1
    for move in range(moves):
        below = work.leaf_below[work.firsts[move]]
        factor = below // common_divisor(total, below)
        if total > INT64 // factor:
            return -1
        total *= factor
    rest = total
    for move in range(moves):
        place = work.firsts[move]
        target = work.keys[place] // gains
        rows.targets[at + move] = target if target < end else END
        rows.gained[at + move] = work.keys[place] % gains
        rows.weights[at + move] = work.leaf_above[place] * (total // work.leaf_below[place])
        rest -= rows.weights[at + move]
    return -1 if rest else moves


@compiled
def flow_through(
    first: int, gains: int, tree: Tree, work: Work, rows: Rows
) -> tuple[int, int, int]:
    """Fill in the rows of states from the first on.

    Return the first state without a row, how many moves the others have, and the reason: DONE,
    NO_ROOM for its moves, or TOO_LONG where a number leaves 64 bits.
    """
    end, size = len(tree.roots), 0
    for state in range(first, end):
        root = FIRST_NODE - tree.roots[state]
        leaves = leaves_below(root, end, gains, tree, work)
        if leaves < 0:
            return state, size, TOO_LONG
        if size + leaves > len(rows.targets):
            return state, size, NO_ROOM
        moves = merge_leaves(leaves, end, gains, work, rows, size)
        if moves < 0:
            return state, size, TOO_LONG
        rows.lengths[state] = moves
        size += moves
    return end, size, DONE
