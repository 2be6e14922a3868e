"""`montmort claims` as a user types it: published claims, and claims from a file."""

import json
import re
import shlex
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from montmort.games.errors import TooLarge
from montmort.verification import registry
from montmort.verification.claims import Claim, Finding, Sample, Standing

TRUE = """
[[claim]]
name = "a small deck"
game = "treize"
sense = "three ranks in two suits are worth a little more than a stake"
source = "the rule sheet"
rules = { ranks = 3, suits = 2 }
answer = "value"
"""
VALUE = Fraction(501671, 465312)  # 1.07813..., every order of the deck walked


@pytest.fixture
def claims(run: Any) -> Any:
    """Return a function that runs `montmort claims`: (exit code, stdout, stderr)."""
    return partial(run, "claims")


@pytest.fixture
def own(claims: Any, tmp_path: Path) -> Any:
    """Return a function that runs a file of claims: (exit code, answers or stderr)."""

    def call(text: str) -> tuple[int, Any]:
        file = tmp_path / "own.toml"
        file.write_text(text, encoding="utf-8")
        code, out, err = claims(str(file), "--json")
        return code, json.loads(out)["answers"] if out else err

    return call


def claims_of(**findings: Finding | BaseException) -> tuple[Claim, ...]:
    """Return claims about War with these findings, or that raise these errors."""

    def find(finding: Finding | BaseException) -> Finding:
        if isinstance(finding, BaseException):
            raise finding
        return finding

    return tuple(
        Claim(
            name=name,
            game="war",
            statement="a statement",
            find=lambda finding=finding: find(finding),
        )
        for name, finding in findings.items()
    )


