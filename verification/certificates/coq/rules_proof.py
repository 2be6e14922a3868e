"""What proofs for Coq from the rules of a game share, where these are a function in Coq.

The file `rules.v` of such a game has a function from states to choices.  In its `proof.py` the same
function is written in Python, to find the values that the table lists; Coq runs its own.
"""

from collections.abc import Callable, Hashable
from importlib.resources import files
from typing import TypeVar

from montmort.verification.aim import Aim
from montmort.verification.certificates.coq.backward import Backward
from montmort.verification.certificates.coq.proof import fraction, integer, library, theorem

S = TypeVar("S", bound=Hashable)


def option(value: int | None) -> str:
    """Return an integer or nothing as Coq's option.

    >>> option(None), option(-1)
    ('None', 'Some (-1)')
    """
    return "None" if value is None else f"Some {integer(value)}"


def opening(package: str) -> str:
    """Return the library, and the file `rules.v` in the package of a game."""
    rules = files(package) / "rules.v"
    return library() + "\nOpen Scope Z_scope.\n\n" + rules.read_text(encoding="utf-8")


def table_of(name: str, kind: str, solved: Backward[S], write: Callable[[S], str]) -> str:
    """Return the definition of a table of states with their entries."""
    rows = solved.table(write)
    return f"\nDefinition {name}_table : list ({kind} * entry) :=\n  {rows}.\n"


def decided(
    package: str,
    game: str,
    kind: str,
    solved: Backward[S],
    write: Callable[[S], str],
    start: S,
    aim: Aim,
    definition: str = "",
) -> str:
    """Return the proof of the value of best play for an aim, with the strategy that attains it."""
    name = package.rpartition(".")[2]
    who = f"(fun _ => {str(aim.maximises).lower()})"
    value = fraction(solved.entries[start].value)
    return (
        opening(package)
        + definition
        + table_of(name, kind, solved, write)
        + "\n(* The strategy: the choice that the table gives for each state. *)\n"
        + f"Definition policy := best_play {game} code_{kind} {name}_table.\n"
        + theorem(
            f"{name}_value",
            f"optimal {game} {who} {write(start)} {value} policy policy",
            f"certified_optimal _ _ _ {kind}_readable {name}_table {solved.numbers}",
        )
    )
