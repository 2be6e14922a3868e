"""A transcript: every pick of chance, every decision and every event of one play, in order.

    {"pick": 2, "weights": ["4", "4", "3"]}                  index among the weights
    {"seat": 0, "view": …, "choices": […], "choice": 1}      index among the choices
    {"event": "Turned", "told": {"call": "1", "rank": "3"}}

`Record` notes them while a game is played; `Script` plays them again through
the rulebook and lets nothing pass that is not the same.  Both are Chance and
Table in one: the two things a rulebook can ask.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import shorten
from typing import Any, TypeVar

from montmort import __version__
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.file_kinds import kind_of_file
from montmort.games.table import Table
from montmort.output.files import write_whole
from montmort.verification.words_of_values import plain

Choice = TypeVar("Choice")
Move = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Transcript:
    """One play of a game, whole or left early (then `outcome` is None)."""

    game: str
    rules: Mapping[str, Any]
    experiment: str
    seed: int
    moves: Sequence[Move]
    outcome: Mapping[str, Any] | None
    version: str = __version__

    def write(self, path: Path) -> None:
        """Write the file in one move, as one JSON document with a move a line."""
        head = {name: value for name, value in vars(self).items() if name != "moves"}
        moves = ",\n".join(map(_line, self.moves))
        document = f'{_line(head)[:-1]}, "moves": [\n{moves}\n]}}\n'
        write_whole(path, document.encode())

    @classmethod
    def read(cls, path: Path) -> "Transcript":
        """Return what `write` wrote; BadInput for anything else."""
        try:
            content = path.read_bytes()
            found = cls(**json.loads(content))
        except OSError as error:
            raise BadInput(f"cannot read {path}: {error.strerror or error}") from error
        except (TypeError, ValueError, RecursionError) as error:
            kind = kind_of_file(content) or "no whole transcript of `montmort play`"
            raise BadInput(f"{path} is {kind}") from error
        if not found._has_its_types():
            raise BadInput(f"{path} is no transcript of `montmort play`")
        return found

    def _has_its_types(self) -> bool:
        return (
            all(isinstance(text, str) for text in (self.game, self.experiment, self.version))
            and isinstance(self.rules, dict)
            and isinstance(self.seed, int)
            and isinstance(self.moves, list)
            and all(isinstance(move, dict) for move in self.moves)
            and isinstance(self.outcome, dict | None)
        )


def _line(document: Mapping[str, Any]) -> str:
    return json.dumps(document, sort_keys=True, ensure_ascii=False)


def _pick(index: Any, weights: Sequence[int]) -> Move:
    return {"pick": index, "weights": plain(list(weights))}


def _decision(index: Any, seat: int, choices: Sequence[Any], view: Any) -> Move:
    names = [_written(choice) for choice in choices]
    return {"seat": seat, "view": _written(view), "choices": names, "choice": index}


def _event(event: Any) -> Move:
    return {"event": type(event).__name__, "told": _written(event)}


def _written(value: Any) -> Any:
    """Return the value in the terms of JSON; what JSON has no word for as its `str`."""
    return json.loads(json.dumps(plain(value), default=str))


class Record:
    """Chance and Table in one: asks another of each, and notes what they say."""

    def __init__(self, chance: Chance, table: Table) -> None:
        self.chance, self.table = chance, table
        self.moves: list[Move] = []

    def pick(self, weights: Sequence[int], /) -> int:
        """Return what chance picks."""
        index = self.chance.pick(weights)
        self.moves.append(_pick(index, weights))
        return index

    def decide(self, seat: int, choices: Sequence[Choice], view: Any, /) -> Choice:
        """Return what the table decides."""
        choice = self.table.decide(seat, choices, view)
        if choice not in choices:
            raise BadInput(f"seat {seat} decided {choice!r}, which is none of {list(choices)}")
        self.moves.append(_decision(list(choices).index(choice), seat, choices, view))
        return choice

    def tell(self, event: Any, /) -> None:
        """Pass the event to the table, and then record it."""
        self.table.tell(event)
        self.moves.append(_event(event))


class ScriptEnds(Exception):
    """The game was left here."""


class Script:
    """Chance and Table in one: says what the transcript says, if the rules ask for just that.

    `hear(event)` and `see(seat, view, choice)` are called for each event and decision.
    """

    def __init__(
        self,
        transcript: Transcript,
        *,
        hear: Callable[[Any], None],
        see: Callable[[int, Any, Any], None],
    ) -> None:
        self.transcript, self.played = transcript, 0
        self._hear, self._see = hear, see

    def pick(self, weights: Sequence[int], /) -> int:
        """Return the index picked when it was played."""
        index = self._next("pick", len(weights))
        self._check(_pick(index, weights) if weights[index] > 0 else {"pick": None})
        return index

    def decide(self, seat: int, choices: Sequence[Choice], view: Any, /) -> Choice:
        """Return what was chosen when it was played."""
        index = self._next("choice", len(choices))
        self._check(_decision(index, seat, choices, view))
        self._see(seat, view, choices[index])
        return choices[index]

    def tell(self, event: Any, /) -> None:
        """Check that the event is the recorded one, and pass it on."""
        self._next_move()
        self._check(_event(event))
        self._hear(event)

    def end(self, outcome: Any) -> None:
        """Check that the game ended here, with this outcome; None if it was left."""
        moves, noted = len(self.transcript.moves), self.transcript.outcome
        if self.played < moves:
            raise _changed(f"the game is over after {self.played} of {moves} moves")
        if noted != _written(outcome):
            raise _changed(f"the outcome was {noted}, now it is {_written(outcome)}")

    def _next_move(self) -> Move:
        if self.played == len(self.transcript.moves):
            raise ScriptEnds
        return self.transcript.moves[self.played]

    def _next(self, what: str, bound: int) -> int:
        """Return the index that the next move names, below `bound`."""
        index = self._next_move().get(what)
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < bound:
            self._check({what: f"one of {bound}"})
        return int(index)  # type: ignore[arg-type]  # _check raises above

    def _check(self, move: Move) -> None:
        noted = self.transcript.moves[self.played]
        if move != noted:
            was, now = (shorten(_line(one), 100, placeholder=" …") for one in (noted, move))
            raise _changed(f"move {self.played + 1} was {was}, now it is {now}")
        self.played += 1


def _changed(how: str) -> BadInput:
    return BadInput(f"the rulebook no longer plays this transcript: {how}")
