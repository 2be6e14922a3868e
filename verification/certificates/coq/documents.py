"""A proof for Coq from a certificate that lists a chain or a game of decisions.

The rows of the certificate become the game in Coq.  What is proved holds for these rows;
that they follow from the rules of a game is assumed.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any, NamedTuple

from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates import optimal_checker, outcome_chain_checker
from montmort.verification.certificates.check import fraction as read_fraction
from montmort.verification.certificates.coq.proof import (
    fraction,
    integer,
    library,
    listed,
    theorem,
)
from montmort.verification.certificates.coq.ranks import ranks_of
from montmort.verification.certificates.document import Document

MOST_STATES = 20_000  # of a proof: a minute or two of Coq
END = -1


class Case(NamedTuple):
    """A case of a choice: its weight, what is gained for each question, the next state."""

    weight: int
    gains: tuple[Fraction, ...]
    next: int


Rows = Sequence[Sequence[Sequence[Case]]]  # by state, choice and case


def fraction_of(text: object) -> Fraction:
    """Return a number of a certificate, "n" or "n/d"."""
    return read_fraction("a number", text)


def proof_of(certificate: Document) -> str:
    """Return the proof that the answers of a certificate are those of its rows.

    BadInput for certificates of other kinds.
    """
    content: Any = certificate["content"]
    if certificate["game"] == outcome_chain_checker.CHECKER.game:
        return _opening(certificate) + _chain(content)
    if certificate["game"] == optimal_checker.CHECKER.game:
        return _opening(certificate) + _decisions(content)
    raise BadInput(
        f"there is no proof for Coq of a certificate of {certificate['game']}; "
        "ask for one of a chain or of a game in which all see everything"
    )


def _opening(certificate: Document) -> str:
    """Return the library, and the words on what is assumed."""
    rules: Any = certificate["rules"]
    words = "; ".join(f"{name}: {_comment(str(rules[name]))}" for name in rules)
    text = (files(__package__) / "rows.v").read_text(encoding="utf-8")
    return (
        f"{library()}{text}\nOpen Scope Z_scope.\n\n(* {words}\n\n   On trust: that the rows below "
        "are those of this game.  Their values are proved. *)\n"
    )


def _comment(text: str) -> str:
    """Return a text that can stand in a comment of Coq, where strings and comments nest.

    >>> _comment('a "b" (* c *)')
    "a 'b' ( * c * )"
    """
    plain = text.encode("ascii", "backslashreplace").decode()
    return plain.replace('"', "'").replace("(*", "( *").replace("*)", "* )")


def _chain(content: Mapping[str, Any]) -> str:
    """Return rows, tables and theorems for the means and chances of a chain; state 0 is the start.

    The mean of a square is no sum of gains: it is left out.
    """
    questions = [name for name in content["answers"] if "=" in name or not name.endswith("^2")]
    names = list(content["moves"])
    _check_size(len(names))
    steps = _steps(content, questions)
    rows = [[_whole(cases)] for cases in steps]
    ranks = ranks_of([[[case.next for case in cases] for cases in row] for row in rows])
    text = _rows_text(rows, ["the start", *names])
    for place, question in enumerate(questions):
        answers = [content["answers"][question]]
        answers += [content["values"][question][name] for name in names]
        values = [fraction_of(answer) for answer in answers]
        unit = _unit(values, rows, place)
        label = f"answer_{place}"
        text += f"\n(* Question {place}: {_comment(question)} *)"
        text += _table(label, values, unit, ranks, [0] * len(rows))
        text += theorem(
            label,
            f"expected_value (given the_rows {place}) 1%positive {fraction(values[0])}",
            f"fixed_value _ (fun _ => true) _ positive_readable {label}_table "
            f"{_numbers(unit, ranks, rows)}",
        )
    return text


Step = tuple[Fraction, tuple[Fraction, ...], int]  # weight, gain for each question, next state


def _steps(content: Mapping[str, Any], questions: Sequence[str]) -> list[list[Step]]:
    """Return the steps from each state, those of the start first."""
    numbered = {name: place for place, name in enumerate(content["moves"], 1)}
    nothing = (Fraction(0),) * len(questions)
    rows = [[(fraction_of(p), nothing, numbered[name]) for name, p in content["start"].items()]]
    for name, moves in content["moves"].items():
        steps = [(p, words, numbered[after]) for after, p, words in moves]
        steps += [(p, words, END) for p, words in content["ends"][name]]
        rows.append(
            [
                (fraction_of(p), tuple(_gain(question, words, to) for question in questions), to)
                for p, words, to in steps
            ]
        )
    return rows


def _gain(question: str, words: Mapping[str, str], after: int) -> Fraction:
    """Return what a step adds to an answer: a number, or 1 for an end with the word asked for."""
    field, is_word, word = question.partition("=")
    if is_word:
        return Fraction(after == END and words[field] == word)
    return fraction_of(words[field])


def _decisions(content: Mapping[str, Any]) -> str:
    """Return the rows, the table and the theorem of a game with decisions."""
    nodes, root = content["nodes"], int(content["root"])
    _check_size(len(nodes))
    rows = [_choices(node) for node in nodes]
    values = [fraction_of(node["value"]) for node in nodes]
    unit = _unit(values, rows)
    lows = [place for place, node in enumerate(nodes) if _minimises(node, content)]
    taken = [int(node.get("taken", 0)) for node in nodes]
    ranks = ranks_of(_allowed(rows, values, {*lows}, taken))
    names = [_name(node, content) for node in nodes]
    value = fraction_of(content["value"])
    states, numbers = listed([low + 1 for low in lows]), _numbers(unit, ranks, rows)
    return (
        _rows_text(rows, names)
        + f"Definition low := index_of {states}%positive.\n"
        + "\n(* The value of best play *)"
        + _table("value", values, unit, ranks, taken)
        + "Definition policy := best_play (given the_rows 0) code_positive value_table.\n"
        + theorem(
            "value_of_best_play",
            f"optimal (given the_rows 0) (unless_listed low) {root + 1}%positive {fraction(value)} "
            "policy policy",
            f"certified_optimal _ _ _ positive_readable value_table {numbers}",
        )
    )


def _choices(node: Mapping[str, Any]) -> list[list[Case]]:
    """Return the choices of a node; a node of chance has one."""
    cases = [
        Case(int(w) if "total" in node else 1, (fraction_of(reward),), int(to))
        for w, reward, to in node["edges"]
    ]
    return [cases] if "total" in node else [[case] for case in cases]


def _seat(node: Mapping[str, Any], content: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what is known at a node of a decision; None at a node of chance."""
    if "knows" not in node:
        return None
    information: Mapping[str, Any] = content["information"][int(node["knows"])]
    return information


