"""Every command whose output a page holds is run, and what it prints is what the page shows.

    python -m tests.docs.refresh

writes the outputs of today into the pages.  Those of blocks `{commands}` are made with the site, by
`make docs`, which fails where one ends otherwise.  The Python of the pages is run by doctest.
"""

import os
from pathlib import Path

import pytest

from docs._extensions.commands.pages import ROOT, pages_with_outputs
from docs._extensions.commands.running import done_on

WITH_COMMANDS = pages_with_outputs()


@pytest.mark.pages
@pytest.mark.parametrize(
    "page", WITH_COMMANDS, ids=[str(page.relative_to(ROOT)) for page in WITH_COMMANDS]
)
def test_commands_print_what_the_page_shows(
    page: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # without workers the parent outlives the session
        session = session.parent
    shared = session / "shared outputs"
    shared.mkdir(exist_ok=True)
    for done in done_on(page.read_text(encoding="utf-8"), tmp_path, shared):
        said = f"$ {done.command.text}\n{done.ran.output}(exit code {done.ran.code})"
        assert done.is_as_shown, f"{said}\nsee: python -m tests.docs.refresh"
