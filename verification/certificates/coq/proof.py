"""The text of a proof for Coq: the library, the rules, a table of the states and the theorem."""

from collections.abc import Sequence
from fractions import Fraction
from importlib.resources import files

Nested = int | Sequence["Nested"]

PARTS = ("games.v", "bellman.v", "certificates.v")

_CLOSING = """Proof.
  apply ({lemma}).
  vm_cast_no_check (eq_refl true).  (* at Qed the virtual machine computes that it is true *)
Qed.
"""


def library() -> str:
    """Return the text of the library `montmort.v`: definitions and theorems, no game.

    >>> library().splitlines()[0]
    '(* montmort.v: games of chance, what they are worth, and certificates of it.'
    """
    folder = files(__package__)
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in PARTS)


def theorem(name: str, statement: str, lemma: str) -> str:
    """Return a theorem that computation proves by a lemma, and the question on what it rests."""
    proof = _CLOSING.format(lemma=lemma)
    return f"\nTheorem {name} : {statement}.\n{proof}\nPrint Assumptions {name}.\n"


def trusted(what: str) -> list[str]:
    """Return what a proof takes on trust, `what` being its rules or its rows.

    >>> print("; ".join(trusted("rows")))
    that its rows are the game's; Coq's kernel; Coq's virtual machine
    """
    return [f"that its {what} are the game's", "Coq's kernel", "Coq's virtual machine"]


def integer(number: int) -> str:
    """Return an integer in the form that Coq reads fastest.

    >>> integer(10), integer(-10)
    ('10', '(-10)')
    >>> integer(10**12)
    '0xe8d4a51000'
    """
    text = str(number) if abs(number) < 10**9 else hex(number)
    return f"({text})" if number < 0 else text


def fraction(value: Fraction) -> str:
    """Return a fraction as Coq writes it.

    >>> fraction(Fraction(-7, 495)), fraction(Fraction(-1))
    ('(-7 # 495)', '(-1)')
    """
    if value.denominator == 1:
        return integer(value.numerator)
    return f"({value.numerator} # {value.denominator})"


def listed(value: Nested) -> str:
    """Return integers, or nested lists of them, as Coq's lists.

    >>> listed([[10, 0], []])
    '[[10; 0]; []]'
    """
    if isinstance(value, int):
        return integer(value)
    return f"[{'; '.join(map(listed, value))}]"
