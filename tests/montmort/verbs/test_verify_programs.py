"""Simulators in other languages, from the command line: right ones, wrong ones and broken ones."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from montmort.exact.law import Law
from montmort.games.errors import BadInput
from montmort.montecarlo.external import subprocess_control
from montmort.montecarlo.external.outcome_parser import Fields
from montmort.montecarlo.external.program import SEEDS, program
from montmort.montecarlo.runs.block import stream
from montmort.verification import Decision, crosscheck

PROGRAMS = Path(__file__).parent / "programs"
TWO_HANDS = Path(__file__).parents[3] / "docs/examples/two_hands.py"
DIE = {str(face): "1/6" for face in range(1, 7)}
FOUR = {"4": "1"}  # a die with one face
FOURS = "awk -v n=$2 'BEGIN { while (n--) print 4 }'"


@pytest.fixture
def script(tmp_path: Path) -> Any:
    """Return a function that makes a shell script and returns the command that runs it."""

    def made(body: str, words: str = "{seed} {plays}") -> str:
        path = tmp_path / "script.sh"
        path.write_text(body + "\n")
        return f"sh {shlex.quote(str(path))} {words}"

    return made


@pytest.fixture(scope="module")
def treize(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the command that plays Treize in C."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler here")
    path = tmp_path_factory.mktemp("c") / "treize"
    subprocess.run([compiler, "-O2", "-o", path, PROGRAMS / "treize.c"], check=True)
    return f"{path} {{seed}} {{plays}}"


# Right and wrong


def test_treize_in_c(verify: Any, treize: str) -> None:
    argv = ["treize", "--seed", 1, "--json", "--margin", "0.05", "--margin", "cards=0.5"]
    code, out, _ = verify(*argv, "--command", treize)
    answers = json.loads(out)["answers"]
    assert code == 0
    assert {name: answer["verdict"] for name, answer in answers.items()} == dict.fromkeys(
        ["points", "passes", "cards"], "CONSISTENT"
    )


def test_treize_in_c_with_a_bug(verify: Any, treize: str) -> None:
    code, out, _ = verify("treize", "--seed", 1, "--command", f"{treize} bug", "--json")
    assert code == 1
    assert json.loads(out)["answers"]["cards"]["verdict"] == "INCONSISTENT"


DEALS = ["war", "--experiment", "deal", "--seed", 1, "--plays", 10_000, "--margin", "0.2"]
DEAL = f"{sys.executable} {PROGRAMS / 'deal.py'} {{seed}} {{plays}}"


@pytest.mark.parametrize(("bug", "expected"), [("", 0), (" bug", 1)])
def test_deals_of_war_in_python(verify: Any, bug: str, expected: int) -> None:
    """Under a header, with a column that is no field and the line ends of Windows."""
    code, out, err = verify(*DEALS, "--margin", "strength=2", "--command", DEAL + bug)
    assert code == expected
    assert "not fields, not judged: 'deal'" in err
    assert ("value 5 lies outside [0, 4]" in out) == bool(bug)
    assert not bug or re.search(
        r"INVALID: aces, .*`.* [0-9]+ 10000 bug`, line [0-9]+: value 5", out
    )


def test_what_was_not_judged_is_said(verify: Any, script: Any) -> None:
    """A program prints points alone, and nobody looks at its cards."""
    game = ["treize", "--ranks", "2", "--suits", "1", "--seed", 1, "--max-plays", 10_000]
    command = script("awk -v n=$2 'BEGIN { print \"points\"; while (n--) print 0 }'")
    code, out, _ = verify(*game, "--command", command)
    assert code == 1
    assert "not judged, not printed: passes, cards" in out
    assert "the decision, INCONSISTENT, is about points alone, 1 of 3 fields" in out
    assert "not judged, the deal: --experiment cards judges it" in out
    code, out, _ = verify(*game, "--command", command, "--json")
    assert json.loads(out)["meta"]["unprinted"] == ["passes", "cards"]


def test_what_the_decision_is_about_is_said(verify: Any) -> None:
    """Of a game of War with 52 cards only the mean of the winner is known."""
    code, out, _ = verify("war", "--margin", 0.2, "--seed", 1)
    assert code == 0
    assert "the decision, CONSISTENT, is about the mean of winner alone, 1 of 4 fields" in out
    code, out, _ = verify("treize", "--ranks", 2, "--suits", 2, "--margin", 0.2, "--seed", 1)
    assert (code, "the decision" in out) == (0, False)


def test_a_column_alone(verify: Any) -> None:
    code, out, _ = verify(*DEALS, "--command", DEAL, "--column", "aces", "--json")
    assert (code, list(json.loads(out)["answers"])) == (0, ["aces"])


@pytest.mark.parametrize(
    ("eldest", "nobody", "expected"), [("1/3", "2/3", 0), ("2/3", "1/3", 1), ("1", "0", 1)]
)
def test_two_hands_in_awk_name_the_winner(
    verify: Any, law: Any, eldest: str, nobody: str, expected: int
) -> None:
    """Names of an enum's members, in any case; 8 of 24 orders give the first hand the pair."""
    command = f"awk -v seed={{seed}} -v plays={{plays}} -f {PROGRAMS / 'two_hands.awk'}"
    known = law({"eldest": eldest, "Nobody": nobody, "DEALER": "0"})
    game = [TWO_HANDS, "--ranks", 2, "--suits", 2, "--margin", "0.05", "--seed", 1, "--json"]
    code, out, _ = verify(*game, "--command", command, "--exact", known)
    answers = json.loads(out)["answers"]
    assert code == expected
    assert answers["winner=eldest"]["exact"] == eldest
    walked, out, _ = verify(*game, "--command", command)  # judged by the walk along every path
    assert walked == 0
    assert json.loads(out)["answers"]["winner=eldest"]["exact"] == "1/3"


