"""The inverse of a full matrix of floats, and its products: proposals of digits.

A division needs thousands of products with one matrix.  BLAS would share a large
product among threads, which take longer to wake than to multiply and then occupy
another core while they wait.  So the matrix is multiplied in blocks small enough
for one thread, and factored by one.
"""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from montmort.games.extras import extra_for, scipy

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Floats = npt.NDArray[np.float64]
BLOCK = 64  # columns inverted at once: three times as fast as one by one
ONE_THREAD = 2**18  # entries of a matrix that OpenBLAS gives to one thread (460,800 in 0.3.31)


class IllConditioned(ArithmeticError):
    """The system is too ill-conditioned for double precision: another method is needed."""


class MatrixProduct:
    """The products of a matrix, by one thread.

    >>> MatrixProduct(np.array([[1.0, 2.0], [0.0, 1.0]]))(np.array([1.0, 1.0])).tolist()
    [3.0, 1.0]
    """

    def __init__(self, matrix: Floats) -> None:
        rows, columns = matrix.shape
        height = max(ONE_THREAD // max(columns, 1), 1)
        self.blocks = [matrix[first : first + height] for first in range(0, rows, height)]

    def __call__(self, vector: Floats) -> Floats:
        """Return A x."""
        return np.concatenate([block @ vector for block in self.blocks] or [vector])


def invert(matrix: Floats) -> tuple[MatrixProduct, float]:
    """Return the product with about A^-1, and log2 |det A|, from one LU decomposition.

    IllConditioned where a pivot is zero or overflows.

    >>> inverse, bits = invert(np.array([[2.0, 2.0], [0.0, 4.0]]))
    >>> inverse(np.array([2.0, 4.0])).tolist(), bits
    ([0.0, 1.0], 3.0)
    """
    if not len(matrix):
        return MatrixProduct(matrix), 0.0
    if not np.isfinite(matrix).all():
        raise IllConditioned("the matrix leaves the range of floats")
    lapack = scipy.linalg.lapack  # loads the library whose threads are limited
    with _threads().limit(limits=1):
        factors, order, failed = lapack.dgetrf(matrix)
        if failed:
            raise IllConditioned("a pivot is zero in floats")
        inverse, _ = lapack.dgetri(factors, order, lwork=BLOCK * len(factors))
    return MatrixProduct(inverse), float(np.log2(np.abs(factors.diagonal())).sum())


@cache
def _threads() -> "ThreadpoolController":
    """Return the controller of the loaded libraries; searching for them takes milliseconds."""
    with extra_for("large systems of equations"):
        from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
