"""Verdicts: the four decisions, their order of precedence, and their error rates."""

import enum
import math
import re
import time
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import beta

from montmort.games.errors import BadInput, MontmortError
from montmort.verification.verdicts.decision import Decision, Levels
from montmort.verification.verdicts.e_values import (
    check_law,
    law_evidence,
    log_above,
    log_below,
    mean_evidence,
)
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Quantity, cell
from montmort.verification.verdicts.result import Verdict
from tests.verification.verdicts.examples import (
    ALWAYS_3,
    COIN,
    HEADS,
    SKEWED,
    Law,
    judged,
    quantity,
)

"""Verdicts: the four decisions, their order of precedence, and their error rates."""


# --- the four decisions ---------------------------------------------------------------------


def test_a_fair_coin_is_consistent() -> None:
    verdict = judged({0: 5004, 1: 4996}, margin=Fraction(3, 100))
    assert verdict.decision == "CONSISTENT"
    assert verdict.label == "CONSISTENT(0.03)"
    assert verdict.deviation_ruled_out <= 0.03
    assert str(verdict) == (
        "CONSISTENT(0.03): heads, 0.4996 in 10,000 plays; exact 0.5; "
        "a deviation of 0.03 or more is rejected at level 0.01, nothing is claimed below it"
    )


def test_a_bent_coin_is_inconsistent() -> None:
    verdict = judged({0: 4000, 1: 6000})
    assert verdict.decision is Decision.INCONSISTENT
    assert verdict.log10_e > 6
    assert verdict.z == pytest.approx(20.0)
    assert "level 1e-06 over 1 judged" in verdict.reason


def test_few_plays_are_inconclusive() -> None:
    verdict = judged({0: 52, 1: 48})
    assert verdict.decision is Decision.INCONCLUSIVE
    assert verdict.plays_to_decide == 250_000
    assert "about 250,000 plays in all should decide" in str(verdict)


@pytest.mark.parametrize(
    ("power", "needed"),
    [
        (2, "about 62,500 plays in all"),
        (300, r"about 6\.25e600 plays"),
        (5000, r"about 6\.25e10000 plays"),
    ],
)
def test_a_huge_number_of_plays_is_printed_in_short(power: int, needed: str) -> None:
    """25 (sd/delta)^2 = 6.25 * 10^(2 power)."""
    verdict = judged({0: 52, 1: 48}, margin=Fraction(1, 10**power))
    assert re.search(f"; {needed}.* should decide$", str(verdict))


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ({0: 1, 2: 1}, r"value 2 lies outside \[0, 1\]"),
        ({-1: 1}, r"value -1 lies outside \[0, 1\]"),
        ({math.nan: 3}, "value nan is not an integer"),
        ({0.5: 3}, "value 0.5 is not an integer"),
        ({0: 3.5}, "number of plays 3.5 is not an integer"),
        ({0: 10, 1: -1}, "value 1 was counted -1 times"),
        ({10**5000: 1}, r"value 1e5000 lies outside"),
    ],
)
def test_a_histogram_that_cannot_be_is_invalid(counts: dict[int, int], reason: str) -> None:
    verdict = judged({0: 5, 1: 5}, counts)
    assert verdict.decision is Decision.INVALID
    assert verdict.plays == 10
    with pytest.raises(AssertionError, match=reason):
        raise AssertionError(verdict.reason)


def test_an_undeclared_outcome_is_invalid() -> None:
    odd = Quantity(
        field="odd",
        mean=Fraction(2),
        variance=Fraction(1),
        low=1,
        high=3,
        allowed=frozenset({1, 3}),
    )
    assert judged({1: 5, 3: 5}, of=odd).decision is Decision.INCONCLUSIVE
    assert judged({1: 5, 2: 1, 3: 5}, of=odd).reason == "value 2 is not a declared outcome"
    assert judged({1: 5, 2: 0, 3: 5}, of=odd).decision is Decision.INCONCLUSIVE


