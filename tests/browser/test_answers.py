"""The page's answers, with its arrays and without compiled code, are montmort's."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs.browser import build

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
DICE = "def play(chance):\n    return chance.pick([1] * 6) + chance.pick([1] * 6) + 2\n"
WALK = """from typing import NamedTuple
from montmort import Experiment
class Gain(NamedTuple):
    steps: int
    home: bool
def start(rules, chance):
    return 2
def step(rules, place, chance, table):
    place += 1 if chance.pick([2, 3]) else -1
    return (None if place in (0, 5) else place), Gain(1, place == 5)
WALK = Experiment(name="walk", outcome=Gain, start=start, step=step)
"""


def answers(folder: Path, requests: list[Any], *words: str) -> list[dict[str, Any]]:
    """Return the answers in a Python of their own."""
    (folder / "requests.json").write_text(json.dumps(requests))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder)}
    command = [sys.executable, str(HERE / "answers.py"), "requests.json", *words]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def exact(answer: dict[str, Any]) -> Any:
    """Return what must not differ: times do, and how the rules were walked."""
    value = answer["value"]
    return value["title"], value["experiments"], value["fields"]


def compare(folder: Path, requests: list[Any]) -> None:
    ours, montmorts = answers(folder, requests, "page"), answers(folder, requests)
    for request, here, there in zip(requests, ours, montmorts, strict=True):
        assert "value" in there, (request, there)
        assert "value" in here, (request, here)
        assert exact(here) == exact(there), request


def law(**request: object) -> list[Any]:
    return ["law", [json.dumps(request)]]


def test_laws_of_small_games(tmp_path: Path) -> None:
    compare(
        tmp_path,
        [
            law(program=DICE),
            law(program=WALK),
            law(game="penney", rules={"heads": "1/3"}),
            law(game="craps", rules={"bet": "dont-pass"}),
            law(game="craps", experiment="hand"),
            law(game="risk", rules={"attackers": "3", "defenders": "2", "to_the_last": "true"}),
        ],
    )


@pytest.mark.slow
def test_laws_of_every_game_and_example(tmp_path: Path) -> None:
    requests = [law(game=name) for name in build.GAMES if name != "treize"]
    examples = [ROOT / "docs/examples" / file for file in build.EXAMPLES.values()]
    requests += [law(program=file.read_text()) for file in examples]
    requests += [
        law(game="risk", rules={"attackers": "5", "to_the_last": "true"}),
        law(game="first-orchard", rules={"trees": "3", "raven": "6"}),
        law(game="snakes-and-ladders", rules={"faces": "4", "squares": "100"}),
        law(game="waldegrave", rules={"players": "4"}),
        law(game="three-ruin", rules={"counters": "2,3,4"}),
    ]
    compare(tmp_path, requests)


def test_sentences(tmp_path: Path) -> None:
    wrong = {
        "def play(chance):\n    return 1 / 0\n": "program.py, line 2: ZeroDivisionError",
        "def play(chance)\n    return 1\n": "program.py, line 1: expected ':'",
        "import pandas\n": "program.py, line 1: the page has no module 'pandas'",
        "x = 1\n": "program.py has no experiment to play",
        "def play(chance):\n    return play(chance)\n": "program.py, line 2: RecursionError",
        "def play(chance):\n    return chance.pick([1, -1])\n": "program.py, line 2: ",
        "raise SystemExit\n": "program.py, line 1: the file ends the program",
    }
    requests = [law(program=program) for program in wrong]
    requests.append(law(game="craps", rules={"faces": "six"}))
    requests.append(law(game="craps", rules={"face": "6"}))
    requests.append(law(game="crap"))
    begins = "faces: 'six'", "craps has no rule 'face'", "there is no game 'crap'"
    found = answers(tmp_path, requests, "page")
    for answer, begin in zip(found, [*wrong.values(), *begins], strict=True):
        assert answer["sentence"].startswith(begin), answer
        assert "\n" not in answer["sentence"]


def test_verdicts_name_the_lines_that_were_pasted(tmp_path: Path) -> None:
    fair = "\n".join(f"{total}, {1000 * (6 - abs(total - 7))}" for total in range(2, 13))
    tables = {
        fair: "INCONCLUSIVE: value, 7.000 in 36,000 plays",
        fair.replace(", ", "\t").replace("1000", "3000"): "INCONSISTENT: value, ",
        "value;count\n7;12\n8;x\n": "INVALID: value, no plays; exact 7; line 3: the count 'x'",
        "\n7 12\n\n8 x\n": "INVALID: value, no plays; exact 7; line 4: the count 'x'",
        "1 5": "INVALID: value, no plays; exact 7; value 1 lies outside [2, 12]",
    }
    question = json.dumps({"program": DICE})
    found = answers(tmp_path, [["verdict", [question, table]] for table in tables], "page")
    for answer, begin in zip(found, tables.values(), strict=True):
        (verdict,) = answer["value"]["verdicts"]
        assert verdict["sentence"].startswith(begin)
    (empty,) = answers(tmp_path, [["verdict", [question, " \n"]]], "page")
    assert empty["sentence"].startswith("paste a table first")


def test_certificates_pass_their_checkers(tmp_path: Path) -> None:
    requests = [
        ["certificate", [json.dumps(each)]] for each in ({"program": WALK}, {"game": "craps"})
    ]
    for answer in answers(tmp_path, requests, "page"):
        (tmp_path / "check.py").write_text(answer["value"]["checker"])
        (tmp_path / "certificate.json").write_text(answer["value"]["certificate"])
        command = [sys.executable, "-I", "check.py", "certificate.json"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        # 3: that the chain follows from the rules is on trust, where check.py has no rules
        assert done.returncode == 3, done.stdout
        assert "0 FALSE" in done.stdout


def test_treize_has_the_counts_of_the_solver(tmp_path: Path) -> None:
    code = """
import sys
sys.path.append(sys.argv[1])
from pathlib import Path
import treize_counts
from montmort.exact.treize.pass_counts import count_passes
treize_counts.FOLDER = Path()
treize_counts.write(count_passes(4, 2), Path())
assert treize_counts.read(4, 2) == count_passes(4, 2)
try:
    treize_counts.read(14, 4)
except treize_counts.TooLarge as error:
    print(error)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code, str(HERE.parents[1] / "docs/browser/python")]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("the page has Treize for at most 13 ranks"), done.stderr
