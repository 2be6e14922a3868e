"""The law of a one-shot play, from all its paths."""

from collections.abc import Callable
from typing import Any

from montmort.exact.from_rules import law_of


def compiled_law(function: Callable[..., Any], limit: int = 1_000_000, **named: Any) -> Any:
    """Return the law found by compiled code."""
    return law_of(function, limit=limit, by="paths", compiled=True, **named)


def interpreted_law(function: Callable[..., Any], limit: int = 1_000_000) -> Any:
    """Return the law found by the interpreter."""
    return law_of(function, limit=limit, by="paths", compiled=False)
