"""`montmort certify GAME`: write a certificate that can be checked without this package."""

import gzip
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.exit_codes import NO_VERDICT
from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import flag
from montmort.options.flags import GameFlags, check_first_experiment, rules_of
from montmort.options.optimal_flags import AimFlags, aim_of
from montmort.options.order_of_sets import check_order_of_sets
from montmort.options.symbol_flags import At, put_numbers
from montmort.options.verb_flags import JsonFlag
from montmort.output.files import check_writable, write_whole
from montmort.output.json_document import print_document
from montmort.output.page import print_heading
from montmort.output.streams import answer, say
from montmort.verification.words_of_values import fields_text

if TYPE_CHECKING:
    from montmort.verification.certificates.certification import Certification
    from montmort.verification.game import Game


EXAMPLES = (
    "montmort certify treize -o treize.json --checker check.py",
    "montmort certify kuhn --coq kuhn.v",
    "montmort certify my_game.py -o my_game.json",
)


@dataclass(frozen=True, kw_only=True)
class Flags(GameFlags, JsonFlag, AimFlags, At):
    """What `montmort certify` is asked."""

    output: Path | None = flag(
        "file of the certificate, compressed if its name ends in .gz (stdout)",
        names=["-o", "--output"],
    )
    checker: Path | None = flag("write its checker, too: python FILE OUTPUT")
    coq: Path | None = flag("write a proof for Coq, too: coqc FILE")
    of: str = flag(
        "certify another answer: treize law, persian-monarchs match or "
        "best-responses, war first-turns, five-card-draw rows",
        default="",
        metavar="WHAT",
    )


def run(options: Flags) -> int:
    """Write the files asked for, and say how to check each; without files print the certificate."""
    from montmort.output.progress import walk_bar
    from montmort.verification.certificates.check import afford_text
    from montmort.verification.certificates.companions import companions_of
    from montmort.verification.certificates.document import check_work, text_of
    from montmort.verification.certificates.program import program_of

    started = time.process_time()
    outputs = options.output, options.checker, options.coq
    check_writable(*outputs)
    if options.coq and not re.fullmatch(r"[A-Za-z]\w*\.v", options.coq.name, re.ASCII):
        raise BadInput(
            f"coqc does not read {options.coq.name}; take a name of letters, digits and _ "
            "that ends in .v"
        )
    options = put_numbers(options)
    game: Game[Any] = options.game
    rules = rules_of(options)
    check_order_of_sets(game, options.experiment, rules, aim_of(options))
    known = _certification(options, rules)
    files: list[tuple[Path, str, str]] = []
    certificate: Mapping[str, Any] | None = None
    trusts: list[str] = []
    options.ending.code = NO_VERDICT
    checker = known.checker
    if options.output or not any(outputs) or (options.checker and known.others):
        with walk_bar(f"certifying {game.name}", "steps") as watch:
            certificate = known.certificate(rules, watch)
        checker = known.checker_of(certificate)
        check_work(afford_text, text_of(certificate))
        if not any(outputs) and not options.json:
            answer().write(text_of(certificate))
        elif options.output:
            files.append((options.output, text_of(certificate), f"sha256 {certificate['sha256']}"))
    if options.checker:
        how = f"python {options.checker.name} {(options.output or Path('FILE')).name}"
        files.append((options.checker, program_of(checker), how))
        for name, text in companions_of(checker).items():
            files.append((options.checker.with_name(name), text, f"for {how} --rules GAME"))
    if options.coq:
        proof, trusts = _proof(options, rules, known)
        files.append((options.coq, proof, f"coqc {options.coq.name}"))
    if options.output and not options.json:
        print_heading(game.title, fields_text(rules))
    for path, text, _ in files:
        content = text.encode()
        write_whole(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)
    options.ending.code = 0
    if options.json:
        _print_json(options, rules, certificate, files, trusts, time.process_time() - started)
        return 0
    for path, _, words in files:
        say(f"{path}: {words}")
    if options.coq:
        say(f" on trust: {'; '.join(trusts)}")
        say(f" without the virtual machine: coqchk -silent -o {options.coq.stem}")
    return 0


def _print_json(
    options: Flags,
    rules: object,
    certificate: Mapping[str, Any] | None,
    files: Sequence[tuple[Path, str, str]],
    trusts: Sequence[str],
    seconds: float,
) -> None:
    """Print the files and how to check them; without files the certificate itself."""
    print_document(
        game=options.game.name,
        rules=rules,
        answers={
            "certificate": None if files else certificate,
            "sha256": None if certificate is None else certificate["sha256"],
            "files": [{"path": str(path), "how": words} for path, _, words in files],
        }
        | ({"on trust": trusts} if trusts else {}),
        seconds=seconds,
        experiment=options.experiment,
    )


def _proof(options: Flags, rules: object, known: "Certification[Any]") -> tuple[str, list[str]]:
    """Return a proof for Coq and what it takes on trust.

    It is from the rules where they are written for Coq, else from the rows.
    """
    from montmort.output.progress import walk_bar
    from montmort.verification.certificates.coq.documents import proof_of
    from montmort.verification.certificates.coq.proof import trusted

    game: Game[Any] = options.game
    if game.proof is not None and not options.of:
        aim = aim_of(options) or game.aim_in(options.experiment)
        if (proof := game.proof(rules, options.experiment, aim)) is not None:
            return proof, trusted("rules")
    with walk_bar(f"proving {game.name}", "steps") as watch:
        return proof_of(known.certificate(rules, watch)), trusted("rows")


def _certification(options: Flags, rules: object) -> "Certification[Any]":
    """Return how the game's answer is certified, or the value of optimal play if it is asked for.

    The rules of every experiment can be walked; a game's own certificate is of the first one, and
    of the game's own aim.
    """
    game: Game[Any] = options.game
    is_first = options.experiment == game.rulebook.first_experiment
    if options.of:
        check_first_experiment(options, f" has no certificate of {options.of!r}")
        if aim_of(options) is not None:
            raise BadInput(f"--of {options.of} is not about optimal play; leave the aim out")
        return game.certify_other(options.of)
    aim = aim_of(options) or game.aim_in(options.experiment)
    if aim is None or (game.certification is not None and is_first and aim == game.aim):
        if game.certification is not None and game.aim is None:
            check_first_experiment(options, " has no certificate")
        return game.certify(options.experiment)
    if is_first and game.optimal is not None:
        if game.aim is None:
            raise BadInput(
                f"{game.name} has no certificate of an aim: a solver of its own finds its optimal "
                "play; leave the aim out, and name the strategy by a flag of the rules"
            )
        game.optimal(rules, aim, None)  # BadInput where a walk would take too long
    from montmort.verification.optimal_certification import certification_of_aim

    return certification_of_aim(game.rulebook, options.experiment, aim)
