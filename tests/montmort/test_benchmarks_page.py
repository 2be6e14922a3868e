"""The page of benchmarks holds the outputs of its commands; nothing is timed here."""

import importlib

import pytest

from benchmarks.page import PAGE, ROOT, BadPage, names, updated

PROSE = """# Benchmarks

`python benchmarks/dice.py --throws 2`: two throws, see `python benchmarks/cards.py`.

```text
1 6
```

Both were thrown fairly.

```python
never()
```

`python benchmarks/cards.py`

More prose.

```text
old
older
```

`python benchmarks/dice.py`, once more:

```text
```
"""


def echo(words: list[str]) -> str:
    return f"<{' '.join(words)}>   \nand more\n\n"


def test_blocks_are_replaced_and_prose_is_not_changed() -> None:
    page = updated(PROSE, "dice", echo)
    new = "<benchmarks/dice.py --throws 2>\nand more\n\n"
    assert page == PROSE.replace("1 6\n", new).replace(
        ":\n\n```text\n```\n", ":\n\n```text\n<benchmarks/dice.py>\nand more\n\n```\n"
    )


def test_a_command_is_named_by_its_arguments() -> None:
    page = updated(PROSE, "dice --throws 2", lambda _: "5 5")
    assert page == PROSE.replace("1 6\n", "5 5\n")


def test_all_blocks_of_a_name_are_its_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")  # the scripts import each other by name
    text = updated(PROSE, "dice", lambda words: f"row {words[-1]}  {len(words)}")
    page = importlib.import_module("ratios").Page(text)
    assert page.row("dice", "row 2") == "3"
    assert page.row("dice", "row benchmarks/dice.py") == "1"


def test_blocks_of_other_commands_are_not_changed() -> None:
    page = updated(PROSE, "cards", lambda _: "new")
    assert page == PROSE.replace("old\nolder\n", "new\n")
    assert updated(page, "cards", lambda _: "old\nolder") == PROSE


def test_backslashes_and_dollars_are_text() -> None:
    assert r"\1 $x \g<0>" in updated(PROSE, "cards", lambda _: r"\1 $x \g<0>")


@pytest.mark.parametrize(
    ("page", "name", "output", "word"),
    [
        (PROSE, "coins", "x", "dice, cards, dice"),
        (
            "`python benchmarks/a.py`\n\n`python benchmarks/b.py`\n\n```text\n```\n",
            "a",
            "x",
            "empty",
        ),
        ("`python benchmarks/a.py`\n", "a", "x", "no block"),
        (PROSE, "cards", " \n", "printed nothing"),
        (PROSE, "cards", "```\n", "printed nothing"),
    ],
)
def test_a_bad_page_or_output_is_reported(page: str, name: str, output: str, word: str) -> None:
    with pytest.raises(BadPage, match=word):
        updated(page, name, lambda _: output)


def test_every_command_of_the_page_has_its_script_and_its_block() -> None:
    page = PAGE.read_text()
    assert names(page)
    for name in names(page):
        assert (ROOT / "benchmarks" / f"{name}.py").exists()
        assert "updated here" in updated(page, name, lambda _: "updated here")
