"""The order of the pages: every page stands once in one of these lists.

The lists are added to the pages when the site is built, because a table of contents in the
page itself would be noise in a browser of the repository.  A page that no list names is an error
of the build.
"""

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from docs._extensions.gallery import file_names, with_tables

CONTENTS: dict[str, dict[str, list[str]]] = {
    "index": {
        "Start": ["tutorial", "games/index"],
        "How to": ["howto/index", "examples/index"],
        "Reference": ["reference/index", "glossary", "engine"],
        "Explanation": ["explanation/index", "benchmarks", "browser/README"],
        "Project": ["changes", "contributing"],
    },
    "games/index": {"Games": file_names()},
    "howto/index": {
        "Guides": [
            *("../own_games", "../optimal_play", "../symbols", "../par_sheets", "../what_compiles"),
            *("../own_simulators", "../two_simulators", "../replays", "../dependence", "../runs"),
            "../enumerations",
            *("../claims", "../reports", "../testing", "../play"),
        ],
    },
    "examples/index": {
        "Examples": ["two_hands", "gamblers_ruin", "snakes_and_ladders", "../cookbook"],
        "Notebooks": [
            *("../notebooks/1_treize_in_an_hour", "../notebooks/2_your_own_game"),
            *("../notebooks/3_a_simulator_on_trial", "../notebooks/4_optimal_play"),
            *("../notebooks/5_symbols", "../notebooks/6_reading_a_report"),
        ],
    },
    "reference/index": {
        "Reference": [
            "command_line/index",
            "../api",
            "json",
            "certificate_fields",
            "../audit_records",
        ],
    },
    "reference/command_line/index": {
        "Verbs": [
            *("games", "exact", "simulate", "verify", "claims"),
            *("certify", "report", "runs", "play"),
        ]
    },
    "api": {
        "Packages": [
            f"reference/python/{package}"
            for package in ("games", "exact", "montecarlo", "verification")
        ]
    },
    "explanation/index": {
        "Explanation": [
            "../verification",
            "../error_rates",
            "../certificates",
            "../coq",
            "../planted_faults",
        ],
    },
    "benchmarks": {"Data": ["benchmarks_data"]},
}


ROOT = Path(__file__).parents[2]
OUTSIDE = {"README": "index", "CHANGELOG": "changes", "CONTRIBUTING": "contributing"}
DOCTEST = re.compile(r"^(```python\n.*?)\n+```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(rf"\]\(\.\./((?:\.\./)*)({'|'.join(OUTSIDE)})\.md")


def links_within(text: str) -> str:
    """Return the text with links to pages outside `docs` leading to their places on the site.

    >>> links_within("[changes](../../CHANGELOG.md), [verdicts](../verification.md)")
    '[changes](../changes.md), [verdicts](../verification.md)'
    """
    return LINK.sub(lambda found: f"]({found[1]}{OUTSIDE[found[2]]}.md", text)


def outside_page(name: str) -> str:
    """Return a page of the repository's root, without its title, as one of the site."""
    text = (ROOT / f"{name}.md").read_text(encoding="utf-8").partition("\n")[2]
    for other, page in OUTSIDE.items():
        text = text.replace(f"]({other}.md", f"]({page}.md")
    return text.replace("](docs/", "](")


def add_contents(_app: Sphinx, page: str, source: list[str]) -> None:
    """Adapt a page to the site: its tables of games, its links, and the pages below it."""
    text = with_tables(source[0])
    source[0] = DOCTEST.sub(r"\1\n```", links_within(text))  # doctest ends at a blank line
    for name in (name for name, place in OUTSIDE.items() if place == page != "index"):
        source[0] += outside_page(name)
    for caption, names in CONTENTS.get(page, {}).items():
        there = [name for name in names if is_there(page, name)]
        lines = ["", "", "```{toctree}", ":hidden:", f":caption: {caption}", "", *there, "```", ""]
        source[0] += "\n".join(lines)


def is_there(page: str, name: str) -> bool:
    """Return whether a page of a list exists; one that is misspelt would be missed by the build.

    >>> is_there("games/index", "kuhn"), is_there("games/index", "chess")
    (True, False)
    """
    path = (ROOT / "docs" / page).parent / name
    return any(path.with_name(f"{path.name}{end}").exists() for end in (".md", ".ipynb"))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to the build."""
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True}
