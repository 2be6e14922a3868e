"""`verify --exact law.json`: exact laws from a file, and what is no law."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort.exact.law import Law
from montmort.games.errors import BadInput
from montmort.montecarlo.external.outcome_parser import Fields
from montmort.verification import laws_from

COIN = '{"values": {"0": "1/2", "1": "1/2"}}'


@pytest.fixture
def read(tmp_path: Path) -> Any:
    """Return a function that reads the laws in a text."""

    def laws(text: str, *how: Any) -> Any:
        path = tmp_path / "law.json"
        path.write_bytes(text.encode())
        return laws_from(str(path), *how)

    return laws


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (COIN, Law(weights={0: 1, 1: 1})),
        ('{"values": {"-3": "0.25", "7": "0.750"}}', Law(weights={-3: 1, 7: 3})),
        ('{"values": {"1": "1"}}', Law(weights={1: 1})),
        ('{"values": {"1": 1, "2": 0}}', Law(weights={1: 1})),
        ('\ufeff{"values": {" 2 ": " 2/6 ", "1": "2/3"}, "tail": "0"}', Law(weights={1: 2, 2: 1})),
        ('{"values": {"true": "1/3", "false": "2/3"}}', Law(weights={0: 2, 1: 1})),
        ('{"values": {"0": "1/2", "1": "1/4"}, "tail": "1/4"}', Law(weights={0: 2, 1: 1}, total=4)),
        (
            '{"values": {"0": "0.1", "5": "0.2"}, "tail": "0.7"}',
            Law(weights={0: 1, 5: 2}, total=10),
        ),
    ],
)
def test_a_law_of_one_field(read: Any, text: str, law: Law[int]) -> None:
    assert read(text) == {"value": law}
    assert read(text, None, "turns") == {"turns": law}
    assert read(text, Fields(names=("a", "b"))) == {"a": law}
    assert read(text, Fields(names=("a", "b")), "b") == {"b": law}


def test_laws_of_several_fields(read: Any) -> None:
    text = f'{{"turns": {COIN}, "values": {COIN}}}'
    coin = Law(weights={0: 1, 1: 1})
    assert read(text) == {"turns": coin, "values": coin}
    assert read(f'{{"values": {COIN}}}') == {"values": coin}
    with pytest.raises(BadInput, match="no field 'turns'; there are winner, values"):
        read(text, Fields(names=("winner", "values")))


def test_chances_of_any_length(read: Any) -> None:
    """Python itself reads no more than 4300 digits."""
    top, bottom = "1" + "0" * 5000, "3" + "0" * 5000
    text = json.dumps({"values": {"0": f"{top}/{bottom}", "1": "2/3"}})
    assert read(text)["value"][0] == Fraction(1, 3)
    long = json.dumps({"values": {"0": "0." + "1" * 5000, "1": "0." + "8" * 4999 + "9"}})
    assert sum(read(long)["value"].chances().values()) == 1


def test_a_tail_is_judged_up_to_where_little_is_left(verify: Any, law: Any, tmp_path: Path) -> None:
    """Tosses until heads: P(X = k) = 2^-k, of which 40 are listed."""
    known = law({str(k): f"1/{2**k}" for k in range(1, 41)}, tail=f"1/{2**40}")
    path = tmp_path / "tosses.csv"
    path.write_text("value,count\n" + "".join(f"{k},{2 ** (15 - k)}\n" for k in range(1, 16)))
    code, out, _ = verify("--exact", known, "--outcomes", path, "--json", "--margin", "0.1")
    answer = json.loads(out)["answers"]["value"]
    assert (code, answer["horizon"]) == (0, 30)  # 2^-30 < 1e-9 < 2^-29
    short = law({"1": "1/2", "2": "1/4"}, tail="1/4")
    code, _, err = verify("--exact", short, "--outcomes", path)
    assert code == 2
    assert "the law of value has 2.5e-01 in its tail; extend the law" in err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1, 2]", r'a law is \{"values"'),
        ("{}", r'a law is \{"values"'),
        ("null", r'a law is \{"values"'),
        ('{"values": [1]}', 'the law of values must be'),
        ('{"values": {}}', "the law of value lists no value"),
        ('{"a": 1}', 'the law of a must be {"values"'),
        ('{"a": {"tail": "1"}}', "the law of a must be"),
        ('{"values": {"1": 0.5, "2": 0.5}}', "0.5 is a float; write a chance as a string"),
        ('{"values": {"1": NaN}}', "NaN is a float"),
        ('{"values": {"1": "NaN"}}', "the chance of value 1 is 'NaN'; write it"),
        ('{"values": {"1": "-1/2", "2": "3/2"}}', "the chance of value 1 is '-1/2'"),
        ('{"values": {"1": -1}}', "the chance of value 1 is '-1'"),
        ('{"values": {"1": "1/0"}}', "the chance of value 1 is '1/0'"),
        ('{"values": {"1": "1e0"}}', "the chance of value 1 is '1e0'"),
        ('{"values": {"1": null}}', "the chance of value 1 is None"),
        ('{"values": {"1": true}}', "the chance of value 1 is True"),
        ('{"values": {"1": "1/3", "2": "1/3"}}', "its tail, 0, sum to 2/3, not to 1"),
        ('{"values": {"1": "1/3", "2": "1/3"}, "tail": "1/2"}', "its tail, 1/2, sum to 7/6, not"),
        ('{"values": {"1": "0.333", "2": "0.666"}}', "sum to 999/1000, not to 1"),
        ('{"values": {"1": "1/2", "1.0": "1/2"}}', "lists 1.0 twice"),
        ('{"values": {"1": "1/2", "1": "1/2"}}', "'1' is repeated"),
        ('{"values": {"1.5": "1"}}', "value is 1.5, a fraction"),
        ('{"values": {"x": "1"}}', "value is 'x', not an integer"),
        ('{"values": {"1": "1"}, "mean": "1"}', "the law of value has 'mean'; there are values"),
        ("[" * 100_000, "not JSON"),
        ('{"values": {"1": "1"}}\udcff', "it is not in UTF-8"),
    ],
)  # fmt: skip
def test_what_is_no_law(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput, match=why) as caught:
        laws_from(str(path))
    assert str(caught.value).startswith(f"{path}: ")


def test_a_law_in_the_place_of_a_games_own(verify: Any, law: Any) -> None:
    """The fields that it does not tell are not judged."""
    game = ["treize", "--ranks", "2", "--suits", "1", "--plays", "1000", "--seed", "1", "--json"]
    code, out, _ = verify(*game, "--exact", law({"0": "1/2", "1": "1/2"}))
    assert (code, json.loads(out)["answers"]["points"]["exact"]) == (1, "1/2")
    assert list(json.loads(out)["answers"]) == ["points"]


def test_no_law(verify: Any) -> None:
    code, _, err = verify("treize", "--exact", "no-such-file.json")
    assert (code, err) == (2, "montmort verify: no-such-file.json: No such file or directory\n")


def test_a_long_law_is_read(read: Any) -> None:
    """Looking for repeated values one by one would take a minute."""
    text = json.dumps({"values": {str(value): "1/40000" for value in range(40_000)}})
    assert len(read(text)["value"]) == 40_000


@pytest.mark.parametrize("more", [0, 1])
def test_chances_of_many_denominators_are_added_exactly(read: Any, more: int) -> None:
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
    chances = {str(prime): f"1/{100 * prime}" for prime in primes}
    left = 1 - sum(Fraction(chance) for chance in chances.values()) + Fraction(more, 10**30)
    text = json.dumps({"values": {**chances, "0": str(left)}})
    if not more:
        assert read(text)["value"][31] == Fraction(1, 3100)
        return
    with pytest.raises(BadInput, match="the chances of value and its tail, 0, sum to"):
        read(text)
