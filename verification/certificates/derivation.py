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
    Form,
    Statement,
    Statements,
    Unreadable,
    fraction,
    mapping_of,
    read_form,
    words_of,
)
from montmort.verification.certificates.forms import describe, text_like

AIM = "(maximise|minimise) .+, seat (0|[1-9][0-9]{0,8})"
QUESTION: Form = {
    "game": describe(
        words_of, "The name of the file, with :NAME if one was given, or of the game."
    ),
    "experiment": describe(words_of, "The experiment."),
    "values": describe(
        mapping_of(words_of),
        "Every rule with its value, as Python writes it: `8`, `(1, 2)`, `Fraction(1, 3)`; members "
        "of an enum by name.",
    ),
    "at": describe(
        mapping_of(fraction),
        "Numbers of the symbols that the functions of the experiment meet; none has the name of a "
        "rule.",
    ),
}
WITH_AIM: Form = {
    **QUESTION,
    "aim": describe(
        words_of,
        "What is wanted, and by which seat, as `maximise price, seat 0`: a field, or a condition "
        "on fields and words of the outcome, as Python writes it.",
        text_like(AIM),
    ),
    "discount": describe(fraction, "Above 0, at most 1; 1 is none."),
}


def derived(
    words: str, kind: str, rules: object, content: object, args: Sequence[str]
) -> Statements:
    """Yield whether what is listed follows from the rules: derived again, or else on trust."""
    game, question = question_in(kind, rules)
    if not args:
        return (yield Statement(None, f"{words}{question}{game}"))
    if len(args) != 2 or args[0] != "--rules" or not question:
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
            differs, how = walk.compare(kind, rules, content, args[1])
    except walk.CannotWalk as error:
        raise Unreadable(f"the rules cannot be walked: {error}") from error
    yield Statement(not differs, f"{words}: {differs or 'derived again'}{question} {how}")


def question_in(kind: str, rules: object) -> tuple[str, str]:
    """Return the game and what is asked of it, "" for nothing; Unreadable unless in one form."""
    if rules == {}:
        return "", ""
    form = QUESTION if kind == "chain" else WITH_AIM
    game, experiment, values, at, *aims = read_form(form, "rules", rules)
    question = f", by experiment {experiment}"
    if aims:
        aim, discount = aims
        if not re.fullmatch(AIM, aim) or not 0 < discount <= 1:
            raise Unreadable("an aim is as 'maximise won, seat 0', a discount above 0, at most 1")
        question += f" to {aim}" + f", with discount {discount}" * (discount != 1)
    pairs = [f"{name} = {text}" for name, text in (*values.items(), *at.items())]
    return f" of {game}", question + f" with {', '.join(pairs)}" * bool(pairs)