ROLLS = "awk -v n=$2 -v s=$1 'BEGIN {{ srand(s); while (n--) print 1 + int({} * rand()) }}'"


@pytest.mark.parametrize(("faces", "expected"), [("6", 0), ("5.9", 1), ("5", 1), ("6.001", 1)])
def test_a_die_without_a_game(
    verify: Any, law: Any, script: Any, faces: str, expected: int
) -> None:
    command = script(ROLLS.format(faces))
    code, out, _ = verify("--exact", law(DIE), "--command", command, "--seed", 2, "--json")
    document = json.loads(out)
    assert code == expected
    assert (document["game"], document["rules"]) == ("sh", None)
    assert document["answers"]["value"]["exact"] == "7/2"


def test_a_program_that_never_ends_is_heard_as_long_as_needed(
    verify: Any, law: Any, script: Any
) -> None:
    command = script(ROLLS.format(6).replace("n--", "1"), "{seed}")
    code, _, _ = verify("--exact", law(DIE), "--command", command, "--margin", "0.2")
    assert code == 0


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_workers_change_nothing(verify: Any, law: Any, script: Any, workers: int) -> None:
    argv = [
        "--exact",
        law(DIE),
        "--command",
        script(ROLLS.format(6)),
        "--seed",
        3,
        "--plays",
        25_000,
    ]
    _, alone, _ = verify(*argv, "--workers", 1, "--json")
    _, out, _ = verify(*argv, "--workers", workers, "--json")
    assert json.loads(out)["answers"] == json.loads(alone)["answers"]
    assert json.loads(out)["answers"]["value"]["plays"] == 25_000


# What a line may look like


@pytest.mark.parametrize(
    "line",
    ["4", "+4", " 4 ", "4.0", "4.", "4e0", "0.4e1", "[1] 4", "4\\r", "\\0357\\0273\\02774"],
)
def test_an_integer_in_many_ways(verify: Any, law: Any, script: Any, line: str) -> None:
    body = f"printf '%b\\n' '{line}'; awk -v n=$(($2 - 1)) 'BEGIN {{ while (n-- > 0) print 4 }}'"
    code, _, _ = verify("--exact", law(FOUR), "--command", script(body), "--plays", 10)
    assert code == 0


