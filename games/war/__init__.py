"""War: Rules, reference play, and words for the terminal."""

from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.war import play
from montmort.games.war.events import describe_event, is_mid_turn
from montmort.games.war.play import (
    EXPERIMENTS,
    Deal,
    Game,
    State,
    dealing,
    shuffled,
    start,
    step,
    step_deal,
)
from montmort.games.war.rules import READINGS, DeuceBeatsAce, PickUp, Rules, Shortfall

__all__ = [
    "EXPERIMENTS",
    "READINGS",
    "RULEBOOK",
    "Deal",
    "DeuceBeatsAce",
    "Game",
    "PickUp",
    "Rules",
    "Shortfall",
    "State",
    "dealing",
    "shuffled",
    "start",
    "step",
    "step_deal",
]

RULEBOOK = Rulebook(
    name="war",
    title="War",
    source="the card game; a simulation in R, where a deuce beats an ace",
    about=play.__doc__ or "",
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    dealing=dealing,
    terminal=Terminal(describe=describe_event, runs_on=is_mid_turn),
)
