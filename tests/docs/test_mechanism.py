"""A page whose outputs are wrong is found, and refreshing mends it; nothing else is changed."""

from pathlib import Path

import pytest

from docs._extensions.commands.made import Failed, with_made
from docs._extensions.commands.outputs import matches, refreshed
from docs._extensions.commands.pages import Command, File, steps
from docs._extensions.commands.running import done_on
from tests.docs.refresh import with_outputs

PAGE = """# A page

Put this into `words.txt`:

```text
one two
```

```console
$ cat words.txt
one three
$ cat nothing.txt 2> /dev/null
$ echo $?
1
```

```python
never()
```
"""


def test_a_wrong_output_is_found_and_mended(tmp_path: Path) -> None:
    done = list(done_on(PAGE, tmp_path, tmp_path))
    assert [each.is_as_shown for each in done] == [False, True, True]
    assert with_outputs(PAGE, done) == PAGE.replace("one three", "one two")


MADE = """Put this into `words.txt`:

```text
one
two
three
four
```

```{commands} 1
cat \\
> words.txt
cat nothing.txt 2> /dev/null
echo $?
```
"""


def test_what_is_made_with_the_site(tmp_path: Path) -> None:
    made = with_made(MADE, done_on(MADE, tmp_path, tmp_path))
    assert made.endswith(
        "```console\n$ cat \\\n> words.txt\none\n...\nfour\n"
        "$ cat nothing.txt 2> /dev/null\n$ echo $?\n1\n```\n"
    )
    wrong = MADE.replace("echo $?\n", "")
    folder = tmp_path / "other"
    folder.mkdir()
    with pytest.raises(Failed, match="ends with 1 instead of 0"):
        with_made(wrong, done_on(wrong, folder, tmp_path))


def test_a_wrong_exit_code_is_found(tmp_path: Path) -> None:
    page = PAGE.replace("$ echo $?\n1\n", "")
    assert [each.is_as_shown for each in done_on(page, tmp_path, tmp_path)] == [False, False]


def test_a_result_is_shared_unless_a_file_differs(tmp_path: Path) -> None:
    page = "```console\n$ date +%N\n```\n"
    other = "Write `a.txt`:\n\n```text\na\n```\n\n" + page
    outputs = []
    for number, text in enumerate((page, page, other)):
        folder = tmp_path / str(number)
        folder.mkdir()
        outputs += [done.ran.output for done in done_on(text, folder, tmp_path)]
    assert outputs[0] == outputs[1] != outputs[2]


def test_a_command_that_writes_is_run_on_every_page(tmp_path: Path) -> None:
    page = "```console\n$ echo a > a.txt\n$ cat a.txt\na\n```\n"
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert all(done.is_as_shown for done in done_on(page, folder, tmp_path))


def test_long_commands_go_on_in_the_next_line() -> None:
    (command,) = steps("```console\n$ montmort exact \\\n>   kuhn\nnet\n```\n")
    assert command == Command("montmort exact   kuhn", 3, ("net",))


def test_files_have_their_names_above_them() -> None:
    assert steps("See `a.py`.\n\n```python\n1\n```\n") == []
    assert steps("Write `a.py`:\n\n```python\n1\n```\n") == [File("a.py", "1\n")]


@pytest.mark.parametrize(
    ("shown", "output", "is_same"),
    [
        (["a", "b"], "a\nb\n", True),
        (["a b"], "a\nb\n", True),  # a line may break elsewhere
        (["a"], "a\nb\n", False),
        (["a", "..."], "a\nb\n", True),
        (["...", "b"], "a\nb\n", True),
        (["...", "b", "..."], "a\nb\nc", True),
        (["...", "c", "...", "b", "..."], "a\nb\nc", False),
        (["a", "...", "a"], "a\n", False),
        (["a", "..."], "ab\n", False),
        (["...", "1/2"], "x\n11/2\n", False),
        (["..."], "", True),
        (["took 1.5 s"], "took 0.31 s", True),
        (["mean 1.5"], "mean 1.6", False),
        (["montmort 0.1.0"], "montmort 0.2.0", True),
        (["interval 3.18 to 3.21"], "interval 3.18 to 3.22", False),
    ],
)
def test_outputs_are_compared(shown: list[str], output: str, *, is_same: bool) -> None:
    assert matches(shown, output) is is_same


@pytest.mark.parametrize(
    ("shown", "output", "new"),
    [
        (["?"], "a\nb\n", ["a", "b"]),
        (["took 1.5 s"], "took 2 s\n", ["took 1.5 s"]),
        (["a 1", "..."], "a 2\nb\nc\n", ["a 2", "..."]),
        (["...", "c 1"], "a\nb\nc 2\n", ["...", "c 2"]),
        (["...", "b 1", "..."], "a\nb 2\nc\n", ["...", "b 2", "..."]),
        (["a", "...", "b"], "a\n", ["a"]),
    ],
)
def test_outputs_are_refreshed(shown: list[str], output: str, new: list[str]) -> None:
    assert refreshed(shown, output) == new
    assert matches(new, output)
