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
KEEP = """def play(chance, table):
    die = chance.pick([1] * 6) + 1
    if table.decide(0, ["keep", "again"], die) == "again":
        die = chance.pick([1] * 6) + 1
    return die
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
    return value["title"], value["experiments"], value["fields"], value["best"]


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
            law(program=KEEP, aim={"text": "value"}),
            law(program=KEEP, aim={"text": "value > 4", "maximises": False}),
            law(game="kuhn"),
            law(game="first-orchard", rules={"trees": "2", "fruits": "2", "raven": "2"}),
        ],
    )


def test_optimal_play(tmp_path: Path) -> None:
    (found,) = answers(tmp_path, [law(program=KEEP, aim={"text": "value"})], "page")
    best, (value,) = found["value"]["best"], found["value"]["fields"]
    assert (best["wanted"], best["value"]["whole"]) == ("largest mean of value", "17/4")
    assert value["mean"]["whole"] == "17/4"
    (seat,) = best["seats"]
    assert seat["head"] == "seat 0 decides in 6 situations:"
    assert seat["lines"][1].split() == ["1", "again", "keep:", "1,", "again:", "3.5"]
    assert best["table"].splitlines()[6] == "0,6,keep,6,keep,keep=6 again=7/2,"


@pytest.mark.longest
def test_laws_of_every_game_and_example(tmp_path: Path) -> None:
    requests = [
        law(game=game.name, rules=build.BEGIN.get(game.name, {}))
        for game in build.games()
        if game.name != "treize"
    ]
    for file, aim in build.EXAMPLES.values():
        program = (ROOT / "docs/examples" / file).read_text()
        requests.append(law(program=program, aim={"text": aim}) if aim else law(program=program))
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
        "def play(chance):\n    exit()\n": "program.py, line 2: the file ends the program",
        KEEP: "program.py, line 3: a player decides; write above what is wanted",
    }
    requests = [law(program=program) for program in wrong]
    requests.append(law(game="craps", rules={"faces": "six"}))
    requests.append(law(game="craps", rules={"face": "6"}))
    requests.append(law(game="crap"))
    requests.append(law(program=KEEP, aim={"text": "worth"}))
    begins = (
        "faces: 'six'",
        "craps has no rule 'face'",
        "there is no game 'crap'",
        "optimal='worth'",
    )
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
        "field;count;value\nvalue;12;1": "INVALID: value, no plays; exact 7; value 1 lies outside",
        "\n7 12\n\n8 x\n": "INVALID: value, no plays; exact 7; line 4: the count 'x'",
        "1 5": "INVALID: value, no plays; exact 7; value 1 lies outside [2, 12]",
    }
    question = json.dumps({"program": DICE})
    found = answers(tmp_path, [["verdict", [question, table, "value"]] for table in tables], "page")
    for answer, begin in zip(found, tables.values(), strict=True):
        (verdict,) = answer["value"]["verdicts"]
        assert verdict["sentence"].startswith(begin)
    requests = [["verdict", [question, table, "value"]] for table in (" \n", "7 1\n\n1 2 3\n")]
    empty, long = answers(tmp_path, requests, "page")
    assert empty["sentence"].startswith("paste a table first")
    assert long["sentence"] == "line 3: write a value and its count, as 7, 12"


def test_verdicts_on_one_field_of_several(tmp_path: Path) -> None:
    question = json.dumps({"game": "craps"})
    tables = ("1 333\n2 188\n", "rolls"), ("win 4929\nloss 5071\n", "win")
    found = answers(tmp_path, [["verdict", [question, *each]] for each in tables], "page")
    fields = [{each["field"] for each in answer["value"]["verdicts"]} for answer in found]
    assert fields == [{"rolls"}, {"win=win", "win=tie", "win=loss"}]


def test_what_a_program_prints_is_cut_and_counted(tmp_path: Path) -> None:
    prints = "print('one')\nfor i in range(100000):\n    print(i)\nprint('x' * 10**6, end='')\n"
    requests = [law(program=prints + DICE), law(program="print('so far')\n1 / 0\n")]
    many, failed = answers(tmp_path, requests, "page")
    assert many["printed"]["count"] == 100_002
    assert many["printed"]["lines"] == ["one", *map(str, range(99))]
    assert failed["printed"] == {"lines": ["so far"], "count": 1}


def test_certificates_pass_their_checkers(tmp_path: Path) -> None:
    questions: list[dict[str, Any]] = [
        {"program": WALK}, {"game": "craps"}, {"game": "kuhn"},
        {"program": KEEP, "aim": {"text": "value"}},
    ]  # fmt: skip
    requests = [["certificate", [json.dumps(each)]] for each in questions]
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
