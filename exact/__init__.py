"""True values of games of chance, in integers and fractions.

Invariants of the package: no float enters an input, an answer or a check; a Law's
weights and tail sum to its total; a chain's rows sum to 1; a solution is verified
by multiplication before it is returned.  `montmort.exact` never imports
`montmort.montecarlo`.
"""

from typing import TYPE_CHECKING

from montmort.lazy import lazy_names

if TYPE_CHECKING:
    from montmort.exact.chains.absorbing import AbsorbingChain as AbsorbingChain
    from montmort.exact.chains.markov import MarkovChain as MarkovChain
    from montmort.exact.from_rules import explore as explore
    from montmort.exact.from_rules import law_of as law_of
    from montmort.exact.law import Law as Law
    from montmort.exact.par_sheet import ParSheet as ParSheet
    from montmort.exact.path_enumerator import estimated_paths as estimated_paths
    from montmort.exact.paths import every_path as every_path
    from montmort.exact.symbolic.law import SymbolicLaw as SymbolicLaw
    from montmort.exact.symbolic.walk import SymbolicWalk as SymbolicWalk
    from montmort.exact.walk import Walk as Walk

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "chains.absorbing": ["AbsorbingChain"],
        "chains.markov": ["MarkovChain"],
        "from_rules": ["explore", "law_of"],
        "law": ["Law"],
        "par_sheet": ["ParSheet"],
        "path_enumerator": ["estimated_paths"],
        "paths": ["every_path"],
        "symbolic.law": ["SymbolicLaw"],
        "symbolic.walk": ["SymbolicWalk"],
        "walk": ["Walk"],
    },
)
