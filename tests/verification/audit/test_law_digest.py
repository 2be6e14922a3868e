"""The fingerprint of laws, computed again from the page's words alone."""

import enum
import hashlib
import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact import Law
from montmort.exact.moments import Moments
from montmort.verification.audit.law_digest import canonical_text, law_digest
from montmort.verification.comparison.law_file import laws_from


class Winner(enum.Enum):
    ELDEST = "e"
    NOBODY = "n"


def test_a_stranger_computes_the_same_digest() -> None:
    text = '{"heads":{"values":{"0":"1/3","1":"2/3"}}}'
    digest = law_digest({"heads": Law(weights={1: 20, 0: 10})})
    assert digest == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (Law(weights={True: 1}), '{"values":{"1":"1"}}'),
        (Law(weights={0: 0, -2: 3}), '{"values":{"-2":"1"}}'),
        (
            Law(weights={Winner.NOBODY: 1, Winner.ELDEST: 3}),
            '{"values":{"eldest":"3/4","nobody":"1/4"}}',
        ),
        (
            Law(weights={5: 1}, total=2, horizon=9),
            '{"horizon":"9","tail":"1/2","values":{"5":"1/2"}}',
        ),
        (
            Moments(mean=Fraction(7, 2), low=1, high=6),
            '{"high":"6","low":"1","mean":"7/2","variance":null}',
        ),
    ],
)
def test_every_kind_of_law_has_one_spelling(law: Law[object] | Moments, text: str) -> None:
    assert canonical_text({"x": law}) == f'{{"x":{text}}}'


@given(st.dictionaries(st.integers(-30, 30), st.integers(1, 9), min_size=1, max_size=5))
def test_order_and_common_factors_do_not_count(weights: dict[int, int]) -> None:
    backwards = {value: 6 * weight for value, weight in reversed(weights.items())}
    assert law_digest({"x": Law(weights=weights)}) == law_digest({"x": Law(weights=backwards)})
    other = weights | {31: 1}
    assert law_digest({"x": Law(weights=weights)}) != law_digest({"x": Law(weights=other)})
    assert law_digest({"y": Law(weights=weights)}) != law_digest({"x": Law(weights=weights)})


def test_the_text_of_a_complete_law_is_a_law_file(tmp_path) -> None:
    law = Law(weights={1: 1, 2: 5})
    path = tmp_path / "law.json"
    path.write_text(canonical_text({"x": law}))
    assert laws_from(str(path)) == {"x": law}
    assert json.loads(path.read_text())["x"]["values"] == {"1": "1/6", "2": "5/6"}


def test_an_enclosed_mean_has_its_error_in_the_text_and_no_other_has() -> None:
    exact = Moments(mean=Fraction(1, 2), low=0, high=1)
    enclosed = Moments(mean=Fraction(1, 2), low=0, high=1, error=Fraction(1, 8))
    text = '{"x":{"high":"1","low":"0","mean":"1/2","variance":null}}'
    assert canonical_text({"x": exact}) == text
    assert '"error":"1/8"' in canonical_text({"x": enclosed})
