"""Which mutants are tried: the first of each module in the order of the hashes of their names."""

from hashlib import sha256

from tests.mutation.mutants import mutants_of

WEIGHT = {  # mutants of each module in the sample
    **dict.fromkeys(("machine.shapes", "machine.operators", "machine.places.liveness"), 8),
    **dict.fromkeys(("exact.graph.merging", "exact.graph.merged_steps", "machine.values"), 5),
    **dict.fromkeys(("machine.comparisons", "machine.stream", "machine.draws"), 4),
    **dict.fromkeys(("machine.expressions", "machine.statements", "machine.iteration"), 3),
    **dict.fromkeys(("machine.calls", "machine.builtin_functions", "machine.frame"), 2),
    **dict.fromkeys(("machine.inline", "machine.constants", "machine.tables", "machine.rows"), 2),
    **dict.fromkeys(("machine.decks", "machine.choices", "machine.picks", "machine.plays"), 2),
    **dict.fromkeys(("machine.assembly", "machine.prelude", "machine.row_copies"), 2),
    **dict.fromkeys(("machine.keys", "machine.dictionaries", "machine.containers"), 2),
    **dict.fromkeys(("machine.stores", "machine.formatting", "machine.prelude_of_texts"), 2),
    **dict.fromkeys(("machine.fractions", "machine.texts", "machine.programs"), 2),
    **dict.fromkeys(("machine.places.normal_form", "machine.places.expressions"), 3),
    **dict.fromkeys(("machine.places.comprehensions", "exact.situations.keys"), 3),
    **dict.fromkeys(("machine.places.unordered", "machine.places.functions"), 3),
    **dict.fromkeys(("machine.places.blocks", "exact.situations.graph"), 2),
    **dict.fromkeys(("exact.graph.folding", "exact.graph.flows", "games.sameness"), 4),
}

MODULES = (  # of tests, whose cases are the guards
    *("machine.test_plays", "machine.test_constructs", "machine.test_drawn_plays"),
    *("machine.test_arithmetic", "machine.test_containers", "machine.test_keys"),
    *("machine.test_chances", "machine.test_choice", "machine.test_machine"),
    *("machine.test_refusals", "machine.test_steps", "machine.test_stream"),
    *("exact.situations.test_plays", "exact.situations.test_unordered"),
    *("exact.situations.test_refusals", "exact.graph.test_compiled_exploration"),
    *("exact.graph.test_flows", "exact.graph.test_merging", "exact.graph.test_symmetry"),
    "games.test_sameness",
)


def by_hash(module: str) -> list[str]:
    """Return the names of the mutants of a module in the order of their hashes."""
    return sorted(mutants_of(module), key=lambda name: sha256(name.encode()).hexdigest())
