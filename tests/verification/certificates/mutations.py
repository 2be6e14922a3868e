"""Forged certificates by the thousand: every field changed in every way, and consistent forgeries.

A forgery is an accepted lie if the checker finds nothing FALSE and nothing unreadable, and its
claims are not those of the honest certificate about the same question.  The question of a
certificate is its `rules`; where the certificate lists the chain, graph or payoffs itself and the
checker says that these are on trust, they belong to the question, too.  The claims are all the rest
of the content, without the witnesses: another equilibrium with the same value, or another way to
prove a value, is no lie.  A forgery that asks another question and is accepted must have the claims
of the certificate that is written for this question; where it says that something is on trust, it
claims nothing about that.
"""

import copy
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from montmort.verification.certificates import bounds_checker
from montmort.verification.certificates.check import (
    Unreadable,
    check_document,
    content_hash,
    fraction,
    number_text,
)
from tests.verification.certificates.tampering import CHECKERS, Document, Path, as_json

# what a certificate lists on trust, and what only helps to prove the rest
ON_TRUST = {
    "chain": ("rows", "ends", "rewards"),
    "chain of an outcome": ("fields", "start", "moves", "ends"),
    "optimal play": ("seats", "information", "root"),
    "mixed strategies": ("payoffs",),
    "bounds of optimal play": ("seats", "choices", "kinds", "nodes", "knows", "next", "root"),
}
WITNESSES = {
    "persian-monarchs": ("raises", "accepts"),
    "optimal play": ("blocks", "nodes"),
    "mixed strategies": ("maximise", "minimise"),
    "bounds of optimal play": ("information", "cut", "lower", "upper", "scale"),
}
Again = Callable[[Document], Document]  # a certificate -> that written for its rules


def code_of(document: Document) -> int:
    """Return the exit code of the checker: 0 or 3 if the document is accepted."""
    try:
        found = check_document(as_json(document), CHECKERS)
    except Unreadable:
        return 2
    words = {statement.evidence for statement in found}
    return 1 if "FALSE" in words else 3 if "on trust" in words else 0


def question(document: Document) -> object:
    """Return what a certificate is about: the order of a mapping does not matter."""
    content, listed = document["content"], ON_TRUST.get(document["game"], ())
    parts = [content.get(name) for name in listed]
    if document["game"] == "optimal play":
        parts += [graph_and_values(node)[0] for node in content["nodes"]]
    if document["game"] == "mixed strategies":
        sets = [*content["maximise"], *content["minimise"]]
        parts += [{name: part for name, part in each.items() if name != "chances"} for each in sets]
    if document["game"] == "bounds of optimal play":
        known = content["information"].items()
        parts += [{name: part for name, part in known if name != "taken"}]
    return document["game"], document["rules"], parts


def graph_and_values(node: Any) -> tuple[object, object]:
    """Return what a node of a graph is, and what is said of its worth; its choice is a witness."""
    edges = [[Fraction(number) for number in edge] for edge in node["edges"]]
    if "total" in node:
        return ("chance", node["total"], edges), node["value"]
    worths = [edge[0] for edge in edges]
    return (node["knows"], [edge[1:] for edge in edges]), (node["value"], worths)


def claims(document: Document) -> object:
    """Return what a certificate says about its question."""
    game = document["game"]
    if game == "optimal play":
        nodes = document["content"]["nodes"]
        return document["content"]["value"], [graph_and_values(node)[1] for node in nodes]
    aside = {*ON_TRUST.get(game, ()), *WITNESSES.get(game, ())}
    rest = {name: part for name, part in document["content"].items() if name not in aside}
    if game == "five-card-draw":  # a type without hands may be listed or not
        rows = rest["by_type"].items()
        rest["by_type"] = {name: row for name, row in rows if any(n != "0" for n, _, _ in row)}
    if game == "war":  # the order of the fates says nothing
        rest["fates"] = sorted(sorted(fate.items()) for fate in rest["fates"])
    return rest


def is_lie(honest: Document, forged: Document, code: int, again: Again | None) -> bool:
    """Return whether a forgery that has this exit code is accepted and claims what is not so."""
    if code in (1, 2):
        return False
    if question(forged) == question(honest):
        if honest["game"] == "bounds of optimal play":
            return are_apart(forged["content"]["between"], honest["content"]["between"])
        return claims(forged) != claims(honest)
    if code == 3:
        return False  # another question, and the answer is on trust
    return again is None or claims(again(forged)) != claims(forged)


def are_apart(one: list[str], two: list[str]) -> bool:
    """Return whether no number lies between both bounds: wider ones are true as well."""
    (low, high), (least, most) = map(Fraction, one), map(Fraction, two)
    return low > most or high < least


