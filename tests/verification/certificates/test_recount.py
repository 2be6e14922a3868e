"""Content that is recounted: every field is compared, and what is wrong is named."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from montmort.verification.certificate_kinds import all_checkers
from montmort.verification.certificates.check import (
    Form,
    Unreadable,
    between,
    check_document,
    fraction,
    integer,
    list_of,
    mapping_of,
    words_of,
)
from montmort.verification.certificates.document import document, text_of
from montmort.verification.certificates.recount import recounted

CONTENT: Form = {
    "rows": list_of(list_of(integer, 2)),
    "law": mapping_of(fraction),
    "best": list_of(words_of),
}


def squares(most: int) -> dict[str, object]:
    """Return the squares up to one, a law, and names."""
    rows = [[number, number**2] for number in range(most + 1)]
    law = {"even": Fraction(most // 2 + 1, most + 1), "odd": Fraction((most + 1) // 2, most + 1)}
    return {"rows": rows, "law": law, "best": ["a", "b"], "last": rows[-1][1]}


SQUARES = recounted(
    "squares",
    "squares up to one",
    {"most": between(0, 9)},
    CONTENT,
    squares,
    {
        "headline": "up to {most} the largest is {last}",
        "rows": "row {i}: the square of {0} is {1}",
        "law": "the law is {}",
        "best": "the best are {}",
    },
)


def checked(most: object, **parts: object) -> list[tuple[str, str]]:
    """Return the evidence and words about the squares up to 2, with other parts."""
    given: Mapping[str, Any] = {name: squares(2)[name] for name in CONTENT}
    found = check_document(
        text_of(document(SQUARES, {"most": most}, {**given, **parts})), [SQUARES]
    )
    return [(each.evidence, each.words) for each in found]


def test_an_honest_certificate_is_recomputed() -> None:
    assert checked(2) == [
        ("recomputed", "up to 2 the largest is 4"),
        ("recomputed", "the problem is the one stated in this program"),
        ("recomputed", "row 0: the square of 0 is 0"),
        ("recomputed", "row 1: the square of 1 is 1"),
        ("recomputed", "row 2: the square of 2 is 4"),
        ("recomputed", "rows has 3 entries"),
        ("recomputed", "the law is even 0.6666666667, odd 0.3333333333"),
        ("recomputed", "the best are a, b"),
        ("recomputed", "the hash is that of the document"),
    ]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"rows": [[0, 0], [1, 2], [2, 4]]}, ["row 1: the square of 1 is 2"]),
        ({"rows": [[0, 0], [2, 4], [1, 1]]},
         ["row 1: the square of 2 is 4", "row 2: the square of 1 is 1"]),
        ({"rows": [[0, 0], [1, 1]]}, ["rows has 3 entries"]),
        ({"rows": []}, ["rows has 3 entries"]),
        ({"rows": [[0, 0], [1, 1], [2, 4], [3, 9]]},
         ["row 3: the square of 3 is 9", "rows has 3 entries"]),
        ({"law": {"even": Fraction(2, 3), "od": Fraction(1, 3)}},
         ["the law is even 0.6666666667, od 0.3333333333", "law[od] is 1/3 = 0.3333333333",
          "law[odd] is nothing"]),
        ({"best": ["b", "a"]}, ["the best are b, a"]),
        ({"best": []}, ["the best are none"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(parts: dict[str, object], words: list[str]) -> None:
    (evidence, head), *others = checked(2, **parts)
    assert (evidence, head) == ("FALSE", "up to 2 the largest is 4")
    assert [said for found, said in others if found == "FALSE"] == words


def test_other_rules_have_other_content() -> None:
    assert checked(3)[0] == ("FALSE", "up to 3 the largest is 9")


def test_rules_and_content_of_another_form_are_unreadable() -> None:
    for most, parts in ((10, {}), ("x", {}), (2, {"more": 1}), (2, {"rows": [[1]]})):
        with pytest.raises(Unreadable):
            checked(most, **parts)


def test_every_method_proves_a_kind() -> None:
    methods = {each.game: each.method for each in all_checkers()}
    assert {*methods.values()} == {
        "recounted", "chain", "graph with ranks", "graph with bounds", "mixed",
    }  # fmt: skip
    assert methods["war"] == methods["treize, law"] == "recounted"
    assert methods["treize"] == methods["chain of an outcome"] == "chain"
