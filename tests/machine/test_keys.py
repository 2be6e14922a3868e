"""The tree of keys finds all of them and no others."""

from bisect import bisect_right
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from montmort.machine.assembly import LEAST, MOST
from montmort.machine.keys import Tree, Words, tree_of

WORDS = st.integers(-3, 3) | st.sampled_from([LEAST, LEAST + 1, MOST - 1, MOST])
KEYS = st.integers(1, 4).flatmap(
    lambda length: st.dictionaries(
        st.tuples(*[WORDS] * length), st.integers(0, 3), min_size=1, max_size=30
    )
)


def found(tree: Tree, words: Words) -> int:
    """Return where words lead, as the machine code finds it."""
    starts, firsts, targets = tree
    node = 0
    for word in words:
        if node < 0:
            return -1
        first, end = starts[node], starts[node + 1]
        edge = bisect_right(firsts, word, first, end) - 1
        node = targets[edge] if edge >= first else -1
    return node


@given(targets=KEYS)
def test_the_tree_finds_all_keys_and_no_others(targets: Mapping[Words, int]) -> None:
    tree, length = tree_of(targets), len(next(iter(targets)))
    others = [(word,) * length for word in (*range(-5, 6), LEAST, MOST)]
    for words in [*targets, *others]:
        assert found(tree, words) == targets.get(words, -1)


def test_neighbouring_keys_are_ranges() -> None:
    _, words, _ = tree_of({(a, b): int(b > 3 * a) for a in range(9) for b in range(40)})
    assert len(words) < 40
