"""A file that is no text in UTF-8, or no table with commas, is named for what it is."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CLAIMS = '[[claim]]\nname = "é"\ngame = "treize"\nanswer = "value"\nequals = 1\n'
RULES = '"""é"""\ndef play(chance):\n    return chance.pick([1, 1])\n'
LAW = '{"é": {"values": {"0": "1/2", "1": "1/2"}}}'
SPOILED: dict[str, tuple[Callable[[str], bytes], str]] = {
    "Latin-1": (lambda text: text.encode("latin-1"), "not in UTF-8, perhaps in Latin-1"),
    "UTF-16": (lambda text: text.encode("utf-16"), "text in UTF-16"),
    "UTF-16 without a mark": (lambda text: text.encode("utf-16-be"), "text in UTF-16"),
    "UTF-32": (lambda text: text.encode("utf-32"), "text in UTF-32"),
    "gzip": (lambda text: gzip.compress(text.encode()), "compressed by gzip"),
    "bzip2": (lambda text: bz2.compress(text.encode()), "compressed by bzip2"),
    "xz": (lambda text: lzma.compress(text.encode()), "compressed by xz"),
    "zip": (lambda text: b"PK\x03\x04" + text.encode(), "a zip archive or a spreadsheet"),
}


@pytest.mark.parametrize(("spoil", "kind"), SPOILED.values(), ids=SPOILED)
@pytest.mark.parametrize(
    ("text", "name", "argv"),
    [
        (CLAIMS, "claims.toml", ("claims", "FILE")),
        (RULES, "own.py", ("exact", "FILE")),
        (LAW, "law.json", ("verify", "--exact", "FILE", "--outcomes", "plays.csv")),
        (LAW, "record.json", ("report", "--of", "FILE", "-o", "new.md")),
        (LAW, "played.json", ("play", "--replay", "FILE")),
        ("é\n1\n0\n", "plays.csv", ("verify", "kuhn", "--outcomes", "FILE")),
        ('{"block":0,"é":1}\n', "run.jsonl", ("runs", "show", "FILE")),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value[-6:] else "",
)
def test_every_reader_names_it(
    run: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    name: str,
    argv: tuple[str, ...],
    spoil: Callable[[str], bytes],
    kind: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plays.csv").write_text("1\n0\n")
    Path(name).write_bytes(spoil(text))
    code, _, err = run(*(name if word == "FILE" else word for word in argv))
    assert (code, err.count("\n"), kind in err) == (2, 1, True)


@pytest.mark.parametrize(("mark", "word"), [("\t", "tabs"), (";", "semicolons"), ("|", "bars")])
@pytest.mark.parametrize("header", ["heads,tails\n", ""])
def test_other_separators_are_named(
    run: Any, tmp_path: Path, mark: str, word: str, header: str
) -> None:
    law, plays = tmp_path / "law.json", tmp_path / "plays.csv"
    fair = {"values": {"0": "1/2", "1": "1/2"}}
    law.write_text(json.dumps({"heads": fair, "tails": fair}))
    plays.write_text((header + "1,0\n0,1\n" * 9).replace(",", mark))
    code, out, err = run("verify", "--exact", law, "--outcomes", plays)
    assert code == (2 if header else 1)
    assert f"its columns are separated by {word}: separate them by commas" in out + err


def test_a_column_in_another_encoding_that_nobody_reads_is_ignored(
    run: Any, tmp_path: Path
) -> None:
    law, plays = tmp_path / "law.json", tmp_path / "plays.csv"
    law.write_text(json.dumps({"heads": {"values": {"0": "1/2", "1": "1/2"}}}))
    plays.write_bytes("heads,gagné\n1,é\n0,é\n".encode("latin-1"))
    assert run("verify", "--exact", law, "--outcomes", plays)[0] == 3
