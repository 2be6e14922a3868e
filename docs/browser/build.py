"""Build the page that answers in the reader's browser:  python docs/browser/build.py SITE

Writes SITE/browser, a folder of static files that any server can serve.  Pyodide comes from the npm
registry and the wheels from the Python package index, by their ordinary clients, in the versions
below and with their hashes checked.  Without a registry one sentence says so, and no page is built.
"""

import argparse
import base64
import dataclasses
import hashlib
import json
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import typing
import zipfile
from collections.abc import Iterator
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

PYODIDE = "pyodide@314.0.7"
PYODIDE_SHA512 = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
WHEELS = {  # of the Python and the platform of this Pyodide, which lists no other packages
    "python-flint==0.9.0": "b31f5c00e0e36040ab58d00b3025156e20869b990d776e4bf90f870b1ee11ad3",
    "networkx==3.6.1": "d47fbf302e7d9cbbb9e2555a0d267983d2aa476bac30e90dfbe5669bd57f3762",
}
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
PAGES = {  # their titles, descriptions and programs, in the frame of both
    "index.html": (
        "the exact law of a game, in your browser",
        "The exact law of a game of chance, computed in your browser",
        "app.js",
    ),
    "checker.html": (
        "check a certificate",
        "Check a certificate of montmort in your browser",
        "checker.js",
    ),
}
PACKAGES = ("games", "machine", "exact", "montecarlo", "verification")

SOLVED = ("treize", "persian-monarchs")  # games whose own solvers need no compiled code
BEGIN = {"pig": {"goal": "10"}}  # rules with which a form begins, where the usual ones take long
EXAMPLES = {  # a file, and what is wanted where a player decides
    "Chuck-a-luck": ("chuck_a_luck.py", ""),
    "The field at craps": ("field_bet.py", ""),
    "The coupon collector": ("coupons.py", ""),
    "Selling a house, at best": ("offers.py", "price"),
}
DECKS = [(ranks, suits) for ranks in range(2, 14) for suits in range(1, 5)]


class NotBuilt(Exception):
    """What the page is made of cannot be had; the sentence says why."""


def build(site: Path) -> Path:
    """Build the page; return its folder."""
    page = site / "browser"
    with TemporaryDirectory() as place:
        work = Path(place)
        fetch_pyodide(work)
        wheels = fetch_wheels(work)
        for folder in ("pyodide", "checkers"):  # beside them stands a page of the site
            shutil.rmtree(page / folder, ignore_errors=True)
            (page / folder).mkdir(parents=True)
        for name in RUNTIME:
            shutil.copy(work / "package" / name, page / "pyodide")
        lock = json.loads((work / "package" / LOCK).read_text(encoding="utf-8"))
        (page / "pyodide" / LOCK).write_text(json.dumps({**lock, "packages": {}}))
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as source:
                write_zip(page / f"{wheel.name.partition('-')[0]}.zip", wheel_entries(source))
    for name in PAGES:
        (page / name).write_text(framed(name), encoding="utf-8")
    for file in (*HERE.glob("*.css"), *HERE.glob("*.js"), HERE / "icon.svg"):
        shutil.copy(file, page)
    shutil.copy(HERE / "python" / "checks.py", page)
    write_zip(page / "montmort.zip", program_entries())
    (page / "games.json").write_text(json.dumps(shelf()), encoding="utf-8")
    write_checkers(page)
    return page


def framed(name: str) -> str:
    """Return a page: its main part in the frame, in which its own link is marked."""
    title, description, script = PAGES[name]
    frame = Template((HERE / "frame.html").read_text(encoding="utf-8"))
    main = (HERE / name).read_text(encoding="utf-8")
    text = frame.substitute(title=title, description=description, script=script, main=main)
    return text.replace(f'    <a href="{name}">', f'    <a href="{name}" aria-current="page">')


def run(*command: str, folder: Path) -> str:
    """Return what a command prints; NotBuilt if it is not installed or fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise NotBuilt(f"{command[0]} is not installed") from None
    except subprocess.CalledProcessError as error:
        lines = error.stderr.splitlines()
        lines = [line for line in lines if line.startswith(("npm error", "ERROR"))]
        why = lines[0] if lines else f"exit code {error.returncode}"
        raise NotBuilt(f"`{' '.join(command[:3])}` failed: {why}") from None
    return done.stdout


def fetch_pyodide(work: Path) -> None:
    """Unpack the npm package of Pyodide into work/package."""
    name = run("npm", "pack", PYODIDE, "--loglevel=error", "--prefer-offline", folder=work).split()[
        -1
    ]
    content = (work / name).read_bytes()
    if hashlib.sha512(content).digest() != base64.b64decode(PYODIDE_SHA512):
        raise NotBuilt(f"the npm package {PYODIDE} is not the one with the hash in {__file__}")
    with tarfile.open(work / name) as archive:
        archive.extractall(work, filter="data")


def fetch_wheels(work: Path) -> list[Path]:
    """Return the wheels, downloaded by pip, which checks their hashes."""
    lines = [f"{name} --hash=sha256:{digest}" for name, digest in WHEELS.items()]
    (work / "wheels.txt").write_text("\n".join(lines))
    python = sys.executable
    run(
        python, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
        "--require-hashes", *PLATFORM, "-r", "wheels.txt", "-d", "wheels", folder=work,
    )  # fmt: skip
    return sorted((work / "wheels").glob("*.whl"))


Entries = Iterator[tuple[str, bytes]]


def write_zip(file: Path, entries: Entries) -> None:
    """Write an archive; the same entries give the same bytes."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def wheel_entries(wheel: zipfile.ZipFile) -> Entries:
    """Yield the files of a wheel that run, without its tests."""
    for name in wheel.namelist():
        if "/test" not in name and not name.endswith((".pyi", ".pxd", ".pyx", "/")):
            yield name, wheel.read(name)


