"""Persian Monarchs: Rules, reference play, strategies, and words for the terminal."""

from montmort.games.persian_monarchs import match
from montmort.games.persian_monarchs.match import (
    EXPERIMENTS,
    MOST_CARDS,
    MOST_RAISE,
    Counters,
    FreshPack,
    Hand,
    Match,
    State,
    dealing,
    start_hand,
    start_match,
    step_hand,
    step_match,
)
from montmort.games.persian_monarchs.players import Players, named_players
from montmort.games.persian_monarchs.rules import READINGS, Purse, Rules
from montmort.games.persian_monarchs.terminal import (
    explain_chances,
    has_hand_ended,
    read_answer,
)
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.wager import Wager

__all__ = [
    "EXPERIMENTS",
    "MOST_CARDS",
    "MOST_RAISE",
    "READINGS",
    "RULEBOOK",
    "Counters",
    "FreshPack",
    "Hand",
    "Match",
    "Players",
    "Purse",
    "Rules",
    "State",
    "dealing",
    "named_players",
    "start_hand",
    "start_match",
    "step_hand",
    "step_match",
]

RULEBOOK = Rulebook(
    name="persian-monarchs",
    title="Persian Monarchs",
    source="P. G. Wodehouse 1939; the wagers by Peter Ellis 2018",
    about=match.__doc__ or "",
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    dealing=dealing,
    wagers=(Wager(net="profit", experiment="hand"),),  # the ante of the non-dealer
    terminal=Terminal(read=read_answer, pauses=has_hand_ended, assumption=explain_chances),
)
