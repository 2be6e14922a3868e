"""Fill in a report's template: Markdown with formulas in LaTeX, values inserted by Jinja.

The language is described in docs/reports.md.  `montmort.verification.reports.reader` turns the
filled-in lines into blocks.  Numbers, tables and figures pass through Jinja as placeholders and
come back as the same objects.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from montmort.exact import formatting
from montmort.games.errors import BadInput
from montmort.games.extras import extra_for
from montmort.verification.plots.laws import words_of
from montmort.verification.reports import formula, numbers
from montmort.verification.reports.reader import Line, Prose, placeholder, read_lines

with extra_for("reports"):
    import jinja2
    from jinja2.ext import Extension
    from jinja2.lexer import Token, TokenStream

# Private-use characters mark the end of each template line with its file and number, so that
# errors can name the line after loops and conditions were evaluated.
_END = "\ue010{}:{}\ue011"
_END_FOUND = re.compile("\ue010([^\ue011]*):([0-9]+)\ue011")


def fill_in(template: Path, values: Mapping[str, object]) -> Prose:
    """Return a template's front matter and sections; BadInput, with file and line, if it is wrong.

    A value that is not given, a formula that cannot be read, a label given twice and a reference
    without its label are errors.
    """
    inserted: list[object] = []
    environment = _environment(template.parent, inserted)
    try:
        text = environment.get_template(template.name).render(values)
    except jinja2.TemplateSyntaxError as error:
        raise BadInput(f"{error.name}, line {error.lineno}: {error.message}") from error
    except jinja2.TemplateError as error:
        raise BadInput(f"{_place(error, template)}: {error.message}") from error
    return read_lines(list(_lines(text, template)), inserted)


def _environment(folder: Path, inserted: list[object]) -> jinja2.Environment:
    def finalize(value: object) -> object:
        return _stand_in(value, inserted)

    environment = jinja2.Environment(  # the output is Markdown, not HTML
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        comment_start_string="<!--",  # the usual {# begins a label here
        comment_end_string="-->",
        keep_trailing_newline=True,
        extensions=[_NumberedLines],
    )
    environment.filters |= FILTERS
    environment.globals |= {"zip": zip, "len": len}
    return environment


FILTERS = {
    "beside": numbers.beside,
    "counted": formatting.counted,
    "decimals": numbers.decimals,
    "fixed": numbers.fixed,
    "grouped": numbers.grouped,
    "listed": numbers.listed,
    "rounded": numbers.rounded,
    "to_places": lambda number, places: replace(number, places=places),
    "literal": lambda words: (words,),  # put in without reading its marks
    "plural": formatting.plural,
    "tex": formula.of_value,
    "matrix": formula.of_matrix,
    "vector": formula.of_vector,
    "words": words_of,
}


def _stand_in(value: object, inserted: list[object]) -> object:
    """Return what stands in the filled-in text for a value."""
    if isinstance(value, str | jinja2.Undefined):
        return value
    if isinstance(value, bool):
        return numbers.yes(value)
    if isinstance(value, int | Fraction):
        return formatting.whole(value)
    if value is None or isinstance(value, float):
        raise jinja2.TemplateRuntimeError(f"{value!r} is no exact value, text or block")
    inserted.append(value)
    return placeholder(len(inserted) - 1)


class _NumberedLines(Extension):
    """Mark the ends of the lines of a template."""

    def preprocess(self, source: str, _name: str | None, _filename: str | None = None) -> str:
        """Return the template with an end to its last line."""
        return source if source.endswith("\n") else f"{source}\n"

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens, with the marks in the text outside tags."""
        for token in stream:
            if token.type != "data":
                yield token
                continue
            pieces = token.value.split("\n")
            marked = [
                f"{piece}{_END.format(stream.name, token.lineno + n)}\n"
                for n, piece in enumerate(pieces[:-1])
            ]
            yield Token(token.lineno, "data", "".join([*marked, pieces[-1]]))


def _lines(text: str, template: Path) -> Iterator[Line]:
    """Yield the lines with their places, without those that a tag alone left empty."""
    sources: dict[str, list[str]] = {}
    waiting: list[str] = []  # lines of a value that has several
    for line in text.split("\n"):
        end = _END_FOUND.search(line)
        waiting.append(_END_FOUND.sub("", line))
        if end is None:
            continue
        name, number = end[1], int(end[2])
        if name not in sources:
            sources[name] = (template.parent / name).read_text(encoding="utf-8").split("\n")
        if len(waiting) > 1 or waiting[0].strip() or not sources[name][number - 1].strip():
            yield from (Line(words, f"{name}, line {number}") for words in waiting)
        waiting = []


def _place(error: BaseException, template: Path) -> str:
    """Return the file and line of a template at which an error was raised."""
    place, trace = template.name, error.__traceback__
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.parent == template.parent and file.suffix == template.suffix:
            place = f"{file.name}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place
