"""The PAR sheets of a game: one for each wager, from the exact law of the field that decides it."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.law import Law
from montmort.exact.par_sheet import PLAYS, ParSheet, par_functions
from montmort.games.errors import BadInput
from montmort.games.rulebook import Rulebook
from montmort.games.wager import Wager
from montmort.verification.outcome_laws import FieldLaw
from montmort.verification.simulated_standing import SEED, simulated_standing

if TYPE_CHECKING:
    from montmort.verification.symbolic_laws import SymbolicFieldLaw

LawsGiven = Callable[[str], Mapping[str, FieldLaw]]

MOST_FIELDS = 10  # that a sentence names
MOST_STAKES = 16  # that one play may have: the laws given each are found
LABELS = {  # the entries that are one number, in words
    "rtp": "return to player",
    "house_edge": "house edge",
    "house_edge_without_ties": "edge without ties",
    "mean_total_stake": "mean total stake",
    "element_of_risk": "element of risk",
    "rtp_of_total_stake": "RTP of total stake",
    "hit_frequency": "hit frequency",
    "hit_frequency_of_total_stake": "hits, total stake",
    "win_frequency": "win frequency",
    "push_frequency": "push frequency",
    "variance": "variance",
    "standard_deviation": "standard deviation",
    "volatility_index_90": "volatility 90 %",
    "volatility_index_95": "volatility 95 %",
    "skewness": "skewness",
    "maximum_exposure": "maximum exposure",
}


def wagers_of(rulebook: Rulebook[Any], experiment: str) -> tuple[Wager, ...]:
    """Return the wagers on an experiment; BadInput if there is none.

    >>> from montmort.games import baccarat
    >>> [wager.name for wager in wagers_of(baccarat.RULEBOOK, "hand")]
    ['player', 'banker', 'tie']
    """
    wagers = rulebook.wagers_on(experiment)
    if not wagers:
        names = rulebook.experiment(experiment).fields
        fields = ", ".join(names[:MOST_FIELDS]) + ", …" * (len(names) > MOST_FIELDS)
        raise BadInput(
            f"{rulebook.name} has no stake in the experiment {experiment}, so no PAR sheet; if "
            f"one of its fields {fields} is a gain, name it with --par-net or --par-paid"
        )
    return wagers


def par_sheets(
    wagers: Sequence[Wager],
    rules: object,
    laws: Mapping[str, FieldLaw],
    given: LawsGiven | None = None,
) -> dict[str, ParSheet]:
    """Return the sheet of each wager by its name; BadInput where its law is not known.

    `given(condition)` returns the laws under a condition on the outcome, such as "staked == 2".
    It is asked where a stake may be raised: what is won depends on the stakes then.

    >>> laws = {"pays": FieldLaw(law=Law(weights={0: 1, 3: 1}))}
    >>> par_sheets([Wager(paid="pays", stake=2)], None, laws)["bet"].rtp
    Fraction(3, 4)
    """
    return {wager.name: _sheet(wager, rules, laws, given) for wager in wagers}


def answers_of(sheet: ParSheet, plays: Sequence[int] = PLAYS, seed: int = SEED) -> dict[str, Any]:
    """Return the entries of a sheet; the rows after n plays that take too long are simulated.

    >>> fine = ParSheet(net=Law(weights={-1: 1, Fraction(1, 10**19 + 7): 1, 1: 1}))
    >>> [row["method"] for row in answers_of(fine, [2, 10**4])["after"].values()]
    ['exact', 'simulated']
    """
    answers = sheet.answers(plays)
    after = {number: _row(sheet, number, row, seed) for number, row in answers["after"].items()}
    return {**answers, "after": after}


def has_simulated_rows(answers: Mapping[str, Any]) -> bool:
    """Return whether a row after n plays of a sheet's entries was simulated."""
    return any(row.get("method") == "simulated" for row in answers["after"].values())


