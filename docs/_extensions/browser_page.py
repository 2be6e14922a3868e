"""The page that answers in the reader's browser: the site has it, and links to it once it is built.

Without npm, pip or their registries the build warns of it, and the link leads to the page's
description.  `sphinx -D browser_page=0` leaves the page out.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.logging import getLogger

BUILD = Path(__file__).parents[1] / "browser/build.py"
# Of a page: what leads to the description, or nowhere, and what leads to the page in its place.
LINKS = {
    "index": {
        "[In your browser](browser/README.md)": '<a href="browser/index.html">In your browser</a>'
    },
    "browser/README": {
        "On the first,": 'On <a href="index.html">the first</a>,',
        "The second page": '<a href="checker.html">The second page</a>',
    },
}


def build_page(app: Sphinx, config: Config) -> None:
    """Build the page; without it a warning says why, and `browser_page` is false."""
    if not config.browser_page:
        return
    command = [sys.executable, str(BUILD), str(app.outdir)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        config.browser_page = False
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        getLogger(__name__).warning(lines[-1])


def link_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Let the site lead to the page, where it is built."""
    if app.config.browser_page:
        for words, link in LINKS.get(page, {}).items():
            source[0] = source[0].replace(words, link)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to the build."""
    app.add_config_value("browser_page", default=True, rebuild="env", types=(bool,))
    app.connect("config-inited", build_page)
    app.connect("source-read", link_page)
    return {"parallel_read_safe": True}