def program_entries() -> Entries:
    """Yield montmort's modules, the modules of the page, and the counts of Treize."""
    for file in sorted((ROOT / "montmort").glob("**/*.py")):
        yield str(file.relative_to(ROOT)), file.read_bytes()
    for package in PACKAGES:
        for file in sorted((ROOT / package).glob("**/*.py")):
            yield f"montmort/{file.relative_to(ROOT)}", file.read_bytes()
    for file in sorted((HERE / "python").glob("**/*.py")):
        yield str(file.relative_to(HERE / "python")), file.read_bytes()
    yield from counts_of_treize()


def counts_of_treize() -> Entries:
    """Yield the counts of the decks of Treize that the page answers for."""
    from montmort.exact.treize.pass_counts import count_passes

    module = runpy.run_path(str(HERE / "python/treize_counts.py"))
    with TemporaryDirectory() as place:
        for ranks, suits in DECKS:
            module["write"](count_passes(ranks, suits), Path(place))
        for file in sorted(Path(place).iterdir()):
            yield f"treize/{file.name}", file.read_bytes()


def shelf() -> dict[str, Any]:
    """Return the games of the page with their rules, and the examples, for its forms."""
    return {
        "games": [described(game) for game in games()],
        "examples": [
            {
                "title": title,
                "program": (ROOT / "docs/examples" / file).read_text("utf-8"),
                "aim": {"text": aim},
            }
            for title, (file, aim) in EXAMPLES.items()
        ],
    }


def games() -> list[Any]:
    """Return the games that need no compiled code: two by their own solvers, and all walked ones.

    In a browser their answers take seconds, those of baccarat and cribbage half a minute.
    """
    from montmort.verification.registry import GAMES

    return [*(GAMES[name] for name in SOLVED), *filter(is_walked, GAMES.values())]


def is_walked(game: Any) -> bool:
    """Return whether the rules alone answer for a game."""
    known = game.solver or game.optimal or game.known_laws
    return known is None


def described(game: Any) -> dict[str, Any]:
    """Return what the form of a game shows."""
    book = game.rulebook
    about = (book.about or "").split("\n\n")
    return {
        "name": game.name,
        "title": game.title,
        "about": " ".join(" ".join(about[1:2] or about[:1]).replace("`", "").split()),
        "begin": BEGIN.get(game.name, {}),
        "rules": [rule_of(each, book.rules) for each in dataclasses.fields(book.rules)],
    }


def rule_of(field: "dataclasses.Field[Any]", kind: type) -> dict[str, Any]:
    """Return a field of Rules as an input of a form: its default is text, as in a flag."""
    hint = typing.get_type_hints(kind)[field.name]
    choices = typing.get_args(hint) if typing.get_origin(hint) is typing.Literal else ()
    if hint is bool:
        choices = (False, True)
    default = field.default
    text = ",".join(map(str, default)) if isinstance(default, tuple) else str(default)
    return {
        "name": field.name,
        "help": field.metadata.get("help", ""),
        "default": text.lower() if hint is bool or default is None else text,
        "choices": [str(each).lower() if hint is bool else str(each) for each in choices],
        "is_integer": hint is int,
    }


def write_checkers(page: Path) -> None:
    """Write the programs that check certificates, and a list of them by the kind they check."""
    from montmort.verification.certificates.program import program_of

    files = {}
    for kind, checker in sorted(checkers().items()):
        files[kind] = f"checkers/{'-'.join(re.findall(r'[a-z]+', kind))}.py"
        (page / files[kind]).write_text(program_of(checker), encoding="utf-8")
    (page / "checkers.json").write_text(json.dumps(files), encoding="utf-8")


def checkers() -> dict[str, Any]:
    """Return what checks certificates, by the kind that a certificate names."""
    from montmort.verification.certificates import mixed_checker, optimal_checker
    from montmort.verification.game import certification_of_rules
    from montmort.verification.registry import GAMES as SHIPPED

    found = [optimal_checker.CHECKER, mixed_checker.CHECKER]
    for game in SHIPPED.values():
        known = [make() for make in game.certifications.values()]
        known.append(certification_of_rules(game.rulebook, game.rulebook.first_experiment))
        if game.certification is not None:
            known.append(game.certification())
        found += [checker for each in known for checker in (each.checker, *each.others)]
    return {checker.game: checker for checker in found}


def main() -> int:
    """Build the page; without what it is made of, say so."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("site", type=Path, help="the folder of the site; the page is in browser/")
    site = parser.parse_args().site
    sys.path.insert(0, str(ROOT))
    try:
        page = build(site)
    except NotBuilt as error:
        print(f"the page for the browser is not built: {error}", file=sys.stderr)  # noqa: T201
        return 1
    size = sum(file.stat().st_size for file in page.glob("**/*") if file.is_file())
    print(f"{page}: {size / 1e6:.1f} MB")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
