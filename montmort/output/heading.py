"""The first line of an answer: what is run, printed before it runs."""

from montmort.output.page import page


def print_heading(title: str, rules: str) -> None:
    """Print a title and the rules on stdout at once, so that a long run shows what it is.

    >>> print_heading("Treize", "ranks 13, suits 4")
    Treize, ranks 13, suits 4
    """
    from rich.text import Text

    page().print(Text.assemble((title, "bold"), ", " * bool(rules), rules))
