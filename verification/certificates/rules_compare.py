"""Compare a certificate with what the rules say; this file stands beside `check.py`.

Every row, node and edge of the certificate is derived again from the rules (`rules_walk`), in the
same order, and compared with `==`.
"""

import enum
import shlex
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from montmort.verification.certificates.rules_asked import Question, question_of
from montmort.verification.certificates.rules_file import about, fields_in, load, stopped_after
from montmort.verification.certificates.rules_same import CannotWalk
from montmort.verification.certificates.rules_walk import (
    ChainWalk,
    Graph,
    TooMany,
    described,
    forms_of,
    graph_of,
    lowest,
    roots_of,
)

MOST_SECONDS = 600.0
MOST_BOUNDED = 2_500_000  # states or nodes of a graph whose value is enclosed
MOST_PATHS = 20_000_000  # to walk for it


def compare(kind: str, said: Mapping[str, Any], content: Any, word: str) -> tuple[str, str]:
    """Return what differs first, "" for nothing, and the rules; CannotWalk where they fail."""
    with stopped_after(MOST_SECONDS):
        source = load(word)
        with about(source):
            question = question_of(source, said)
            differs = COMPARED[kind](content, question)
            if question.around is not None:
                question.around.check_caches()
    command = "" if differs else command_of(source.name, said, question)
    return differs, f"of {source.words}: its text is the rules{command}"


def command_of(game: str, said: Mapping[str, Any], question: Question) -> str:
    """Return the command that asks this question, from what was walked; "" where there is none."""
    if question.discount != 1:
        return ""
    names = [rule.name for rule in fields_in(question.rules) if rule.init]
    words = [flag for name in names for flag in flag_of(name, getattr(question.rules, name))]
    words += ["--at", ",".join(f"{s}={x}" for s, x in question.at.items())] * bool(question.at)
    words += ["--experiment", said["experiment"]]
    if question.aim.text:
        words += ["--optimal" if question.maximises else "--minimise", question.aim.text]
        words += ["--seat", str(question.seat)]
    return f"; {shlex.join(['montmort', 'certify', game, *words])} writes it"


def flag_of(name: str, value: Any) -> list[str]:
    """Return the flag of a rule on the command line.

    >>> flag_of("to_the_last", False), flag_of("weights", (1, 2))
    (['--no-to-the-last'], ['--weights', '1,2'])
    """
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag[2:]}"]
    return [flag, word_of_rule(value)]


def word_of_rule(value: Any) -> str:
    """Return the value of a rule as the command line reads it.

    >>> word_of_rule(Fraction(1, 2)), word_of_rule((3, True)), word_of_rule(None)
    ('1/2', '3,1', 'none')
    """
    if isinstance(value, enum.Enum) and not isinstance(value, str | int):
        return value.name.lower().replace("_", "-")
    if isinstance(value, tuple):
        return ",".join(map(word_of_rule, value))
    if isinstance(value, int | Fraction):
        return str(Fraction(value))
    return "none" if value is None else str(value)


def compare_chain(content: Any, question: Question) -> str:
    """Return where a chain differs from that of the rules."""
    walk = ChainWalk(question)
    if lowest(integers(content["start"])) != walk.start():
        return "the first states have other weights"
    states = 0
    for state, row in walk.rows():
        if walk.fields.keys() != content["fields"].keys():
            return "the rules give other fields"
        if state not in content["moves"]:
            return f"the rules lead to {state[:80]}, which is not listed"
        moves, ends = content["moves"][state], content["ends"][state]
        steps = [*moves, *([None, *end] for end in ends)]
        listed = {(to, tuple(gains[n] for n in walk.fields)): int(w, 0) for to, w, gains in steps}
        if len(listed) < len(steps) or lowest(listed) != row:
            return f"from {state[:80]} the rules lead on in another way"
        states += 1
    if states < len(content["moves"]):
        return "a state is listed to which no play comes"
    return "" if walk.fields == content["fields"] else "a sum is taken for a last word"


def integers(weights: Mapping[str, str]) -> dict[str, int]:
    """Return the integers for which words stand."""
    return {name: int(text, 0) for name, text in weights.items()}


def compare_graph(content: Any, question: Question) -> str:
    """Return where a graph differs from that of the rules."""
    if not content["states"]:
        raise CannotWalk("the certificate does not list the states")
    listed = content["nodes"]
    try:
        graph = graph_of(question, len(content["states"]), len(listed))
    except TooMany as more:
        return f"the rules say more than is listed: {more}"
    if wanted := compare_seats(content["seats"], question, graph):
        return wanted
    if content["information"] != [*described(graph.information)]:
        return "what the seats know is something else"
    if len(graph.nodes) != len(listed):
        return f"the rules have {len(graph.nodes)} nodes, and {len(listed)} are listed"
    for place, (node, said) in enumerate(zip(graph.nodes, listed, strict=True)):
        rest = [(number(reward), int(to)) for _, reward, to in said["edges"]]
        weights = [int(weight, 0) for weight, _, _ in said["edges"]] if "total" in said else []
        ours = [weight for weight, _, _ in node.edges] if node.knows < 0 else []
        knows = int(said.get("knows", "-1"))
        if (node.knows, [edge[1:] for edge in node.edges], ours) != (knows, rest, weights):
            return f"node {place} is another one by the rules"
    roots = {name: str(root) for name, root in roots_of(graph).items()}
    if content["states"] != roots or content["root"] != str(graph.root):
        return "a state is another one by the rules"
    return ""