# --- Changes of single parts ---


def numbers(text: str) -> Iterator[str]:
    """Yield other numbers, and other spellings of a number."""
    number = fraction("", text)
    others = number + 1, number - 1, -number, 2 * number, number / 2, number / 10, 10 * number
    yield from map(number_text, others)
    yield from (text[:-1] + str((int(text[-1], 16) + 1) % 10), text + "0", "0" + text, "+" + text)
    yield from (f"{text}/1", f"-{text}", f" {text}", hex(number.numerator), "1e3", "nan", "", "-0")


def changes_of(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield what may stand in the place of a part of a document, with a name of the change."""
    for other in (None, 1, True, [], {}, [part], {"1": part}, "x"):
        yield f"type {type(other).__name__}", other
    if isinstance(part, str):
        try:
            yield from ((f"number {other!r}", other) for other in numbers(part))
        except Unreadable:
            yield from ((f"word {w!r}", w) for w in (part + " ", part[:-1], part.upper(), ""))
    elif isinstance(part, list):
        yield "reversed", part[::-1]
        yield "rotated", part[1:] + part[:1]
        yield "doubled", part + part
        yield "entry twice", part + part[-1:]
        yield "entry dropped", part[:-1]
        yield "two swapped", part[1::-1] + part[2:]
        yield "scaled", scaled(part)
    else:
        names = [*part]
        yield "unknown name", {**part, "more": "1"}
        yield "scaled", scaled(part)
        for name in names[:20]:
            yield f"{name} dropped", {n: part[n] for n in names if n != name}
            yield f"{name} renamed", {(n + "x" if n == name else n): part[n] for n in names}
        for one, two in pairwise(names):
            yield f"{one} and {two} swapped", {**part, one: part[two], two: part[one]}
        if len(names) > 1:
            relabelled = dict(zip(names, names[1:] + names[:1], strict=True))
            yield "relabelled", {relabelled[n]: part[n] for n in names}


def scaled(part: Any) -> Any:
    """Return a part with all its numbers doubled."""
    if isinstance(part, list):
        return [*map(scaled, part)]
    if isinstance(part, dict):
        return {name: scaled(each) for name, each in part.items()}
    try:
        return number_text(2 * fraction("", part))
    except Unreadable:
        return part


def paths(part: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every part of a document."""
    if path:
        yield path
    if not isinstance(part, str):
        for key, below in part.items() if isinstance(part, dict) else enumerate(part):
            yield from paths(below, (*path, key))


def single_changes(
    document: Document, draw: random.Random, most: int
) -> Iterator[tuple[str, Document]]:
    """Yield forgeries with one random change, at most `most`, and with the right hash."""
    places = [path for path in paths(document) if path != ("sha256",)]
    for path in draw.choices(places, k=most):
        name, other = draw.choice([*at(document, path)])
        twin = copy.deepcopy(document)
        parent: Any = twin
        for key in path[:-1]:
            parent = parent[key]
        parent[path[-1]] = other
        if twin != document:
            yield f"{path}: {name}", with_hash(twin)


def at(document: Document, path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the changes of the part at a path."""
    part: Any = document
    for key in path:
        part = part[key]
    return changes_of(part)


def with_hash(document: Document) -> Document:
    """Return a document with its right hash."""
    return {**document, "sha256": content_hash(document)}


# --- Consistent forgeries ---


def consistent(document: Document, others: list[Document]) -> Iterator[tuple[str, Document]]:
    """Yield forgeries whose parts fit together."""
    for other in others:  # of the same kind
        yield "content of other rules", with_hash({**document, "content": other["content"]})
        for name, part in other["content"].items():
            content = {**document["content"], name: part}
            yield f"{name} of other rules", with_hash({**document, "content": content})
    forge = FORGERS.get(document["game"])
    if forge:
        for change, content in forge(copy.deepcopy(document["content"])):
            yield change, with_hash({**document, "content": content})


def _war(content: Any) -> Iterator[tuple[str, Any]]:
    """A deal moves from one fate to another, and the chances follow."""
    for one in range(len(content["fates"])):
        for two in range(len(content["fates"])):
            twin = copy.deepcopy(content)
            fates = twin["fates"]
            if one == two or fates[one]["deals"] == "1":
                continue
            fates[one]["deals"] = str(int(fates[one]["deals"]) - 1)
            fates[two]["deals"] = str(int(fates[two]["deals"]) + 1)
            for end in twin["chances"]:
                ways = sum(int(fate["deals"]) for fate in fates if fate["end"] == end)
                twin["chances"][end] = str(Fraction(ways, int(twin["deals"])))
            yield "a deal of another fate", twin


def _liars(content: Any) -> Iterator[tuple[str, Any]]:
    """A deal more makes a hand, and its chance follows."""
    for place, row in enumerate(content["table"]):
        for name in row["made"]:
            twin = copy.deepcopy(content)
            made = int(row["made"][name]) + 1
            twin["table"][place]["made"][name] = str(made)
            twin["table"][place]["chances"][name] = str(Fraction(made, int(row["deals"])))
            yield "a deal more makes a hand", twin


def _hand(content: Any) -> Iterator[tuple[str, Any]]:
    """A deal that is won is tied."""
    for place, choice in enumerate(content["choices"]):
        if choice["wins"] != "0":
            twin = copy.deepcopy(content)
            twin["choices"][place]["wins"] = str(int(choice["wins"]) - 1)
            twin["choices"][place]["ties"] = str(int(choice["ties"]) + 1)
            yield "a win is a tie", twin


def _treize(content: Any) -> Iterator[tuple[str, Any]]:
    """Orders move between survivors and losses; q, e, v and the value follow."""
    size = len(content["loss"])
    for state in range(size):
        for points in range(len(content["loss"][0])):
            for end in range(size):
                twin = copy.deepcopy(content)
                lost = twin["loss"][state]
                by = twin["survive"][state][end]
                if lost[points] == "0":
                    continue
                lost[points] = str(int(lost[points]) - 1)
                by[points] = str(int(by[points]) + 1)
                yield "an order survives", solved(twin)


def solved(content: Any) -> Any:
    """Return the content of Treize with q, e, v and value from its counts."""
    orders, size = int(content["orders"]), len(content["loss"])
    q = [[Fraction(sum(map(int, by)), orders) for by in row] for row in content["survive"]]
    e = [
        Fraction(sum(k * int(n) for by in [*row, lost] for k, n in enumerate(by)), orders)
        for row, lost in zip(content["survive"], content["loss"], strict=True)
    ]
    rows = [[(i == j) - q[i][j] for j in range(size)] + [e[i]] for i in range(size)]
    for i in range(size):  # Gauss and Jordan; the pivots are not 0, as I - Q has a strong diagonal
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    v = [row[-1] for row in rows]
    texts = {"q": [[*map(str, row)] for row in q], "e": [*map(str, e)], "v": [*map(str, v)]}
    return {**content, **texts, "value": str(v[0] - 1)}


def _law(content: Any) -> Iterator[tuple[str, Any]]:
    """Chance moves between two outcomes; the value and the variance follow."""
    law = [(Fraction(net), Fraction(chance)) for net, chance in content["law"]]
    for one in range(len(law)):
        for two in range(len(law)):
            if one != two:
                part = [*law]
                moved = part[one][1] / 7
                part[one] = part[one][0], part[one][1] - moved
                part[two] = part[two][0], part[two][1] + moved
                value, square = (sum(net**k * p for net, p in part) for k in (1, 2))
                listed = [[str(net), str(p)] for net, p in part]
                more = {"value": str(value), "variance": str(square - value * value)}
                yield "chance moved", {**content, **more, "law": listed}


def _bounds(content: Any) -> Iterator[tuple[str, Any]]:
    """A bound at a node of the cut moves, or all of them, and those of the root follow."""
    names = "seats", "choices", "information", "kinds", "nodes", "knows", "next"
    form = bounds_checker.CONTENT
    graph = bounds_checker.graph_of([form[name](name, content[name]) for name in names])
    cut = bounds_checker.column("cut", content["cut"])
    order = bounds_checker.order_of(graph, cut)
    root, scale = int(content["root"]), int(content["scale"])
    for side, sign in (("lower", 1), ("upper", -1)):
        honest = bounds_checker.column(side, content[side])
        for place in (*range(len(cut)), None):
            for shift in (scale, -scale, scale // 10**6, -scale // 10**6):
                moved = [n + shift * (place in (i, None)) for i, n in enumerate(honest)]
                given = dict(zip(cut, moved, strict=True))
                values, _ = bounds_checker.bounds(graph, order, given, scale, sign)
                between = [*content["between"]]
                between[sign < 0] = str(Fraction(values[root], scale))
                column = {side: " ".join(map(str, moved)), "between": between}
                yield "a bound moved", {**content, **column}
    for text in ("0", "1"):
        taken = " ".join([text] * len(content["information"]["view"]))
        yield (
            "other choices",
            {**content, "information": {**content["information"], "taken": taken}},
        )


FORGERS: dict[str, Callable[[Any], Iterator[tuple[str, Any]]]] = {
    "war": _war,
    "liars-poker": _liars,
    "five-card-draw hand": _hand,
    "treize": _treize,
    "jacks-or-better": _law,
    "three-card-poker": _law,
    "bounds of optimal play": _bounds,
}
