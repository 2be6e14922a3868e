"""The written programs: one file for each game, not too long, the standard library alone."""

import ast
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from montmort.games import five_card_draw
from montmort.verification.certificates.check import Checker, Unreadable, check_document
from montmort.verification.certificates.document import text_of
from montmort.verification.certificates.program import program_of
from montmort.verification.five_card_draw import certificate as five_card_draw_certificate
from tests.verification.certificates import corpus, tampering


@pytest.fixture(scope="module", params=tampering.CHECKERS, ids=lambda checker: checker.game)
def checker(request: pytest.FixtureRequest) -> Checker:
    return request.param


@pytest.fixture(scope="module")
def program(checker: Checker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp(checker.game) / "check.py"
    file.write_text(program_of(checker), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def small(checker: Checker) -> dict[str, Any]:
    if checker.game == "optimal play":
        return corpus.OPTIMAL["blind"]
    if checker.game == "bounds of optimal play":
        return corpus.BOUNDS["race"]
    if checker.game == "mixed strategies":
        return corpus.MIXED["hide"]
    if checker.game == "five-card-draw":
        return five_card_draw_certificate.certificate(
            five_card_draw.Rules(ranks=5, suits=2, max_draw=0)
        )
    more = {each["game"]: each for each in corpus.OTHER_ANSWERS.values()}
    return {**corpus.GAMES, **more}.get(checker.game, corpus.OUTCOMES["duel"])


def run_alone(program: Path, *arguments: object) -> "subprocess.CompletedProcess[str]":
    """Run a program without our packages, from its own folder."""
    command = [sys.executable, "-I", program.name, *map(str, arguments)]
    return subprocess.run(
        command, cwd=program.parent, capture_output=True, text=True, check=False, timeout=60
    )


def test_a_program_has_as_few_lines_as_the_page_says(program: Path) -> None:
    lines = program.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= tampering.MOST_LINES
    assert max(map(len, lines)) <= 100


def test_a_program_imports_the_standard_library_alone_and_once(program: Path) -> None:
    text = program.read_text(encoding="utf-8")
    modules: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            modules.append(str(node.module))
    assert {module.partition(".")[0] for module in modules} <= sys.stdlib_module_names
    assert len({*modules}) == len(modules)
    assert "import montmort" not in text
    assert "from montmort" not in text


def test_no_name_of_a_program_is_defined_twice(program: Path) -> None:
    """The texts are joined: a name of one module must not hide that of another."""
    tree = ast.parse(program.read_text(encoding="utf-8"))
    names = [alias.asname or alias.name for node in tree.body
             if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]  # fmt: skip
    names += [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    names += [name.id for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)
              for name in ast.walk(node)
              if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)]  # fmt: skip
    assert len({*names}) == len(names)


def test_a_program_has_the_fields_of_the_forms_and_not_their_words(
    program: Path, checker: Checker
) -> None:
    text = program.read_text(encoding="utf-8")
    assert "describe(" not in text
    assert checker.rules
    assert checker.content
    for form in (*checker.rules, *checker.content):
        for name in form:
            assert f'"{name}": ' in text, name


def test_a_program_says_what_it_is_and_how_it_is_run(program: Path, checker: Checker) -> None:
    text = program.read_text(encoding="utf-8")
    docstring = ast.get_docstring(ast.parse(text)) or ""
    assert docstring.startswith("Check a certificate of an exact answer:  python -I check.py FILE")
    others = {other.game for other in tampering.CHECKERS} - {checker.game}
    assert re.findall(r'^CHECKER = \w+\(\s*"(.*?)",\s', text, re.MULTILINE) == [checker.game]
    assert not any(f'("{other}", ' in text for other in others)


def test_a_program_runs_alone(program: Path, small: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    file.write_text(text_of(small), encoding="utf-8")
    found = run_alone(program, file)
    code = 3 if tampering.trusted(small) else 0
    assert (found.returncode, found.stderr) == (code, "")
    assert ", 0 FALSE" in found.stdout
    assert found.stdout.startswith(("on trust: ", "verified from witnesses: ", "recomputed: "))
    assert found.stdout.startswith("on trust: ") == (code == 3)
    other = tampering.changed(small, ("problem",), tampering.put("another problem"))
    file.write_text(text_of(other), encoding="utf-8")
    found = run_alone(program, file)
    assert (found.returncode, found.stderr) == (1, "")
    assert "\nFALSE       the problem" in found.stdout


def test_a_program_judges_every_change_as_the_package_does(
    program: Path, checker: Checker, small: dict[str, Any]
) -> None:
    names = runpy.run_path(str(program))

    def alone(text: str) -> list[Any] | None:
        try:
            return [*names["check_document"](text, [names["CHECKER"]])]
        except names["Unreadable"]:
            return None

    def ours(text: str) -> list[Any] | None:
        try:
            return [*check_document(text, [checker])]
        except Unreadable:
            return None

    honest = alone(tampering.as_json(small))
    assert honest
    assert {statement.holds for statement in honest} <= {True, None}
    for path, others in tampering.numbers(small):
        for other in (others[0], others[-1]):  # all others: the package, in test_certificates
            text = tampering.as_json(tampering.changed(small, path, tampering.put(other)))
            found = alone(text)
            assert found is None or any(statement.holds is False for statement in found), path
            assert found == ours(text), path


def test_a_program_refuses_the_certificates_of_other_games(
    program: Path, checker: Checker, tmp_path: Path
) -> None:
    file = tmp_path / "certificate.json"
    other = next(document for game, document in corpus.GAMES.items() if game != checker.game)
    file.write_text(text_of(other), encoding="utf-8")
    found = run_alone(program, file)
    assert (found.returncode, found.stderr) == (2, "")
    assert found.stdout == f"unreadable: game must be {checker.game}\n"


@pytest.fixture
def chain_program(tmp_path: Path) -> Path:
    file = tmp_path / "check.py"
    file.write_text(program_of(tampering.CHECKERS[0]), encoding="utf-8")
    return file


def test_names_that_no_terminal_knows_are_written_out(chain_program: Path, tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    rows = tampering.put({"\ud800\x1b": 1})
    changed = tampering.changed(corpus.GAMES["chain"], ("content", "rows"), rows)
    file.write_text(tampering.as_json(changed), encoding="utf-8")
    found = run_alone(chain_program, file)
    assert (found.returncode, found.stderr) == (2, "")
    assert "\x1b" not in found.stdout


def test_a_file_that_cannot_be_read_is_one_sentence(chain_program: Path, tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    file.write_bytes(b"\xff")
    for arguments in ((file,), (tmp_path,), (tmp_path / "none",), (), (file, file)):
        found = run_alone(chain_program, *arguments)
        assert (found.returncode, found.stderr) == (2, "")
        assert found.stdout.count("\n") == 1


@pytest.mark.parametrize(("redirected", "code"), [(">&-", 3), (">/dev/full", 2), ("| head -1", 0)])
def test_a_program_that_cannot_print_has_no_traceback(
    redirected: str, code: int, chain_program: Path, tmp_path: Path
) -> None:
    file = tmp_path / "t.json"
    file.write_text(text_of(corpus.GAMES["chain"]), encoding="utf-8")
    line = f"{sys.executable} -I {chain_program} {file} {redirected}"
    found = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr.count("\n")) == (code, int(code == 2))
