"""The directives `command-line` and `exit-codes`: the command line, from its parser."""

import argparse
import re
import textwrap
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import montmort.cli
from montmort.command_line import build_parser

WIDTH = 80


def parser_of(verb: str) -> argparse.ArgumentParser:
    """Return the parser of `montmort VERB`, as for a call without a game."""
    verbs = next(
        action
        for action in build_parser(verbs=[verb])._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    parser = verbs.choices[verb]
    parser.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=WIDTH)
    return parser


def shown_actions(group: Any) -> list[argparse.Action]:
    """Return the arguments of a group that its help shows."""
    return [action for action in group._group_actions if action.help != argparse.SUPPRESS]


def invocation(action: argparse.Action) -> str:
    """Return how an argument is written: `-o FILE, --output FILE`.

    >>> parser = argparse.ArgumentParser()
    >>> invocation(parser.add_argument("-o", "--output", metavar="FILE"))
    '-o FILE, --output FILE'
    """
    return argparse.HelpFormatter("")._format_action_invocation(action)


def help_of(action: argparse.Action) -> str:
    """Return the sentence of an argument."""
    settings = {key: value for key, value in vars(action).items() if value is not None}
    if isinstance(action.choices, dict | list | tuple):
        settings["choices"] = ", ".join(map(str, action.choices))
    return (action.help or "") % settings


def definition(term: str, sentence: str) -> nodes.definition_list_item:
    """Return an entry of a list: a term in typewriter letters, and what it means."""
    return nodes.definition_list_item(
        "",
        nodes.term("", "", nodes.literal("", term)),
        nodes.definition("", nodes.paragraph("", sentence)),
    )


def sections(parser: argparse.ArgumentParser) -> Iterator[nodes.Node]:
    """Yield the usage, the title and the list of each group of arguments, and the examples."""
    usage = parser.format_usage().removeprefix("usage: ").replace("\n       ", "\n")
    yield nodes.literal_block(usage, usage, language="text")
    for group in parser._action_groups:
        actions = shown_actions(group)
        if not actions:
            continue
        title = (group.title or "").capitalize()
        section = nodes.section("", nodes.title("", title), ids=[nodes.make_id(title)])
        if group.description:
            section += nodes.paragraph("", group.description)
        section += nodes.definition_list(
            "", *(definition(invocation(action), help_of(action)) for action in actions)
        )
        yield section
    yield end_of_help(parser.epilog or "")


def end_of_help(epilog: str) -> nodes.Node:
    """Return the last paragraphs of the help and its examples as a section."""
    section = nodes.section("", nodes.title("", "Examples"), ids=["examples"])
    for paragraph in epilog.split("\n\n"):
        first, _, lines = paragraph.partition("\n")
        if first == "examples:":
            commands = textwrap.dedent(lines)
            section += nodes.literal_block(commands, commands, language="text")
        else:
            section += nodes.paragraph("", " ".join(paragraph.split()))
    return section


class CommandLine(SphinxDirective):
    """The usage and all arguments of a verb."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the usage, and a section for each group."""
        self.env.note_reread()
        return list(sections(parser_of(self.arguments[0])))


def exit_codes() -> dict[str, str]:
    """Return the exit codes and their meanings, as the command line states them.

    >>> exit_codes()["2"]
    'bad input'
    """
    (listed,) = re.findall(
        r"^Exit codes: (.*?)\.(?:  |\n\n|\Z)",
        montmort.cli.__doc__ or "",
        re.DOTALL | re.MULTILINE,
    )
    entries = re.findall(r"(\d+) ([^;]+)", " ".join(listed.split()))
    return dict(entries)


class ExitCodes(SphinxDirective):
    """The list of exit codes."""

    def run(self) -> list[nodes.Node]:
        """Return the list."""
        items = (definition(code, meaning) for code, meaning in exit_codes().items())
        return [nodes.definition_list("", *items)]


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives."""
    app.add_directive("command-line", CommandLine)
    app.add_directive("exit-codes", ExitCodes)
    return {"parallel_read_safe": True}
