"""Picture files: a title, and the game, rules, seed and version in the picture and in the file."""

import zlib
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from montmort import __version__
from montmort.cli import main
from montmort.verification.plots.laws import rendered
from montmort.verification.plots.provenance import Provenance

MADE = f"montmort {__version__}"


def texts_of_png(path: Path) -> dict[str, str]:
    """Return the text chunks of a PNG file (RFC 2083: length, kind, content, checksum)."""
    content, found, place = path.read_bytes(), {}, 8
    while place < len(content):
        size, kind = (
            int.from_bytes(content[place : place + 4], "big"),
            content[place + 4 : place + 8],
        )
        chunk = content[place + 8 : place + 8 + size]
        assert zlib.crc32(kind + chunk) == int.from_bytes(
            content[place + 8 + size : place + 12 + size], "big"
        )
        if kind in (b"tEXt", b"iTXt"):
            key, _, text = chunk.partition(b"\0")
            found[key.decode()] = text.lstrip(b"\0").decode()
        place += 12 + size
    return found


@pytest.mark.parametrize(
    ("words", "title", "parts"),
    [
        (["exact", "penney", "--first", "HTT"], "Penney's game", ["first HTT"]),
        (["simulate", "penney", "--plays", "500", "--seed", "5"], "Penney's game", ["seed 5"]),
        (["verify", "penney", "--plays", "500", "--seed", "6"], "Penney's game", ["seed 6"]),
        (["exact", "treize", "--ranks", "4"], "Treize", ["ranks 4, suits 4"]),
        (["exact", "war", "--ranks", "3", "--suits", "2"], "War", ["ranks 3, suits 2"]),
    ],
    ids=lambda part: part[0] + part[1] if isinstance(part, list) and len(part) > 1 else None,
)
def test_a_picture_file_says_where_it_comes_from(
    words: list[str], title: str, parts: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "picture.png"
    assert main([*words, "--plot", str(path)]) in (0, 3)
    texts = texts_of_png(path)
    assert texts["Title"] == title
    assert texts["Software"] == MADE
    for part in [*parts, MADE]:
        assert part in texts["Description"]


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_equal_pictures_are_equal_files_and_name_their_origin(form: str) -> None:
    made = Provenance(title="Game & <co>", rules="cost $3 and $4", seed=1, version="0.1.0")

    def picture() -> bytes:
        sheet = Figure(figsize=(3, 2), layout="constrained")
        sheet.subplots().plot([0, 1])
        return rendered(sheet, form, made)

    content = picture()
    assert form == "svg" or content == picture()  # the ids of SVG are drawn at random
    if form == "svg":
        assert b"<dc:title>Game &amp; &lt;co&gt;</dc:title>" in content
        assert b"cost $3 and $4; seed 1; montmort 0.1.0" in content
    else:
        assert b"Game & <co>" in content
    assert b"dc:date" not in content


def test_the_title_stands_above_a_heading_that_is_there() -> None:
    sheet = Figure(figsize=(2, 2))
    sheet.suptitle("12 states")
    rules = ", ".join(f"rule {number}" for number in range(9))
    Provenance(title="War", rules=rules, version="0.1.0").write_on(sheet)
    lines = sheet.get_suptitle().split("\n")
    assert lines[0] == "War"
    assert lines[-1] == "12 states"
    assert " ".join(lines[1:-1]) == f"{rules}; montmort 0.1.0"
    assert max(map(len, lines)) <= 28
