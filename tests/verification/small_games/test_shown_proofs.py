"""The proofs in the reports of small games show their numbers, and the numbers are right."""

import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy

from montmort.exact.formatting import decimals, places_apart
from montmort.games import first_orchard, kuhn, le_her, penney, three_card_poker
from montmort.verification.registry import GAMES
from tests.verification.reports.written_reports import stated_of, written


def written_of(name: str, rules: Any) -> str:
    return written(stated_of(GAMES[name], rules))


def table_after(text: str, caption: str) -> list[list[str]]:
    """Return the cells of the rows of the table with this caption."""
    (rest,) = text.split(caption)[1:]
    lines = rest.split("\n\n")[1].splitlines()[2:]
    return [[cell.strip(" $") for cell in line.strip("|").split("|")] for line in lines]


def as_number(cell: str) -> Fraction:
    return Fraction(re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"\1/\2", cell.replace("{,}", "")))


def tossed(first: str, second: str, heads: Fraction) -> Fraction:
    """Return the chance that a word comes before another: slow, with states that are texts."""
    size = len(first)
    known = {first: Fraction(1), second: Fraction(0)}
    seen = ["".join(each) for n in range(size) for each in product("HT", repeat=n)]
    rows = [word for word in seen if len(word) == size - 1] or [""]

    def after(word: str, toss: str) -> str:
        longer = word + toss
        return longer if longer in known else longer[-(size - 1) :] if size > 1 else ""

    names = {word: sympy.Symbol(word or "none") for word in rows}
    value = lambda word: known.get(word, names.get(word))  # noqa: E731 - short
    equations = [
        names[word] - heads * value(after(word, "H")) - (1 - heads) * value(after(word, "T"))
        for word in rows
    ]
    found = sympy.solve(equations, list(names.values()), dict=True)[0]
    lead = sum(
        (
            heads ** word.count("H") * (1 - heads) ** word.count("T") * Fraction(found[names[word]])
            for word in rows
        ),
        Fraction(0),
    )
    return Fraction(lead)


@pytest.mark.parametrize("heads", [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_the_answers_to_all_words_are_proved_in_the_report(size: int, heads: Fraction) -> None:
    words = ["".join(each) for each in product("HT", repeat=size)]
    rules = penney.Rules(first=words[0], second=words[1], heads=heads)
    text = written_of("penney", rules)
    chances = {(a, b): tossed(a, b, heads) for a in words for b in words if a != b}
    rows = table_after(text, "The best answer $A$ to each word $B$")
    assert [row[0] for row in rows] == words
    for word, best, for_it, against, chance, following in rows:
        others = sorted((chances[a, word], a == best) for a in words if a != word)
        assert as_number(chance) == chances[best, word] == others[-1][0]
        odds = as_number(for_it), as_number(against)
        assert odds[0] / sum(odds) == chances[best, word]
        assert sum(odds) >= 2
        rest = [chances[a, word] for a in words if a not in (word, best)]
        assert following == "none" if not rest else as_number(following) == max(rest)
    always = all(as_number(row[4]) > Fraction(1, 2) for row in rows)
    assert ("is beaten by another one:" in text and "no word is best" in text) == always
    if size < 4:
        pairs = table_after(text, "The chance that the word of the row comes before")
        found = {
            (row[0], other): cell
            for row in pairs
            for other, cell in zip(words, row[1:], strict=True)
        }
        assert all((a == b) == (cell == "–") for (a, b), cell in found.items())
        assert {key: as_number(found[key]) for key in chances} == chances


@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_the_sums_of_kuhn_poker_meet_in_the_value(cards: int) -> None:
    text = written_of("kuhn", kuhn.Rules(cards=cards))
    for caption in ("against the second player's strategy, by card", "player's card and choices"):
        *rows, last = table_after(text.replace("’", "'"), caption)
        assert [int(row[0]) for row in rows] == [*range(cards, 0, -1)]
        assert sum(as_number(row[-1]) for row in rows) / cards == as_number(last[-1])


@pytest.mark.parametrize("rules", [le_her.Rules(ranks=4), le_her.Rules(ranks=5, suits=1)])
def test_the_sums_of_le_her_meet_in_the_value(rules: le_her.Rules) -> None:
    text = written_of("le-her", rules)
    *rows, exchanged, total = table_after(text, "Paul's chance card by card")
    assert len(rows) == rules.ranks
    for column, more in ((3, 0), (6, Fraction(exchanged[-1]))):
        found = sum((Fraction(row[column]) for row in rows), Fraction(0)) + more
        cut_off = (rules.ranks + 2) * Fraction(1, 10**8)
        assert 0 <= Fraction(total[column]) - found <= cut_off


@pytest.mark.parametrize(
    ("ranks", "suits"), [(6, 3), (5, 2), (13, 2), (8, 2), (7, 3), (3, 2), (5, 3)]
)
def test_no_line_of_the_card_plays_and_folds_one_hand(ranks: int, suits: int) -> None:
    rules = three_card_poker.Rules(
        ranks=ranks, suits=suits, **{"bonus": "0,1/2,3"} if ranks == 6 else {}
    )
    rows = table_after(written_of("three-card-poker", rules), "What to play, from the highest")
    for *_, number, played, rule in rows:
        plays = re.fullmatch(r"play (\S+) and higher, fold (\S+) and lower", rule)
        assert not plays or plays[1] != plays[2], rule
        assert (rule == "play") == (number == played)
        assert (rule == "fold") == (played == "0")


def test_the_graph_of_first_orchard_has_the_cycles_that_the_proof_names() -> None:
    text = written_of("first-orchard", first_orchard.Rules(trees=3, fruits=2, raven=2))
    (named,) = re.findall(r"its (\d+) components? with cycles, each with one state", text)
    (found,) = re.findall(r"nodes\s+and (\d+) components? with cycles", text)
    assert named == found == "10"


def test_bounds_are_printed_apart() -> None:
    low, high = Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**15)
    places = places_apart(low, high, 10)
    assert decimals(low, places) != decimals(high, places)
    assert decimals(low, places - 1) == decimals(high, places - 1)
