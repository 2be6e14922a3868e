"""Outputs of commands: compared with the lines of a page, and written into them."""

import difflib
import re
from collections.abc import Sequence

ANY = "..."  # a line that stands for any number of lines
PATTERNS = {  # what differs from run to run
    "seconds": re.compile(r"\b\d[\d.,]* ?(?:s|ms|seconds?|minutes?)\b"),
    "seconds of JSON": re.compile(r'(?<="seconds": )[\d.e-]+'),
    "rate": re.compile(r"\b\d[\d.,]*(?:/s| (?:a|per) second)\b"),
    "version": re.compile(r"\b\d+\.\d+\.\d+(?:\.?dev\d*)?(?=\W|$)(?!\.\d)"),
    "date": re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:Z|\+00:00)?)?"),
    "path": re.compile(r"(?<![\w.<])/(?:[\w.+-]+/)+"),
    "hash": re.compile(r"\b[0-9a-f]{64}\b"),
}


def words(text: str) -> str:
    """Return the words of a text between single spaces, without what differs from run to run.

    >>> words("1,000 plays in 0.31 s, 3,225/s, written to /tmp/x/run.jsonl  ")
    ' 1,000 plays in <seconds>, <rate>, written to <path>run.jsonl '
    """
    for name, pattern in PATTERNS.items():
        text = pattern.sub(f"<{name}>", text)
    return " ".join(["", *text.split(), ""])


def segments(shown: Sequence[str]) -> list[list[str]]:
    """Return the lines between the ellipses.

    >>> segments(["a", "...", "b", "c"]), segments(["...", "b"])
    ([['a'], ['b', 'c']], [[], ['b']])
    """
    parts: list[list[str]] = [[]]
    for line in shown:
        if line.strip() == ANY:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def matches(shown: Sequence[str], output: str) -> bool:
    r"""Return whether an output is the one shown, word by word.

    Where a line is broken does not matter, because it may depend on the length of a time.

    >>> matches(["one", "...", "four"], "one\ntwo\nthree\nfour"), matches(["one"], "one\ntwo")
    (True, False)
    """
    text = words(output)
    first, *others = (words("\n".join(part)) for part in segments(shown))
    if not others:
        return text == first
    if not text.startswith(first):
        return False
    place = len(first) - 1
    for part in others[:-1]:
        place = text.find(part, place) + len(part) - 1
        if place < len(part) - 1:
            return False
    return text.endswith(others[-1]) and len(text) - len(others[-1]) >= place


def refreshed(shown: Sequence[str], output: str) -> list[str]:
    r"""Return the lines that show an output; what is left out stays left out.

    >>> refreshed(["win 1/2", "...", "total 9"], "win 1/3\nloss\nother\ntotal 12\n")
    ['win 1/3', '...', 'total 12']
    """
    if matches(shown, output):
        return [*shown]
    parts = segments(shown)
    lines = lines_of(output)
    if len(parts) == 1 or sum(map(len, parts)) >= len(lines):
        return lines
    first, last = len(parts[0]), len(lines) - len(parts[-1])
    chosen = [lines[:first]]
    place = first
    for part in parts[1:-1]:
        place = max(
            range(place, max(last - len(part), place) + 1),
            key=lambda start, part=part: _likeness(part, lines[start : start + len(part)]),
        )
        chosen.append(lines[place : place + len(part)])
        place += len(part)
    chosen.append(lines[max(last, place) :] if parts[-1] else [])
    return [line for part in chosen for line in (*part, ANY)][:-1]


def lines_of(output: str) -> list[str]:
    """Return the lines of an output, without blank lines at its ends."""
    return [line.rstrip() for line in output.strip("\n").split("\n")] if output.strip() else []


def _likeness(part: list[str], lines: list[str]) -> float:
    return difflib.SequenceMatcher(None, "\n".join(part), "\n".join(lines)).ratio()
