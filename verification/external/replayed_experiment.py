"""The experiment whose plays are replayed: who decides in it, and which laws judge its fields."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from montmort.games.errors import NoPlayer, TooLarge
from montmort.games.experiment import Experiment
from montmort.montecarlo.external.outcome_parser import Fields
from montmort.verification.external.replays import CHOICES, Replays
from montmort.verification.verdicts.quantities import Known

AnyExperiment = Experiment[Any, Any, Any]
ALONE = "only the rules and the picks are judged"
ADVICE = f"or let the plays have a column {CHOICES}, with what their players did"


@dataclass
class ReplayedExperiment:
    """An experiment under `rules`, to be replayed.

    `players` returns the experiment with its players, which may take long to find; plays that
    `have_choices` need none.  `is_decided` says whether there is anything to decide.  `notes`
    say why no laws judge the fields.
    """

    experiment: AnyExperiment
    players: Callable[[], AnyExperiment]
    rules: Any
    fields: Fields
    is_decided: bool
    have_choices: bool = False
    notes: list[str] = field(default_factory=list)

    def derived(self, _printed: tuple[str, ...], others: tuple[str, ...]) -> Replays:
        """Return the replays of plays that have these columns besides the fields."""
        self.have_choices = CHOICES in others
        played = self.experiment if self.have_choices else self._with_players()
        return Replays(played, self.rules, self.fields, self.have_choices)

    def _with_players(self) -> AnyExperiment:
        try:
            return self.players()
        except TooLarge as error:
            raise TooLarge(f"{error}; {ADVICE}") from error

    def laws(self, find: Callable[[], Mapping[str, Known]]) -> Mapping[str, Known]:
        """Return the laws that `find` finds; none, with a note, where they do not apply.

        Those of other players do not, and there may be none that can be found.
        """
        if self.have_choices and self.is_decided:
            self.notes.append(
                f"{ALONE}: the plays have choices of their own, and the known laws are those of "
                "the game's players; give laws of your own, exact= or --exact, if you know them"
            )
            return {}
        try:
            return find()
        except TooLarge as error:
            self.notes.append(f"{ALONE}: {error}")
        except NoPlayer as error:
            if not self.have_choices:
                raise NoPlayer(f"{error}; {ADVICE}") from error
            self.notes.append(f"{ALONE}: no exact laws are known for the choices in the plays")
        return {}
