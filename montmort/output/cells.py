"""Answers as rows of a CSV file."""

from collections.abc import Iterator, Mapping

from montmort.output.formatting import plain


def cells(answers: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Yield (answer, index, exact value); a matrix has indices like 0.3.

    >>> from fractions import Fraction
    >>> [*cells({"mean": Fraction(1, 2), "law": {"win": [1, 2]}})]
    [('mean', '', '1/2'), ('law', 'win.0', '1'), ('law', 'win.1', '2')]
    """
    for name, value in answers.items():
        for index, entry in entries_of(value):
            yield name, index, str(plain(entry))


def entries_of(value: object, index: str = "") -> Iterator[tuple[str, object]]:
    """Yield the parts of a value that is a list or a mapping, each with its index.

    >>> [*entries_of([3, [4]])]
    [('0', 3), ('1.0', 4)]
    """
    if not isinstance(value, list | tuple | dict):
        yield index, value
        return
    for position, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield from entries_of(part, f"{index}.{position}" if index else str(position))
