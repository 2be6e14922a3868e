"""Liars' Poker: Rules, reference play, calls, players, and words for the terminal."""

from montmort.games.dealt_cards import experiment as deals
from montmort.games.experiment import Experiment, Experiments, start_once
from montmort.games.liars_poker import deal, rounds
from montmort.games.liars_poker.deal import (
    Deal,
    DealWithCall,
    dealing,
    outcome_of,
    score,
    step,
)
from montmort.games.liars_poker.players import Players
from montmort.games.liars_poker.rules import READINGS, Rules
from montmort.games.liars_poker.terminal import list_calls, read_answer
from montmort.games.rulebook import Rulebook, Terminal

__all__ = [
    "EXPERIMENTS",
    "READINGS",
    "RULEBOOK",
    "Deal",
    "DealWithCall",
    "Players",
    "Rules",
    "dealing",
    "outcome_of",
    "score",
    "step",
]

EXPERIMENTS: Experiments[Rules] = {
    "deal": Experiment(name="deal", outcome=Deal, start=start_once, step=step, rules=Rules),
    "round": Experiment(
        name="round",
        outcome=rounds.Round,
        start=rounds.start_round,
        step=rounds.step_round,
        players=Players,
        rules=Rules,
        about=rounds.__doc__ or "",
    ),
    "game": Experiment(
        name="game",
        outcome=rounds.Game,
        start=rounds.start_game,
        step=rounds.step_game,
        players=Players,
        rules=Rules,
        about=rounds.__doc__ or "",
    ),
    "cards": deals(dealing, Rules),
}

RULEBOOK = Rulebook(
    name="liars-poker",
    title="Liars' Poker",
    source="a house game; analysed by sampling by thzinc 2017",
    about=deal.__doc__ or "",
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    dealing=dealing,
    terminal=Terminal(experiment="game", read=read_answer, lists=list_calls),
)
