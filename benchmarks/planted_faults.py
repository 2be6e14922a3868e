"""How many plays find a planted fault, and by what.

    python -m benchmarks.planted_faults [--share 1] [--seed 1] [--only WORD]

Every fault of `benchmarks/planted/rows.py` is played until the judge finds it, at the usual
levels, or until its budget is spent; the looks are after every block.  The programs without a
fault are the last rows.  For comparison

chi-square   the plays with which Pearson's test of the most telling field has a power of 1/2,
             at the same level 10^-6 and with one look at a number of plays fixed beforehand,
             which no user knows: from the noncentral distribution.  Outcomes with a chance
             below 10^-4 are one cell.
bound        log(1/alpha)/KL, the fewest plays that any test of independent plays needs on
             average, from the divergence of the field's faulty law from the true one.

Fewer than 100 plays are not told apart.  Both need the faulty law.  It is estimated from SAMPLE
plays; the mean that noise adds to the statistic is subtracted.  Where the rest is within four
standard errors of 0 there is "-": the fields have their right laws, or nearly, and no test of
them finds the fault within the sample.  Where plays depend on each other their noise is larger,
which such a test may take for a wrong law.
"""

import argparse
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from scipy.optimize import brentq
from scipy.stats import chi2, ncx2

from benchmarks.planted.rows import Fault, controls, faults
from montmort.games.errors import BadInput
from montmort.verification import Decision, crosscheck
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.dependence.successive_plays import DEPENDENCE
from montmort.verification.own_simulators.replays import CHANCE, RULES
from montmort.verification.verdicts.e_values import law_evidence, mean_evidence
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import fold, quantities_of

ALPHA = 1e-6
RARE = 1e-4
SAMPLE = 1_000_000
FEWEST = 100  # plays: the chi-square law is no approximation for fewer
WRONG = Decision.INCONSISTENT, Decision.INVALID
Counts = Mapping[int, int]


@dataclass
class Found:
    """The first look at which something was wrong, and what found it."""

    plays: int = 0
    field: str = ""

    def watch(self, plays: int, judge: Judge) -> None:
        """End the run at the first look with a fault."""
        self.plays = plays
        wrong = [name for name, decision in judge.decisions.items() if decision in WRONG]
        if wrong:
            of_fields = [name for name in wrong if name not in {*CHANCE, *DEPENDENCE}]
            self.field = (of_fields or wrong)[0]
            raise KeyboardInterrupt


def searched(fault: Fault, folder: Path, seed: int, share: float) -> tuple[Found, str]:
    """Return where the search ended, and the channel that found the fault."""
    found, budget = Found(), max(1, int(fault.budget * share))
    try:
        result = crosscheck(
            **fault.question(folder, seed), plays=budget, seed=seed, workers=1, watch=found.watch
        )
    except BadInput as error:
        if "the same" not in str(error):
            raise
        return Found(found.plays, "equal blocks"), "equal blocks of a program"
    if result.difference is not None:
        plays = result.tally.plays if result.tally is not None else 0
        return Found(max(plays, result.difference.line), RULES), "the rules, by the picks"
    return found, channel(result, found.field) if found.field else ""


def channel(result: Crosscheck, field: str) -> str:
    """Return what the evidence is about."""
    if field in DEPENDENCE:
        return f"dependence: {field}"
    if field in CHANCE:
        return f"the picks: {field}"
    (verdict,) = (each for each in result.verdicts if each.field == field)
    if verdict.decision is Decision.INVALID or math.isinf(verdict.log10_e):
        return f"{field}: impossible"
    judged = (part.quantity for part in quantities_of(result.laws))
    (quantity,) = (each for each in judged if each.field == field)
    if quantity.law is None:
        return f"mean of {field}"
    span = {"low": verdict.low, "high": verdict.high}
    mean = mean_evidence(verdict.counts, reference=verdict.exact, **span)
    by_law = law_evidence(verdict.counts, quantity.law)
    return f"{'law' if by_law >= max(mean.log_above, mean.log_below) else 'mean'} of {field}"