HELD = Finding(
    standing=Standing.CONFIRMED, true="1/3", why="it is", how="montmort exact war",
    exact={"x": Fraction(1, 3)},
)  # fmt: skip
OPEN = Finding(
    standing=Standing.OPEN, true="0 to 1", why="nothing known", how="montmort simulate war",
    intervals={"chance": (0.0, 1.0)}, sample=Sample(plays=1, seed=2, level=0.5),
)  # fmt: skip


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that replaces the claims of every game."""

    def give(**findings: Finding | BaseException) -> None:
        for name, game in registry.GAMES.items():
            changed = replace(game, claims=partial(claims_of, **findings))
            monkeypatch.setitem(registry.GAMES, name, changed)

    return give


def test_a_document_has_every_claim_with_its_finding(claims: Any) -> None:
    code, out, err = claims("treize", "--claim", "advantage", "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert sorted(document) == ["answers", "game", "meta", "rules"]
    assert (document["game"], document["rules"]) == ("treize", None)
    (answer,) = document["answers"]
    assert answer["name"] == "advantage"
    assert answer["finding"] == "CONFIRMED"
    assert len(answer["exact"]["value"]) == 650 + 1 + 650
    assert (answer["intervals"], answer["sample"], answer["measured"]) == ({}, None, {})
    assert answer["seconds"] >= 0
    assert document["meta"]["interrupted"] is False


def test_the_text_has_the_claim_and_what_is_true(claims: Any) -> None:
    code, out, _ = claims("war", "--claim", "aces")
    assert code == 0
    for words in ("War", "CONFIRMED aces", "two aces", "Clark", "it holds 2", "1 of 1 claims"):
        assert words in out


def test_the_exit_code_says_whether_something_is_open(claims: Any, made_up: Any) -> None:
    made_up(held=HELD, false=replace(HELD, standing=Standing.REFUTED))
    assert claims("war")[0] == 0
    made_up(held=HELD, unknown=OPEN)
    assert claims("war")[0] == 3
    code, out, _ = claims("war", "--json")
    assert code == 3
    unknown = json.loads(out)["answers"][1]
    assert unknown["intervals"] == {"chance": [0, 1]}
    assert unknown["sample"] == {"plays": 1, "seed": 2, "level": 0.5}
    assert unknown["evidence"] == "1 play, seed 2, level 0.5"


def test_a_claim_that_is_too_large_stays_open(claims: Any, made_up: Any) -> None:
    """As on Pig without the extra that compiles its rules; the claims after it are found."""
    made_up(large=TooLarge("more than 3 paths to walk"), held=HELD)
    code, out, _ = claims("war", "--json")
    large, held = json.loads(out)["answers"]
    assert (code, large["finding"], held["finding"]) == (3, "OPEN", "CONFIRMED")
    assert "more than 3 paths" in json.dumps(large)


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_an_interrupted_run_prints_the_findings_so_far(
    claims: Any, made_up: Any, flags: list[str]
) -> None:
    made_up(alpha=HELD, beta=KeyboardInterrupt(), gamma=HELD)
    code, out, err = claims("war", *flags)
    assert code == 130
    assert "interrupted; these are the findings so far" in (err if flags else out)
    assert "alpha" in out
    assert "beta" not in out
    assert "gamma" not in out


def test_without_a_game_all_games_are_checked(claims: Any, made_up: Any) -> None:
    made_up(held=HELD)
    code, out, _ = claims("--json")
    document = json.loads(out)
    assert (code, document["game"]) == (0, None)
    assert len(document["answers"]) == len(registry.GAMES)


@pytest.mark.parametrize(
    ("stated", "finding"),
    [
        ('equals = "501671/465312"', "CONFIRMED"),
        ('equals = "501671/465313"', "REFUTED"),
        ("equals = 1.078", "REFUTED"),
        ("equals = 1", "REFUTED"),
        ("rounds_to = 1.078", "CONFIRMED"),
        ("rounds_to = 1.0780", "REFUTED"),  # to the places written
        ('rounds_to = "1.0781"', "CONFIRMED"),
        ("rounds_to = 1", "CONFIRMED"),
        ("rounds_to = 1\nplaces = 1", "REFUTED"),
        ("rounds_to = 0\nplaces = -1", "CONFIRMED"),
        ('rounds_to = "15/14"\nplaces = 1', "CONFIRMED"),
        ("between = [1, 1.1]", "CONFIRMED"),
        ('between = ["501671/465312", 2]', "CONFIRMED"),  # the ends are included
        ("between = [-1, 1.078]", "REFUTED"),
    ],
)
def test_a_number_is_compared_with_the_claim(own: Any, stated: str, finding: str) -> None:
    code, (answer,) = own(TRUE + stated)
    assert code == 0
    assert answer["finding"] == finding
    assert answer["exact"] == {"value": str(VALUE)}
    assert answer["how"] == "montmort exact treize --ranks 3 --suits 2"
    assert answer["source"] == "the rule sheet"


def test_fractions_of_any_length_are_claimed(own: Any) -> None:
    nulls = 5000 * "0"  # Python itself reads 4300 digits
    _, (answer,) = own(TRUE + f'equals = "501671{nulls}/465312{nulls}"')
    assert answer["finding"] == "CONFIRMED"


def test_a_file_gives_the_answers_of_the_command_line(own: Any) -> None:
    code, answers = own("""
    [[claim]]
    name = "the counter as a dealer"
    game = "persian-monarchs"
    rules = { cards = 4, max_raise = 1, first = "random" }
    question = { best_response = "random", role = "dealer" }
    answer = "value"
    between = [-1, 1]

    [[claim]]
    game = "liars-poker"
    reading = "published"
    rules = { jokers = 2 }
    question = { table = true }
    answer = "5.full_house"
    equals = "5993/3162510"  # the rule sheet: of C(54,5) hands

    [[claim]]
    game = "treize"
    rules = { ranks = 2, suits = 1 }
    question = { opponents = 2 }
    answer = "seats.2"
    equals = "-1/3"
    """)
    assert code == 0
    assert [answer["finding"] for answer in answers] == ["CONFIRMED"] * 3
    assert [answer["name"] for answer in answers][1:] == ["claim 2", "claim 3"]
    for answer in answers:
        assert main([*answer["how"].split()[1:], "--json"]) == 0
    assert answers[1]["claimed"] == "5.full_house equals 5993/3162510"


def test_the_example_is_one_false_claim_among_three(claims: Any) -> None:
    file = Path(__file__).parents[3] / "docs" / "examples" / "claims.toml"
    code, out, _ = claims(str(file), "--json")
    findings = [answer["finding"] for answer in json.loads(out)["answers"]]
    assert (code, findings) == (0, ["CONFIRMED", "REFUTED", "CONFIRMED"])


def test_files_and_games_go_together(claims: Any, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(TRUE + "rounds_to = 1.08")
    code, out, _ = claims(str(file), "war", "--claim", "aces", "--claim", "a small deck")
    assert code == 0
    assert "2 of 2 claims: 2 CONFIRMED" in out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "must contain one or more tables [[claim]]"),
        ("x = 1", "must contain one or more tables [[claim]]"),
        ("[claim]\nname = 'one'", "must contain one or more tables [[claim]]"),
        ("claim = [1]", "claim 1: 1 is not a table; begin it with [[claim]]"),
        ("[[claim", "is not valid TOML"),
        ("x = " + "[" * 5000, "is not valid TOML"),
        ("x = " + "1" * 5000, "is not valid TOML"),
        ("[[claim]]", "claim 1: game is missing"),
        (TRUE, "one of equals, rounds_to, between must state the claimed number, not 0"),
        (TRUE + "equals = 1\nrounds_to = 1", "must state the claimed number, not 2"),
        (TRUE + "equal = 1", "there is no key 'equal'; there are name, sense"),
        (TRUE + "equals = true", "equals = True must be a number"),
        (TRUE + "equals = nan", "'NaN' is not a number"),
        (TRUE + "equals = inf", "'Infinity' is not a number"),
        (TRUE + 'equals = "1/0"', "'1/0' is not a number"),
        (TRUE + 'equals = "much"', "'much' is not a number"),
        (TRUE + "equals = 1\nplaces = 2", "places go with rounds_to"),
        (TRUE + 'rounds_to = "1/3"', "give places = N"),
        (TRUE + "rounds_to = 1\nplaces = 1.5", "must be a whole number"),
        (TRUE + "rounds_to = 1\nplaces = 100_000", "must be a whole number, at most 1000"),
        (TRUE + "between = 1", "between = 1 must be two numbers in brackets"),
        (TRUE + "between = [1, 2, 3]", "must be two numbers in brackets"),
        (TRUE + "between = [2, 1]", "2 to 1 is not a range; begin with the smaller"),
        (TRUE.replace("treize", "trieze") + "equals = 1", "there is no game 'trieze'"),
        (TRUE.replace('"value"', "1") + "equals = 1", "answer = 1 must be a string"),
        (
            TRUE.replace('"value"', '"worth"') + "equals = 1",
            "a small deck: there is no answer 'worth': 'worth' is none of value, values",
        ),
        (TRUE.replace('"value"', '"value.0"') + "equals = 1", "there is no answer 'value.0'"),
        (TRUE.replace('"value"', '"values.3"') + "equals = 1", "'3' is none of 0, 1, 2"),
        (TRUE.replace('"value"', '"values"') + "equals = 1", "is not a single number"),
        (
            TRUE.replace("ranks", "rank") + "equals = 1",
            "there is no 'rank' in rules; there are ranks",
        ),
        (TRUE.replace("= 3", "= 1") + "equals = 1", "ranks=1 must be an integer >= 2"),
        (TRUE.replace("= 3", "= 'x'") + "equals = 1", "'x' is not a whole number"),
        (TRUE.replace("= 3", "= { x = 1 }") + "equals = 1", "is not a whole number"),
        (TRUE.replace("{ ranks = 3, suits = 2 }", "3") + "equals = 1", "rules = 3 must be a table"),
        (TRUE + 'equals = 1\nreading = "odd"', "treize has no reading 'odd'; there are usual"),
        (TRUE + "equals = 1\nquestion = { deep = 1 }", "there is no 'deep' in question; there are"),
        (TRUE + "equals = 1\n" + TRUE + "equals = 1", "two claims named 'a small deck'"),
    ],
)
def test_a_mistake_in_a_file_is_one_sentence(own: Any, text: str, sentence: str) -> None:
    code, err = own(text)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["trieze"], "there is no game 'trieze'; did you mean treize?"),
        (
            ["treize", "--claim", "truth"],
            "no claim 'truth'; without --claim all are shown",
        ),
        (["nowhere.toml"], "cannot read nowhere.toml: No such file"),
        (["--claims"], "unrecognized arguments"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(
    claims: Any, argv: list[str], sentence: str
) -> None:
    code, _, err = claims(*argv)
    assert code == 2
    assert sentence in err


def test_a_file_that_is_not_text_is_refused(claims: Any, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_bytes(b"\xff\xfe")
    code, _, err = claims(str(file))
    assert (code, "is not valid TOML" in err) == (2, True)


# The commands that show a finding's numbers.

DECIMAL = re.compile(r"-?\d+\.\d+")
OWN_TIME = re.compile(r"\d+\.\d+ s of CPU")
# numbers that follow from those printed: standard errors of a p, the edge of a mean or of chances,
# also in per cent, and how often something happens whose chance is the rest of a law
DERIVED = {"approximation": 2, "infinite": 1, "29": 1}  # of 29 the laws show zeros, not e-7
DERIVED |= {"record": 1, "record-at-first": 1, "record-in-the-press": 1}
DEAR = {"choice", "smart", "labels", "fair", "loop-published", "loop-usual", "nearly-impossible",
        "1000-runs", "10000-runs", "four-per-cent", "beats-non-counter", "90-seconds",
        "free", "forced", "eight-decks", "eight-decks-five-digits"}  # fmt: skip
ALL = [claim for game in registry.GAMES.values() for claim in game.claims()]


# solved for a minute each in the tests of the findings, and printed by the same function
SOLVED_ELSEWHERE = {"pig value", "blackjack eight-decks", "blackjack eight-decks-five-digits"}


def commands(finding: Finding) -> list[str]:
    return [line for line in finding.how.splitlines() if line.startswith("montmort ")]


def unshown(finding: Finding, printed: str) -> list[str]:
    """Return the decimals in `true` that are neither printed nor a difference of two of them.

    Rounded or truncated, the last place is off by at most one.  Results of play
    are printed as counts, or with an interval if they are judged.
    """
    stated = DECIMAL.findall(OWN_TIME.sub("", finding.true))
    numbers = [Fraction(number) for number in DECIMAL.findall(printed)]
    numbers += [Fraction(a) - Fraction(b) for a in stated for b in stated if a != b]
    if not any(command.startswith("montmort verify") for command in commands(finding)):
        numbers += [Fraction(end) for ends in finding.intervals.values() for end in ends]

    def shown(number: str) -> bool:
        unit = Fraction(1, 10 ** len(number.partition(".")[2]))
        return any(abs(Fraction(number) - other) <= unit for other in numbers)

    return [number for number in stated if not shown(number)]


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(
            claim,
            id=f"{claim.game} {claim.name}",
            marks=[pytest.mark.slow] if claim.name in DEAR else [],
        )
        for claim in ALL
        if f"{claim.game} {claim.name}" not in SOLVED_ELSEWHERE
    ],
)
def test_the_commands_named_print_what_is_true(
    claim: Claim, capsys: pytest.CaptureFixture[str]
) -> None:
    finding = claim.find()
    capsys.readouterr()
    for command in commands(finding):
        assert main(shlex.split(command)[1:]) in (0, 1), command
    printed = capsys.readouterr().out
    if commands(finding):
        assert len(unshown(finding, printed)) == DERIVED.get(claim.name, 0), printed
    for page in [line for line in finding.how.splitlines() if line.startswith("docs/")]:
        file, heading = page.split(", '")[0], page.split("'")[1]
        assert heading in (Path(__file__).parents[3] / file).read_text(encoding="utf-8")
    if finding.standing is Standing.OPEN:
        assert re.search("would (decide|confirm)", finding.why)


def test_numbers_that_no_command_prints_are_found() -> None:
    # Both were findings once: other plays, and a difference with one term printed.
    play = replace(HELD, true="play gives 0.768 to 0.820", how="montmort verify treize")
    assert unshown(play, "1.80262  1.80110  1.79650…1.80570") == ["0.768", "0.820"]
    behind = replace(HELD, true="35.704 behind")
    assert unshown(behind, "second mean 64.4892711") == ["35.704"]
    both = replace(HELD, true="100.193 and 64.489, 35.704 behind; found in 0.2 s of CPU")
    assert unshown(both, "100.1932 64.4892") == []
    assert unshown(both, "64.4892") == ["100.193"]


def test_a_game_named_twice_is_printed_once(claims: Any) -> None:
    code, out, _ = claims("war", "war", "--claim", "aces")
    assert code == 0
    assert out.count("CONFIRMED aces") == 1
    assert "1 of 1 claims" in out
    document = json.loads(claims("war", "war", "--claim", "aces", "--json")[1])
    assert (document["game"], len(document["answers"])) == ("war", 1)


def test_every_command_has_a_line_of_its_own(claims: Any, made_up: Any) -> None:
    made_up(held=replace(HELD, how="montmort exact war [a]\nmontmort exact war [b]"))
    _, out, _ = claims("war")
    assert "  see      montmort exact war [a]\n           montmort exact war [b]\n" in out