def test_no_plays_are_inconclusive() -> None:
    for verdict in (judged(), judged({}), judged({0: 0})):
        assert verdict.decision is Decision.INCONCLUSIVE
        assert verdict.estimate is verdict.z is verdict.detectable is None
        assert (verdict.interval, verdict.log10_e) == ((0.0, 1.0), 0.0)
        assert "heads, no plays; exact 0.5" in str(verdict)
    rare = Quantity(field="r", mean=Fraction(1, 10**6), variance=Fraction(1, 10**7), low=0, high=1)
    assert judged({}, of=rare, margin=Fraction(1)).decision is Decision.INCONCLUSIVE


# --- what stays, and what overrides what ----------------------------------------------------


def test_evidence_stays_though_later_looks_are_milder() -> None:
    bent, mild = {0: 400, 1: 600}, {0: 100_400, 1: 100_600}
    first, last = judged(bent), judged(bent, mild)
    assert first.decision is last.decision is Decision.INCONSISTENT
    assert first.log10_e == last.log10_e
    assert judged(mild).decision is not Decision.INCONSISTENT


def test_acceptance_stays_and_rejection_overrides_it() -> None:
    good, worse, bad = {0: 5000, 1: 5000}, {0: 5700, 1: 6300}, {0: 9000, 1: 11000}
    margin = Fraction(3, 100)
    assert judged(good, margin=margin).decision is Decision.CONSISTENT
    later = judged(good, worse, margin=margin)
    assert later.decision is Decision.CONSISTENT
    assert later.deviation_ruled_out == pytest.approx(0.03)
    assert judged(worse, margin=margin).decision is not Decision.CONSISTENT
    assert judged(good, worse, bad, margin=margin).decision is Decision.INCONSISTENT


def test_invalid_overrides_everything_and_stays() -> None:
    verdict = judged({0: 4000, 1: 6000}, {0: 4000, 1: 6000, 7: 1}, {0: 9000, 1: 9000})
    assert verdict.decision is Decision.INVALID
    assert verdict.plays == 10_000
    judge = Judge([HEADS])
    judge.invalid("heads", "two different results for block 3")
    judge.invalid("heads", "and another thing")
    judge.look({"heads": {0: 5, 1: 5}})
    assert judge.verdicts()[0].reason == "two different results for block 3"


def test_both_sides_may_be_accepted_at_different_looks() -> None:
    # the first look rules out the low side only, the second the high side only
    first, second = {0: 940, 1: 1060}, {0: 2400, 1: 2200}
    margin = Fraction(5, 100)
    assert judged(first, margin=margin).decision is Decision.INCONCLUSIVE
    assert judged(second, margin=margin).decision is Decision.INCONCLUSIVE
    assert judged(first, second, margin=margin).decision is Decision.CONSISTENT


@pytest.mark.parametrize("later", [{0: 4, 1: 7}, {1: 20}, {}, {0: 5, 1: 4}])
def test_looks_that_lose_plays_are_invalid(later: dict[int, int]) -> None:
    verdict = judged({0: 5, 1: 5}, later)
    assert verdict.decision is Decision.INVALID
    assert "have vanished" in verdict.reason


def test_fields_must_agree_on_the_number_of_plays() -> None:
    judge = Judge([HEADS, ALWAYS_3])
    judge.look({"heads": {0: 5, 1: 5}, "cards": {3: 9}})
    assert [v.decision for v in judge.verdicts()] == [Decision.INVALID] * 2
    assert judge.verdicts()[0].reason == (
        "the fields disagree on the number of plays: heads 10, cards 9"
    )


# --- the mathematics of the decision --------------------------------------------------------


def test_log10_e_is_the_running_maximum_of_the_average() -> None:
    looks = [{0: 9, 1: 11}, {0: 70, 1: 130}, {0: 150, 1: 250}]
    logs = [
        mean_evidence(look, reference=Fraction(1, 2), low=0, high=1).log_either for look in looks
    ]
    assert judged(*looks).log10_e == pytest.approx(max(logs) / math.log(10))
    law = quantity(COIN)
    logs = [np.logaddexp(a, law_evidence(b, COIN)) for a, b in zip(logs, looks, strict=True)]
    assert judged(*looks, of=law).log10_e == pytest.approx((max(logs) - math.log(2)) / math.log(10))


