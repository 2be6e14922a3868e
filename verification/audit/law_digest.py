"""A fingerprint of exact laws that anybody can compute again.

The canonical text of the laws is one line of JSON in ASCII, keys sorted by code point, without
spaces:

    {"points":{"values":{"0":"1/3","1":"2/3"}}}

Under each field stands its law as a law file has it.  A value is a decimal integer (1 and 0 for
true and false) or the name of an enum's member in small letters; a chance is a fraction in
lowest terms, or an integer.  Values of chance 0 are left out.  A law that is known up to a
horizon has `"horizon":"9"` and `"tail":"1/10"` besides.  Where only moments are known they stand
in place of the values, as `"mean"`, `"variance"` (null if unknown), `"low"` and `"high"`.

The fingerprint is the SHA-256 of this text.
"""

import enum
import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import whole
from montmort.exact.moments import Moments
from montmort.games.experiment import words_of
from montmort.montecarlo.outcomes import as_integer
from montmort.verification.verdicts.quantities import Known


def law_digest(laws: Mapping[str, Known]) -> str:
    """Return the SHA-256 of the canonical text of the laws."""
    return hashlib.sha256(canonical_text(laws).encode("ascii")).hexdigest()


def canonical_text(laws: Mapping[str, Known]) -> str:
    """Return the laws by field as one line of JSON.

    >>> from montmort.exact import Law
    >>> canonical_text({"heads": Law(weights={0: 2, 1: 4})})
    '{"heads":{"values":{"0":"1/3","1":"2/3"}}}'
    """
    spelled = {name: _spelled(name, law) for name, law in laws.items()}
    return json.dumps(spelled, sort_keys=True, separators=(",", ":"))


def _spelled(name: str, law: Known) -> dict[str, Any]:
    if isinstance(law, Moments):
        parts = {key: part for key, part in vars(law).items() if key != "error" or part}
        return {key: None if part is None else whole(part) for key, part in parts.items()}
    chances = {_word(name, value): whole(chance) for value, chance in law.chances().items()}
    if not law.tail:
        return {"values": chances}
    horizon = None if law.horizon is None else whole(law.horizon)
    return {"values": chances, "tail": whole(Fraction(law.tail)), "horizon": horizon}


def _word(name: str, value: object) -> str:
    if isinstance(value, enum.Enum):
        return words_of(type(value))[value]
    return whole(as_integer(name, value))
