"""The one JSON document a verb prints: {"answers", "game", "meta", "rules"}, keys sorted."""

import argparse
import json
import math

from montmort import __version__
from montmort.output.files import beside_answer, write_whole
from montmort.output.streams import answer
from montmort.verification.words_of_values import settings

_INFINITE = "an infinite number"


def print_document(
    *, game: str | None, rules: object, answers: object, seconds: float, **meta: object
) -> None:
    """Print the document on stdout; `answers` and `meta` are already in JSON's terms."""
    document = {
        "game": game,
        "rules": None if rules is None else settings(rules),
        "answers": answers,
        "meta": {"version": __version__, "seconds": seconds, **meta},
    }
    answer().write(document_text(document))


def print_exact(
    options: argparse.Namespace,
    rules: object,
    answers: object,
    seconds: float,
    *,
    seed: int | None = None,
    **meta: object,
) -> None:
    """Print the document of exact answers; a `seed` where some are simulated."""
    game, experiment = options.game.name, options.experiment
    about = {"experiment": experiment, "seed": seed, **meta}
    print_document(game=game, rules=rules, answers=answers, seconds=seconds, **about)


def write_document(options: argparse.Namespace, document: object) -> None:
    """Print a document, if `--json` asks for it, and write it to the file that `--audit` names."""
    text = document_text(document)
    if options.audit is not None:
        with beside_answer(options):
            write_whole(options.audit, text.encode("ascii"))
    if options.json:
        answer().write(text)


def document_text(document: object) -> str:
    """Return a document as text, keys sorted."""
    text = json.dumps(_finite(document), sort_keys=True, indent=2, allow_nan=False)
    # JSON has no word for infinity; a number beyond all doubles is read as one everywhere.
    for sign in ("-", ""):
        text = text.replace(f'"{sign}{_INFINITE}"', f"{sign}1e999")
    return text + "\n"


def _finite(value: object) -> object:
    """Replace infinite floats by a word that can be found again."""
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    if isinstance(value, float) and math.isinf(value):
        return f"{'-' if value < 0 else ''}{_INFINITE}"
    return value
