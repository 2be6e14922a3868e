"""What a picture shows and where it comes from: its title, and the metadata of its file."""

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LETTERS = 14  # of the title in an inch of the sheet


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """The game, its rules in words, the seed if there is one, and the version of montmort.

    >>> made = Provenance(title="Treize", rules="ranks 13, suits 4", seed=1713, version="0.1.0")
    >>> made.title, made.line
    ('Treize', 'ranks 13, suits 4; seed 1713; montmort 0.1.0')
    """

    title: str
    rules: str = ""
    seed: int | None = None
    version: str

    @property
    def line(self) -> str:
        """Everything but the title."""
        seed = "" if self.seed is None else f"seed {self.seed}"
        return "; ".join(filter(None, (self.rules, seed, f"montmort {self.version}")))

    def write_on(self, sheet: "Figure") -> None:
        """Put the title and the line above the pictures; a heading that is there stays below."""
        heading = sheet.get_suptitle()
        letters = max(20, int(LETTERS * sheet.get_figwidth()))
        lines = [self.title, *textwrap.wrap(self.line, letters), *filter(None, [heading])]
        sheet.suptitle("\n".join(line.replace("$", r"\$") for line in lines), fontsize="medium")

    def metadata(self, form: str) -> dict[str, str | None]:
        """Return the entries for the file: PNG's text chunks, Dublin Core in SVG, PDF's entries.

        No date is among them, so that equal pictures are equal files.
        """
        maker = f"montmort {self.version}"
        if form == "png":
            return {"Title": self.title, "Description": self.line, "Software": maker}
        about, date = ("Subject", "CreationDate") if form == "pdf" else ("Description", "Date")
        return {"Title": self.title, about: self.line, "Creator": maker, date: None}
