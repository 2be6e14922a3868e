"""A console of rich for texts of users."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from montmort.output.printable import printable


class Page(Console):
    """A console that reads no text as markup and passes no control character of a text on."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"markup": False, "emoji": False, "highlight": False, **settings})

    def render_str(self, text: str, **settings: Any) -> Text:
        """Return a string as text of rich; its width is that of what is shown."""
        return super().render_str(printable(text), **settings)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield the parts of what is printed; all text goes through `printable`."""
        for segment in super().render(renderable, options):
            text, style, control = segment
            yield segment if control else Segment(printable(text), style)
