"""Sparse matrices by rows, as far as chains of some thousands of states need them.

Products are exact for integers.  What is not here raises ImportError or AttributeError.
"""

from typing import Any

import numpy as np
from numpy.dtypes import common_type


class csr_array:  # noqa: N801 - scipy's name
    """A sparse matrix from (entries, (rows, columns)) or from (entries, columns, ends of rows)."""

    def __init__(self, parts: tuple[Any, ...], shape: tuple[int, int]) -> None:
        self.shape, entries = shape, np.asarray(parts[0])
        self.dtype = entries.dtype
        self.rows: list[list[tuple[int, Any]]] = [[] for _ in range(shape[0])]
        if len(parts) == 2:
            rows, columns = (np.asarray(each).tolist() for each in parts[1])
        else:
            columns, ends = (np.asarray(each).tolist() for each in parts[1:])
            rows = [s for s in range(shape[0]) for _ in range(ends[s], ends[s + 1])]
        for row, column, entry in zip(rows, columns, entries.tolist(), strict=True):
            if not 0 <= column < shape[1]:
                raise ValueError(f"column {column} of a matrix with {shape[1]} columns")
            self.rows[row].append((column, entry))

    def __matmul__(self, other: np.ndarray) -> np.ndarray:
        kind = common_type([self.dtype, other.dtype])
        if other.ndim == 1:
            return np.array([sum(a * other[t] for t, a in row) for row in self.rows], kind)
        width, right = other.shape[1], other.tolist()
        data = [[sum(a * right[t][k] for t, a in row) for k in range(width)] for row in self.rows]
        return np.array(data, kind).reshape(len(self.rows), width)
