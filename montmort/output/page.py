"""The page that a verb prints: 80 columns wide, or as wide as the terminal."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 80  # columns of what has a width of its own: help, lists, long fractions


def page() -> "Console":
    """Return a console on stdout; the variable COLUMNS sets another width.

    >>> page().print("treize is [bold]13 x 4[/bold] cards")
    treize is 13 x 4 cards
    """
    from rich.console import Console

    return Console(highlight=False)