# --- tests of a sample of fixed size ----------------------------------------------------------


def needed(counts: Counts, chances: Mapping[int, float]) -> tuple[float, float]:
    """Return the plays that a chi-square test needs, and the bound by the divergence."""
    plays = sum(counts.values())
    impossible = sum(count for value, count in counts.items() if not chances.get(value))
    cells = list(_cells(counts, chances))
    degrees = len(cells) - 1
    if degrees < 1:
        return (plays / impossible,) * 2 if impossible else (math.inf, math.inf)
    noise = degrees / plays
    apart = sum((q - p) ** 2 / p for q, p in cells) - noise
    divergence = sum(q * math.log(q / p) for q, p in cells if q) - noise / 2
    if impossible:
        return (plays / impossible,) * 2
    if apart < 4 * math.sqrt(2 * degrees) / plays or divergence <= 0:
        return math.inf, math.inf
    critical = chi2.isf(ALPHA, degrees)
    away = brentq(lambda away: ncx2.sf(critical, degrees, away) - 0.5, 1e-6, 10 * critical + 100)
    return max(1, away / apart), max(1, -math.log(ALPHA) / divergence)


def _cells(counts: Counts, chances: Mapping[int, float]) -> Iterator[tuple[float, float]]:
    """Yield the observed and the expected share of every cell; rare outcomes are one cell."""
    plays, rare = sum(counts.values()), [0.0, 0.0]
    for value, chance in chances.items():
        share = counts.get(value, 0) / plays
        if chance >= RARE:
            yield share, chance
        else:
            rare[0] += share
            rare[1] += chance
    if rare[1] > 1e-9:
        yield rare[0], rare[1]


def compared(fault: Fault, folder: Path, seed: int) -> tuple[str, str]:
    """Return the two numbers for the field that shows the fault with the fewest plays."""
    plays = min(SAMPLE, fault.budget)
    try:
        result = crosscheck(**fault.question(folder, seed), plays=plays, seed=seed, workers=1)
    except BadInput:  # equal blocks are refused
        return "-", "-"
    best = math.inf, math.inf
    for part in quantities_of(result.laws):
        quantity = part.quantity
        if quantity.law is not None and quantity.field != RULES and result.tally is not None:
            counts = fold(part.histogram(result.tally), quantity.horizon)
            chances = {value: float(p) for value, p in quantity.law.items()}
            best = min(best, needed(counts, chances))
    return _number(best[0]), _number(best[1])


def _number(plays: float) -> str:
    if math.isinf(plays):
        return "-"
    if plays < FEWEST:
        return f"< {FEWEST}"
    digits = max(0, math.floor(math.log10(plays)) - 1)
    return f"{round(plays, -digits):,.0f}"


# --- the table --------------------------------------------------------------------------------


def row(fault: Fault, folder: Path, seed: int, share: float) -> list[str]:
    """Return a row of the table."""
    about = [fault.game, fault.language, fault.what]
    if reason := fault.reason_to_skip:
        return [*about, "skipped", reason, "", ""]
    found, by = searched(fault, folder, seed, share)
    chi_square, bound = compared(fault, folder, seed)
    if not found.field:
        return [*about, f"not in {found.plays:,}", "", chi_square, bound]
    return [*about, f"{found.plays:,}", by, chi_square, bound]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Plays until planted faults are found.")
    parser.add_argument("--share", type=float, default=1, help="of the budgets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="faults with this word")
    chosen = parser.parse_args()
    header = ["game", "in", "planted", "found after", "by", "chi-square", "bound"]
    print(f"| {' | '.join(header)} |\n|{' --- |' * len(header)}")
    with TemporaryDirectory() as folder:
        for fault in (*faults(), *controls()):
            if chosen.only in f"{fault.game} {fault.language} {fault.what}":
                cells = row(fault, Path(folder), chosen.seed, chosen.share)
                print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
