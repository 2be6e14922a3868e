"""What a game's page shows of its record: made when the site is built, written nowhere else.

A page of docs/games may have the blocks

    ```{argument}
    ```
    ```{claims}
    ```
    ```{flags}
    ```

In their place stand the theorems and proofs of the game's report, under the usual rules; its
claims with their sources, decided again; and the flags of its rules.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from typing import Any

from docs._extensions.command_line import help_of, invocation
from montmort.options.dataclass_flags import add_fields
from montmort.verification.game import Game
from montmort.verification.registry import GAMES
from montmort.verification.reports.document import Report
from montmort.verification.reports.html import web_page
from montmort.verification.reports.provenance import Provenance

BLOCK = re.compile(r"^```\{(argument|claims|flags)\}\n```$", re.MULTILINE)
MAIN = re.compile(r"<main>(.*)</main>", re.DOTALL)
HEADING = re.compile(r"(<section id=\"S\d+\">)<h2>.*?</h2>")  # the page has its own


def has_game_blocks(text: str) -> bool:
    """Return whether a page has one of the blocks."""
    return BLOCK.search(text) is not None


def with_game_blocks(text: str, page: str) -> str:
    """Return the text of the page of a game, "games/craps", with what its record says."""
    game = GAMES[page.rpartition("/")[2].replace("_", "-")]
    return BLOCK.sub(lambda block: "\n".join(BLOCKS[block[1]](game)), text)


def argument(game: Game[Any]) -> Iterator[str]:
    """Yield what is stated and proved under the usual rules, as HTML."""
    assert not game.states_laws, f"the text about {game.name} is a whole report"
    rules = game.rulebook.usual
    settled = game.settle(rules)
    assert settled is not None, f"nothing is stated of {game.name}"
    provenance = Provenance(game.rulebook, rules)
    report = Report(game.title, "", (), settled.prose(provenance).sections)
    (main,) = MAIN.findall(web_page(report))
    proved = HEADING.sub(r"\1", main)
    yield from ("```{raw} html", f'<div class="argument">{proved}</div>', "```")


def claims(game: Game[Any]) -> Iterator[str]:
    """Yield the lines of the table of claims, with today's verdicts."""
    yield from ("| name | claim | source, and how it is read | verdict |", "|---|---|---|---|")
    for claim in game.claims():
        source = "; ".join(filter(None, (claim.source, claim.place, claim.reading)))
        verdict = claim.find().standing.value
        yield f"| `{claim.name}` | {claim.statement} | {source} | {verdict} |"
    yield from ("", f"`montmort claims {game.name}` decides them again.")


def flags(game: Game[Any]) -> Iterator[str]:
    """Yield the lines of the table of the rules' flags."""
    parser = argparse.ArgumentParser(add_help=False)
    add_fields(parser, game.rulebook.rules)
    yield from ("| flag | what it says |", "|---|---|")
    for action in parser._actions:
        yield f"| `{invocation(action)}` | {help_of(action)} |"
    names = [f"`{name}`" for name in game.rulebook.experiments]
    if len(names) > 1:
        yield f"| `--experiment` | what is played: {', '.join(names)} |"


BLOCKS: dict[str, Callable[[Game[Any]], Iterator[str]]] = {
    "argument": argument,
    "claims": claims,
    "flags": flags,
}
