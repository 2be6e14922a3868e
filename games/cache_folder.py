"""Where results of long computations and compiled code are cached."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return montmort's cache folder: in XDG_CACHE_HOME if it is set, else the system's default."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():  # relative paths must be ignored (XDG Base Directory Specification)
        return given / "montmort"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "montmort"
    default = "Library/Caches" if sys.platform == "darwin" else ".cache"
    return Path.home() / default / "montmort"