@pytest.mark.parametrize(("yes", "no"), [("TRUE", "FALSE"), ("true", "false"), ("[1] TRUE", "0")])
def test_truth_values(verify: Any, law: Any, script: Any, yes: str, no: str) -> None:
    toss = f'print rand() < 0.5 ? "{yes}" : "{no}"'
    body = f"awk -v n=$2 -v s=$1 'BEGIN {{ srand(s); while (n--) {toss} }}'"
    known = law({"true": "1/2", "FALSE": "1/2"})
    code, out, _ = verify(
        "--exact", known, "--command", script(body), "--margin", "0.1", "--seed", 1
    )
    assert code == 0, out


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("2.5", "value is 2.5, a fraction; count in the smallest unit"),
        ("NaN", "value is 'NaN', not an integer"),
        ("NA", "value is 'NA', not an integer"),
        ("1/2", "value is '1/2', not an integer"),
        ("", "value is empty"),
        ("4 4", "value is '4 4', not an integer"),
        ("4,4", "value is '4,4', not an integer"),
        ("1e99", "value 1e99 lies outside [4, 4]"),
        ("7", "value 7 lies outside [4, 4]"),
        ("-4", "value -4 lies outside [4, 4]"),
        ("\\377", r"value is '\udcff', not an integer"),
    ],
)
def test_what_is_no_outcome_is_invalid(
    verify: Any, law: Any, script: Any, line: str, why: str
) -> None:
    body = f"echo 4; [ $2 = 1 ] && exit; echo 4; printf '%b\\n' '{line}'; echo 4; echo 4"
    code, out, _ = verify("--exact", law(FOUR), "--command", script(body), "--block", 5)
    assert code == 1
    assert "INVALID: value" in out
    assert why in out
    assert re.search(r"`.*script.* [0-9]+ 5.*`, line 3: ", out)


@pytest.mark.parametrize("line", ["2.5", "NaN", "-inf", "NA", "[1] NaN", "1/2", "4 4"])
def test_a_first_line_that_is_no_outcome_is_invalid_too(
    verify: Any, law: Any, script: Any, line: str
) -> None:
    command = script(f"echo '{line}'; {FOURS.replace('n--', '--n')}")
    code, out, _ = verify("--exact", law(FOUR), "--command", command)
    assert code == 1
    assert "line 1: value is " in out


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("4", "line 3: 1 cells where the header has 2"),
        ("4,1,1", "line 3: 3 cells where the header has 2"),
        ("4,", "line 3: b is empty"),
        ("4,3.5", "line 3: b is 3.5, a fraction"),
        ("", "line 3: 1 cells where the header has 2"),
    ],
)
def test_a_row_that_cannot_be_read_is_invalid(
    verify: Any, tmp_path: Path, script: Any, row: str, why: str
) -> None:
    laws = tmp_path / "laws.json"
    laws.write_text(json.dumps({name: {"values": FOUR} for name in "ab"}))
    body = f"echo a,b; echo 4,4; echo {row}; echo 4,4"
    code, out, _ = verify("--exact", laws, "--command", script(body), "--block", 3)
    assert code == 1
    assert out.count(why) == (1 if "b is" in why else 2)  # only b is INVALID, or both fields
    assert out.count("INVALID: ") == out.count(why)


def test_a_value_that_is_impossible_is_placed(verify: Any, tmp_path: Path, script: Any) -> None:
    """The second block of one seed has it; a is judged on, and b keeps what came before."""
    laws = tmp_path / "laws.json"
    laws.write_text(json.dumps({name: {"values": DIE} for name in "ab"}))
    body = ROLLS.format(6).replace("srand(s)", 'srand(s); print "a,b"')
    body = body.replace("print 1 +", 'print 1 + int(6 * rand()) "," 1 +')
    seeds = tmp_path / "seeds"
    which = f'echo $1 >> {seeds}; [ $1 = "$(sed -n 3p {seeds})" ] && w=8'
    wrong = f"{which}; {body} | awk -v w=$w 'w && NR == w {{ $0 = \"1,9\" }} 1'"
    argv = ["--exact", laws, "--block", 500, "--plays", 1500, "--seed", 1, "--workers", 1]
    code, out, _ = verify(*argv, "--json", "--command", script(wrong))
    answers = json.loads(out)["answers"]
    second = seeds.read_text().split()[2]  # the first is that of the trial
    assert code == 1
    assert answers["b"]["reason"].endswith(f" {second} 500`, line 8: value 9 lies outside [1, 6]")
    assert answers["b"]["plays"] == 500 + 6
    assert abs(answers["b"]["estimate"] - 3.5) < 0.5
    assert (answers["a"]["verdict"], answers["a"]["plays"]) == ("INCONCLUSIVE", 1500)


