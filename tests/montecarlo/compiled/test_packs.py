"""Cards in words in compiled rules: they are the set of cards that they name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.cards.pack import Pack
from montmort.games.errors import MontmortError
from montmort.montecarlo.compiled.compiler import compile_experiment
from montmort.montecarlo.compiled.kinds import CardNames
from montmort.montecarlo.compiled.packs import cards_named
from tests.machine.packs import HEAD, PLAYS, REFUSED
from tests.machine.snippets import experiment_of
from tests.montecarlo.compiled.snippets import both_ways


@pytest.mark.parametrize("name", PLAYS)
def test_cards_in_words_are_those_of_python(name: str) -> None:
    compiled, expected = both_ways(HEAD + PLAYS[name], plays=200)
    assert compiled == expected


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_is_not_sure_is_refused(sentence: str) -> None:
    with pytest.raises(MontmortError, match=sentence):
        compile_experiment(experiment_of(HEAD + REFUSED[sentence]), None)


@given(pack=st.builds(Pack, ranks=st.integers(2, 13), suits=st.integers(1, 4)), data=st.data())
def test_a_set_of_cards_has_one_text(pack: Pack, data: st.DataObject) -> None:
    cards = data.draw(st.integers(0, 2**pack.size - 1))
    kind = CardNames(pack)
    assert cards_named(kind, pack.write(cards)) == cards
    assert cards_named(kind, pack.write(cards, 1)) is None
    assert cards_named(kind, f" {pack.write(cards)}") is None
    assert cards_named(kind, cards) is None
