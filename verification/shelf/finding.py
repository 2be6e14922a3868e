"""The finding about a published number, where the true number is known exactly."""

from fractions import Fraction

from montmort.exact.formatting import decimals, short
from montmort.verification.claims import Finding, Stated


def found(
    game: str, what: str, value: Fraction, stated: Stated, *, flags: str = "", under: str = ""
) -> Finding:
    """Return the finding that `what` is `value`, found under these flags of `montmort exact`.

    `under` says what the number rests on, by default the exact law of the rules.

    >>> print(found("craps", "the chance", Fraction(1, 3), Stated(0, 1)).why)
    1/3, from the exact law of the rules; the claim is 0 to 1
    """
    return Finding(
        standing=stated.standing(value),
        true=f"{what} is {decimals(value)}",
        why=f"{short(value)}, {under or 'from the exact law of the rules'}; the claim is {stated}",
        how=f"montmort exact {game}{flags}",
        exact={"value": value},
    )
