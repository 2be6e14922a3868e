"""How long a run is: margins that nobody can wait for, alarms that end it, and doubts."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from montmort.exact.law import Law
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.montecarlo.external.program import program
from montmort.montecarlo.simulator import Simulator
from montmort.verification import Crosscheck, Decision, crosscheck
from montmort.verification.comparison import run

COIN = Law(weights={0: 1, 1: 1})
HUMP = Law(weights={0: 1, 1: 2, 2: 1})


class Shares:
    """A simulator whose plays always have exactly these shares in hundredths."""

    def __init__(self, **fields: Mapping[int, int]) -> None:
        self.fields = fields
        self.calls = 0

    @property
    def simulator(self) -> Simulator:
        return Simulator(
            game="shares",
            rules=None,
            experiment="shares",
            fields=tuple(self.fields),
            version=1,
            plays_per_block=1000,
            compiled=False,
            counter=self.count,
            recorder=lambda *_: iter(()),
        )

    def count(self, _rules: object, _rng: object, plays: int) -> dict[str, dict[int, int]]:
        self.calls += 1
        return {
            name: {value: plays * share // 100 for value, share in shares.items()}
            for name, shares in self.fields.items()
        }


def checked(shares: Shares, exact: Any, **options: Any) -> Crosscheck:
    return crosscheck(exact=exact, simulator=shares.simulator, seed=1, workers=1, **options)


# Margins that nobody can wait for


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"most": 10**6}, r"0\.0001, needs about 625,000,000 plays, and at most 1,000,000 will"),
        (
            {"margin": Fraction(1, 10**8)},
            "1e-8, needs about 62,500,000,000,000,000 plays, and at most",
        ),
        ({"margin": Fraction(1, 10**8), "plays": 100}, "plays, and at most 1,000,000,000,000 will"),
        ({"margin": Fraction(1, 10**600)}, r"needs about 6\.25e1200 plays, and at most"),
    ],
)
def test_a_margin_that_needs_too_many_plays_is_refused_before_the_first(
    options: dict[str, Any], sentence: str
) -> None:
    coin = Shares(value={0: 50, 1: 50})
    with pytest.raises(BadInput, match=sentence):
        checked(coin, {"value": COIN}, **{"margin": Fraction(1, 10_000), **options})
    assert coin.calls == 0


@pytest.mark.parametrize(
    "options", [{"plays": 10**30}, {"plays": 10**12 + 1}, {"most": 10**30}, {"plays": 0}]
)
def test_a_run_of_more_than_a_million_million_plays_is_refused(options: dict[str, Any]) -> None:
    coin = Shares(value={0: 50, 1: 50})
    with pytest.raises(BadInput, match=r"must be an integer from 1 to 1000000000000"):
        checked(coin, {"value": COIN}, **options)
    assert coin.calls == 0


def toss(chance: Chance) -> int:
    return chance.pick([1, 1])


def test_the_margins_of_picks_are_not_those_that_were_given() -> None:
    """They need 9,000 plays; fewer show the rules right or wrong all the same."""
    tosses = 'awk \'BEGIN {srand({seed}); print "value,picks"; while (n++ < {plays}) ' + (
        '{x = int(2 * rand()); print x "," x}}\''
    )
    replays = program(tosses, plays_per_block=1000)
    found = crosscheck(play=toss, replays=replays, most=1000, seed=1, workers=1)
    assert found.tally is not None
    assert (found.tally.plays, found.decision) == (1000, Decision.INCONCLUSIVE)


def test_a_run_does_not_wait_for_an_event_that_is_too_rare() -> None:
    rare = Law(weights={1: 1, 0: 10**11 - 1})
    found = checked(Shares(heads={0: 50, 1: 50}, rare={0: 100}), {"heads": COIN, "rare": rare})
    heads, other = found.verdicts
    assert (heads.decision, other.decision) == (Decision.CONSISTENT, Decision.INCONCLUSIVE)
    assert (
        other.reason == "about 9,999,999,999,900 plays in all should decide, too many to wait for"
    )
    assert found.decision is Decision.INCONCLUSIVE
    assert heads.plays < 10**6
    with pytest.raises(BadInput, match="no field can be decided: by its default margin rare"):
        checked(Shares(rare={0: 100}), {"rare": rare})
    wide = checked(Shares(rare={0: 100}), {"rare": rare}, margin=Fraction(1, 1000))
    assert wide.decision is Decision.CONSISTENT


# Alarms end a run


def test_a_run_ends_at_the_first_alarm() -> None:
    bent = Shares(heads={0: 50, 1: 50}, other={0: 40, 1: 60})
    laws = {"heads": COIN, "other": COIN}
    first = checked(bent, laws)
    assert [v.decision for v in first.verdicts] == [Decision.INCONCLUSIVE, Decision.INCONSISTENT]
    every = checked(bent, laws, until="all")
    assert [v.decision for v in every.verdicts] == [Decision.CONSISTENT, Decision.INCONSISTENT]
    assert every.verdicts[0].plays > 100 * first.verdicts[0].plays
    fixed = checked(bent, laws, plays=10**4)
    assert fixed.verdicts[0].plays == 10**4
    with pytest.raises(BadInput, match="until='some' must be one of decided, all"):
        checked(bent, laws, until="some")


# Doubts lengthen it


def test_a_run_goes_on_while_an_e_value_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean is right, the law is not, and the margin is shown before the law is refuted."""
    wrong = Shares(value={0: 23, 1: 54, 2: 23})
    margin = Fraction(1, 20)
    assert checked(wrong, {"value": HUMP}, margin=margin).decision is Decision.INCONSISTENT
    right = checked(Shares(value={0: 25, 1: 50, 2: 25}), {"value": HUMP}, margin=margin)
    assert right.decision is Decision.CONSISTENT
    monkeypatch.setattr(run, "SUSPICIOUS", float("inf"))
    hasty = checked(wrong, {"value": HUMP}, margin=margin)
    assert hasty.decision is Decision.CONSISTENT
    assert hasty.verdicts[0].log10_e > 1
    assert hasty.verdicts[0].plays < 5000


def test_a_doubt_ends_after_ten_times_the_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "SUSPICIOUS", -100.0)  # every e-value is a reason for doubt
    long = checked(Shares(value={0: 25, 1: 50, 2: 25}), {"value": HUMP}, margin=Fraction(1, 20))
    monkeypatch.undo()
    short = checked(Shares(value={0: 25, 1: 50, 2: 25}), {"value": HUMP}, margin=Fraction(1, 20))
    assert long.verdicts[0].plays == 10 * short.verdicts[0].plays