# What goes wrong


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("echo 4; echo warm-up >&2; echo 'out of cards' >&2; exit 3",
         "exited with code 3 after 1 line: warm-up / out of cards"),
        (f"{FOURS}; exit 1", "exited with code 1 after 5 lines"),
        ("echo 4; kill -9 $$", "was killed by SIGKILL after 1 line"),
        ("echo 4; kill -SEGV $$", "was killed by SIGSEGV"),
        ("printf '4\\n4\\n4'; exit 1", "exited with code 1 after 2 lines"),
        ("echo 4; echo 4; [ $2 -gt 1 ] && sleep 60; echo 4",
         "was still running after 0.5 s, when it had printed 2 lines; give it a longer time"),
        ("sleep 60", "was still running after 0.5 s, when it had printed 0 lines; give it a longer "
         "time limit, or fewer plays in a block, "
         "and let it flush its output"),
        ("sleep 60", "was still running after 0.5 s"),
        (f"{FOURS}; sleep 60", "was still running after 0.5 s"),
        (f"{FOURS}; sleep 60 & exit 0", "exited, but after 0.5 s a process that it started"),
        (f"{FOURS}; setsid sleep 2 & exit 0", "after 0.5 s a process that it started"),
        (f"{FOURS}; exec >&-; sleep 60", "was still running after 0.5 s"),
        (f"{FOURS}; exec >&- 2>&-; sleep 60", "was still running after 0.5 s"),
        ("while :; do echo 4; done", "printed more than the 5 lines requested"),
        (f"{FOURS}; echo 4", "printed more than the 5 lines requested"),
        (f"{FOURS}; printf 4", "printed more than the 5 lines requested"),
        (f"{FOURS}; while :; do echo; done", "printed more than the 5 lines requested"),
        ("while :; do printf 44444444; done", "printed a line of more than 65,536 bytes"),
        ("echo 4; echo 4", "printed 2 lines instead of 5"),
        ("echo 4; echo; echo", "printed 1 line instead of 5"),
        ("exit 0", "printed nothing"),
        ("echo; echo", "printed nothing"),
        ("exit 7", "exited with code 7 after 0 lines"),
        ("printf '\\377\\n'", "is neither an integer nor a header with a column value"),
        ("echo Hello; exit 0", "'Hello' is neither an integer nor a header"),
        ("echo value,value", "names value twice"),
        (f"[ $2 = 1 ] && echo value || echo value,other; {FOURS}",
         "printed another header than at first: 'value,other'"),
    ],
)  # fmt: skip
def test_a_program_that_fails_is_told_in_a_sentence(
    verify: Any, law: Any, script: Any, body: str, why: str
) -> None:
    argv = ["--exact", law(FOUR), "--block", 5, "--plays", 20, "--command", script(body)]
    code, out, err = verify(*argv, *(["--time-limit", "0.5"] if "0.5 s" in why else []))
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("montmort verify: ") == 1


def test_a_time_limit_of_many_years_is_none(verify: Any, law: Any, script: Any) -> None:
    argv = ["--exact", law(FOUR), "--block", 5, "--plays", 20, "--command", script(FOURS)]
    assert verify(*argv, "--time-limit", "1e300")[0] == 0


def test_a_block_must_fit_into_memory(verify: Any, law: Any) -> None:
    argv = ["--exact", law(FOUR), "--command", "sh -c 'yes 4' {seed}", "--plays", 10]
    code, _, err = verify(*argv, "--block", "1e12")
    assert code == 2
    assert "argument --block: '1e12' must be at most 10,000,000: a block is held in memory" in err
    with pytest.raises(BadInput, match="plays_per_block=10000001 must be an integer <= 10000000"):
        program("yes {seed}", plays_per_block=10**7 + 1)


