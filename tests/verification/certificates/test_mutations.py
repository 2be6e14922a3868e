"""No forged certificate is accepted with another claim, and no honest one is refused.

See `mutations` for what is forged, and for what makes an accepted forgery a lie.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from montmort.games import (
    five_card_draw,
    jacks_or_better,
    liars_poker,
    persian_monarchs,
    treize,
    war,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.games.jacks_or_better.certificate import hold_certificate
from montmort.verification.five_card_draw import certificate as five_card_draw_certificate
from montmort.verification.liars_poker import certificate as liars_poker_certificate
from montmort.verification.persian_monarchs import certificate as persian_monarchs_certificate
from montmort.verification.persian_monarchs import checker as persian_monarchs_checker
from montmort.verification.treize import certificate as treize_certificate
from montmort.verification.treize import law_certificate
from montmort.verification.war import certificate as war_certificate
from tests.verification.certificates.corpus import GAMES, honest_documents
from tests.verification.certificates.mutations import (
    Again,
    code_of,
    consistent,
    is_lie,
    single_changes,
    with_hash,
)
from tests.verification.certificates.tampering import Document

Write = Callable[[Any], Document]
TRUSTED = (
    "chain",
    "chain of an outcome",
    "optimal play",
    "mixed strategies",
    "bounds of optimal play",
)


def jacks_again(forged: Document) -> Document:
    """Return the certificate of the pay table of a forged one: some pays are never paid."""
    rules = forged["rules"]
    names = [*GAMES["jacks-or-better"]["rules"]["pays"]]
    table = ",".join(rules["pays"][name] for name in names)
    deck = {name: int(rules[name]) for name in ("ranks", "suits", "cards")}
    found: Document = hold_certificate(jacks_or_better.Rules(**deck, pay_table=table))
    return found


AGAIN: dict[str, Again] = {"jacks-or-better": jacks_again}


def forgeries(draw: random.Random, most: int) -> Iterator[tuple[Document, str, Document]]:
    """Yield honest documents, what was changed, and the forged ones."""
    honest = honest_documents()
    for document in honest:
        others = [other for other in honest if other["game"] == document["game"]]
        for change, twin in single_changes(document, draw, most):
            yield document, change, twin
        made = [*consistent(document, [other for other in others if other is not document])]
        for change, twin in draw.sample(made, min(most // 2, len(made))):
            if twin["content"] != document["content"]:
                yield document, change, twin
        for other in draw.sample(honest, 2):  # another game's label
            if other["game"] != document["game"]:
                twin = {**document, "game": other["game"], "problem": other["problem"]}
                yield document, f"the label {other['game']}", with_hash(twin)


def count_lies(seed: int, most: int) -> tuple[int, list[str]]:
    """Return the number of forgeries, and the accepted lies; the codes are printed."""
    codes, lies = Counter[int](), list[str]()
    for honest, change, twin in forgeries(random.Random(seed), most):
        code = code_of(twin)
        codes[code] += 1
        if is_lie(honest, twin, code, AGAIN.get(honest["game"])):
            lies.append(f"{honest['game']}: {change}")
    sys.stdout.write(
        f"{codes.total()} forgeries, by exit code {dict(codes)}; {len(lies)} accepted lies\n"
    )
    return codes.total(), lies


def test_no_forgery_is_accepted_with_another_claim() -> None:
    number, lies = count_lies(seed=1, most=8)
    assert lies == []
    assert number >= 300


@pytest.mark.slow
def test_no_forgery_of_a_thousand_is_accepted_with_another_claim() -> None:
    number, lies = count_lies(seed=3, most=30)
    assert lies == []
    assert number >= 1000


@pytest.mark.longest
def test_no_forgery_of_thousands_is_accepted_with_another_claim() -> None:
    number, lies = count_lies(seed=2, most=90)
    assert lies == []
    assert number >= 3000


def test_a_checker_that_checks_less_accepts_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness finds the lies that a weaker checker lets pass."""

    honest = GAMES["persian-monarchs"]
    value = {**honest["content"], "value": "1/2"}
    forged = with_hash({**honest, "content": value})
    assert not is_lie(honest, forged, code_of(forged), None)
    half = Fraction(1, 2)
    monkeypatch.setattr(persian_monarchs_checker, "least_gain", lambda _raises: half)
    monkeypatch.setattr(persian_monarchs_checker, "greatest_gain", lambda _accepts: half)
    assert is_lie(honest, forged, code_of(forged), None)


def random_rules(draw: random.Random) -> Iterator[tuple[Write, Any, dict[str, Any]]]:
    """Yield what writes a certificate, and its Rules with random fields: small decks, all readings.

    Some are no rules, or have no certificate.
    """
    pick = draw.choice
    while True:
        deck: dict[str, Any] = {"ranks": pick([1, 2, 3, 4]), "suits": pick([1, 2, 3])}
        words = {
            "face_down": pick([0, 1, 2, 3]),
            "pick_up": pick(["winner-first", "loser-first", "first-player-first"]),
            "shortfall": pick(["lose", "last-card", "second-takes"]),
            "deuce_beats_ace": pick(["never", "battles", "always"]),
            "turn_limit": pick([None, 1, 3, 20, 1000]),
        }
        yield war_certificate.certificate, war.Rules, {**deck, **words}
        small = {"ranks": draw.randint(2, 5), "suits": draw.randint(1, 3)}
        yield treize_certificate.certificate, treize.Rules, small
        yield law_certificate.certificate, treize.Rules, small
        pack = {"cards": pick([2, 3, 6, 9, 20]), "max_raise": pick([1, 2, 3, 10])}
        yield persian_monarchs_certificate.certificate, persian_monarchs.Rules, pack
        hand = " ".join(draw.sample(["2c", "3c", "4c", "5c", "Ac"], pick([0, 2, 3])))
        natural = {"ranks": pick([5, 6, 8]), "suits": pick([1, 2, 4]), "hand": hand}
        poker = {**natural, "jokers": pick([0, 1, 3])}
        yield liars_poker_certificate.certificate, liars_poker.Rules, poker
        five = " ".join(draw.sample([rank + suit for rank in "2345A" for suit in "cd"], 5))
        cards = {"ranks": pick([5, 6]), "suits": pick([2, 3]), "max_draw": pick([0, 0, 1])}
        drawn = {**cards, "ranking": pick(["standard", "published"]), "hand": pick(["", five])}
        yield five_card_draw_certificate.certificate, five_card_draw.Rules, drawn


@pytest.mark.parametrize("least", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_no_honest_certificate_is_called_false(least: int) -> None:
    found = Counter[str]()
    for write, kind, fields in random_rules(random.Random(least)):
        try:
            document = write(kind(**fields))
        except (BadInput, TooLarge):
            continue
        assert code_of(document) == 0, document["rules"]
        found[document["game"]] += 1
        if found.total() >= least:
            break
    for document in honest_documents():
        assert code_of(document) == (3 if document["game"] in TRUSTED else 0), document["rules"]
    sys.stdout.write(
        f"{found.total()} honest certificates of random rules, none refused: {dict(found)}\n"
    )
