"""True values of games of chance, in integers and fractions.

Invariants of the package: no float enters an input, an answer or a check; a Law's
weights and tail sum to its total; a chain's rows sum to 1; a solution is verified
by multiplication before it is returned.  `montmort.exact` never imports
`montmort.montecarlo`.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.exact.chains.absorbing import AbsorbingChain
    from montmort.exact.chains.markov import MarkovChain
    from montmort.exact.from_rules import explore, law_of
    from montmort.exact.law import Law
    from montmort.exact.par_sheet import ParSheet
    from montmort.exact.path_enumerator import estimated_paths
    from montmort.exact.paths import every_path
    from montmort.exact.symbolic.law import SymbolicLaw
    from montmort.exact.symbolic.walk import SymbolicWalk
    from montmort.exact.walk import Walk

__all__ = [
    "AbsorbingChain",
    "Law",
    "MarkovChain",
    "ParSheet",
    "SymbolicLaw",
    "SymbolicWalk",
    "Walk",
    "estimated_paths",
    "every_path",
    "explore",
    "law_of",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "AbsorbingChain": "chains.absorbing",
        "Law": "law",
        "MarkovChain": "chains.markov",
        "ParSheet": "par_sheet",
        "SymbolicLaw": "symbolic.law",
        "SymbolicWalk": "symbolic.walk",
        "Walk": "walk",
        "estimated_paths": "path_enumerator",
        "every_path": "paths",
        "explore": "from_rules",
        "law_of": "from_rules",
    },
)
