"""Sentences of the validation report: the rules play by play, margins, and what a pass leaves open.

They say what follows from the record alone; the words on a game come from its rulebook.
"""

import dataclasses
import inspect
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from montmort.games.rulebook import Rulebook
from montmort.verification.audit.record import Record
from montmort.verification.own_simulators.replays import RULES
from montmort.verification.verdicts.decision import Decision

MOST_PARAGRAPHS = 3  # about a game
MARGIN = "--margin"


def on_the_rules(record: Record) -> str:
    """Return what was found when the rules played the picks again; "" if they did not."""
    verdict = dict(record.verdicts).get(RULES)
    if verdict is None or Decision(verdict["verdict"]) is Decision.INVALID:
        return ""
    plays = verdict["plays"]
    if record.meta.get("difference"):
        early = ", before the first look: means, chance and dependence were not judged"
        return (
            "The reference rules played the plays again from their picks. The play below does not "
            "follow from its picks; all plays before it do. The run ended "
            f"there{early * (not plays)}."
        )
    if not isinstance(plays, int) or plays < 3:
        return ""
    return (
        f"The reference rules played all {plays:,} plays again from their picks, and every outcome "
        "was the same. A fault of the rules that shows in more than one play of "
        f"{plays // 3:,} would have been found with a chance of 95 %."
    )


def on_margins(record: Record, *, is_of_two: bool) -> str:
    """Return which margins were chosen, and what the others are."""
    usual = "a hundredth of the standard deviation, or a 10,000th of the range if that is larger"
    if not is_of_two:
        usual += ", but at most half the distance of the exact mean from the ends of the range"
    chosen = list(_chosen(record.audit["command_line"]))
    if not chosen:
        return f"No margin was chosen; the default is {usual}."
    given = f"The margins {', '.join(chosen)} were chosen for this judgement"
    if any("=" not in word for word in chosen):
        return f"{given}."
    return f"{given}; the default of the others is {usual}."


def _chosen(command: str) -> Iterator[str]:
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word == MARGIN:
            yield after
        elif word.startswith(f"{MARGIN}="):
            yield word.removeprefix(f"{MARGIN}=")


def left_open(record: Record, *, is_of_two: bool) -> Iterator[str]:
    """Yield what may be wrong in spite of CONSISTENT."""
    yield "a mean that deviates by less than its margin"
    yield "a value so rare that these plays hardly show it: too few or too many of it"
    yield "fields, experiments and rules that were not judged"
    if is_of_two:
        yield "a fault that both simulators have, and plays that depend on each other"
        return
    yield (
        "dependence at other distances than those judged, copies of stretches too short to be "
        "known again, and blocks that share a seed so rarely that no two of these did"
    )
    if not record.others("chance"):
        yield "chance within a play, such as antithetic random numbers: no picks were given"
    yield "random numbers that can be predicted, and whatever is outside the plays, such as payment"


def game_text(record: Record, book: Rulebook[Any]) -> Iterator[str]:
    """Yield paragraphs on a game: its rules, and what the fields of its outcome are."""
    paragraphs = [" ".join(part.split()) for part in book.about.replace("`", "").split("\n\n")]
    yield from list(filter(None, paragraphs))[1 : 1 + MOST_PARAGRAPHS]  # the first is a headline
    name = record.meta.get("experiment") or book.first_experiment
    outcome = book.experiments[name].outcome if name in book.experiments else None
    if not isinstance(outcome, type):
        return
    words = inspect.getdoc(outcome)
    if words and not words.startswith(f"{outcome.__name__}("):  # a NamedTuple without a docstring
        yield " ".join(words.split("\n\n")[0].replace("`", "").split())


def settings_text(
    rules: Mapping[str, Any] | None, book: Rulebook[Any]
) -> Iterator[tuple[str, Any]]:
    """Yield what each setting of the rules means, and its value."""
    given = rules or {}
    for rule in dataclasses.fields(book.rules):
        if rule.name in given and rule.metadata.get("help"):
            yield _without_experiments(rule.metadata["help"], book), given[rule.name]


def _without_experiments(words: str, book: Rulebook[Any]) -> str:
    """Return the words on a setting without the experiments that it is about, as in pass: bet."""
    names, colon, rest = words.partition(": ")
    return rest if colon and {*names.split(", ")} <= {*book.experiments} else words
