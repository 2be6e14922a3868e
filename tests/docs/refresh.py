"""Write what the commands print into the pages that show it.

    python -m tests.docs.refresh [PAGE ...]

Without a PAGE all pages are refreshed.  Lines that are still right, apart from times and paths,
are not changed.  What is left out, under a line `...`, stays left out.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from docs._extensions.commands.outputs import refreshed
from docs._extensions.commands.pages import ROOT, pages_with_outputs
from docs._extensions.commands.running import Done, done_on

SLOW = 3.0  # seconds that are mentioned


def with_outputs(text: str, done: list[Done]) -> str:
    """Return the text of a page with the outputs of its commands."""
    lines = text.split("\n")
    held = [each for each in done if not each.command.is_made]
    for each in reversed(held):  # from the last: earlier positions stay valid
        command = each.command
        lines[command.start : command.end] = refreshed(command.shown, each.ran.output)
    return "\n".join(lines)


def refresh(page: Path, shared: Path) -> None:
    """Refresh one page, and say which commands end with an unexpected exit code."""
    text = page.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        done = list(done_on(text, Path(folder), shared))
    new = with_outputs(text, done)
    if any(each.ran.code != each.expected for each in done):
        new = text  # what a failure printed is shown below, and never on the page
    if new != text:
        page.write_text(new, encoding="utf-8")
    seconds = sum(each.seconds for each in done)
    name = page.relative_to(ROOT)
    print(f"{name}: {len(done)} commands, {seconds:.1f} s{', changed' * (new != text)}")  # noqa: T201
    for each in done:
        if each.seconds > SLOW:
            print(f"  {each.seconds:.1f} s: {each.command.text}")  # noqa: T201
        if each.ran.code != each.expected:
            said = f"exit code {each.ran.code}: {each.command.text}"
            print(f"  {said}\n  {each.ran.output[-500:]}")  # noqa: T201


def main() -> None:
    """Refresh the pages that are named, or all."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE")
    named = parser.parse_args().pages
    with tempfile.TemporaryDirectory() as shared:
        for page in [path.resolve() for path in named] or pages_with_outputs():
            refresh(page, Path(shared))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
