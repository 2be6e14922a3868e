"""War: rules, reference play, and words for the terminal."""

from montmort.games.war.rules import (
    EXPERIMENTS,
    READINGS,
    Deal,
    DeuceBeatsAce,
    Game,
    PickUp,
    Rules,
    Shortfall,
    State,
    dealing,
    runs_on,
    shuffled,
    start,
    step,
    step_deal,
    told,
)

__all__ = [
    "EXPERIMENTS",
    "READINGS",
    "Deal",
    "DeuceBeatsAce",
    "Game",
    "PickUp",
    "Rules",
    "Shortfall",
    "State",
    "dealing",
    "runs_on",
    "shuffled",
    "start",
    "step",
    "step_deal",
    "told",
]
