"""The report of War: what its template `argument.md` says, with the values computed here."""

from pathlib import Path

from montmort.exact.war.all_deals import Watch
from montmort.exact.war.answers import Answers, answers, truth
from montmort.exact.war.theorems import is_symmetric, parity
from montmort.games.war import Rules
from montmort.verification.game import Game
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.settled import Settled
from montmort.verification.war.report.checks import check_values
from montmort.verification.war.report.compositions import composition_values
from montmort.verification.war.report.deals import deal_values
from montmort.verification.war.report.games import commonest, game_values, ranks, small_deck
from montmort.verification.war.report.on_paper import deck_on_paper

TEMPLATE = Path(__file__).with_name("argument.md")


def settled(game: Game[Rules], rules: Rules, watch: Watch | None = None) -> Settled:
    """Return War's own part of its report."""
    provenance = Provenance(game.rulebook, rules)
    found = answers(rules, watch=watch)
    shown = rules if "first" in found else small_deck(rules)
    ends = found if shown is rules else answers(shown)
    values = {
        "found": found,
        "is_symmetric": is_symmetric(rules),
        "parity": parity(rules),
        "shown": provenance.under(shown),
        "ends": ends,
        "commonest": commonest,
        "ranks": ranks,
        "paper": deck_on_paper(rules),
        **deal_values(rules),
        **composition_values(rules),
        **game_values(shown, ends),
        **check_values(rules, found),
    }
    return Settled(
        template=TEMPLATE,
        values=values,
        experiments={name: {} for name in ("game", "deal") if _is_known(rules, name, found)},
        commands=tuple(
            one.command("exact", *flags)
            for one in (provenance, provenance.under(shown))
            for flags in ((), ("--json",))
        ),
        certified=shown,
    )


def _is_known(rules: Rules, experiment: str, found: Answers) -> bool:
    """Return whether an experiment has exact laws, without playing all deals again."""
    return "first" in found or bool(truth(rules, experiment))
