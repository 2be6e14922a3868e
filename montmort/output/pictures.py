"""Picture files with a title and their provenance: game, rules, seed, version."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from montmort.output.files import write_whole
from montmort.verification.words_of_values import fields_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def write_picture(
    options: argparse.Namespace,
    sheet: "Figure",
    rules: object,
    *,
    title: str = "",
    source: str = "",
    seed: int | None = None,
    path: Path | None = None,
) -> None:
    """Write the picture to the file that --plot names; `source` is whose plays are shown.

    Without a game the `title` takes the place of the game's.
    """
    import montmort
    from montmort.verification.plots.laws import rendered
    from montmort.verification.plots.provenance import Provenance

    experiment = getattr(options, "experiment", None)
    game = getattr(options, "game", None)
    words = "" if rules is None else fields_text(rules, experiment)
    made = Provenance(
        title=title if game is None else game.title,
        rules="; ".join(filter(None, (words, source))),
        seed=seed,
        version=montmort.__version__,
    )
    path = options.plot if path is None else path
    write_whole(path, rendered(sheet, path.suffix[1:], made))
