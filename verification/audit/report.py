"""The validation report of a judged program, made from an audit record.

The record is a stranger's: every string of it stands in the document as plain words or as code,
never as a part of the template.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import number
from montmort.games.rulebook import Rulebook
from montmort.verification.audit.explained import (
    game_text,
    left_open,
    on_margins,
    on_the_rules,
    settings_text,
)
from montmort.verification.audit.record import Record, Verdicts
from montmort.verification.dependence.successive_plays import summary_of_names
from montmort.verification.own_simulators.replays import RULES
from montmort.verification.reports.document import (
    Code,
    Commands,
    Inline,
    Items,
    Paragraph,
    Report,
    Text,
)
from montmort.verification.reports.numbers import decimals
from montmort.verification.reports.template import fill_in
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from montmort.verification.audit.verify_json import Levels

TEMPLATE = Path(__file__).with_name("report.md")
MOST_ROWS = 200  # of a table
LONGEST_FRACTION = 10**5  # characters: a longer one takes seconds to divide
LONGEST_COMMAND = 10**4
MOST_OF_STORY = 40  # lines of a play
LONGEST = 300  # characters of a record's string in running text

_EXACT = {
    Decision.CONSISTENT: "In all that was judged the plays agree with the exact laws, and a "
    "deviation of a mean by its margin or more is ruled out. About smaller deviations nothing is "
    "claimed.",
    Decision.INCONSISTENT: "The plays contradict the exact laws or the rules: the program has a "
    "fault in what was judged, or it plays by other rules.",
    Decision.INCONCLUSIVE: "There were too few plays for a decision. This is no pass.",
    Decision.INVALID: "The data are no plays of this game: they hold what cannot occur, or cannot "
    "be read. This is no pass.",
}
_TWO = _EXACT | {
    Decision.CONSISTENT: "In all that was judged the two simulators agree, and a difference of "
    "their means by the margin or more is ruled out. About smaller differences, and about faults "
    "that both have, nothing is claimed.",
    Decision.INCONSISTENT: "The two simulators contradict each other: at least one of them has a "
    "fault in what was judged, or they play by different rules.",
}


def validation_report(record: Record, written: str, book: Rulebook[Any] | None = None) -> Report:
    """Return the report of a record; `written` is its date, `book` that of its game, if known."""
    prose = fill_in(TEMPLATE, _values(record) | _game(record, book))
    audit, meta = record.audit, record.meta
    facts = (
        ("dated", (written,)),
        ("plays judged", (f"{audit['began']} to {audit['ended']}",)),
        ("decision", (str(record.decision),)),
        ("by", _words(f"montmort {meta['version']}")),
        ("audit record", _code(f"SHA-256 {record.sha256}")),
    )
    return Report(
        title="Validation report",
        subtitle=_cut(
            f"{' '.join(filter(None, _kind_and_name(record.audit)))}, {_judged_as(record)}"
        ),
        facts=facts,
        sections=prose.sections,
    )


def _values(record: Record) -> dict[str, Any]:
    levels, listed = record.meta["levels"], _listed_verdicts(record)
    is_of_two = bool(_versus(record))
    difference = record.meta.get("difference")
    # the first plays may hold the difference, and then there is nothing to tell of the means
    table = [
        verdict
        for verdict in listed
        if verdict[0] != RULES and not (difference and not verdict[1]["plays"])
    ]
    hashes = list(_hashes(record))
    stated = table if difference else listed
    reasons = [_sentence(*verdict) for verdict in stated if not _is_consistent(verdict[1])]
    return {
        "subject": Paragraph(_subject(record)),
        "hashes": hashes[:MOST_ROWS],
        "more_hashes": max(0, len(hashes) - MOST_ROWS),
        "decision": str(record.decision),
        "meaning": ((_TWO if _versus(record) else _EXACT)[record.decision],),
        "is_of_two": is_of_two,
        "cut": _cut_short(record),
        "confidence": (f"{1 - levels['accept']:.12g}",),
        "rows": [_cells(name, verdict) for name, verdict in table],
        "is_capped": any(verdict.get("horizon") is not None for _, verdict in table),
        "margins": Paragraph(_words(on_margins(record, is_of_two=is_of_two))),
        "rules": Paragraph((words,)) if (words := on_the_rules(record)) else None,
        "story": _story(difference),
        "left_open": _listed(left_open(record, is_of_two=is_of_two)),
        "is_pass": record.decision is Decision.CONSISTENT,
        "hidden": len(listed) < len(record.verdicts),
        "total": len(record.verdicts),
        "reasons": Items(tuple(reasons)) if reasons else None,
        "deviations": list(_deviations(record))[:MOST_ROWS],
        "difference": _difference(difference),
        "besides": _besides(record),
        "not_judged": _not_judged(record),
        "notes": _listed(record.meta.get("notes", ())),
        "sure": Paragraph((_sure(levels, is_of_two=bool(_versus(record))),)),
        "repeat": Commands((record.audit["repeat"][:LONGEST_COMMAND],)),
        "setting": Paragraph(_words(_setting(record))),
        "line": ("_" * 32,),
    }


def _game(record: Record, book: Rulebook[Any] | None) -> dict[str, Any]:
    """Return the words on a game whose rulebook is known."""
    if book is None or record.document["rules"] is None:
        return {"game": [], "settings": None}
    settings = settings_text(record.document["rules"], book)
    items = tuple(_words(f"{words}: {_value(value)}") for words, value in settings)
    paragraphs = [Paragraph((words,)) for words in game_text(record, book)]
    return {"game": paragraphs, "settings": Items(items) if items else None}


# Strings of the record


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def _words(words: str) -> Text:
    return (_cut(words) or "-",)


def _code(words: str) -> Text:
    return (Code(_cut(words) or "-"),)


def _listed(sentences: Iterable[str]) -> Items | None:
    items = tuple(_words(sentence) for sentence in sentences)
    return Items(items[:MOST_ROWS]) if items else None


# What was judged


def _versus(record: Record) -> Mapping[str, Any]:
    """Return the second of two simulators, nothing if there is only one."""
    return record.audit.get("versus", {})


def _kind_and_name(side: Mapping[str, Any]) -> tuple[str, str]:
    program, outcomes = side.get("program"), side.get("outcomes")
    if program:
        return "the program", program["command"]
    return ("the plays in", outcomes["name"]) if outcomes else ("montmort's own simulator", "")


def _one_name(side: Mapping[str, Any]) -> str:
    return " ".join(filter(None, _kind_and_name(side)))


def _judged_as(record: Record) -> str:
    if second := _versus(record):
        return f"compared with {_one_name(second)}"
    if record.document["rules"] is None:
        return "judged by a law that was given"
    names = (record.document["game"], record.meta.get("experiment"))
    return f"judged as a simulator of {' '.join(dict.fromkeys(filter(None, names)))}"


def _subject(record: Record) -> Text:
    document, meta = record.document, record.meta
    rules, against = _pairs(document["rules"]), _pairs(meta.get("against"))
    kind, name = _kind_and_name(record.audit)
    parts: list[Inline] = [f"The subject is {kind}"]
    parts += [" ", Code(_cut(name))] if name else []
    parts += [f", {_cut(_judged_as(record))}"]
    parts += [f" under the rules {_cut(rules)}"] if rules else []
    if against and against != rules:
        parts += [f", by the exact laws of the rules {_cut(against)}"]
    measure = "exact law of each field, not another simulation"
    if _versus(record):
        measure = "other simulator; no exact law was used"
    parts += [f". The measure is the {measure}."]
    return tuple(parts)


def _pairs(rules: Mapping[str, Any] | None) -> str:
    return ", ".join(f"{name} {_value(value)}" for name, value in (rules or {}).items())


def _value(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if value in ("", []):
        return "none"
    return " ".join(map(_value, value)) if isinstance(value, list) else str(value)


def _hashes(record: Record) -> Iterator[tuple[Text, Text]]:
    """Yield what has a hash, and the hash."""
    audit, second = record.audit, _versus(record)
    yield from _hashes_of_files(audit)
    yield from _hashes_of_files(second)
    if file := audit.get("game_file"):
        yield _code(file["path"]), _code(file["sha256"])
    for point, run in record.runs.items():
        yield from _hashes_of_run(run, f" at {point}" if point else "")
    if second:
        yield from _hashes_of_run(second["run"], ", second")


def _hashes_of_files(side: Mapping[str, Any]) -> Iterator[tuple[Text, Text]]:
    program = side.get("program") or {}
    for file in program.get("files", ()):
        yield _code(file["path"]), _code(file["sha256"])
    for file in program.get("sources", ()):
        yield ("source, as given: ", *_code(file["path"])), _code(file["sha256"])
    if outcomes := side.get("outcomes"):
        part = "" if outcomes["to_end"] else ", which may not be the whole file"
        size = f"{outcomes['lines']:,} lines, {outcomes['bytes']:,} bytes{part}"
        yield _words(f"{outcomes['name']} ({size})"), _code(outcomes["sha256"])


def _hashes_of_run(run: Mapping[str, Any], which: str) -> Iterator[tuple[Text, Text]]:
    if law := run.get("law"):
        yield _words(f"the exact laws{which}"), _code(law["sha256"])
    if run.get("identity"):
        yield _words(f"the simulator's identity{which}"), _code(run["identity"])
    if file := run.get("run_file"):
        yield _code(file["path"]), _code(file["sha256"])


# The verdicts


def _is_consistent(verdict: Mapping[str, Any]) -> bool:
    return Decision(verdict["verdict"]) is Decision.CONSISTENT


def _listed_verdicts(record: Record) -> Verdicts:
    """Return the verdicts for the table, those that are not CONSISTENT first if they are many."""
    if len(record.verdicts) <= MOST_ROWS:
        return record.verdicts
    ordered = sorted(record.verdicts, key=lambda verdict: _is_consistent(verdict[1]))
    return tuple(ordered[:MOST_ROWS])


def _cells(name: str, verdict: Mapping[str, Any]) -> tuple[Text, ...]:
    low, high = verdict.get("interval", (None, None)) if verdict["plays"] else (None, None)
    interval = "-" if low is None else f"{_float(low)} to {_float(high)}"
    cells = (
        name if verdict.get("horizon") is None else f"min({name}, {verdict['horizon']})",
        verdict["verdict"],
        _float(verdict["versus"], 8) if "versus" in verdict else _exact(verdict.get("exact")),
        _float(verdict.get("estimate"), 8),
        interval,
        _float(verdict.get("margin"), 3),
        _counted(verdict["plays"]),
        _float(verdict.get("log10_e"), 4),
    )
    return tuple(map(_words, cells))


def _counted(plays: int | list[int]) -> str:
    return " and ".join(f"{number:,}" for number in (plays if isinstance(plays, list) else [plays]))


def _exact(text: str | None) -> str:
    if text is None:
        return "-"
    if len(text) > LONGEST_FRACTION:
        return f"a fraction of {len(text):,} characters"
    return decimals(number(text), 6)


def _float(value: float | None, digits: int = 6) -> str:
    if value is None:
        return "-"
    if isinstance(value, float) and math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return f"{float(value):.{digits}g}" if abs(value) < 1e300 else "beyond 1e300"


def _sentence(name: str, verdict: Mapping[str, Any]) -> Text:
    return (_cut(f"{name}: {verdict['verdict']}; {verdict.get('reason', '')}"),)


def _deviations(record: Record) -> Iterator[tuple[Text, ...]]:
    judged = [*record.verdicts, *record.others("chance"), *record.others("dependence")]
    for name, verdict in judged:
        for deviation in verdict.get("deviations", ()):
            other = deviation.get("versus", deviation.get("expected"))
            seen, expected = f"{deviation['observed']:,}", _float(other)
            ratio = _float(deviation.get("ratio"), 4)
            yield tuple(map(_words, (name, str(deviation["value"]), seen, expected, ratio)))


def _difference(difference: Mapping[str, Any] | None) -> Items | None:
    """Return the first play that does not follow from its picks."""
    if not difference:
        return None
    return Items(
        tuple(
            (f"{words}: ", Code(_cut(str(difference[key]).strip("`"))))
            for key, words in {
                "source": "in",
                "line": "line",
                "picks": "picks of chance",
                "choices": "choices of the players",
                "printed": "printed",
                "by_rules": "by the rules",
            }.items()
            if difference.get(key) is not None
        )
    )


def _story(difference: Mapping[str, Any] | None) -> Commands | None:
    """Return the play that differs, as the rules follow it."""
    lines = [_cut(str(line)) for line in (difference or {}).get("story", ())]
    if len(lines) > MOST_OF_STORY:
        lines = [*lines[:MOST_OF_STORY], f"… {len(lines) - MOST_OF_STORY:,} more lines"]
    return Commands(tuple(lines)) if lines else None


def _besides(record: Record) -> Items:
    """Return the decisions on chance and on dependence."""
    verdicts, alarms = record.dependence_judged, record.meta.get("alarms", ())
    chance, dependence = _decision(record.others("chance")), _decision(verdicts)
    if verdicts:
        dependence += f": {_cut(summary_of_names([name for name, _ in verdicts]))}"
    if _is_wrong(record.verdicts) and _is_wrong(verdicts):
        dependence = "cannot be told apart from the deviation of the fields"
    if own := [name for name, _ in verdicts if name in alarms]:
        dependence = _cut(f"INCONSISTENT in {', '.join(own)}")
    return Items(
        (
            (f"the picks of chance: {chance}",),
            (f"the dependence of plays on earlier ones: {dependence}",),
        )
    )


def _decision(verdicts: Verdicts) -> str:
    worst = Decision.worst(Decision(verdict["verdict"]) for _, verdict in verdicts)
    return f"{worst}, the worst of {len(verdicts)}" if verdicts else "not judged"


def _is_wrong(verdicts: Verdicts) -> bool:
    decisions = {Decision(verdict["verdict"]) for _, verdict in verdicts}
    return not decisions.isdisjoint({Decision.INCONSISTENT, Decision.INVALID})


def _not_judged(record: Record) -> Items | None:
    items: list[Text] = []
    for unjudged in record.meta["not_judged"][:MOST_ROWS]:
        way: Text = ("; to judge it: ", Code(_cut(unjudged["flag"]))) if unjudged["flag"] else ()
        items.append((_cut(f"{unjudged['what']}: {unjudged['why']}"), *way))
    return Items(tuple(items)) if items else None


# How sure it is, and how to repeat it


def _cut_short(record: Record) -> Text | None:
    meta = record.meta
    why = meta.get("failure") or ("it was interrupted" if meta.get("interrupted") else "")
    if not why:
        return None
    return (f"The run ended early: {_cut(why)}. The verdicts are those on the plays before.",)


def _sure(levels: "Levels", *, is_of_two: bool) -> str:
    right = "Two simulators of one law are" if is_of_two else "A right simulator is"
    return (
        f"{right} called INCONSISTENT with a chance of at most "
        f"{_odds(levels['reject'])}, however many quantities are judged and however often the "
        "plays are looked at. A simulator whose mean deviates by the margin or more is called "
        f"CONSISTENT with a chance of at most {_odds(levels['accept'])}, wherever the run stopped. "
        "Both hold if the plays are as the program gave them, and none was left out."
    )


def _odds(chance: float) -> str:
    """Return a chance in words.

    >>> _odds(1e-6), _odds(0.03)
    ('1 in 1,000,000', '0.03')
    """
    inverse = 1 / Fraction(repr(chance))
    is_short = inverse.denominator == 1 and inverse < 10**12
    return f"1 in {int(inverse):,}" if is_short else f"{chance:g}"


def _setting(record: Record) -> str:
    meta, audit = record.meta, record.audit
    versions = ", ".join(f"{name} {version}" for name, version in sorted(audit["versions"].items()))
    seed = "" if meta.get("seed") is None else f"The seed is {meta['seed']}. "
    blocks = sorted({block for run in record.runs.values() if (block := run.get("block"))})
    sizes = f"A block has {' or '.join(f'{size:,}' for size in blocks)} plays. " if blocks else ""
    return f"{seed}{sizes}Versions: {versions}."
