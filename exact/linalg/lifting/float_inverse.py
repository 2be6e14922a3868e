"""The inverse of a full matrix of floats, and its products: proposals of digits.

A division asks for thousands of products with one matrix.  BLAS would share a
large one among threads, which take longer to wake than to multiply and then
burn another core while they wait: so a matrix is multiplied in blocks that are
left to one thread, and decomposed by one.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
BLOCK = 64  # columns inverted at once: three times as fast as one by one
ALONE = 2**18  # entries of a matrix that OpenBLAS leaves to one thread (460,800 in 0.3.31)


class IllConditioned(ArithmeticError):
    """The floats propose nothing that helps: another rung is needed."""


class Product:
    """The products of a matrix, by one thread.

    >>> Product(np.array([[1.0, 2.0], [0.0, 1.0]]))(np.array([1.0, 1.0])).tolist()
    [3.0, 1.0]
    """

    def __init__(self, matrix: Floats) -> None:
        rows, columns = matrix.shape
        height = max(ALONE // max(columns, 1), 1)
        self.blocks = [matrix[first : first + height] for first in range(0, rows, height)]

    def __call__(self, vector: Floats) -> Floats:
        """Return A x."""
        return np.concatenate([block @ vector for block in self.blocks] or [vector])


def inverted(matrix: Floats) -> tuple[Product, float]:
    """Return the products of about A^-1, and log2 |det A|, out of one decomposition.

    IllConditioned where a pivot is zero or leaves the range of floats.

    >>> inverse, bits = inverted(np.array([[2.0, 2.0], [0.0, 4.0]]))
    >>> inverse(np.array([2.0, 4.0])).tolist(), bits
    ([0.0, 1.0], 3.0)
    """
    from scipy.linalg.lapack import dgetrf, dgetri  # the library is there now, with its threads

    if not len(matrix):
        return Product(matrix), 0.0
    if not np.isfinite(matrix).all():
        raise IllConditioned("the matrix leaves the range of floats")
    with _threads().limit(limits=1):
        factors, order, failed = dgetrf(matrix)
        if failed:
            raise IllConditioned("a pivot is zero in floats")
        inverse, _ = dgetri(factors, order, lwork=BLOCK * len(factors))
    return Product(inverse), float(np.log2(np.abs(factors.diagonal())).sum())


@cache
def _threads() -> Any:
    """Return the threads of the libraries that are loaded; to look for them takes milliseconds."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
