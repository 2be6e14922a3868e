"""What is listed derived again from the rules, which the files beside this one read and walk."""

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from montmort.verification.certificates.check import (
    Statement,
    Statements,
    Unreadable,
    mapping_of,
    words_of,
)


def derived(
    words: str, kind: str, rules: object, content: object, asked: Sequence[str]
) -> Statements:
    """Yield whether what is listed follows from the rules: derived again, or else on trust."""
    words_in = mapping_of(words_of)
    mapping_of(lambda what, x: words_in(what, x if isinstance(x, dict) else {what: x}))(
        "rules", rules
    )
    if not asked:
        return (yield Statement(None, words))
    if len(asked) != 2 or asked[0] != "--rules":
        raise Unreadable("after FILE stands nothing, or --rules and FILE.py or the name of a game")
    package = __name__.rpartition(".")[0]
    sys.path += [] if package else [str(Path(__file__).parent)]
    try:
        walk = importlib.import_module(f"{package}.rules_compare".lstrip("."))
    except ModuleNotFoundError:
        raise Unreadable("--rules needs the files rules_*.py beside this program") from None
    try:
        differs, how = walk.compare(kind, rules, content, asked[1])
    except walk.CannotWalk as error:
        raise Unreadable(f"the rules cannot be walked: {error}") from error
    yield Statement(not differs, f"{words}: {differs or 'derived again'}, {how}")
