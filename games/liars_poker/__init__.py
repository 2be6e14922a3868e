"""Liars' Poker: Rules, reference play, calls, players, and words for the terminal."""

from collections.abc import Sequence
from itertools import groupby

from montmort.games.dealt_cards import experiment as deals
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments, start_once
from montmort.games.liars_poker import deal, rounds
from montmort.games.liars_poker.calls import Call, higher_calls, read_call
from montmort.games.liars_poker.deal import (
    Deal,
    DealWithCall,
    dealing,
    outcome_of,
    score,
    step,
)
from montmort.games.liars_poker.players import CHALLENGE, Players, Turn, last_call
from montmort.games.liars_poker.rules import READINGS, Rules
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


def read_answer(rules: Rules, answer: str, turn: Turn, choices: Sequence[str]) -> str:
    """Return the choice that an answer means; BadInput if it means none.

    >>> from montmort.games.liars_poker.rounds import choices
    >>> turn = Turn(seat=0, own="Kc", held=(1, 1), middle=0, last="pair of tens", caller=1)
    >>> read_answer(Rules(), "Pair of Js", turn, choices(turn, Rules().pack))
    'pair of jacks'
    """
    if not answer:
        raise BadInput("Call a hand that is higher, or challenge.")
    if CHALLENGE.startswith(answer.casefold()):
        if CHALLENGE in choices:
            return CHALLENGE
        raise BadInput("There is no call to challenge yet; call a hand.")
    call = str(read_call(answer, rules.pack))
    if call not in choices:
        raise BadInput(f"'{call}' is not higher than '{turn.last}'; call higher, or challenge.")
    return call


def list_calls(rules: Rules, turn: Turn, _choices: Sequence[str]) -> dict[str, str]:
    """Return under the word `calls` the calls that may be made, by category.

    >>> turn = Turn(seat=0, own="Kc", held=(1, 1), middle=0, last="five queens", caller=1)
    >>> print(list_calls(Rules(), turn, ())["calls"])
      five of a kind    2 from 'five kings' to 'five aces'
    """
    higher = groupby(
        higher_calls(last_call(turn, rules.pack), rules.pack), lambda call: call.category
    )
    lines = [_line(category, tuple(calls)) for category, calls in higher]
    return {"calls": "\n".join(lines) or "  There is no higher call: challenge."}


def _line(category: str, calls: Sequence[Call]) -> str:
    name = category.replace("_", " ")
    return f"  {name:15} {len(calls):3} from '{calls[0]}' to '{calls[-1]}'"


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
