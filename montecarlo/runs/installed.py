"""The installed version of montmort: workers and run files record it."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def installed_version() -> str:
    """Return the installed version of montmort."""
    try:
        return version("montmort")
    except PackageNotFoundError:  # a checkout that was never installed
        return "unknown"