def _minimises(node: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    information = _seat(node, content)
    return information is not None and content["seats"][information["seat"]] == "minimise"


def _name(node: Mapping[str, Any], content: Mapping[str, Any]) -> str:
    information = _seat(node, content)
    if information is None:
        return "chance"
    return f"seat {information['seat']}, {information['view']}: {', '.join(information['choices'])}"


def _allowed(
    rows: Rows, values: Sequence[Fraction], lows: set[int], taken: Sequence[int]
) -> list[list[list[int]]]:
    """Return for each state the choices that must lead to the end, each as its next states.

    Who wants much is free where some value is below 0, who wants little where one is above 0.
    """
    free_high, free_low = min(values) < 0, max(values) > 0
    allowed = []
    for state, row in enumerate(rows):
        ways = [[case.next for case in cases] for cases in row]
        is_free = free_low if state in lows else free_high
        allowed.append(ways if is_free else [ways[taken[state]]])
    return allowed


def _check_size(states: int) -> None:
    if states > MOST_STATES:
        raise TooLarge(
            f"the certificate has {states:,} states, and a proof lists at most {MOST_STATES:,}; "
            "take a smaller game"
        )


def _whole(steps: Sequence[Step]) -> list[Case]:
    """Return the cases with integer weights."""
    total = math.lcm(*(p.denominator for p, _, _ in steps))
    return [Case(int(p * total), gains, to) for p, gains, to in steps]


def _rows_text(rows: Rows, names: Sequence[str]) -> str:
    """Return the rows as Coq reads them; each follows the name of its state in a comment."""
    lines = [
        f"(* {_comment(name)} *)\n  ({state}%positive, {_row_text(row)})"
        for state, (name, row) in enumerate(zip(names, rows, strict=True), 1)
    ]
    return (
        "\nDefinition listed_rows : rows := [\n  "
        + ";\n  ".join(lines)
        + "].\n\nDefinition the_rows := row_index listed_rows.\n"
    )


def _row_text(row: Sequence[Sequence[Case]]) -> str:
    choices = ("; ".join(map(_case_text, cases)) for cases in row)
    return f"[{'; '.join(f'[{cases}]' for cases in choices)}]"


def _case_text(case: Case) -> str:
    after = "None" if case.next == END else f"Some {case.next + 1}%positive"
    gains = "; ".join(map(fraction, case.gains))
    return f"({integer(case.weight)}, [{gains}]%Q, {after})"


def _unit(values: Sequence[Fraction], rows: Rows, question: int = 0) -> int:
    """Return the common denominator of the values and of what is gained."""
    gains = (case.gains[question] for row in rows for cases in row for case in cases)
    return math.lcm(*{number.denominator for number in (*values, *gains)})


def _table(
    name: str, values: Sequence[Fraction], unit: int, ranks: Sequence[int], taken: Sequence[int]
) -> str:
    """Return the table of the states: value in units of the common denominator, rank, choice."""
    lines = (
        f"({state}%positive, Entry {integer(int(value * unit))} {rank} {choice})"
        for state, (value, rank, choice) in enumerate(zip(values, ranks, taken, strict=True), 1)
    )
    text = ";\n  ".join(lines)
    return f"\nDefinition {name}_table : list (positive * entry) := [\n  {text}].\n"


def _numbers(unit: int, ranks: Sequence[int], rows: Rows) -> str:
    """Return the denominator, the largest rank and the largest weight of a choice."""
    most = max(sum(case.weight for case in cases) for row in rows for cases in row)
    return f"{integer(unit)} {max(ranks)} {integer(most)}"