def test_the_output_of_a_block_is_bounded(
    verify: Any, law: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subprocess_control, "MOST_BYTES", 10_000)
    argv = ["--exact", law(FOUR), "--command", "sh -c 'yes 4' {seed}", "--block", "1e6"]
    code, _, err = verify(*argv)
    assert code == 2
    assert "printed more than 10,000 bytes in " in err
    assert "lines; ask for fewer plays in a block" in err


HALF_WAY = "echo x >>{log}; [ $(wc -l <{log}) -le 3 ] && {rolls} && exit; {end}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "code", "message"),
    [
        ("echo 'out of memory' >&2; exit 1", 2, "exited with code 1 after 0 lines: out of mem"),
        ("sleep 60", 2, "was still running after 4 s"),
        ("while :; do echo 4; done", 2, "printed more than"),
        (f"echo 5.5; {FOURS.replace('n--', '--n')}", 1, "line 1: value is 5.5, a fraction"),
    ],
)  # fmt: skip
def test_what_was_counted_before_is_kept(
    verify: Any, law: Any, script: Any, tmp_path: Path, end: str, code: int, message: str
) -> None:
    """One play is asked for at first, then come two good blocks."""
    command = script(HALF_WAY.format(log=tmp_path / "log", end=end, rolls=ROLLS.format(6)))
    argv = ["--exact", law(DIE), "--command", command, "--block", 500, "--plays", 1500, "--seed", 1]
    found, out, err = verify(*argv, "--workers", 1, "--time-limit", 4, "--json")
    document = json.loads(out)
    answer = document["answers"]["value"]
    assert found == code
    assert message in (answer["reason"] if code == 1 else err)
    assert (message in document["meta"]["failure"]) == (code == 2)
    assert answer["plays"] == 1000
    assert abs(answer["estimate"] - 3.5) < 0.5
    assert answer["verdict"] == ("INVALID" if code == 1 else "INCONCLUSIVE")


def test_a_flood_on_standard_error_stops_nothing(verify: Any, law: Any, script: Any) -> None:
    body = f"awk 'BEGIN {{ for (i = 0; i < 1e5; i++) print \"warning\", i }}' >&2; {FOURS}"
    code, _, _ = verify("--exact", law(FOUR), "--command", script(body), "--block", 5)
    assert code == 0
    code, _, err = verify(
        "--exact", law(FOUR), "--command", script(f"{body}; exit 9"), "--block", 5
    )
    assert code == 2
    assert err.rstrip().endswith("warning 99997 / warning 99998 / warning 99999")


@pytest.mark.parametrize("word", ["x" * 300, "a/" * 3000, "/", "\u2660", "\udcff"])
def test_words_that_are_no_files(verify: Any, law: Any, script: Any, word: str) -> None:
    command = script(FOURS, f"{{seed}} {{plays}} '{word}'")
    code, out, _ = verify("--exact", law(FOUR), "--command", command, "--block", 5)
    assert code == 0
    assert "".join(command.replace("\udcff", "?").split()) in "".join(out.split())  # in lines


def test_standard_input_is_not_for_the_program(verify: Any, law: Any, script: Any) -> None:
    code, _, _ = verify("--exact", law(FOUR), "--command", script(f"cat; {FOURS}"), "--block", 5)
    assert code == 0


@pytest.mark.parametrize("constant", ["7", "int(systime_of_awk)"])
def test_blocks_that_repeat_are_no_evidence(
    verify: Any, law: Any, script: Any, constant: str
) -> None:
    body = (ROLLS.format(6)).replace("srand(s)", f"srand({constant})")
    code, out, _ = verify("--exact", law(DIE), "--command", script(body), "--plays", 30_000)
    assert code == 1
    assert "INVALID: value" in out
    assert "printed the same 10,000 plays for the seeds" in out


