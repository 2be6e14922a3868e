"""Progress bars on stderr, for plays and for walks over all paths."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from threading import Timer

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from montmort.output.page import notes_page
from montmort.output.streams import note

PATIENCE = 10.0  # seconds without a play


class _Rate(ProgressColumn):
    """Plays per second of this run, without the plays that were already saved."""

    def render(self, task: Task) -> Text:
        seconds = task.finished_time or task.elapsed
        played = task.completed - task.fields["held"]
        return Text(f"{played / seconds:,.0f}/s" if seconds else "")


class _Remaining(ProgressColumn):
    """Predicted number of remaining plays."""

    def render(self, task: Task) -> Text:
        more = (task.total or 0) - task.completed
        return Text(f"about {more:,.0f} more" if more > 0 else "")


@contextmanager
def plays_bar(
    what: str, plays: int | None, *, has_begun: bool = False
) -> Iterator[Callable[..., None]]:
    """Show a bar while plays are counted; yields `show(plays so far, plays in all, plays held)`.

    It appears with the first plays and stays.  If the run `has_begun` and they take long, that
    is said once.  The total is `plays`, or the latest prediction; the plays held were saved
    before this run.
    """
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed:,} plays"),
        _Rate(),
        _Remaining(),
        TimeRemainingColumn(),
    )
    with _bar(columns) as progress, _patience(what, has_begun) as notice:
        task = progress.add_task(what, total=plays, held=0)

        def show(done: int, total: int | None = plays, held: int = 0) -> None:
            notice.cancel()
            progress.start()
            if done <= held:  # the clock starts after the saved plays
                progress.reset(task, completed=done, total=total, held=done)
            progress.update(task, completed=done, total=total)

        yield show


@contextmanager
def _patience(what: str, has_begun: bool) -> Iterator[Timer]:
    """Say after some seconds that there are no plays yet, unless the notice is cancelled."""
    sentence = f"{what}: no block of plays is finished after {PATIENCE:g} s; Ctrl-C ends it"
    notice = Timer(PATIENCE, note, [sentence])
    notice.daemon = True
    if has_begun:
        notice.start()
    try:
        yield notice
    finally:
        notice.cancel()


@contextmanager
def walk_bar(what: str, unit: str = "paths") -> Iterator[Callable[[Fraction, int], None]]:
    """Show a bar during a long walk; yields the `watch` of `exact.from_rules`.

    It appears with the first call, and disappears when the walk ends.
    """
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn(f"{{task.fields[steps]:,}} {unit}"),
        TimeRemainingColumn(),
    )
    with _bar(columns, transient=True) as progress:
        task = progress.add_task(what, total=1, steps=0)

        def show(share: Fraction, steps: int) -> None:
            progress.start()
            progress.update(task, completed=float(share), steps=steps)
            if share >= 1:
                progress.stop()

        yield show


@contextmanager
def doing(what: str) -> Iterator[Callable[[str], None]]:
    """Show what is being done; yields the function that shows what is done next."""
    with notes_page().status(Text(what)) as status:
        yield lambda words: status.update(Text(words))


@contextmanager
def _bar(columns: Iterable[ProgressColumn], *, transient: bool = False) -> Iterator[Progress]:
    """Yield a bar that has not been started, and stop it at the end."""
    console = notes_page()
    hidden = transient and not console.is_terminal  # it would leave only an empty line
    progress = Progress(*columns, console=console, transient=transient, disable=hidden)
    try:
        yield progress
    finally:
        if progress.live.is_started:
            progress.stop()
