"""What the page asks: the law of a game, a verdict on counts, a certificate.

Every function takes and returns JSON.  A request names a shipped game with its rules, or holds the
text of a program, with what is wanted where a player decides.  What cannot be answered is one
sentence, never a traceback.
"""

import argparse
import csv
import dataclasses
import io
import json
import linecache
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import Any

import on_demand
import treize_counts

from montmort.exact.formatting import fixed_point, short, whole
from montmort.games.errors import MontmortError, NoPlayer
from montmort.verification.aim import Aim
from montmort.verification.certificates.certification import Certification
from montmort.verification.game import Game
from montmort.verification.game_file import game_of_file, sentence_about
from montmort.verification.outcome_laws import FieldLaw
from montmort.verification.values_from_words import read_fields

PROGRAM, COUNTS = "program.py", "the table"  # files that errors name
COLUMNS = ["field", "value", "count"]  # of a table of counts
PLACES = 12  # decimals of an answer
MOST_ROWS = 2000  # of a table: more is refused by no law, and read by nobody
MOST_LINES = 100  # that a program prints: the page shows the first

Request = dict[str, Any]


class Refused(MontmortError):
    """A sentence on what the page does not answer."""


class Printed(io.TextIOBase):
    """The first lines that a program prints, and the number of all."""

    def __init__(self) -> None:
        self.lines, self.count, self._line = list[str](), 0, ""

    def write(self, text: str) -> int:
        """Take in some text; a long line is cut."""
        *whole_lines, last = text.split("\n")
        for line in whole_lines:
            self._end(self._line + line)
        self._line = (self._line + last)[: 10 * MOST_LINES]
        return len(text)

    def _end(self, line: str) -> None:
        if self.count < MOST_LINES:
            self.lines.append(line[: 10 * MOST_LINES])
        self.count, self._line = self.count + 1, ""

    def shown(self) -> dict[str, Any]:
        """Return the lines and their number; without an end of line, the last is one too."""
        if self._line:
            self._end(self._line)
        return {"lines": self.lines, "count": self.count}


def answered(function: Callable[..., object]) -> Callable[..., str]:
    """Return the function on JSON: {"value": …}, or {"sentence": …} where there is no answer.

    Beside it stands what a program has printed.
    """

    @wraps(function)
    def answer(*arguments: str) -> str:
        printed = Printed()
        found: dict[str, object]
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                found = {"value": function(*arguments)}
        except (Exception, SystemExit) as error:  # of a program that may do anything
            found = {"sentence": _sentence(error)}
        return json.dumps({**found, "printed": printed.shown()})

    return answer


def _sentence(error: BaseException) -> str:
    words = sentence_about(error)
    cause = error.__cause__ or error
    if isinstance(cause, NoPlayer):
        place = (words or str(error)).partition(":")[0]
        return f"{place}: a player decides; write above what is wanted, a field or a condition"
    if isinstance(cause, ImportError) and str(cause.name).partition(".")[0] not in _OURS:
        place = "" if words is None else f"{words.partition(':')[0]}: "
        return f"{place}the page has no module {cause.name!r}, only montmort's and Python's own"
    if words is not None:
        return words
    if isinstance(error, MontmortError):
        return str(error)
    if isinstance(error, ImportError | AttributeError):
        return "this answer needs compiled code, which a browser does not have: install montmort"
    return f"this answer cannot be computed here ({type(error).__name__}: {error})"


_OURS = {"numba", "llvmlite", "scipy", "numpy", "matplotlib", "typst", "threadpoolctl"}


def _game(request: Request) -> tuple[Game[Any], Any, str]:
    """Return the game, its rules and the experiment asked for."""
    if "program" in request:
        for name in [name for name in sys.modules if name.startswith("own_")]:
            del sys.modules[name]
        Path(PROGRAM).write_text(request["program"], encoding="utf-8")
        linecache.checkcache()  # an earlier program had the same name
        game = game_of_file(PROGRAM)
    else:
        from montmort.verification.registry import game_named

        game = game_named(request["game"])
    if "aim" in request:
        game = dataclasses.replace(game, aim=Aim(**request["aim"]))
    rules = _rules(game, request.get("rules") or {})
    return game, rules, request.get("experiment") or game.rulebook.first_experiment


def _rules(game: Game[Any], written: dict[str, str]) -> Any:
    """Return the Rules whose fields were written in a form, as in flags."""
    kind = game.rulebook.rules
    names = {field.name for field in dataclasses.fields(kind)}
    given: dict[str, object] = {}
    for name, text in written.items():
        if name not in names:
            raise Refused(f"{game.name} has no rule {name!r}")
        is_bool = isinstance(getattr(kind, name, None), bool)
        value = {"true": True, "false": False}.get(text, text) if is_bool else text
        try:
            given |= read_fields(kind, {name: value})
        except (argparse.ArgumentTypeError, KeyError) as error:
            raise Refused(f"{name}: {error}") from None
    return kind(**given)


@answered
def law(text: str) -> dict[str, Any]:
    """Return the laws of all fields of an experiment, and optimal play where a player decides."""
    game, rules, experiment = _game(json.loads(text))
    how = "by a solver of its own, made for this game"
    if game.walks_rules(experiment):
        found = game.laws(rules, experiment)
        fields, how = found.fields, found.how
    else:
        fields = game.field_laws(rules, experiment)
    return {
        "title": game.title,
        "experiment": experiment,
        "experiments": [*game.rulebook.experiments],
        "fields": [_field(name, each) for name, each in fields.items()],
        "how": how,
        "best": _best(game, rules, experiment),
    }


