"""Progress bars on stderr, for plays and for walks along every path."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


class _Rate(ProgressColumn):
    """Plays per second since the beginning."""

    def render(self, task: Task) -> Text:
        seconds = task.finished_time or task.elapsed
        return Text(f"{task.completed / seconds:,.0f}/s" if seconds else "")


@contextmanager
def plays_bar(what: str, plays: int | None) -> Iterator[Callable[[int], None]]:
    """Show a bar while plays are counted; yields `show(plays so far)`; None plays is no end."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,} plays"),
        _Rate(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(what, total=plays)
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def walk_bar(what: str) -> Iterator[Callable[[Fraction, int], None]]:
    """Show a bar during a long walk; yields the `watch` of `exact.law_of` and `exact.explore`."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[paths]:,} paths"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=1, paths=0)
        yield lambda share, paths: progress.update(task, completed=float(share), paths=paths)
