"""Does a sampler follow a law?  The answer has error rates, however long it draws."""

import inspect
import math
import numbers
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from montmort.games.errors import BadInput
from montmort.games.validation import check_function, check_integer, check_type, is_hashable, quote
from montmort.verification.verdicts.decision import Decision, Levels
from montmort.verification.verdicts.e_values import check_law
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Quantity, cell
from montmort.verification.verdicts.result import Verdict

FIRST_LOOK = 256  # draws; the next looks are at twice, four times as many, and so on
MOST = 10_000_000
LEVELS = Levels(reject=1e-6, accept=0.01)
COARSE = 20  # the default margin is the standard deviation over this
SHOWN = 8  # outcomes in a message
WHICH = "outcome"

Chance = int | Fraction | str
Sampler = Callable[..., Any]


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """A sampler that passed: its number of draws, their counts, and the verdicts."""

    draws: int
    counts: Mapping[Hashable, int]
    verdicts: tuple[Verdict, ...]
    seed: int


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a test promises: about so many `draws`, and deviations of `margin` or more found.

    `margin` is that of the mean for a law of numbers, otherwise the widest of those of the
    outcomes' chances.
    """

    draws: int
    margin: float
    levels: Levels = LEVELS

    def __str__(self) -> str:
        return (
            f"about {self.draws:,} draws; a sampler of exactly this law fails with chance at most "
            f"{self.levels.reject:g}, one that is off by {self.margin:.4g} or more passes with "
            f"chance at most {self.levels.accept:g}"
        )


class _Question:
    """A law, the quantities by which it is judged, and how outcomes are counted for them."""

    def __init__(self, law: Any, margin: Fraction | float | None) -> None:
        self.chances = _chances(law)
        self._is_number = all(map(_is_number, self.chances))
        if self._is_number:
            self._scale = math.lcm(*(_fraction(value).denominator for value in self.chances))
            known = {self._place(value): chance for value, chance in self.chances.items()}
            quantities = [_quantity("mean", known)]
        else:
            self._places = {outcome: place for place, outcome in enumerate(self.chances)}
            quantities = [
                _quantity(f"{place}: {quote(outcome)}", {0: 1 - chance, 1: chance})
                for place, (outcome, chance) in enumerate(self.chances.items())
            ]
            law_of_places = dict(enumerate(self.chances.values()))
            quantities.append(_quantity(WHICH, law_of_places))
        margins = {each.field: self._margin(each, margin) for each in quantities}
        self.quantities = quantities
        self.judge = Judge(quantities, margins=margins, levels=LEVELS)
        self.margin = max(
            (float(m) for name, m in margins.items() if name != WHICH or self._is_number),
            default=0.0,
        ) / (self._scale if self._is_number else 1)

    def _margin(self, quantity: Quantity, margin: Fraction | float | None) -> Fraction:
        span = quantity.high - quantity.low
        if not self._is_number and quantity.field == WHICH:
            return Fraction(max(span, 1))  # only its law counts
        if margin is None:
            usual = min(Fraction(quantity.sd) / COARSE, Fraction(max(span, 1)))
            return min(usual, quantity.nearest_end / 2) if span else usual
        scale = self._scale if self._is_number else 1
        return Fraction(margin) * scale

    def check_rare(self, most: int) -> None:
        """Raise BadInput if `most` draws are too few for the rarest outcome to be missed."""
        rarest = min(self.quantities, key=lambda each: each.nearest_end)
        needed = 2 * self.judge.plays_to_decide  # so that a correct sampler is surely decided
        if needed > most and rarest.nearest_end / 2 < Fraction(rarest.sd) / COARSE:
            chance = "" if self._is_number else f", {rarest.field.partition(': ')[2]},"
            raise BadInput(
                f"a rare outcome{chance} must be drawn by default, which takes up to {needed:,} "
                f"draws, more than {most=:,}: give a larger margin= or most="
            )

    @property
    def plan(self) -> "Plan":
        """The draws needed, and what a test promises."""
        return Plan(draws=self.judge.plays_to_decide, margin=self.margin)

    def _place(self, outcome: Any) -> int:
        return int(_fraction(outcome) * self._scale)

    def look(self, counts: Mapping[Hashable, int]) -> None:
        """Show the judge all draws so far."""
        if self._is_number:
            self.judge.look({"mean": {self._place(x): n for x, n in counts.items()}})
            return
        places = {self._places[outcome]: number for outcome, number in counts.items()}
        seen = {each.field: places for each in self.quantities}
        events = [each.field for each in self.quantities[:-1]]
        self.judge.look(seen | {name: cell(places, at) for at, name in enumerate(events)})


def agrees(
    sampler: Sampler,
    law: Any,
    *,
    margin: Fraction | float | None = None,
    seed: int = 0,
    most: int = MOST,
) -> Agreement:
    """Draw from a sampler until it is known whether it follows a law; AssertionError if not.

    `sampler` is a function of a numpy Generator that returns an outcome, or a function without
    arguments that draws from `random` or `numpy.random`, which are seeded and then restored.
    `law` is a `montmort.Law`, or maps outcomes to chances: Fractions or texts such as "1/4", or
    integers as weights.  Where all outcomes are numbers, `margin` is the deviation of the mean
    to be ruled out, in their unit; otherwise the deviation of any outcome's chance.  The
    default is a twentieth of the standard deviation, but at most half of an outcome's chance (of a
    mean, of its distance from the ends), so that a sampler that never gives it does not pass.

    >>> die = {eyes: 1 for eyes in range(1, 7)}
    >>> agrees(lambda rng: int(rng.integers(1, 7)), die, margin=0.1).draws
    8192
    >>> wrong = lambda rng: rng.random() < 0.3
    >>> agrees(wrong, {True: "1/4", False: "3/4"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    AssertionError: the sampler does not follow the law: 4,096 draws from seed 0, ...
    """
    question = _Question(law, _checked_margin(margin))
    promise = question.plan
    check_integer("seed", seed, 0)
    check_integer("most", most, 1)
    if margin is None:
        question.check_rare(most)
    with _draws(sampler, seed) as draw:
        counts: Counter[Hashable] = Counter()
        goal = min(FIRST_LOOK, most)
        while True:
            for _ in range(goal - counts.total()):
                outcome = draw()
                if not (is_hashable(outcome) and outcome in question.chances):
                    raise AssertionError(
                        f"draw {counts.total() + 1:,} from seed {seed} gave {quote(outcome)}, "
                        "which has chance 0 under the law"
                    )
                counts[outcome] += 1
            question.look(counts)
            if question.judge.decided or goal == most:
                break
            goal = min(2 * goal, most)
    verdicts = question.judge.verdicts()
    if any(each.decision is not Decision.CONSISTENT for each in verdicts):
        raise AssertionError(_why(question, counts, verdicts, seed, promise))
    return Agreement(draws=counts.total(), counts=dict(counts), verdicts=verdicts, seed=seed)


def plan(law: Any, *, margin: Fraction | float | None = None) -> Plan:
    """Return how many draws a test by `agrees` needs, and what it promises.

    >>> print(plan({"heads": 1, "tails": 1}, margin=0.02))  # doctest: +ELLIPSIS
    about 15,625 draws; a sampler of exactly this law fails with chance at most 1e-06, one ...
    """
    return _Question(law, _checked_margin(margin)).plan


def _checked_margin(margin: object) -> Fraction | float | None:
    if margin is None:
        return None
    if isinstance(margin, bool) or not isinstance(margin, int | float | Fraction) or not margin > 0:
        raise BadInput(f"margin={quote(margin)} must be a number greater than 0, or None")
    if isinstance(margin, float) and not math.isfinite(margin):
        raise BadInput(f"{margin=} must be finite")
    return margin


def _is_number(outcome: object) -> bool:
    return isinstance(outcome, numbers.Rational) and not isinstance(outcome, bool)


def _fraction(number: Any) -> Fraction:
    return Fraction(number)


def _quantity(name: str, law: Mapping[int, Fraction]) -> Quantity:
    mean, variance = check_law(law)
    low, high = min(law), max(law)
    return Quantity(field=name, mean=mean, variance=variance, low=low, high=high, law=dict(law))


def _chances(law: Any) -> dict[Hashable, Fraction]:
    """Return the chances that are not 0; BadInput unless they make a law."""
    if hasattr(law, "chances") and callable(law.chances):
        if getattr(law, "tail", 0):
            raise BadInput("the law is cut off; a test needs the whole law")
        law = law.chances()
    check_type("law", law, Mapping, "a Law, or a mapping of outcomes to chances")
    if not law:
        raise BadInput("the law has no outcome")
    if all(isinstance(chance, int) and not isinstance(chance, bool) for chance in law.values()):
        if min(law.values()) < 0 or not any(law.values()):
            raise BadInput("weights must be integers >= 0, and one of them > 0")
        whole = sum(law.values())
        chances = {outcome: Fraction(weight, whole) for outcome, weight in law.items()}
    else:
        chances = {outcome: _chance(outcome, chance) for outcome, chance in law.items()}
    total = sum(chances.values())
    if total != 1:
        raise BadInput(f"the chances of the law sum to {total}, not to 1")
    return {outcome: chance for outcome, chance in chances.items() if chance}


def _chance(outcome: object, chance: object) -> Fraction:
    if isinstance(chance, str | int | Fraction) and not isinstance(chance, bool):
        try:
            exact = Fraction(chance)
        except (ValueError, ZeroDivisionError):
            exact = Fraction(-1)
        if 0 <= exact <= 1:
            return exact
    raise BadInput(
        f"the chance of {quote(outcome)}, {quote(chance)}, must be exact and from 0 to 1: a "
        'Fraction, or a text such as "1/4"; or give integers as weights'
    )


@contextmanager
def _draws(sampler: Sampler, seed: int) -> Iterator[Callable[[], Any]]:
    """Yield a function that draws an outcome; what `random` and numpy were doing is restored."""
    try:
        parameters = inspect.signature(sampler).parameters.values()
    except (TypeError, ValueError):
        check_function("sampler", sampler)
        parameters = ()  # type: ignore[assignment]
    by_place = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    needed = [p for p in parameters if p.kind in by_place and p.default is p.empty]
    if len(needed) > 1:
        raise BadInput(f"sampler={quote(sampler)} must be a function (rng) -> outcome, or ()")
    if needed:
        rng = np.random.default_rng(seed)
        yield lambda: sampler(rng)
        return
    before = random.getstate(), np.random.get_state()  # noqa: NPY002
    random.seed(seed)
    np.random.seed(seed % 2**32)  # noqa: NPY002
    try:
        yield sampler
    finally:
        random.setstate(before[0])
        np.random.set_state(before[1])  # noqa: NPY002


def _why(
    question: _Question,
    counts: "Counter[Hashable]",
    verdicts: tuple[Verdict, ...],
    seed: int,
    promise: Plan,
) -> str:
    """Return why a sampler fails: the evidence, the outcomes that deviate most, and the rates."""
    draws = counts.total()
    failed = [v for v in verdicts if v.decision is not Decision.CONSISTENT]
    wrong = [v for v in failed if v.decision is not Decision.INCONCLUSIVE]
    if not wrong:
        return (
            f"undecided after {draws:,} draws from seed {seed}: {failed[0]}; give a larger "
            "margin=, or more draws with most="
        )
    rows = []
    for outcome, chance in question.chances.items():
        expected = float(draws * chance)
        off = (counts[outcome] - expected) / math.sqrt(max(expected * float(1 - chance), 1e-300))
        rows.append((abs(off), outcome, expected))
    rows.sort(key=lambda row: -row[0])
    lines = [
        f"  {quote(outcome)}: {counts[outcome]:,} drawn, {expected:,.1f} expected"
        for _, outcome, expected in rows[:SHOWN]
    ]
    strongest = max(wrong, key=lambda v: v.log10_e)
    return "\n".join(
        [
            f"the sampler does not follow the law: {draws:,} draws from seed {seed}, log10 "
            f"e-value {strongest.log10_e:.1f}",
            *lines,
            f"This test needs {promise}.",
        ]
    )