def _best(game: Game[Any], rules: Any, experiment: str) -> dict[str, Any] | None:
    """Return what optimal play is worth and what each seat does, None if nobody decides."""
    from montmort.output.optimal_play import seat_line, strategy_lines, strategy_rows

    aim = game.aim_in(experiment)
    if aim is None:
        return None
    play = game.optimal_play(rules, experiment, aim)
    table = io.StringIO()
    header, rows = strategy_rows(play)
    csv.writer(table).writerows([header, *rows])
    size, kind = ("largest", "smallest")[not aim.maximises], ("mean", "chance")[play.is_chance]
    return {
        "wanted": f"{size} {kind} of {aim.text}",
        "value": _number(play.found.value),
        "seats": [
            {
                "head": seat_line(aim, seat, decisions),
                "lines": [
                    line.replace("--strategy-csv FILE", "download the strategy")
                    for line in strategy_lines(decisions)
                ],
            }
            for seat, decisions in play.decisions.items()
        ],
        "table": table.getvalue(),
    }


def _field(name: str, known: FieldLaw) -> dict[str, Any]:
    answers = known.answers()
    chances: dict[str, Fraction] = answers["law"]
    rows = [*chances.items()][:MOST_ROWS]
    return {
        "name": name,
        "mean": _number(known.mean),
        "variance": _number(known.variance),
        "law": [{"outcome": outcome, **_number(chance)} for outcome, chance in rows],
        "is_number": known.mean is not None and not {"true", "false"} & chances.keys(),
        "left_out": len(chances) - len(rows),
        "tail": _number(answers["tail"]) if chances and answers["tail"] else None,
    }


def _number(value: Fraction | None) -> Any:
    if value is None:
        return None
    exact = Fraction(value)
    return {
        "float": float(exact),
        "decimals": fixed_point(exact, PLACES),
        "short": short(exact),
        "whole": whole(exact),
    }


@answered
def verdict(text: str, counts: str, field: str) -> dict[str, Any]:
    """Return the verdicts on a table of counts of a field, or of several with a header."""
    from montmort.verification.by_name import crosscheck
    from montmort.verification.own_simulators.outcome_file import outcomes

    game, rules, experiment = _game(json.loads(text))
    table, numbers = _table(counts, field)
    Path(COUNTS).write_text(table, encoding="utf-8")
    found = crosscheck(game, rules, experiment=experiment, simulator=outcomes(COUNTS))
    return {
        "decision": str(found.decision),
        "verdicts": [
            {
                "decision": str(each.decision),
                "field": each.field,
                "sentence": _of_paste(str(each), numbers),
                "rows": [(name, _of_paste(words, numbers)) for name, words in each.rows()],
                "counts": {str(value): count for value, count in each.counts.items()},
            }
            for each in found.verdicts
        ],
        "notes": [*found.notes],
    }


def _table(counts: str, field: str) -> tuple[str, list[int]]:
    """Return a table of counts with its header, and the line pasted of each of its lines.

    Cells stand between commas, semicolons, tabs or spaces.  Without a header, or with one of
    value and count, the counts are of the field.
    """
    cells = [re.split(r"[\s,;]+", line.strip()) for line in counts.splitlines()]
    rows = [(number, row) for number, row in enumerate(cells, start=1) if any(row)]
    if not rows:
        raise Refused("paste a table first: a value and its count in each line, as 7, 12")
    first = [cell.casefold() for cell in rows[0][1]]
    if sorted(first) == sorted(COLUMNS):
        return "".join(",".join(row) + "\n" for _, row in rows), [number for number, _ in rows]
    if first == COLUMNS[1:]:
        del rows[0]
    for number, row in rows:
        if len(row) != 2:
            raise Refused(f"line {number}: write a value and its count, as 7, 12")
    table = [(0, COLUMNS), *((number, [field, *row]) for number, row in rows)]
    return "".join(",".join(row) + "\n" for _, row in table), [number for number, _ in table]


def _of_paste(words: str, numbers: list[int]) -> str:
    """Return a sentence with the lines as they were pasted."""
    return re.sub(
        rf"{COUNTS}, line ([0-9]+)", lambda found: f"line {numbers[int(found[1]) - 1]}", words
    )


@answered
def certificate(text: str) -> dict[str, str]:
    """Return the certificate of the answer, and the program that checks it."""
    from montmort.verification.certificates.document import text_of
    from montmort.verification.certificates.program import program_of

    game, rules, experiment = _game(json.loads(text))
    known = _certification(game, experiment)
    document = known.certificate(rules, None)
    return {
        "certificate": text_of(document),
        "checker": program_of(known.checker_of(document)),
        "kind": str(document["game"]),
    }


def _certification(game: Game[Any], experiment: str) -> Certification[Any]:
    """Return how the answer is certified: by the solver of the game, the chain, or the choices."""
    aim = game.aim_in(experiment)
    if aim is None or game.certification is not None:
        return game.certify(experiment)
    from montmort.verification.optimal_certification import certification_of_aim

    return certification_of_aim(game.rulebook, experiment, aim)


treize_counts.install()
sys.meta_path.insert(0, on_demand.OnDemand())