def _row(sheet: ParSheet, plays: int, row: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return a row as it is, or simulated where the exact way was refused."""
    if "refused" not in row or sheet.net.tail:
        return row
    intervals = {name: value for name, value in row.items() if name != "refused"}
    return {**simulated_standing(sheet.net, plays, seed).answers(), **intervals}


def par_sheets_in_symbols(
    wagers: Sequence[Wager], rules: object, laws: "Mapping[str, SymbolicFieldLaw]"
) -> dict[str, dict[str, Any]]:
    """Return the entries of each sheet as functions of the symbols, by the wager's name."""
    return {wager.name: _functions(wager, rules, laws) for wager in wagers}


def _functions(
    wager: Wager, rules: object, laws: "Mapping[str, SymbolicFieldLaw]"
) -> dict[str, Any]:
    from montmort.exact.rational_functions.field import is_expression

    wager.check_fields([*laws])
    law = laws[wager.field].law
    if law is None or any(map(is_expression, law)):
        why = "its values have symbols" if law is not None else "only its moments are known"
        raise BadInput(
            f"{wager.name}: a PAR sheet in symbols needs the law of {wager.field}, and {why}; "
            "give them numbers with --at"
        )
    return par_functions(law.map(lambda value: wager.net_of(rules, value)))


def _sheet(
    wager: Wager, rules: object, laws: Mapping[str, FieldLaw], given: LawsGiven | None
) -> ParSheet:
    field_law = _law_of(wager, wager.field, laws)
    if field_law.law is None:
        raise BadInput(
            f"{wager.name}: a PAR sheet needs the law of {wager.field}; only its moments are known"
        )
    mean_stake = returned = None
    if wager.total_stake:
        mean = _law_of(wager, wager.total_stake, laws).mean
        if mean is None:
            raise BadInput(f"{wager.name}: the total stake {wager.total_stake} has no mean")
        mean_stake = mean / wager.staked(rules)
        if given is not None:
            returned = _returned(wager, rules, laws[wager.total_stake].law, given)
    if field_law.law.tail:
        return _unbounded(wager, rules, field_law, mean_stake)
    net = field_law.law.map(lambda value: wager.net_of(rules, value))
    return ParSheet(net=net, mean_stake=mean_stake, returned=returned)


def _returned(
    wager: Wager, rules: object, stakes: Law[Any] | None, given: LawsGiven
) -> Fraction | None:
    """Return the chance that some of all that is staked is paid back; None if not known.

    It is the sum over the stakes s of P(S = s) P(X + s > 0 | S = s).
    """
    if stakes is None or stakes.tail or len(stakes) > MOST_STAKES:
        return None
    if not all(isinstance(stake, int) for stake in stakes):  # no condition can name another one
        return None
    total = Fraction(0)
    for stake, chance in stakes.chances().items():
        law = given(f"{wager.total_stake} == {stake}")[wager.field].law
        if law is None or law.tail:
            return None
        lost = -stake / wager.staked(rules)
        total += chance * sum(p for x, p in law.chances().items() if wager.net_of(rules, x) > lost)
    return total


def _unbounded(
    wager: Wager, rules: object, field_law: FieldLaw, mean_stake: Fraction | None
) -> ParSheet:
    """Return the sheet of a number without a largest value, from its law with a tail."""
    if wager.units is not None or field_law.law is None:
        raise BadInput(f"{wager.name}: {wager.field} has no end, so it cannot be changed by units")
    if field_law.mean is None or field_law.variance is None:
        raise BadInput(f"{wager.name}: {wager.field} has no end, and its moments are not known")
    weights = {wager.net_of(rules, value): w for value, w in field_law.law.weights.items()}
    moments = (wager.net_of(rules, field_law.mean), field_law.variance / wager.staked(rules) ** 2)
    net = Law(weights=weights, total=field_law.law.total)
    return ParSheet(net=net, mean_stake=mean_stake, moments=moments)


def _law_of(wager: Wager, field: str, laws: Mapping[str, FieldLaw]) -> FieldLaw:
    wager.check_fields([*laws])
    return laws[field]
