"""Honest certificates of every kind: each is written when a test asks for it first."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.optimal import optimal
from montmort.exact.from_rules import explore
from montmort.games import (
    blackjack,
    five_card_draw,
    jacks_or_better,
    kuhn,
    le_her,
    liars_poker,
    persian_monarchs,
    three_card_poker,
    treize,
    war,
    yahtzee,
)
from montmort.games.blackjack.certificate import mean_certificate
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.games.jacks_or_better.certificate import hold_certificate
from montmort.games.table import Table
from montmort.games.three_card_poker.certificate import ante_certificate
from montmort.verification.certificates.document import certificate
from montmort.verification.certificates.mixed_certificate import mixed_certificate
from montmort.verification.certificates.optimal_certificate import optimal_certificate
from montmort.verification.certificates.outcome_chain import outcome_certificate
from montmort.verification.five_card_draw import certificate as five_card_draw_certificate
from montmort.verification.five_card_draw import rows_certificate
from montmort.verification.liars_poker import certificate as liars_poker_certificate
from montmort.verification.own_games.from_play import experiment_of
from montmort.verification.persian_monarchs import certificate as persian_monarchs_certificate
from montmort.verification.persian_monarchs import match_certificate
from montmort.verification.treize import certificate as treize_certificate
from montmort.verification.treize import law_certificate
from montmort.verification.war import certificate as war_certificate
from montmort.verification.war import first_turns_certificate
from montmort.verification.yahtzee import certificate as yahtzee_certificate
from tests.verification.certificates.optimal_games import (
    AGAIN,
    BLIND,
    PAY,
    RACE,
    WAIT,
    Money,
    toss_or_stop,
)
from tests.verification.certificates.tampering import Document

WIDTH = Fraction(1, 10**9)
Made = TypeVar("Made")


class Written(Mapping[str, Made], Generic[Made]):
    """Things by name, each made when it is asked for first."""

    def __init__(self, makers: Mapping[str, Callable[[], Made]]) -> None:
        self._makers, self._made = makers, dict[str, Made]()

    def __getitem__(self, name: str) -> Made:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def of_each(solved: Written[Optimal]) -> Written[Document]:
    """Return the certificates of optimal play."""

    def write(name: str) -> Callable[[], Document]:
        return lambda: optimal_certificate(solved[name], {})

    return Written({name: write(name) for name in solved})


def walk_of(size: int) -> AbsorbingChain[int]:
    """Return a gambler's walk on 0 … size, lazy, so that every row has three entries."""
    third = Fraction(1, 3)
    rows: dict[int, dict[int, Any]] = {
        i: {i - 1: third, i: third, i + 1: third} for i in range(1, size)
    }
    return AbsorbingChain.from_rows({0: {0: 1}, **rows, size: {size: 1}})


class Duel(NamedTuple):
    """Outcome: whether the first one wins, and the shots, of which misses cost 1."""

    first_wins: bool
    net: int


@dataclass(frozen=True)
class Shooter:
    """A state that is written like any other."""

    number: int

    def __repr__(self) -> str:
        return "shooter"


def _shoot(
    _rules: None, shooter: Shooter, chance: Chance, _table: Table
) -> tuple[Shooter | None, Duel]:
    hit = chance.pick([5, 1])
    after = None if hit else Shooter(1 - shooter.number)
    return after, Duel(shooter.number == 0, 3 if hit else -1)


DUEL = Experiment(
    name="duel", outcome=Duel, start=lambda _, chance: Shooter(chance.pick([3, 1])), step=_shoot
)


def hide_and_seek(_chance: Chance, table: Table) -> Money:
    """A hidden coin is found: heads pay 1, tails 3."""
    hidden = table.decide(0, ["heads", "tails"], "hide")
    found = table.decide(1, ["heads", "tails"], "seek") == hidden
    return Money(-found * (3 if hidden == "tails" else 1))


