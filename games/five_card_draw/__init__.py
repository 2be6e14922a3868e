"""Five-card draw: Rules, reference play, ranking, players, and words for the terminal."""

from montmort.games.five_card_draw import play
from montmort.games.five_card_draw.play import (
    EXPERIMENTS,
    Dealt,
    Drew,
    Game,
    Hand,
    Result,
    Shown,
    choices,
    dealing,
    score,
    start_game,
    step,
    step_game,
)
from montmort.games.five_card_draw.players import Players
from montmort.games.five_card_draw.rules import READINGS, Kind, Rules
from montmort.games.five_card_draw.terminal import (
    confirm_pat,
    draw_cards,
    explain_chances,
    list_discards,
    read_answer,
)
from montmort.games.rulebook import Rulebook, Terminal

__all__ = [
    "EXPERIMENTS",
    "READINGS",
    "RULEBOOK",
    "Dealt",
    "Drew",
    "Game",
    "Hand",
    "Kind",
    "Players",
    "Result",
    "Rules",
    "Shown",
    "choices",
    "dealing",
    "score",
    "start_game",
    "step",
    "step_game",
]

RULEBOOK = Rulebook(
    name="five-card-draw",
    title="Five-card draw",
    source="the card game; a program that discards by sampling",
    about=play.__doc__ or "",
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    dealing=dealing,
    terminal=Terminal(
        experiment="game",
        draw=draw_cards,
        read=read_answer,
        confirms=confirm_pat,
        lists=list_discards,
        assumption=explain_chances,
    ),
)