def compare_bounds(content: Any, question: Question) -> str:
    """Return where a graph in columns differs from that of the rules."""
    most = content["nodes"].count(" ") + 1
    try:
        graph = graph_of(question, MOST_BOUNDED, most, MOST_PATHS)
    except TooMany as more:
        return f"the rules say more than is listed: {more}"
    if wanted := compare_seats(content["seats"], question, graph):
        return wanted
    for name, ours in columns_of(graph).items():
        said = content[name]
        if name == "information":
            said = {column: said[column] for column in ours}
        if said != ours:
            return f"{name}: the rules say something else"
    return ""


def columns_of(graph: Graph) -> dict[str, Any]:
    """Return a graph in columns, as certificates of bounds list it."""
    kinds: dict[tuple[Any, ...], int] = {}
    nodes: list[int] = []
    knows: list[int] = []
    onward: list[int] = []
    for place, node in enumerate(graph.nodes):
        chances = [weight for weight, _, _ in node.edges] if node.knows < 0 else []
        rewards = tuple(str(reward) for _, reward, _ in node.edges)
        ends = joined(int(to < 0) for _, _, to in node.edges)
        nodes.append(kinds.setdefault((joined(chances), rewards, ends), len(kinds)))
        knows += [] if node.knows < 0 else [node.knows - len(knows)]
        onward += [place - to for _, _, to in node.edges if to >= 0]
    information = [*described(graph.information)]
    choices = {tuple(place["choices"]): None for place in information}
    numbers = {options: number for number, options in enumerate(choices)}
    return {
        "choices": [[*options] for options in choices],
        "information": {
            "seat": " ".join(place["seat"] for place in information),
            "view": [place["view"] for place in information],
            "choices": joined(numbers[tuple(place["choices"])] for place in information),
        },
        "kinds": [
            {"weights": weights, "rewards": [*rewards], "ends": ends}
            for weights, rewards, ends in kinds
        ],
        "nodes": joined(nodes),
        "knows": joined(knows),
        "next": joined(onward),
        "root": str(graph.root),
    }


def joined(numbers: Iterable[int]) -> str:
    """Return a column of numbers.

    >>> joined([3, -1])
    '3 -1'
    """
    return " ".join(map(str, numbers))


def compare_seats(said: Any, question: Question, graph: Graph) -> str:
    """Return where others maximise than by the question, or whose seat never decides."""
    if question.seat not in (graph.asked or {0}):
        return f"seat {question.seat} never decides"
    ours = {
        str(seat): "maximise" if (seat == question.seat) == question.maximises else "minimise"
        for seat in {seat for seat, _, _ in graph.information}
    }
    return "" if said == ours else "the seats want something else"


def compare_forms(content: Any, question: Question) -> str:
    """Return where information sets and payoffs differ from those of the rules."""
    forms = forms_of(question)
    if question.seat not in (forms.asked or {0}):
        return f"seat {question.seat} never decides"
    if question.discount != 1:
        return "a discount is said, and these payoffs have none"
    for side, sets in zip(("maximise", "minimise"), forms.sets, strict=True):
        listed = content[side]
        if any(len(entry["arrivals"]) != 1 or entry["arrivals"][0][2] != "1" for entry in listed):
            raise CannotWalk("the certificate lists merged information sets")
        said = [
            (entry["view"], entry["choices"], tuple(map(int, entry["arrivals"][0][:2])))
            for entry in listed
        ]
        words = described(information for information, _ in sets)
        ours = [
            (entry["view"], entry["choices"], last)
            for entry, (_, last) in zip(words, sets, strict=True)
        ]
        if said != ours:
            return f"the information sets of the player who has to {side} are others by the rules"
    payoffs = {
        ((int(s), int(a)), (int(t), int(b))): number(payoff)
        for payoff, s, a, t, b in content["payoffs"]
    }
    return "" if payoffs == forms.payoffs else "the payoffs are others by the rules"


def number(text: str) -> Fraction:
    """Return the number for which words stand."""
    top, _, below = text.partition("/")
    return Fraction(int(top, 0), int(below or "1", 0))


COMPARED = {
    "chain": compare_chain,
    "graph": compare_graph,
    "bounds": compare_bounds,
    "forms": compare_forms,
}