def test_a_margin_is_ruled_out_from_both_sides() -> None:
    margin, decisions = Fraction(1, 20), []
    for plays in range(1000, 3000, 50):
        for ones in (plays * 48 // 100, plays // 2, plays * 52 // 100):
            seen = {0: plays - ones, 1: ones}
            low = log_above(seen, reference=Fraction(1, 2) - margin, low=0, high=1)
            high = log_below(seen, reference=Fraction(1, 2) + margin, low=0, high=1)
            decisions.append(judged(seen, margin=margin).decision)
            earned = min(low, high) >= math.log(100)
            assert (decisions[-1] is Decision.CONSISTENT) == earned
    assert {*decisions} == {Decision.CONSISTENT, Decision.INCONCLUSIVE}


def test_more_quantities_raise_the_bar() -> None:
    twins = [quantity(COIN, field=f"f{k}", with_law=False) for k in range(100)]
    bent = {0: 4221, 1: 4819}
    assert 6 < judged(bent).log10_e < 8
    judge = Judge(twins)
    judge.look({q.field: bent for q in twins})
    verdicts, alone = judge.verdicts(), judged(bent, of=twins[0])
    assert {v.decision for v in verdicts} == {Decision.INCONCLUSIVE}
    assert alone.decision is Decision.INCONSISTENT
    among = verdicts[0]
    assert alone.detectable is not None
    assert among.detectable is not None
    assert among.detectable > alone.detectable


def test_a_tolerance_forgives_small_deviations_only() -> None:
    def verdict(ones: int, tolerance: Fraction) -> Verdict:
        judge = Judge(
            [quantity(COIN, field="heads")],
            tolerances={"heads": tolerance},
            margins={"heads": Fraction(1, 25)},
        )
        judge.look({"heads": {0: 10**5 - ones, 1: ones}})
        return judge.verdicts()[0]

    none, some = Fraction(0), Fraction(1, 50)
    for ones in (51_900, 48_100):
        assert verdict(ones, none).decision is Decision.INCONSISTENT
        assert verdict(ones, some).decision is Decision.CONSISTENT
    for ones in (53_500, 46_500):
        assert verdict(ones, some).decision is Decision.INCONSISTENT
    log_e = log_above({0: 46_500, 1: 53_500}, reference=Fraction(13, 25), low=0, high=1)
    assert verdict(53_500, some).log10_e == pytest.approx((log_e - math.log(2)) / math.log(10))


def test_the_law_finds_a_bug_that_the_mean_cannot() -> None:
    # 0 and 2 swapped for 1 too often: the mean is right, the law is not
    law = {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    bug = {0: 30_000, 1: 40_000, 2: 30_000}
    assert judged(bug, of=quantity(law, with_law=False)).log10_e < 1
    assert judged(bug, of=quantity(law)).decision is Decision.INCONSISTENT
    judge = Judge(  # with a tolerance only the mean is asked
        [quantity(law)], tolerances={"points": Fraction(1, 10**6)}
    )
    judge.look({"points": bug})
    assert judge.verdicts()[0].decision is not Decision.INCONSISTENT


def test_an_outcome_that_the_law_excludes_is_inconsistent() -> None:
    law = {0: Fraction(1, 2), 2: Fraction(1, 2)}
    verdict = judged({0: 500, 1: 1, 2: 500}, of=quantity(law))
    assert (verdict.decision, verdict.log10_e) == (Decision.INCONSISTENT, math.inf)
    assert verdict.reason == "an outcome was seen whose chance is 0 under the exact law"


def test_an_event_that_never_happens_is_not_certified() -> None:
    for p in (Fraction(1, 10**6), 1 - Fraction(1, 10**6), Fraction(1, 10**4), Fraction(1, 2)):
        event = Quantity(field="event", mean=p, variance=p * (1 - p), low=0, high=1)
        seen = int(2 * p > 1)  # always what happens nearly always
        verdicts = [judged({seen: 10**power}, of=event) for power in range(10)]
        assert Decision.CONSISTENT not in {verdict.decision for verdict in verdicts}
        assert verdicts[-1].decision is Decision.INCONSISTENT


def test_a_rare_event_is_certified_by_its_hits() -> None:
    p = Fraction(1, 10**6)
    rare = Quantity(field="rare", mean=p, variance=p * (1 - p), low=0, high=1)
    verdict = judged({0: 1000}, of=rare)
    assert verdict.decision is Decision.INCONCLUSIVE
    plays = verdict.plays_to_decide
    assert plays == pytest.approx(100 / p, rel=1e-5)
    assert judged({0: plays - 100, 1: 100}, of=rare).decision is Decision.CONSISTENT


def test_a_margin_wider_than_a_jackpot_is_named() -> None:
    jackpot = Fraction(1, 40_000)
    paid = quantity({0: Fraction(1, 2), 2: Fraction(1, 2) - jackpot, 800: jackpot})
    few = judged({0: 100_000, 2: 100_000}, of=paid)
    assert few.reason.endswith(
        "so wide a margin passes a simulator without the rare values that matter; "
        "0.009988 needs about 4,250,520 plays"
    )
    finer, plays = paid.shift_without_rare / 2, 5 * 10**6
    without = {0: plays // 2, 2: plays // 2}
    assert judged(without, of=paid, margin=finer).decision is not Decision.CONSISTENT
    fair = judged({0: plays // 2, 2: plays // 2 - 125, 800: 125}, of=paid, margin=finer)
    assert fair.decision is Decision.CONSISTENT
    assert fair.reason.endswith("nothing is claimed below it")


def test_a_margin_wider_than_a_rare_event_is_named() -> None:
    # 'mean <= p - delta' is impossible: only the upper side has to be earned
    p = Fraction(1, 10**6)
    rare = Quantity(field="rare", mean=p, variance=p * (1 - p), low=0, high=1)
    needed = judged({0: 1000}, of=rare, margin=Fraction(1, 10**4)).plays_to_decide
    for share, decision in ((95, Decision.INCONCLUSIVE), (105, Decision.CONSISTENT)):
        verdict = judged({0: needed * share // 100}, of=rare, margin=Fraction(1, 10**4))
        assert verdict.decision is decision
    assert verdict.reason.endswith(
        "so wide a margin passes an event that never happens; 5e-07 needs about 99,999,900 plays"
    )
    finer = judged({0: 10**8 - 100, 1: 100}, of=rare)
    assert finer.reason.endswith("nothing is claimed below it")


# --- constants, horizons, enums -------------------------------------------------------------


def test_a_constant_field_is_consistent_until_another_value_appears() -> None:
    judge = Judge([ALWAYS_3], tolerances={"cards": Fraction(1)})
    assert not judge.decided
    judge.look({"cards": {}})
    assert judge.verdicts()[0].decision is Decision.INCONCLUSIVE
    judge.look({"cards": {3: 1}})
    (verdict,) = judge.verdicts()
    assert judge.decided
    assert str(verdict) == (
        "CONSISTENT: cards, 3 in 1 play; exact 3; every play gave the only possible value"
    )
    assert (verdict.z, verdict.plays_to_decide, verdict.log10_e) == (None, 1, 0.0)
    judge.look({"cards": {3: 10**6, 4: 1}})
    assert judge.verdicts()[0].decision is Decision.INVALID
    assert judge.verdicts()[0].reason == "value 4 where only 3 is possible"


def test_a_constant_field_whose_range_is_a_point() -> None:
    point = Quantity(
        field="one", mean=Fraction(1), variance=Fraction(0), low=1, high=1, law={1: Fraction(1)}
    )
    verdict = judged({1: 5}, of=point)
    assert verdict.decision is Decision.CONSISTENT
    assert (verdict.interval, verdict.deviation_ruled_out) == ((1.0, 1.0), 0.0)


def test_an_unbounded_field_is_folded_at_its_horizon() -> None:
    # tosses up to the first head, cut at 4: chances 1/2, 1/4, 1/8 and the rest
    law = {1: Fraction(1, 2), 2: Fraction(1, 4), 3: Fraction(1, 8), 4: Fraction(1, 8)}
    mean, variance = check_law(law)
    tosses = Quantity(
        field="tosses", mean=mean, variance=variance, low=1, high=4, law=law, horizon=4
    )
    raw = {1: 8000, 2: 4000, 3: 2000, 4: 1000, 5: 500, 9: 499, 1000: 1}
    verdict = judged(raw, of=tosses, margin=Fraction(1, 10))
    assert verdict.decision is Decision.CONSISTENT
    assert verdict.horizon == 4
    assert verdict.counts == {1: 8000, 2: 4000, 3: 2000, 4: 2000}
    assert verdict.estimate == float(mean)
    assert str(verdict).startswith("CONSISTENT(0.1): min(tosses, 4), 1.8750 in 16,000 plays;")
    assert judged({0: 1, 1: 5}, of=tosses).decision is Decision.INVALID


def test_an_enum_is_judged_cell_by_cell() -> None:
    class Result(enum.Enum):
        LOSS = 0
        DRAW = 1
        WIN = 2

    chances = {
        Result.LOSS: Fraction(1, 2),
        Result.DRAW: Fraction(1, 5),
        Result.WIN: Fraction(3, 10),
    }
    quantities = [
        quantity({0: 1 - p, 1: p}, field=f"result={r.name.lower()}") for r, p in chances.items()
    ]

    def verdicts(counts: Mapping[int, int]) -> list[Decision]:
        judge = Judge(quantities, margins={q.field: Fraction(1, 20) for q in quantities})
        judge.look({f"result={r.name.lower()}": cell(counts, r.value) for r in Result})
        return [verdict.decision for verdict in judge.verdicts()]

    assert verdicts({0: 5000, 1: 2000, 2: 3000}) == [Decision.CONSISTENT] * 3
    assert verdicts({0: 5000, 1: 2400, 2: 2600}) == [
        Decision.CONSISTENT,
        Decision.INCONSISTENT,
        Decision.INCONSISTENT,
    ]


def test_an_impossible_value_of_an_enum_is_a_constant() -> None:
    never = Quantity(field="r=x", mean=Fraction(0), variance=Fraction(0), low=0, high=1)
    assert judged({0: 5, 1: 0}, of=never).decision is Decision.CONSISTENT
    assert judged({0: 5, 1: 1}, of=never).decision is Decision.INVALID


# --- repeatability and cost -----------------------------------------------------------------


def random_looks(law: Law, *, seed: int, looks: int, block: int) -> list[dict[int, int]]:
    chances = [float(p) for p in law.values()]
    counts = np.random.default_rng(seed).multinomial(block, chances, size=looks).cumsum(axis=0)
    return [dict(zip(law, row, strict=True)) for row in counts.tolist()]


def test_the_same_looks_give_the_same_verdicts() -> None:
    looks = random_looks(SKEWED, seed=5, looks=20, block=1000)
    shuffled = [dict(reversed(look.items())) for look in looks]
    once, again = judged(*looks, of=quantity(SKEWED)), judged(*shuffled, of=quantity(SKEWED))
    assert once == again
    assert str(once) == str(again)
    # asking for verdicts in between changes nothing
    judge = Judge([quantity(SKEWED)])
    for look in looks:
        judge.look({"points": look})
        judge.verdicts()
    assert judge.verdicts() == (once,)


def test_a_prefix_of_looks_has_the_verdict_of_its_own() -> None:
    looks = random_looks(COIN, seed=6, looks=30, block=100)
    judge = Judge([HEADS], margins={"heads": Fraction(1, 20)})
    for number, look in enumerate(looks, start=1):
        judge.look({"heads": look})
        if number % 10 == 0:
            assert judge.verdicts()[0] == judged(*looks[:number], margin=Fraction(1, 20))


def test_hundreds_of_looks_are_cheap() -> None:
    law = {v: Fraction(1, 20) for v in range(20)}
    looks = random_looks(law, seed=7, looks=300, block=1000)
    judge = Judge([quantity(law, field=name) for name in "abc"])
    start = time.process_time()
    for look in looks:
        judge.look(dict.fromkeys("abc", look))
    assert time.process_time() - start < 2


# --- error rates of the judge itself --------------------------------------------------------


def decisions(
    law: Law, claim: Quantity, *, margin: Fraction, seeds: Sequence[int], levels: Levels
) -> list[Decision]:
    found = []
    for seed in seeds:
        judge = Judge([claim], margins={claim.field: margin}, levels=levels)
        for look in random_looks(law, seed=seed, looks=25, block=400):
            judge.look({claim.field: look})
        found.append(judge.verdicts()[0].decision)
    return found


def rate_bound(events: int, trials: int) -> float:
    """Upper 99 % Clopper-Pearson bound."""
    return float(beta.ppf(0.99, events + 1, trials - events))


@pytest.mark.parametrize(
    ("law", "shifts"),
    [
        (COIN, {0: -1, 1: 1}),
        ({v: Fraction(1, 6) for v in range(1, 7)}, {v: v - 3.5 for v in range(1, 7)}),
        ({0: Fraction(9, 10), 1: Fraction(1, 10)}, {0: -1, 1: 1}),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_detectable_deviation_is_detected(
    law: Law, shifts: Mapping[int, float], sign: int
) -> None:
    claim = quantity(law)
    plays = 2 * math.ceil(claim.plays_to_be_normal())
    shares = {value: round(plays * float(p)) for value, p in law.items()}
    deviation = judged(shares, of=claim).detectable
    assert deviation is not None
    # chances that change in proportion to the shifts, so that the mean is off by the deviation
    off = sum(shift * value for value, shift in shifts.items())
    chances = [float(p) + sign * deviation / off * shifts[v] for v, p in law.items()]
    draws = np.random.default_rng(1).multinomial(plays, chances, size=200)
    found = [judged(dict(zip(law, row, strict=True)), of=claim) for row in draws.tolist()]
    detected = sum(verdict.decision is Decision.INCONSISTENT for verdict in found)
    assert 0.84 < detected / 200 < 0.98


def test_no_deviation_is_promised_of_a_skewed_law_in_few_plays() -> None:
    rare = quantity({0: Fraction(999, 1000), 1: Fraction(1, 1000)})
    assert judged({0: 99_900, 1: 100}, of=rare).detectable is None
    assert judged({0: 99_900_000, 1: 100_000}, of=rare).detectable is not None
    unknown = Quantity(field="u", mean=Fraction(1), variance=None, low=0, high=10)
    assert judged({0: 10**9, 2: 10**9}, of=unknown).detectable is None


LOOSE = Levels(reject=0.05, accept=0.05)


def test_a_true_claim_is_accepted_and_rarely_rejected() -> None:
    found = decisions(COIN, quantity(COIN), margin=Fraction(1, 20), seeds=range(100), levels=LOOSE)
    assert rate_bound(found.count(Decision.INCONSISTENT), 100) < 0.1
    assert found.count(Decision.CONSISTENT) >= 90


@pytest.mark.parametrize("sign", [1, -1])
def test_a_claim_off_by_the_margin_is_rarely_accepted(sign: int) -> None:
    margin = Fraction(1, 40)
    mean = Fraction(1, 2) + sign * margin
    claim = Quantity(field="heads", mean=mean, variance=mean * (1 - mean), low=0, high=1)
    never = Levels(reject=1e-300, accept=0.05)  # so that acceptance is not overridden
    found = decisions(COIN, claim, margin=margin, seeds=range(100), levels=never)
    assert rate_bound(found.count(Decision.CONSISTENT), 100) < 0.1


# --- errors of use --------------------------------------------------------------------------


def test_a_margin_must_exceed_the_tolerance() -> None:
    with pytest.raises(
        ValueError, match=r"the margin of heads, 0\.005, must exceed its tolerance 0\.01"
    ):
        Judge([HEADS], tolerances={"heads": Fraction(1, 100)})
    with pytest.raises(MontmortError, match="must exceed its tolerance 0:"):
        Judge([HEADS], margins={"heads": Fraction(0)})
    with pytest.raises(BadInput, match="the tolerance of heads, -1, must be >= 0"):
        Judge([HEADS], tolerances={"heads": Fraction(-1)})


def test_misuse_of_a_judge() -> None:
    with pytest.raises(BadInput, match="one or more quantities"):
        Judge([])
    with pytest.raises(BadInput, match="different names"):
        Judge([HEADS, HEADS])
    with pytest.raises(BadInput, match="no field 'tails' is judged; there are heads"):
        Judge([HEADS], margins={"tails": Fraction(1)})
    with pytest.raises(BadInput, match="no field 'tails' is judged"):
        Judge([HEADS]).invalid("tails", "because")
    with pytest.raises(BadInput, match="no histogram of heads"):
        Judge([HEADS]).look({})


@pytest.mark.parametrize("level", [0.0, 1.0, -0.1, math.nan])
def test_levels_are_chances(level: float) -> None:
    with pytest.raises(BadInput, match="accept"):
        Levels(accept=level)
    with pytest.raises(BadInput, match="reject"):
        Levels(reject=level)


# --- a mean that is enclosed ----------------------------------------------------------------


@pytest.mark.parametrize("error", [0, Fraction(1, 10**15), Fraction(1, 50)])
def test_an_enclosed_mean_is_judged_by_the_whole_interval(error: Fraction) -> None:
    """The null hypothesis is the interval, and a pass rules out the margin from all of it."""
    margin = Fraction(1, 10)
    fields = {"mean": Fraction(1, 2), "variance": None, "low": 0, "high": 1}
    judge = Judge([Quantity(field="x", **fields, error=error)], margins={"x": margin})
    wide = Judge(
        [Quantity(field="x", **fields)],
        margins={"x": margin - error},
        tolerances={"x": Fraction(error)},
    )
    for heads, plays in ((60, 100), (290, 500), (1_090, 2_000)):
        for each in (judge, wide):
            each.look({"x": {0: plays - heads, 1: heads}})
        (found,), (same,) = judge.verdicts(), wide.verdicts()
        assert (found.decision, found.log10_e) == (same.decision, same.log10_e)
        assert (found.margin, found.tolerance) == (margin, error)
    assert found.deviation_ruled_out == pytest.approx(same.deviation_ruled_out + float(error))


def test_a_mean_in_an_interval_is_not_called_inconsistent() -> None:
    fields = {"mean": Fraction(1, 2), "variance": None, "low": 0, "high": 1}
    counts = {0: 4_500_000, 1: 5_500_000}
    decisions = {}
    for error in (Fraction(1, 25), Fraction(3, 50)):
        quantity = Quantity(field="x", **fields, error=error)
        judge = Judge([quantity], margins={"x": Fraction(1, 5)})
        judge.look({"x": counts})
        decisions[error] = judge.verdicts()[0].decision
    assert [*decisions.values()] == [Decision.INCONSISTENT, Decision.CONSISTENT]


def test_a_margin_within_the_enclosure_is_refused() -> None:
    quantity = Quantity(
        field="x", mean=Fraction(1, 2), variance=None, low=0, high=1, error=Fraction(1, 8)
    )
    with pytest.raises(BadInput, match="must exceed its tolerance"):
        Judge([quantity], margins={"x": Fraction(1, 8)})
