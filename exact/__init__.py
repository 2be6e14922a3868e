"""True values of games of chance, in integers and fractions.

Laws of the package: no float enters an input, an answer or a check; a Law's
weights and tail sum to its total; a chain's rows sum to 1; a solution is
multiplied back before it is returned.  `exact` never imports `montecarlo`.
"""

from exact.chain import AbsorbingChain
from exact.law import Law
from exact.markov import MarkovChain
from exact.paths import estimated_paths, every_path, law_of
from exact.walk import Walk, explore

__all__ = [
    "AbsorbingChain",
    "Law",
    "MarkovChain",
    "Walk",
    "estimated_paths",
    "every_path",
    "explore",
    "law_of",
]
