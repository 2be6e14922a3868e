"""The certificate of War: how the games of all deals of a small deck end."""

from collections import Counter
from dataclasses import asdict
from fractions import Fraction

from montmort.exact.war.all_deals import End, Fate, Watch, deals_of, play_all
from montmort.games.errors import TooLarge
from montmort.games.war import RULEBOOK, Rules
from montmort.verification.certificates import outcome_chain_checker
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, document
from montmort.verification.game import certification_of_rules
from montmort.verification.war.checker import CHECKER, ENDS, MOST_DEALS, MOST_PLAYED, MOST_TURNS

MOST_AT_RANDOM = 2520  # deals, of 8 cards: a chain of 13,848 states without a limit of turns


def certificate(rules: Rules, watch: Watch | None = None) -> Document:
    """Return the certificate of the fates of all deals; with a random pick-up that of the chain.

    >>> certificate(Rules(ranks=2, suits=1))["content"]["chances"]["first"]
    '1/2'
    """
    _check(rules)
    if rules.pick_up == "random":
        return certification_of_rules(RULEBOOK, "game").certificate(rules, watch)
    fates = play_all(rules, watch=watch)
    counts, ends = Counter[Fate](), Counter[End]()
    for played, deals in fates.counts.items():
        fate = _as_ruled(rules, played)
        counts[fate] += deals
        ends[fate.end] += deals
    content = {
        "deals": fates.deals,
        "fates": [
            {**fate._asdict(), "end": fate.end.name.lower(), "deals": deals}
            for fate, deals in sorted(counts.items())
        ],
        "chances": {end: Fraction(ends[End[end.upper()]], fates.deals) for end in ENDS},
    }
    limit = "none" if rules.turn_limit is None else rules.turn_limit
    return document(CHECKER, {**asdict(rules), "turn_limit": limit}, content)


def _as_ruled(rules: Rules, fate: Fate) -> Fate:
    """Return the fate that the rules give: with a limit, an endless game is unfinished."""
    if rules.turn_limit is None or fate.end is not End.ENDLESS:
        return fate
    return fate._replace(end=End.UNFINISHED, period=0)


def _check(rules: Rules) -> None:
    if rules.pick_up == "random" and deals_of(rules) > MOST_AT_RANDOM:
        raise TooLarge(
            f"ranks={rules.ranks}, suits={rules.suits}: with a random pick-up the certificate "
            f"lists the chain of all hands, for at most {MOST_AT_RANDOM:,} deals; take a smaller "
            "deck, as in ranks=3, suits=2"
        )
    if deals_of(rules) > MOST_DEALS or rules.cards > MOST_PLAYED:
        raise TooLarge(
            f"ranks={rules.ranks}, suits={rules.suits}: the checker plays every deal, at most "
            f"{MOST_DEALS:,} deals of {MOST_PLAYED} cards; take a smaller deck, as in "
            "ranks=3, suits=4"
        )
    if rules.turn_limit is not None and rules.turn_limit > MOST_TURNS:
        raise TooLarge(
            f"turn_limit={rules.turn_limit:,} is more than the {MOST_TURNS:,} turns that the "
            "checker plays; take an earlier limit or none"
        )


CERTIFICATION = Certification(
    certificate=certificate,
    checker=CHECKER,
    others=(outcome_chain_checker.CHECKER,),  # with a random pick-up
)
