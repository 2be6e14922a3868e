"""Lists whose lengths follow from the rules."""

from collections.abc import Sequence
from typing import Any

from montmort.verification.certificates.check import list_of, unread


def check_sizes(what: str, value: Sequence[Any], size: int, *sizes: int) -> None:
    """Raise Unreadable unless a list has `size` entries, which are lists of the other sizes."""
    list_of(unread, size)(what, value)
    for i, entry in enumerate(value if sizes else ()):
        check_sizes(f"{what}[{i}]", entry, *sizes)
