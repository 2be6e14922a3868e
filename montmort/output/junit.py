"""Verdicts as JUnit XML, the form in which CI systems read the results of tests.

A test suite for each crosscheck, a test case for each field, for chance and for dependence:

CONSISTENT                a test that passed
INCONSISTENT, INVALID     a failure, with the sentence of the verdict
INCONCLUSIVE              an error: the test did not come to its end.  Most dashboards show a
                          skipped test in green, and a pass must be earned.
what was not judged       a skipped test, with the flag that would judge it

The elements and attributes are those of the schema of Apache Ant's JUnit task.
"""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

from montmort.output.not_judged import not_compared, not_judged
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.two_samples.result import Comparison, DifferenceVerdict
    from montmort.verification.verdicts.result import Verdict

    Judged = Crosscheck | Comparison

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # in XML 1.0
_KINDS = {
    Decision.INCONSISTENT: "failure",
    Decision.INVALID: "failure",
    Decision.INCONCLUSIVE: "error",
}


class _Case(NamedTuple):
    """A test case; `kind` is failure, error, skipped, or "" for one that passed."""

    name: str
    kind: str = ""
    type: str = ""
    message: str = ""


def junit_of(results: "Mapping[str, Judged]", options: argparse.Namespace, began: str) -> bytes:
    """Return the file; `results` are by point of a grid, or under "" if there is none."""
    suites = ElementTree.Element("testsuites")
    for number, (point, result) in enumerate(results.items()):
        suites.append(_suite(point, result, options, began, number))
    ElementTree.indent(suites)
    text = ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True)
    return bytes(text) + b"\n"


def _suite(
    point: str,
    result: "Judged",
    options: argparse.Namespace,
    began: str,
    number: int,
) -> ElementTree.Element:
    cases = list(_cases(result, options))
    title = (
        " ".join(dict.fromkeys(filter(None, (result.game, result.experiment, point)))) or "verify"
    )
    kinds = [case.kind for case in cases]
    suite = ElementTree.Element(
        "testsuite",
        name=_legal(title),
        package="montmort.verify",
        id=str(number),
        timestamp=began.removesuffix("Z"),  # a time zone is not allowed
        hostname="localhost",
        tests=str(len(cases)),
        failures=str(kinds.count("failure")),
        errors=str(kinds.count("error")),
        skipped=str(kinds.count("skipped")),
        time=f"{result.seconds:.3f}",
    )
    properties = ElementTree.SubElement(suite, "properties")
    seed = "none" if result.seed is None else str(result.seed)
    levels = result.verdicts[0].levels
    known = {"seed": seed, "levels.reject": levels.reject, "levels.accept": levels.accept}
    for name, value in known.items():
        ElementTree.SubElement(properties, "property", name=name, value=str(value))
    for case in cases:
        _add(suite, case, _legal(title))
    ElementTree.SubElement(suite, "system-out").text = _legal(str(result))
    ElementTree.SubElement(suite, "system-err").text = _legal("\n".join(result.notes))
    return suite


def _add(suite: ElementTree.Element, case: _Case, classname: str) -> None:
    test = ElementTree.SubElement(
        suite, "testcase", name=_legal(case.name), classname=classname, time="0"
    )
    if case.kind:
        message = _legal(case.message)
        found = ElementTree.SubElement(test, case.kind, message=message)
        if case.kind != "skipped":
            found.set("type", case.type)
            found.text = message


def _cases(result: "Judged", options: argparse.Namespace) -> Iterator[_Case]:
    from montmort.verification.comparison.result import Crosscheck

    for verdict in result.verdicts:
        yield _case(verdict.field, [verdict])
    if result.failure or result.interrupted:
        yield _Case("the run", "error", "interrupted", result.failure or "it was interrupted")
    if isinstance(result, Crosscheck):
        yield from _of_order(result)
        left_out = not_judged(options, result)
    else:
        left_out = not_compared(result)
    for each in left_out:
        flag = f"; to judge it: {each.flag}" if each.flag else ""
        yield _Case(each.what, "skipped", message=f"not judged: {each.why}{flag}")


def _of_order(result: "Crosscheck") -> Iterator[_Case]:
    """Yield the cases of chance and of dependence."""
    if result.chance:
        yield _case("chance", result.chance)
    if result.dependence_judged:
        counted = [v for v in result.dependence_judged if v in result.alarms or not _is_wrong(v)]
        yield _case("dependence", counted)


def _is_wrong(verdict: "Verdict") -> bool:
    return _KINDS.get(verdict.decision) == "failure"


def _case(name: str, verdicts: "Sequence[Verdict | DifferenceVerdict]") -> _Case:
    """Return the case of verdicts that are judged together: the worst of them decides."""
    if not verdicts:
        return _Case(name, "skipped", message="the fields deviate from their laws: see them")
    decision = Decision.worst(verdict.decision for verdict in verdicts)
    kind = _KINDS.get(decision, "")
    shown = [str(verdict) for verdict in verdicts if verdict.decision is decision]
    return _Case(name, kind, str(decision), "\n".join(shown))


def _legal(text: str) -> str:
    r"""Return the text with U+FFFD for each character that XML does not allow.

    >>> _legal("a\x1b[1m")
    'a�[1m'
    """
    return _ILLEGAL.sub("\ufffd", text)
