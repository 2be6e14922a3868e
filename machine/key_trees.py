"""Keys of constant dictionaries as a tree of their words, read word by word.

A key is a row of words, and no row is the beginning of another one.  The tree has a node for each
beginning of a row, one for those that go on alike.  The edges from node s are those from
`starts[s]` to `starts[s + 1]`.  An edge is a range of words: `words` holds the first word of each
in ascending order, and `targets` where it leads: to a node, after the last word to the target of
the key, and to -1 where no key goes on with such a word.
"""

from collections.abc import Mapping
from itertools import accumulate

from montmort.machine.assembly import MOST, Assembly, Register

Words = tuple[int, ...]
Tree = tuple[list[int], list[int], list[int]]
Edges = tuple[tuple[int, int], ...]  # first words and what they lead to; a target t is -2 - t

# The last edge whose first word is at most the word, by bisection.
NEXT_NODE = """
define i64 @next_node(i64 %starts, i64 %words, i64 %targets, i64 %node, i64 %word) {
entry:
  %lost = icmp slt i64 %node, 0
  br i1 %lost, label %nowhere, label %begin
begin:
  %starts_at = inttoptr i64 %starts to ptr
  %words_at = inttoptr i64 %words to ptr
  %targets_at = inttoptr i64 %targets to ptr
  %first_at = getelementptr i64, ptr %starts_at, i64 %node
  %end_at = getelementptr i64, ptr %first_at, i64 1
  %first = load i64, ptr %first_at
  %end = load i64, ptr %end_at
  br label %search
search:
  %low = phi i64 [%first, %begin], [%next_low, %look]
  %high = phi i64 [%end, %begin], [%next_high, %look]
  %several = icmp slt i64 %low, %high
  br i1 %several, label %look, label %found
look:
  %sum = add i64 %low, %high
  %middle = ashr i64 %sum, 1
  %after = add i64 %middle, 1
  %seen_at = getelementptr i64, ptr %words_at, i64 %middle
  %seen = load i64, ptr %seen_at
  %below = icmp sle i64 %seen, %word
  %next_low = select i1 %below, i64 %after, i64 %low
  %next_high = select i1 %below, i64 %high, i64 %middle
  br label %search
found:
  %none = icmp eq i64 %low, %first
  br i1 %none, label %nowhere, label %given
given:
  %edge = sub i64 %low, 1
  %target_at = getelementptr i64, ptr %targets_at, i64 %edge
  %target = load i64, ptr %target_at
  ret i64 %target
nowhere:
  ret i64 -1
}
"""


def next_node(code: Assembly, tree: tuple[int, int, int], node: Register, word: Register) -> str:
    """Return where a word leads from a node of the tree at these addresses, -1 for nowhere."""
    args = ", ".join(f"i64 {each}" for each in (*tree, node, word))
    return code.result(f"call i64 @next_node({args})")


def tree_of(targets: Mapping[Words, int]) -> Tree:
    """Return `starts`, `words` and `targets` of the tree of some keys; equal branches are one.

    >>> tree_of({(5, 1): 0, (5, 2): 1, (7, 1): 0, (7, 2): 1})
    ([0, 4, 7], [5, 6, 7, 8, 1, 2, 3], [1, -1, 1, -1, 0, 1, -1])
    """
    nodes: list[dict[int, int]] = [{}]
    for words, target in targets.items():
        node = 0
        for word in words[:-1]:
            if word not in nodes[node]:
                nodes[node][word] = len(nodes)
                nodes.append({})
            node = nodes[node][word]
        nodes[node][words[-1]] = -2 - target
    branches: dict[Edges, int] = {}
    merged: dict[int, int] = {}
    for node in range(len(nodes) - 1, -1, -1):  # what an edge leads to comes before it
        edges = _in_ranges({word: merged.get(to, to) for word, to in nodes[node].items()})
        merged[node] = branches.setdefault(edges, node)
    kept = sorted({*merged.values()})
    place = {node: number for number, node in enumerate(kept)}
    found = {node: edges for edges, node in branches.items()}
    whole = [edge for node in kept for edge in found[node]]
    starts = [0, *accumulate(len(found[node]) for node in kept)]
    ends = [to if to == -1 else place[to] if to >= 0 else -2 - to for _, to in whole]
    return starts, [word for word, _ in whole], ends


def _in_ranges(edges: Mapping[int, int]) -> Edges:
    """Return edges as ranges of words, also of those that lead nowhere.

    >>> _in_ranges({5: 1, 6: 1, 7: 2, 9: 2})
    ((5, 1), (7, 2), (8, -1), (9, 2), (10, -1))
    """
    ranges: list[tuple[int, int]] = []
    for word, to in sorted(edges.items()):
        if ranges and ranges[-1][0] == word:
            ranges.pop()  # no word lies between
        if not ranges or ranges[-1][1] != to:
            ranges.append((word, to))
        if word < MOST:
            ranges.append((word + 1, -1))
    return tuple(ranges)
