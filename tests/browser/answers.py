"""Answer the requests of a JSON file as the page does, with its arrays and without compiled code.

python answers.py REQUESTS [page]: a list of [function, parameters] is read, the list of the answers
is printed.  With `page` the modules are those of the browser, else those installed.
"""

import json
import sys
from importlib.abc import MetaPathFinder
from pathlib import Path

MODULES = Path(__file__).parents[2] / "docs/browser/python"
MISSING = {
    *("numba", "llvmlite", "scipy", "matplotlib", "typst", "threadpoolctl", "sympy", "rich"),
    "jinja2",
}


class Missing(MetaPathFinder):
    """A finder for which the packages that no browser has are not installed."""

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def main(file: str, *words: str) -> None:
    """Print the answers to the requests of a file."""
    if words == ("page",):
        sys.path.insert(0, str(MODULES))
        sys.meta_path.insert(0, Missing())
        import numpy

        assert numpy.__file__.startswith(str(MODULES))
    else:
        sys.path.append(str(MODULES))
    import page

    requests = json.loads(Path(file).read_text())
    json.dump([json.loads(getattr(page, name)(*parts)) for name, parts in requests], sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
