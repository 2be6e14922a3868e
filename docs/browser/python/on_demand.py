"""Modules that few answers need: they are fetched when they are first imported."""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

NAMES = {"networkx"}


class OnDemand:
    """A finder that fetches an archive from the page's folder, and then looks into it."""

    def __init__(self) -> None:
        self._left = {*NAMES}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: object = None
    ) -> ModuleSpec | None:
        """Return what imports the module, None if it is none of these."""
        if name not in self._left:
            return None
        from page_files import read

        self._left.remove(name)
        archive = Path(f"/{name}.zip")
        archive.write_bytes(read(archive.name).to_bytes())
        sys.path.append(str(archive))
        return PathFinder.find_spec(name, path)
