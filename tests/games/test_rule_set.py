"""Rules declared field by field: what is accepted, what is refused, and defaults that depend."""

import enum
from collections.abc import Sequence
from dataclasses import FrozenInstanceError, dataclass, fields, replace
from fractions import Fraction
from typing import Any, Literal

import pytest

from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from montmort.games.errors import BadInput
from montmort.games.rule_set import RuleSet, rule


class Side(enum.Enum):
    LEFT = 0
    RIGHT = 1


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    cards: int = rule(5, "cards dealt", depends=True)
    deck: int = rule(52, "cards in the deck", least=1, most=60, why=", or the box is full")
    limit: int | None = rule(None, "turns at most", least=1)
    rake: Fraction = rule(Fraction(1, 20), "the share of the bank", least=0, most=1)
    order: Literal["up", "down"] = rule("up", "order of play", only="game")
    is_open: bool = rule(False, "whether cards lie face up", only=("game", "deal"))
    held: tuple[int, ...] = rule((2, 2), "cards of each seat", least=1)
    side: Side = rule(Side.LEFT, "the first side")
    name: str = rule("", "the table's name", seat=0)
    extra: Sequence[int] = rule((), "of a type that is not checked")
    loose: int = rule(0, "not checked", checked=False)

    def check(self) -> None:
        self.set_default("cards", min(5, self.deck))
        self.set_field("name", self.name.strip())


@pytest.mark.parametrize(("changes", "message"), [
    ({"deck": 0}, "deck=0 must be an integer from 1 to 60, or the box is full"),
    ({"deck": True}, "deck=True must be an integer from 1 to 60"),
    ({"deck": 52.0}, r"deck=52\.0 must be an integer from 1 to 60"),
    ({"cards": "five"}, "cards='five' must be an integer$"),
    ({"limit": 0}, "limit=0 must be an integer >= 1"),
    ({"rake": 0.05}, r"rake=0\.05 must be a Fraction or an integer from 0 to 1"),
    ({"rake": Fraction(3, 2)}, "rake=3/2 must be a Fraction or an integer from 0 to 1"),
    ({"order": "sideways"}, "order='sideways' must be one of up, down"),
    ({"order": ["up"]}, r"order=\['up'\] must be one of up, down"),
    ({"is_open": 1}, "is_open=1 must be True or False"),
    ({"held": [2, 2]}, r"held=\[2, 2\] must be a tuple of integers, as in \(2, 2\)"),
    ({"held": (2, 0)}, "held=0 must be an integer >= 1"),
    ({"side": "left"}, "side='left' must be of type Side"),
    ({"name": 7}, "name=7 must be text"),
])  # fmt: skip
def test_values_outside_annotation_or_bounds_are_refused(changes: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Rules(**changes)


@pytest.mark.parametrize("changes", [
    {"deck": 1}, {"deck": 60}, {"limit": None}, {"limit": 1}, {"rake": 0}, {"rake": Fraction(1)},
    {"order": "down"}, {"is_open": True}, {"held": ()}, {"held": (1,)}, {"side": Side.RIGHT},
    {"extra": [1]}, {"loose": "anything"},
])  # fmt: skip
def test_values_within_annotation_and_bounds_are_accepted(changes: Any) -> None:
    (name, value), *_ = changes.items()
    assert getattr(Rules(**changes), name) == value


def test_a_default_depends_on_other_fields_until_a_value_is_given() -> None:
    small = Rules(deck=3)
    assert (Rules().cards, small.cards) == (5, 3)
    assert replace(small, deck=4).cards == 4
    given = Rules(cards=3)
    assert replace(given, deck=4).cards == 3
    assert replace(small, deck=52) == Rules()
    assert hash(Rules(cards=5)) == hash(Rules())


def test_fields_are_written_in_their_normal_form() -> None:
    assert Rules(name=" a ") == Rules(name="a")
    with pytest.raises(FrozenInstanceError):
        Rules().name = "b"  # type: ignore[misc]


def test_help_names_the_experiments_that_use_a_field() -> None:
    metadata = {field.name: field.metadata for field in fields(Rules)}
    assert metadata["order"]["help"] == "game: order of play"
    assert metadata["is_open"]["help"] == "game, deal: whether cards lie face up"
    assert metadata["is_open"]["experiments"] == ("game", "deal")
    assert "experiments" not in metadata["deck"]
    assert (metadata["deck"]["least"], metadata["deck"]["most"]) == (1, 60)
    assert metadata["name"]["seat"] == 0


@pytest.mark.parametrize("game", [treize, war, liars_poker, five_card_draw, persian_monarchs])
def test_every_field_of_a_game_has_help_and_its_bounds_hold(game: Any) -> None:
    for field in fields(game.Rules):
        assert field.metadata["help"]
        for bound, step in (("least", -1), ("most", 1)):
            if field.metadata[bound] is not None and field.type != tuple[int, ...]:
                with pytest.raises(BadInput, match=f"{field.name}=.* must be an integer"):
                    game.Rules(**{field.name: field.metadata[bound] + step})