def test_equal_blocks_leave_a_record(verify: Any, law: Any, script: Any, tmp_path: Path) -> None:
    """Two blocks of eight seeds are good; the header is no play."""
    body = ROLLS.format(6).replace("srand(s)", 'srand(s % 8); print "value"')
    audit, junit = tmp_path / "a.json", tmp_path / "a.xml"
    argv = ["--exact", law(DIE), "--command", script(body), "--block", 500, "--seed", 1]
    code, out, _ = verify(*argv, "--workers", 1, "--audit", audit, "--junit", junit)
    assert code == 1
    assert "printed the same 500 plays for the seeds" in out
    document = json.loads(audit.read_text())
    assert document["meta"]["decision"] == "INVALID"
    assert document["answers"]["value"]["plays"] >= 500
    assert abs(document["answers"]["value"]["estimate"] - 3.5) < 0.5
    assert 'type="INVALID"' in junit.read_text()


@pytest.mark.parametrize("cut", ["printf 4", "printf '4\\n 4'", "printf '4\\n4\\n4\\n4\\n4'"])
def test_a_last_line_that_may_be_cut_is_refused(
    verify: Any, law: Any, script: Any, cut: str
) -> None:
    lines = cut.count("4")
    command = script(f"[ $1 = 1 ] && echo 4 && exit; {cut}")
    code, _, err = verify("--exact", law(FOUR), "--command", command, "--block", lines)
    assert code == 2
    assert f"did not terminate its last line, line {lines}: it may be cut" in err
    alone = script(f"[ $1 = 1 ] && echo 4 && exit; {cut}", "{seed}")
    code, _, err = verify("--exact", law(FOUR), "--command", alone, "--block", lines)
    assert (code, "line, line" in err) == (2, True)
    endless = script("while :; do printf '4\\n'; done", "{seed}")  # stopped inside a line
    code, _, _ = verify("--exact", law(FOUR), "--command", endless, "--block", lines)
    assert code == 0


def test_blocks_may_repeat_by_chance(verify: Any, law: Any, script: Any) -> None:
    """Ten tosses of a coin come again in one of 1024 blocks, five hundred are too few to wonder."""
    body = ROLLS.format(2)
    coin = law({"1": "1/2", "2": "1/2"})
    code, _, _ = verify("--exact", coin, "--command", script(body), "--block", 10, "--plays", 2000,
                        "--margin", "0.3", "--seed", 5)  # fmt: skip
    assert code == 0


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (["--command", "awk {plays}"], "has no {seed}"),
        (["--command", "awk 'x {seed}"], "cannot be read: No closing quotation"),
        (["--command", ""], "does not name a program"),
        (["--command", "  "], "does not name a program"),
        (["--command", "no-such-program {seed}"], "cannot run 'no-such-program'"),
        (["--command", "/dev/null {seed}"], "cannot run '/dev/null': Permission denied"),
        (["--command", "x {seed}", "--block", "0"], "'0' must be at least 1"),
        (["--command", "x {seed}", "--time-limit", "0"], "'0' must be a number of seconds"),
        (["--command", "x {seed}", "--time-limit", "nan"], "'nan' must be a number of seconds"),
        (["--command", "x {seed}", "--column", "face"], "no field 'face'; there are points, cards"),
        (["--command", "x {seed}", "--outcomes", "x"], "--command and --outcomes are two records"),
        (["--command", "x {seed}", "--exact", "no.json"], "no.json: No such file"),
        (["--block", "5"], "give it with --command"),
        (["--time-limit", "5"], "give it with --command"),
        ([], "name a GAME: one that"),
        (["whist"], "no game 'whist'; take one that `montmort games` lists, or a Python file"),
        (["treize", "--against", "usual"], "--exact and --against both say what is true"),
        (["treize", "--command", "x {seed}", "--column", "value"], "no field 'value'; there are"),
    ],
)  # fmt: skip
def test_questions_that_cannot_be_asked(
    verify: Any, tmp_path: Path, flags: list[str], why: str
) -> None:
    exact = tmp_path / "x.json"
    exact.write_text(json.dumps({"points": {"values": FOUR}, "cards": {"values": FOUR}}))
    code, out, err = verify("--exact", exact, *flags)
    assert (code, out) == (2, "")
    assert why in err


# A run that is broken off, and one that is saved


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def _wait_until(true: Any) -> None:
    for _ in range(600):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("waited in vain")


