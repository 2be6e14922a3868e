"""The gallery: tables of all games, made from the head of each game's page and from its record.

The page of a game begins with a head: its place in the gallery, the answer in some words, and the
chart that is its picture, unless another program draws it.  For a small game it says as well what
is asked, and the exact answer.

    ---
    gallery: Classics
    answer: "5/14, 5/14 and 4/14"
    asked: "the chances of three players"
    exact: "5/14, 5/14, 4/14"
    chart:
      command: waldegrave --players 6
      field: winner
      title: "Waldegrave's problem: who of six wins"
      last: 6
    ---

On the site a block `{gallery}` of a page is replaced by a table: `pictures` of all games, the small
games of `chance` alone, those with `decisions`, or by the `sections` of the gallery.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from docs._extensions.game_pages import SECTION, page_texts
from montmort.verification.registry import GAMES

SECTIONS = ("Classics", "At the casino", "Cards", "Dice and boards", SECTION)
HEAD = re.compile(r"---\n(.*?)\n---\n# (.*?)\n", re.DOTALL)
PICTURE = re.compile(r"^## Value$.*?!\[[^\]]+\]\((pictures/[\w.-]+)\)", re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"^```\{gallery\} (\w+)\n```$", re.MULTILINE)
COLUMNS = 3


@dataclass(frozen=True)
class Page:
    """What the gallery shows of a game's page: its file, title, picture, and the head's lines."""

    name: str
    title: str
    picture: str
    section: str
    answer: str
    asked: str
    exact: str
    chart: Mapping[str, Any] | None

    @property
    def has_decisions(self) -> bool:
        """Whether the player of the game decides, for an aim or by a strategy of the Rules."""
        game = GAMES[self.name.rpartition("/")[2].replace("_", "-")]
        return game.aim is not None or game.known_laws is not None

    @property
    def place(self) -> tuple[int, str]:
        """Where the page stands: its section, then its title."""
        return SECTIONS.index(self.section), self.title


def pages_of_games() -> list[Page]:
    """Return the pages of the games, section by section.

    >>> [page.title for page in pages_of_games()][:2]
    ['Le Her', "Penney's game"]
    """
    return sorted(_pages(), key=lambda page: page.place)


def _pages() -> Iterator[Page]:
    for name, text in page_texts().items():
        found = HEAD.match(text)
        if found is not None:
            head, picture = yaml.safe_load(found[1]), PICTURE.search(text)
            if picture is None:
                raise ValueError(f"{name}.md has no picture in its section Value")
            yield Page(
                name=name,
                title=found[2],
                picture=f"{name.rpartition('/')[0]}/{picture[1]}".lstrip("/"),
                section=head["gallery"],
                answer=head["answer"],
                asked=head.get("asked", ""),
                exact=head.get("exact", ""),
                chart=head.get("chart"),
            )


def file_names() -> list[str]:
    """Return the names of all pages of the folder: those of the games, then all others."""
    games = [page.name for page in pages_of_games()]
    others = page_texts().keys() - {*games, "index"}
    return [*games, *sorted(others)]


def with_tables(text: str) -> str:
    """Return the text of a page with a table in place of each block `{gallery}`."""
    return BLOCK.sub(lambda block: "\n".join(TABLES[block[1]]()), text)


def pictures() -> Iterator[str]:
    """Yield the lines of the table of all games with their pictures."""
    yield "| " * COLUMNS + "|"
    yield "|---" * COLUMNS + "|"
    cells = [
        f"[![{page.title}]({page.picture})]({page.name}.md) "
        f"**[{page.title}]({page.name}.md)**: {page.answer} "
        for page in pages_of_games()
    ]
    for first in range(0, len(cells), COLUMNS):
        row = cells[first : first + COLUMNS]
        yield "| " + "| ".join(row) + "| " * (COLUMNS - len(row)) + "|"


def chance() -> Iterator[str]:
    """Yield the lines of the table of the small games of chance alone."""
    yield from ("| game | what is asked | exact answer |", "|---|---|---|")
    yield from _rows(has_decisions=False)


def decisions() -> Iterator[str]:
    """Yield the lines of the table of the games with decisions."""
    yield from ("| game | aim | value under optimal play |", "|---|---|---|")
    yield from _rows(has_decisions=True)


def _rows(*, has_decisions: bool) -> Iterator[str]:
    for page in pages_of_games():
        if page.asked and page.has_decisions == has_decisions:
            name = page.name.rpartition("/")[2]
            yield f"| [{name}]({page.name}.md) | {page.asked} | {page.exact} |"


def sections() -> Iterator[str]:
    """Yield a paragraph for each section of the gallery: the names of its games."""
    for section in SECTIONS:
        titles = [
            f"[{page.title}]({page.name}.md)"
            for page in pages_of_games()
            if page.section == section
        ]
        if titles:
            yield from (f"**{section}.** {', '.join(titles)}.", "")


TABLES: Mapping[str, Callable[[], Iterator[str]]] = {
    "pictures": pictures,
    "chance": chance,
    "decisions": decisions,
    "sections": sections,
}
