"""sympy: its Markov chain, and its fastest linear algebra for the same system.

chain     DiscreteMarkovChain.fundamental_matrix, then a row sum of N
algebra   DomainMatrix over QQ with python-flint: lu_solve if the matrix is
          dense, otherwise sparse row reduction of [I - Q | 1]
"""

from fractions import Fraction

from chain_file import Chain
from question import Solver, ask
from sympy import QQ, Matrix, Rational
from sympy.polys.matrices import DomainMatrix
from sympy.stats import DiscreteMarkovChain


def prepare(chain: Chain, setting: str) -> Solver:
    """Return the solver of the chain or of the algebra, according to `setting`."""
    return {"chain": of_chain, "algebra": of_algebra}[setting](chain)


def of_chain(chain: Chain) -> Solver:
    """Return the solver by DiscreteMarkovChain; its Q has the transient states in order."""
    size = len(chain.rows)
    matrix = Matrix(size, size, lambda i, j: _rational(chain.rows[i].get(j, 0)))

    def steps() -> Rational:
        walk = DiscreteMarkovChain("X", state_space=list(range(size)), trans_probs=matrix)
        visits = walk.fundamental_matrix()
        transient = list(walk.decompose()[0])[-visits.rows :]
        return sum(visits[transient.index(chain.start), :])

    return steps


def of_algebra(chain: Chain) -> Solver:
    """Return the solver by DomainMatrix."""
    unknown = {state: place for place, state in enumerate(chain.transient)}
    size, start = len(unknown), unknown[chain.start]
    rows = {}
    for state, i in unknown.items():
        inside = {unknown[j]: p for j, p in chain.rows[state].items() if j in unknown}
        rows[i] = {j: QQ(-p.numerator, p.denominator) for j, p in inside.items()}
        rows[i][i] = rows[i].get(i, QQ(0)) + QQ(1)
    full = 8 * sum(map(len, rows.values())) > size**2
    ones = {i: {0: QQ(1)} for i in range(size)}
    left = DomainMatrix(rows, (size, size), QQ)
    right = DomainMatrix(ones, (size, 1), QQ)
    if full:
        left, right = left.to_dense(), right.to_dense()
        return lambda: left.lu_solve(right)[start, 0].element
    return lambda: left.hstack(right).rref()[0][start, size].element


def _rational(chance: Fraction | int) -> Rational:
    return Rational(chance.numerator, chance.denominator)


if __name__ == "__main__":
    ask(prepare)
