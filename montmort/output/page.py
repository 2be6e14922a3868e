"""The page that a verb prints: 80 columns wide, or as wide as the terminal."""

from typing import TYPE_CHECKING, Any

from montmort.output.streams import answer

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 80  # columns of what has a width of its own: help, lists, long fractions


def page(**settings: Any) -> "Console":
    """Return a console for answers; the variable COLUMNS sets another width.

    No text is read as markup, and none reaches the terminal with what it would obey, so texts
    of users may be printed as they are.

    >>> page().print("treize [/bold] is 13 x 4 cards", style="dim")
    treize [/bold] is 13 x 4 cards
    """
    from montmort.output.console import Page

    return Page(file=answer(), **settings)


def notes_page() -> "Console":
    """Return a console on standard error, for bars and the state of a computation."""
    from montmort.output.console import Page

    return Page(stderr=True)


def print_heading(title: str, rules: str) -> None:
    """Print a title and the rules on stdout at once, so that a long run shows what it is.

    >>> print_heading("Treize", "ranks 13, suits 4")
    Treize, ranks 13, suits 4
    """
    from rich.text import Text

    page().print(Text.assemble((title, "bold"), ", " * bool(rules), rules))