@pytest.mark.parametrize(
    ("end", "rich"),
    [
        (signal.SIGINT, False),
        (signal.SIGINT, True),
        (signal.SIGTERM, False),
        (signal.SIGTERM, True),
        (signal.SIGHUP, True),
    ],
)
def test_an_interrupted_run_ends_its_programs(
    law: Any, script: Any, tmp_path: Path, end: signal.Signals, rich: bool
) -> None:
    """Also what they have started; blocks that were finished are judged."""
    log = tmp_path / "pids"
    log.touch()
    begin = f"[ $2 -gt 1 ] && [ $(wc -l <{log}) -ge {1 if rich else 0} ] &&"
    hang = f"{begin} {{ sleep 600 & echo $$ $! >>{log}; wait; }}"
    command = script(f"{hang}\n[ $2 -gt 1 ] && echo 0 0 >>{log}\n{FOURS}")
    argv = ["--exact", law(FOUR | {"5": "0"}), "--command", command, "--workers", "1", "--json"]
    run = subprocess.Popen(
        [sys.executable, "-m", "montmort", "verify", *map(str, argv), "--plays", "30000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(end, signal.SIG_DFL),  # also where the tests ignore it
    )
    _wait_until(lambda: any("0 0" not in line for line in log.read_text().splitlines()))
    run.send_signal(end)
    out, err = run.communicate(timeout=60)
    pids = [int(word) for word in log.read_text().split() if word != "0"]
    assert run.returncode == 130, err
    assert "Traceback" not in err
    assert json.loads(out)["answers"]["value"]["plays"] == (10_000 if rich else 0)
    assert len(pids) == 2
    _wait_until(lambda: not any(map(_runs, pids)))


def test_a_run_that_ignores_what_others_end_by_ends_its_programs(
    law: Any, script: Any, tmp_path: Path
) -> None:
    """A job in the background ignores Ctrl-C, and one under nohup also the end of its terminal."""
    log = tmp_path / "pids"
    log.touch()
    command = script(f"[ $2 -gt 1 ] && {{ echo $$ >>{log}; sleep 600; }}\n{FOURS}")
    argv = ["--exact", law(FOUR), "--command", command, "--workers", "1", "--json"]

    def ignore() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    run = subprocess.Popen(
        [sys.executable, "-m", "montmort", "verify", *map(str, argv)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=ignore,
    )
    _wait_until(lambda: log.read_text().strip())
    run.send_signal(signal.SIGHUP)
    run.send_signal(signal.SIGTERM)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, "Traceback" in err) == (130, False), err
    _wait_until(lambda: not any(_runs(int(pid)) for pid in log.read_text().split()))


def test_when_all_is_decided_programs_under_way_are_ended(tmp_path: Path, script: Any) -> None:
    """The first block waits for another to begin, and that hangs."""
    log, first = tmp_path / "pids", tmp_path / "first"
    log.touch()
    other = f"[ $2 -gt 1 ] && [ $1 != $(cat {first}) ] && {{ echo $$ >>{log}; sleep 600; }}"
    waits = f"[ $2 -gt 1 ] && until [ -s {log} ]; do sleep 0.05; done"
    first.write_text("0")
    fours = program(script(f"{other}\n{waits}\n{FOURS}"))
    layout = fours.layout(Fields(names=("value",)))
    fours_simulator = fours.simulator(game="sh", rules=None, experiment="sh", layout=layout)
    first.write_text(str(stream(fours_simulator.identity, 1, 0).integers(SEEDS)))
    found = crosscheck(exact=Law(weights={4: 1}), simulator=fours, seed=1, workers=2)
    assert found.decision is Decision.CONSISTENT
    _wait_until(lambda: not any(_runs(int(pid)) for pid in log.read_text().split()))


def test_a_saved_run_is_not_played_again(
    verify: Any, law: Any, script: Any, tmp_path: Path
) -> None:
    log, save = tmp_path / "log", tmp_path / "runs.jsonl"
    command = script(f"[ $2 -gt 1 ] && echo $1 >>{log}\n{ROLLS.format(6)}")
    argv = ["--exact", law(DIE), "--command", command, "--block", 100, "--seed", 1, "--json"]
    first = verify(*argv, "--plays", 1000, "--save", save)
    again = verify(*argv, "--plays", 1000, "--save", save)
    assert json.loads(again[1])["answers"] == json.loads(first[1])["answers"]
    seeds = log.read_text().split()
    assert len(seeds) == 11  # one of those held is played again, as a proof
    assert len(set(seeds)) == 10
    assert all(int(seed) < 2**31 for seed in seeds)
    verify(*argv, "--plays", 1250, "--save", save)
    assert len(log.read_text().split()) == 15


def test_a_program_that_was_mended_is_another_experiment(
    verify: Any, law: Any, script: Any, tmp_path: Path
) -> None:
    save, exact = tmp_path / "runs.jsonl", law(DIE)
    argv = ["--exact", exact, "--plays", 10_000, "--seed", 1, "--save", save]
    assert verify(*argv, "--command", script(ROLLS.format(5)))[0] == 1
    code, _, err = verify(*argv, "--command", script(ROLLS.format(6)))
    assert code == 2
    assert "runs.jsonl" in err


# A game of one's own

OWN = """
from dataclasses import dataclass
from typing import NamedTuple
from montmort.games import Experiment

@dataclass(frozen=True, kw_only=True)
class Rules:
    faces: int = 6
    twice: bool = False

class Throw(NamedTuple):
    eyes: int

def start(rules, chance):
    return 0

def step(rules, state, chance, table):
    return None, Throw((1 + chance.pick([1] * rules.faces)) * (1 + rules.twice))

READINGS = {"usual": Rules(), "published": Rules(faces=4)}
EXPERIMENTS = {"throw": Experiment(name="throw", outcome=Throw, start=start, step=step)}
"""
FOR_EVER = "-v s={{seed}} 'BEGIN {{ srand(s); while (1) print {} }}'"
QUICK = ["--margin", "0.3", "--seed", "1", "--json"]


@pytest.mark.parametrize(
    ("flags", "expected", "mean"),
    [
        ([], 0, "7/2"),
        (["--faces", "1", "--twice"], 0, "2"),
        (["--against", "published"], 1, "5/2"),
        (["--reading", "published", "--against", "published"], 0, "5/2"),
        (["--command", f"awk {FOR_EVER.format('1 + int(6 * rand())')}"], 0, "7/2"),
        (["--twice", "--command", f"awk {FOR_EVER.format('7')}"], 1, "7"),
    ],
)  # fmt: skip
def test_a_game_of_ones_own_is_judged(
    verify: Any, tmp_path: Path, flags: list[str], expected: int, mean: str
) -> None:
    game = tmp_path / "own.py"
    game.write_text(OWN)
    for argv in ([game, *flags], [*flags, game]):
        code, out, _ = verify(*argv, *QUICK)
        assert (code, json.loads(out)["answers"]["eyes"]["exact"]) == (expected, mean)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (OWN.replace("faces", "command"), "the field command of Rules takes a flag's name"),
        (OWN.replace("EXPERIMENTS", "OTHERS"), "own.py has no experiment to play"),
        ("x = 1 / 0", "own.py, line 1: ZeroDivisionError"),
    ],
)
def test_a_file_that_holds_no_game(verify: Any, tmp_path: Path, text: str, why: str) -> None:
    game = tmp_path / "own.py"
    game.write_text(text)
    code, out, err = verify(game)
    assert (code, out) == (2, "")
    assert why in err


def test_a_pipeline_needs_a_shell(verify: Any, law: Any, script: Any) -> None:
    command = script(FOURS, "{seed} {plays} | cat")
    _, _, err = verify("--exact", law(FOUR), "--command", command, "--block", 5)
    assert "'|' is passed on as a word, since no shell runs the command" in err
    _, _, err = verify("--exact", law(FOUR), "--command", script(FOURS), "--block", 5)
    assert "shell" not in err


def test_only_fields_may_have_a_margin(verify: Any, law: Any, script: Any) -> None:
    _, _, err = verify("--exact", law(DIE), "--command", script(FOURS), "--margin", "wins=0.1")
    assert "no field 'wins' to give a margin; judged: value\n" in err
