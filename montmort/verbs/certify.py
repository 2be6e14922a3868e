"""`montmort certify GAME`: what a stranger can check without us."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from games.errors import BadInput
from montmort.files import check_writable, write_whole
from montmort.flags import add_game, rules_of
from verification import registry


def add_arguments(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the flags of `montmort certify`."""
    add_game(parser, argv)
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write the certificate there (stdout)"
    )
    parser.add_argument(
        "--checker", metavar="FILE", type=Path, help="write the checker, too: python FILE OUTPUT"
    )
    parser.add_argument(
        "--coq", metavar="FILE", type=Path, help="treize: write a proof for coqc, too"
    )


def run(options: argparse.Namespace) -> int:
    """Write the certificate; on stdout if no file is named."""
    from verification import check
    from verification.certificate import text_of

    outputs = options.output, options.checker, options.coq
    check_writable(*outputs)
    _check_experiment(options)
    game, rules = registry.GAMES[options.game], rules_of(options)
    files: list[tuple[Path, bytes]] = []
    if options.coq:
        files.append((options.coq, game.coq(rules).encode()))
    if options.checker:
        files.append((options.checker, Path(check.__file__).read_bytes()))
    if options.output or not files:
        text = text_of(game.certificate(rules))
        if options.output:
            files.append((options.output, text.encode()))
        else:
            sys.stdout.write(text)
    for path, content in files:
        write_whole(path, content)
    return 0


def _check_experiment(options: argparse.Namespace) -> None:
    usual = next(iter(registry.GAMES[options.game].rulebook().EXPERIMENTS))
    if options.experiment != usual:
        raise BadInput(f"experiment={options.experiment} has no certificate; leave it out")
