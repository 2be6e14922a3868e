"""The pages of games: those of docs/games, and for other games pages made from their records.

A game without a page in docs/games has one all the same: its title and rules, its value with the
picture of its law, argument, claims, commands and flags.  It is written to docs/games/made when the
site is built, and stands in the gallery as all others do.
"""

import shutil
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from sphinx.application import Sphinx

from montmort.exact.formatting import decimals, short
from montmort.verification.game import Game
from montmort.verification.outcome_laws import FieldLaw
from montmort.verification.registry import GAMES

FOLDER = Path(__file__).parents[1] / "games"
MADE = "made"  # the folder of the pages that are made, in docs/games
SECTION = "Small games"  # of the gallery
MOST = 10**9  # a denominator beyond it is not shown on a page
LAST = 40  # the largest number of a law that its picture shows


def written_page(game: str) -> Path | None:
    """Return the page of a game in docs/games, None if there is none."""
    paths = [FOLDER / f"{name}.md" for name in (game, game.replace("-", "_"))]
    return next((path for path in paths if path.exists()), None)


def page_texts() -> dict[str, str]:
    """Return the texts of all pages of the folder, by the name of the page below docs/games.

    >>> "kuhn" in page_texts()
    True
    """
    written = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    return written | {f"{MADE}/{name}": made_text(name) for name in made_names()}


def made_names() -> list[str]:
    """Return the names of the games whose pages are made."""
    return [name for name in GAMES if written_page(name) is None]


def page_text(game: str) -> str:
    """Return the text of the page of a game, before its blocks are filled."""
    path = written_page(game)
    return made_text(game) if path is None else path.read_text(encoding="utf-8")


@cache
def made_text(name: str) -> str:
    """Return the page that is made from the record of a game.

    >>> text = made_text("kuhn")
    >>> [line for line in text.splitlines() if line.startswith("#")][:3]
    ['# Kuhn poker', '## Value', '## The argument']
    >>> "The mean of `net` is -0.055555... = -1/18 if all play at best." in text
    True
    """
    game = GAMES[name]
    book = game.rulebook
    field, law = _main_law(game)
    under = " if all play at best" if game.aim is not None else ""
    value = _value(field, law)
    head = {
        "gallery": SECTION,
        "answer": value.replace("`", "").removeprefix("the "),
        "asked": f"`{field}` of a {book.first_experiment}",
        "exact": _exact(law),
        "chart": {"command": name, "field": field, "title": f"{game.title}: {field}", "last": LAST},
    }
    commands = [
        f"montmort exact {name}",
        f"montmort simulate {name} --plays 1000 --seed 1 --quiet",
        *([f"montmort claims {name}"] if game.claims() else []),
    ]
    parts = [
        f"---\n{yaml.safe_dump(head, sort_keys=False, allow_unicode=True)}---\n# {game.title}",
        book.about.strip(),
        f"The rules are in `{_file_of(game)}`; their source: {book.source or 'not stated'}.",
        f"## Value\n\n{value[0].upper()}{value[1:]}{under}.",
        f"![{field} of {game.title}](pictures/{name}.svg)",
        f"## The argument\n\n{_argument(game)}",
        "## Claims\n\n" + ("```{claims}\n```" if game.claims() else _no_claims(name)),
        "## Check it yourself\n\n```{commands} 12\n" + "\n".join(commands) + "\n```",
        f"`montmort verify {name} --seed 1` compares plays with the exact law, `montmort report "
        f"{name} -o {name}.html`\nwrites all of it down, and `montmort certify {name} -o "
        f"{name}.json --checker check.py` the certificate with its\nchecker.",
        "## Other rules to try\n\n```{flags}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def _main_law(game: Game[Any]) -> tuple[str, FieldLaw]:
    """Return the field that the first player wants, else the first one, with its law."""
    book = game.rulebook
    laws = game.laws(book.usual, book.first_experiment).fields
    field = book.wants or next(iter(laws))
    return field, laws[field]


def _value(field: str, law: FieldLaw) -> str:
    if law.mean is None:
        return f"`{field}` is " + ", ".join(
            f"{value} with chance {decimals(chance)}" for value, chance in _chances(law).items()
        )
    same = f" = {law.mean}" if law.mean.denominator in range(2, MOST) else ""
    return f"the mean of `{field}` is {decimals(law.mean)}{same}"


def _exact(law: FieldLaw) -> str:
    if law.mean is not None:
        return str(law.mean) if law.mean.denominator < MOST else decimals(law.mean)
    return ", ".join(f"{value}: {short(chance)}" for value, chance in _chances(law).items())


def _chances(law: FieldLaw) -> Mapping[str, Fraction]:
    return law.answers()["law"]


def _argument(game: Game[Any]) -> str:
    if game.settled is not None:
        return "```{argument}\n```"
    best = "" if game.aim is None else ", where all sides play at best"
    return (
        "No theorem is stated of this game. Its exact laws come from a walk of every path of its "
        f"rules{best}.\nThe certificate lists the states and what follows from them, and its "
        "checker needs the standard library of Python\nalone."
    )


def _no_claims(name: str) -> str:
    return f"`montmort claims {name}` knows of none: nothing published about this game is decided."


def _file_of(game: Game[Any]) -> str:
    """Return the file with the rules of a game, from the root of the repository."""
    module = game.rulebook.rules.__module__
    return f"{module.removeprefix('montmort.').replace('.', '/')}.py"


def write_made_pages(_app: Sphinx) -> None:
    """Write the pages that are made, and their pictures, where the site reads its pages."""
    from docs._extensions.bar_chart import chart
    from docs._extensions.draw_pictures import law

    shutil.rmtree(FOLDER / MADE, ignore_errors=True)
    for name in made_names():
        text = made_text(name)
        pictures = FOLDER / MADE / "pictures"
        pictures.mkdir(parents=True, exist_ok=True)
        (FOLDER / MADE / f"{name}.md").write_text(text, encoding="utf-8")
        described = yaml.safe_load(text.split("---\n")[1])["chart"]
        (pictures / f"{name}.svg").write_text(chart(law(**described)), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to the build."""
    app.connect("builder-inited", write_made_pages)
    return {"parallel_read_safe": True}
