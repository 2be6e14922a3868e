"""The games of the house: one line each; their rooms on the other floors bear the same name."""

import importlib
from dataclasses import dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput

if TYPE_CHECKING:
    from montmort.verification.claims import Claim


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game under its command-line name, and where its rules come from."""

    name: str
    title: str
    source: str

    def rulebook(self) -> ModuleType:
        """Return games/<game>.py: Rules, READINGS, EXPERIMENTS."""
        return self._room("games")

    @property
    def first_experiment(self) -> str:
        """The experiment that is meant where none is named."""
        return str(next(iter(self.rulebook().EXPERIMENTS)))

    def solver(self) -> ModuleType:
        """Return exact/<game>.py.

        It has truth(rules, experiment, watch), Question, and
        answers(rules, question, watch); where these rest on a long enumeration,
        in_parts(rules, question), which is `exact.enumeration`, with COUNTED_IN_PARTS, what that
        counts, in words, and KEPT_WHOLE, whether the answers are kept and parts are for who
        asks; where the simulator needs to be told what only the solver knows,
        handed(rules, experiment, watch).
        """
        return self._room("exact", "answers")

    def truth(self, rules: Any, experiment: str, watch: Any = None) -> dict[str, Any]:
        """Return what is known exactly of an experiment: {field: Law or Moments}."""
        return self.solver().truth(rules, experiment, watch)  # type: ignore[no-any-return]

    def answers(
        self, rules: Any, question: Any, experiment: str, watch: Any = None
    ) -> dict[str, Any]:
        """Return the exact answers to a question; of the cards dealt, their laws."""
        if experiment != "cards":
            return self.solver().answers(rules, question, watch)  # type: ignore[no-any-return]
        from montmort.exact.dealt_cards import answers_of

        if question != self.solver().Question():
            raise BadInput(f"{question} is not about the cards dealt; leave out what it asks, or "
                           "the experiment cards")  # fmt: skip
        return answers_of(self.rulebook().dealing(rules))

    def simulation(self) -> ModuleType:
        """Return montecarlo/<game>.py: simulator(rules, experiment)."""
        return self._room("montecarlo", "" if self.name == "treize" else "simulator")

    def simulator(self, rules: Any, experiment: str, watch: Any = None) -> Any:
        """Return the simulator of an experiment; players who go by exact chances get them."""
        handed = getattr(self.solver(), "handed", None)
        known = {} if handed is None else handed(rules, experiment, watch)
        return self.simulation().simulator(rules, experiment, **known)

    def gallery(self) -> ModuleType | None:
        """Return verification/<game>.py, the game's own pictures and tables, if it has any.

        `exact_figure(rules, question, answers) -> Figure | None` is the picture of exact
        answers, None where the laws are it; `played_figure(rules, heard)` that of a play
        at the table, by its events.  `every_size` and what goes with it are tables
        (`montmort.options.table_flags`), `source_records` the records that the game's source keeps
        (`montmort.options.source_record_flags`).
        """
        name = self._module("verification", "figures")
        return importlib.import_module(name) if find_spec(name) else None

    def tables(self) -> ModuleType | None:
        """Return the gallery if it holds tables."""
        gallery = self.gallery()
        return gallery if hasattr(gallery, "every_size") else None

    def claims(self) -> "tuple[Claim, ...]":
        """Return what the game's sources claim, from verification/<game>_claims.py."""
        room = importlib.import_module(self._module("verification", "claims"))
        return room.CLAIMS  # type: ignore[no-any-return]

    def certificate(self, rules: Any, watch: Any = None) -> dict[str, Any]:
        """Return the certificate of the game's answer, by verification/<game>_certificate.py."""
        return self.certifier().certificate(rules, watch)  # type: ignore[no-any-return]

    def coq(self, rules: Any) -> str:
        """Return the file by which Coq's kernel checks the certificate; BadInput without one."""
        room = self.certifier()
        if not hasattr(room, "coq"):
            raise BadInput(f"there is no proof of {self.name} for Coq; ask for one of treize")
        return room.coq(rules)  # type: ignore[no-any-return]

    def certifier(self) -> ModuleType:
        """Return verification/<game>_certificate.py: certificate(rules, watch); else BadInput."""
        name = self._module("verification", "certificate")
        if not find_spec(name):
            raise BadInput(f"there is no certificate of {self.name}; `montmort exact {self.name}` "
                           "answers without one")  # fmt: skip
        return importlib.import_module(name)

    def reporter(self) -> ModuleType:
        """Return verification/<game>/report: argument(rules, told, watch)."""
        return self._room("verification", "report" if self.name == "treize" else "report.argument")

    def _room(self, floor: str, part: str = "") -> ModuleType:
        return importlib.import_module(self._module(floor, part))

    def _module(self, floor: str, part: str = "") -> str:
        name = f"montmort.{floor}.{self.name.replace('-', '_')}"
        return f"{name}.{part}" if part else name


GAMES = {
    game.name: game
    for game in (
        Game(name="treize", title="Treize", source="Montmort 1708; Doyle & Grinstead 2010"),
        Game(
            name="liars-poker",
            title="Liars' Poker",
            source="a house game; analysed by sampling by thzinc 2017",
        ),
        Game(
            name="five-card-draw",
            title="Five-card draw",
            source="the card game; a program that discards by sampling",
        ),
        Game(
            name="persian-monarchs",
            title="Persian Monarchs",
            source="P. G. Wodehouse 1939; the wagers by Peter Ellis 2018",
        ),
        Game(
            name="war",
            title="War",
            source="the card game; a simulation in R, where a deuce beats an ace",
        ),
    )
}
