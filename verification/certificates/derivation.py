"""What is listed derived again from the rules, which the files beside this one read and walk."""

import importlib
import os
import re
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from montmort.verification.certificates.check import (
    OUTPUT,
    Statement,
    Statements,
    Unreadable,
    fields,
    fraction,
    mapping_of,
    words_of,
)

AIM = "(maximise|minimise) .+, seat (0|[1-9][0-9]{0,8})"


def derived(
    words: str, kind: str, rules: object, content: object, asked: Sequence[str]
) -> Statements:
    """Yield whether what is listed follows from the rules: derived again, or else on trust."""
    game, question = question_in(kind, rules)
    if not asked:
        return (yield Statement(None, f"{words}{question}{game}"))
    if len(asked) != 2 or asked[0] != "--rules" or not question:
        raise Unreadable("after FILE stands nothing, or --rules and FILE.py or the name of a game")
    package = __name__.rpartition(".")[0]
    sys.path += [] if package else [str(Path(__file__).parent)]
    try:
        walk = importlib.import_module(f"{package}.rules_compare".lstrip("."))
    except ModuleNotFoundError:
        raise Unreadable("--rules needs the files rules_*.py beside this program") from None
    if not package and OUTPUT[0] is None:  # what rules print is no part of the answer
        coding = sys.stdout.encoding
        OUTPUT[0] = os.fdopen(os.dup(1), "w", encoding=coding, errors="backslashreplace")
        os.dup2(2 if sys.stderr else os.open(os.devnull, os.O_WRONLY), 1)
        sys.stdout = sys.stderr
    try:
        with redirect_stdout(sys.stderr):
            differs, how = walk.compare(kind, rules, content, asked[1])
    except walk.CannotWalk as error:
        raise Unreadable(f"the rules cannot be walked: {error}") from error
    yield Statement(not differs, f"{words}: {differs or 'derived again'}{question} {how}")


def question_in(kind: str, rules: object) -> tuple[str, str]:
    """Return the game and what is asked of it, "" for nothing; Unreadable unless in one form."""
    if rules == {}:
        return "", ""
    names = "game", "experiment", "values", "at", *(("aim", "discount") * (kind != "chain"))
    game, experiment, values_, at_, *aims = fields("rules", rules, *names)
    values, at = mapping_of(words_of)("values", values_), mapping_of(fraction)("at", at_)
    found = f", by experiment {words_of('experiment', experiment)}"
    if aims:
        aim, discount = words_of("aim", aims[0]), fraction("discount", aims[1])
        if not re.fullmatch(AIM, aim) or not 0 < discount <= 1:
            raise Unreadable("an aim is as 'maximise won, seat 0', a discount above 0, at most 1")
        found += f" to {aim}" + f", with discount {discount}" * (discount != 1)
    pairs = [f"{name} = {text}" for name, text in (*values.items(), *at.items())]
    return f" of {words_of('game', game)}", found + f" with {', '.join(pairs)}" * bool(pairs)
