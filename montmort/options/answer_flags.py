"""Flags of `montmort exact` that choose among its answers, and print their fractions whole."""

import argparse
from collections.abc import Mapping
from typing import Any

from montmort.games.errors import BadInput
from montmort.verification.exact_query import named


def add_answer(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument(
        "--answer",
        metavar="NAME",
        action="append",
        default=[],
        help="only this answer, by its name in --json: value, or points_law.0; repeatable",
    )
    parser.add_argument("--whole", action="store_true", help="print every digit of the fractions")


def chosen(options: argparse.Namespace, answers: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the answers that --answer names, or all of them; UnknownName if there is none."""
    if not options.answer:
        return answers
    return {path: named(answers, path) for path in options.answer}


def check_numbers(options: argparse.Namespace) -> None:
    """Raise BadInput for these flags where the answers are no list of numbers."""
    for name in ("answer", "whole"):
        if vars(options)[name]:
            raise BadInput(f"--{name} is about the exact values of a game; leave it out here")
