"""Which pictures a report draws, what is printed of a checker, and how claims are typeset."""

from fractions import Fraction
from typing import NamedTuple

import pytest

from montmort.games.chance import Chance
from montmort.verification import crosscheck
from montmort.verification.reports.document import Items, Paragraph, Report, Section, Statement
from montmort.verification.reports.pdf import typst_files
from montmort.verification.reports.sections import Played, in_words


class Three(NamedTuple):
    one: bool
    two: bool
    three: bool


def three(chance: Chance) -> Three:
    return Three(*(chance.pick([1, 1]) == 0 for _ in range(3)))


def coin(chance: Chance) -> bool:
    return chance.pick([1, 1]) == 0


def die(faces: int):  # type: ignore[no-untyped-def]
    def play(chance: Chance) -> int:
        return chance.pick([1] * faces)

    return play


@pytest.mark.parametrize(("play", "pictures"), [(coin, 0), (die(3), 0), (die(4), 1), (three, 1)])
def test_two_intervals_and_three_values_need_no_picture(play, pictures) -> None:  # type: ignore[no-untyped-def]
    result = crosscheck(play=play, plays=64, seed=1, margin=Fraction(1, 2), workers=1)
    assert len(Played("play", result=result).figures) == pictures


def test_fractions_of_a_checker_stay_and_counts_are_grouped() -> None:
    assert in_words("12345/678901 = 0.0181838353") == "12345/678901 = 0.0181838353"
    assert (
        in_words("about 2^166 of 1234 and 98765 orders") == "about 2^166 of 1234 and 98,765 orders"
    )
    assert in_words("held there are [84360, 403968, 19488] hands").count("84360") == 1


def test_a_claim_may_be_broken_between_its_items() -> None:
    claim = Statement("Claim", "one", (Paragraph(("said",)), Items((("by",), ("see",)))))
    other = Statement("Remark", "two", (Paragraph(("said",)), Items((("by",),))))
    report = Report("x", "", (), (Section("One", (claim, other)),))
    text = typst_files(report)["main.typ"].decode()
    assert text.count("claim(") == 1
    assert text.count("statement(") == 1