HAND = kuhn.EXPERIMENTS["hand"]
GAMES = Written(
    {
        "treize": lambda: treize_certificate.certificate(treize.Rules(ranks=3, suits=1)),
        "chain": lambda: certificate(walk_of(3), {1: Fraction(1, 2), 2: 5}),
        "war": lambda: war_certificate.certificate(war.Rules(ranks=3, suits=2, face_down=1)),
        "persian-monarchs": lambda: persian_monarchs_certificate.certificate(
            persian_monarchs.Rules(cards=4, max_raise=1)
        ),
        "liars-poker": lambda: liars_poker_certificate.certificate(
            liars_poker.Rules(ranks=5, suits=1, jokers=1, hand="2c 3c")
        ),
        "five-card-draw hand": lambda: five_card_draw_certificate.certificate(
            five_card_draw.Rules(ranks=5, suits=3, hand="2c 3c 4c 5c 5d", max_draw=1)
        ),
        "yahtzee": lambda: yahtzee_certificate.certificate(
            yahtzee.Rules(dice=2, faces=2, throws=2, boxes="ones,twos,yahtzee", target=4)
        ),
        "jacks-or-better": lambda: hold_certificate(
            jacks_or_better.Rules(ranks=6, suits=2, cards=3, pay_table="16,12,10,9,8,11/2,6,4,2")
        ),
        "three-card-poker": lambda: ante_certificate(three_card_poker.Rules(ranks=4, suits=3)),
        "blackjack": lambda: mean_certificate(
            blackjack.Rules(decks="1", deck=(3, 0, 0, 0, 0, 0, 4, 0, 2, 3), player="optimal")
        ),
    }
)
OTHER_ANSWERS = Written(
    {
        "treize, law": lambda: law_certificate.certificate(treize.Rules(ranks=3, suits=1)),
        "liars-poker, call": lambda: liars_poker_certificate.certificate(
            liars_poker.Rules(
                ranks=6,
                suits=2,
                jokers=2,
                cards=6,
                hand="2c *",
                call="four high club flush",
                flush_reading="natural",
            )
        ),
        "liars-poker, published": lambda: liars_poker_certificate.certificate(
            liars_poker.Rules(ranks=2, suits=1, jokers=2, published=True)
        ),
        "persian-monarchs, match": lambda: match_certificate.certificate(
            persian_monarchs.Rules(second="random", cards=3, max_raise=2, rounds=1, counters=2)
        ),
        "persian-monarchs, non-counter": lambda: match_certificate.certificate(
            persian_monarchs.Rules(second="non-counter", cards=5, max_raise=2, rounds=2, counters=3)
        ),
        "persian-monarchs, two non-counters": lambda: match_certificate.certificate(
            persian_monarchs.Rules(
                first="non-counter",
                second="non-counter",
                cards=4,
                max_raise=2,
                rounds=2,
                counters=3,
            )
        ),
        "persian-monarchs, best responses": lambda: match_certificate.best_responses(
            persian_monarchs.Rules(cards=5, max_raise=2, rounds=2)
        ),
        "five-card-draw, rows": lambda: rows_certificate.certificate(
            five_card_draw.Rules(ranks=3, suits=4, max_draw=0)
        ),
        "war, first turns": lambda: first_turns_certificate.certificate(
            war.Rules(ranks=4, suits=2, face_down=0, shortfall="lose")
        ),
    }
)
OUTCOMES = Written(
    {
        "duel": lambda: outcome_certificate(explore(DUEL, None), {}),
        "die": lambda: outcome_certificate(
            explore(experiment_of(lambda chance: chance.pick([1, 2, 3])), None), {}
        ),
    }
)
SOLVED = Written(
    {
        "again": lambda: optimal(AGAIN, maximise="won"),
        "race": lambda: optimal(RACE, maximise="first_wins"),
        "wait": lambda: optimal(WAIT, maximise="won"),
        "pay": lambda: optimal(PAY, minimise="paid"),
        "blind": lambda: optimal(BLIND, minimise="won"),
        "whole": lambda: optimal(Experiment.of_play(toss_or_stop, Money), maximise="won"),
    }
)
OPTIMAL = of_each(SOLVED)
ENCLOSED = Written(
    {
        "race": lambda: optimal(RACE, maximise="first_wins", width=WIDTH),
        "slow race": lambda: optimal(RACE, minimise="first_wins", width=WIDTH),
        "wait": lambda: optimal(WAIT, maximise="won", width=WIDTH),
        "again": lambda: optimal(AGAIN, maximise="won", width=WIDTH),
        "blind": lambda: optimal(BLIND, minimise="won", width=WIDTH),
    }
)
BOUNDS = of_each(ENCLOSED)
MIXED = Written(
    {
        "hide": lambda: mixed_certificate(
            optimal(Experiment.of_play(hide_and_seek, Money), maximise="won"), {}
        ),
        "kuhn": lambda: mixed_certificate(optimal(HAND, kuhn.Rules(), maximise="net"), {}),
        "reversed": lambda: mixed_certificate(optimal(HAND, kuhn.Rules(), minimise="net"), {}),
        "second": lambda: mixed_certificate(
            optimal(HAND, kuhn.Rules(), minimise="net", seat=1), {}
        ),
        "le-her": lambda: mixed_certificate(
            optimal(
                le_her.EXPERIMENTS["hand"], le_her.Rules(ranks=4, suits=2), maximise="paul_wins"
            ),
            {},
        ),
    }
)
MORE = Written(
    {
        "treize": lambda: treize_certificate.certificate(treize.Rules(ranks=3, suits=2)),
        "treize 2": lambda: treize_certificate.certificate(treize.Rules(ranks=2, suits=2)),
        "law": lambda: law_certificate.certificate(treize.Rules(ranks=2, suits=1)),
        "war": lambda: war_certificate.certificate(war.Rules(ranks=2, suits=4, face_down=1)),
        "war 2": lambda: war_certificate.certificate(
            war.Rules(ranks=3, suits=2, face_down=0, turn_limit=3)
        ),
        "persian-monarchs": lambda: persian_monarchs_certificate.certificate(
            persian_monarchs.Rules(cards=4, max_raise=2)
        ),
        "persian-monarchs 2": lambda: persian_monarchs_certificate.certificate(
            persian_monarchs.Rules(cards=6, max_raise=1)
        ),
        "liars-poker": lambda: liars_poker_certificate.certificate(
            liars_poker.Rules(ranks=5, suits=1, jokers=1, hand="2c 4c")
        ),
        "match": lambda: match_certificate.certificate(
            persian_monarchs.Rules(cards=3, max_raise=1, rounds=1, counters=4)
        ),
        "first turns": lambda: first_turns_certificate.certificate(
            war.Rules(ranks=3, suits=2, face_down=0)
        ),
        "published": lambda: liars_poker_certificate.certificate(
            liars_poker.Rules(ranks=5, suits=2, published=True)
        ),
        "five-card-draw": lambda: five_card_draw_certificate.certificate(
            five_card_draw.Rules(ranks=5, suits=2, max_draw=0)
        ),
        "five-card-draw 2": lambda: five_card_draw_certificate.certificate(
            five_card_draw.Rules(ranks=6, suits=2, max_draw=0, ranking="published")
        ),
        "hand": lambda: five_card_draw_certificate.certificate(
            five_card_draw.Rules(ranks=5, suits=3, hand="2c 3c 4c 5c 4d", max_draw=1)
        ),
        "yahtzee": lambda: yahtzee_certificate.certificate(
            yahtzee.Rules(dice=2, faces=2, throws=1, boxes="ones,twos,yahtzee", target=4)
        ),
        "jacks": lambda: hold_certificate(jacks_or_better.Rules(ranks=6, suits=2, cards=3)),
        "three-card": lambda: ante_certificate(
            three_card_poker.Rules(ranks=4, suits=3, bonus="1,4,6")
        ),
    }
)


def honest_documents() -> list[Document]:
    """Return honest certificates of every kind, most kinds twice or more."""
    kinds = (GAMES, OTHER_ANSWERS, OUTCOMES, OPTIMAL, BOUNDS, MIXED, MORE)
    return [document for kind in kinds for document in kind.values()]
