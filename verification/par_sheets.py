"""The PAR sheets of a game: one for each wager, from the exact law of the field that decides it."""

from collections.abc import Mapping, Sequence
from typing import Any

from montmort.exact.par_sheet import ParSheet
from montmort.games.errors import BadInput
from montmort.games.rulebook import Rulebook
from montmort.games.wager import Wager
from montmort.verification.outcome_laws import FieldLaw

LABELS = {  # the entries that are one number, in words
    "rtp": "return to player",
    "house_edge": "house edge",
    "house_edge_without_ties": "edge without ties",
    "mean_total_stake": "mean total stake",
    "element_of_risk": "element of risk",
    "hit_frequency": "hit frequency",
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
        fields = ", ".join(rulebook.experiment(experiment).fields)
        raise BadInput(
            f"{rulebook.name} has no stake in the experiment {experiment}, so no PAR sheet; if "
            f"one of its fields {fields} is a gain, name it with --par-net or --par-paid"
        )
    return wagers


def par_sheets(
    wagers: Sequence[Wager], rules: object, laws: Mapping[str, FieldLaw]
) -> dict[str, ParSheet]:
    """Return the sheet of each wager by its name; BadInput where a law is not completely known.

    >>> from montmort.exact.law import Law
    >>> laws = {"pays": FieldLaw(law=Law(weights={0: 1, 3: 1}))}
    >>> par_sheets([Wager(paid="pays", stake=2)], None, laws)["bet"].rtp
    Fraction(3, 4)
    """
    return {wager.name: _sheet(wager, rules, laws) for wager in wagers}


def _sheet(wager: Wager, rules: object, laws: Mapping[str, FieldLaw]) -> ParSheet:
    law = _known(wager, wager.field, laws).law
    if law is None or law.tail:
        why = "only its moments are known" if law is None else "it has no end"
        raise BadInput(f"{wager.name}: a PAR sheet needs the whole law of {wager.field}, and {why}")
    mean_stake = None
    if wager.total_stake:
        mean = _known(wager, wager.total_stake, laws).mean
        if mean is None:
            raise BadInput(f"{wager.name}: the total stake {wager.total_stake} has no mean")
        mean_stake = mean / wager.stake
    return ParSheet(net=law.map(lambda value: wager.net_of(rules, value)), mean_stake=mean_stake)


def _known(wager: Wager, field: str, laws: Mapping[str, FieldLaw]) -> FieldLaw:
    wager.check_fields([*laws])
    return laws[field]
