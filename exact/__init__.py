"""True values of games of chance, in integers and fractions.

Laws of the package: no float enters an input, an answer or a check; a Law's
weights and tail sum to its total; a chain's rows sum to 1; a solution is
multiplied back before it is returned.  `exact` never imports `montecarlo`.
"""

from exact.chain import AbsorbingChain
from exact.law import Law
from exact.markov import MarkovChain
from exact.walk import Walk, every_path, explore, law_of

__all__ = ["AbsorbingChain", "Law", "MarkovChain", "Walk", "every_path", "explore", "law_of"]
