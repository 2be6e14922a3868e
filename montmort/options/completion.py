"""Completion in bash, zsh and fish, by argcomplete: of verbs, games, flags and their values.

    eval "$(montmort --print-completion bash)"       in ~/.bashrc; zsh in ~/.zshrc
    montmort --print-completion fish | source        in ~/.config/fish/config.fish

The shell starts `montmort` at each Tab with the line in the environment.  No file of the
line is executed then: rules of a game in a file are not completed.
"""

import argparse
import os
from collections.abc import Callable, Sequence
from typing import Any

from montmort.games.errors import BadInput
from montmort.output.streams import answer

SHELLS = ("bash", "zsh", "fish")


class _PrintCompletion(argparse.Action):
    """Print the script for a shell and leave, as `--version` does."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002
        values: Any,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        try:
            from argcomplete.shell_integration import shellcode
        except ImportError:
            raise BadInput("completion needs argcomplete: pip install argcomplete") from None
        answer().write(shellcode(["montmort"], shell=values) + "\n")
        parser.exit()


def add_print_completion(parser: argparse.ArgumentParser) -> None:
    """Add the flag that prints the script for a shell."""
    parser.add_argument(
        "--print-completion",
        metavar="SHELL",
        choices=SHELLS,
        action=_PrintCompletion,
        help="print the script that completes verbs, games and flags: for "
        'bash and zsh eval "$(montmort --print-completion SHELL)", for fish pipe it to source',
    )


def is_asked() -> bool:
    """Return whether a shell asks for completions."""
    return "_ARGCOMPLETE" in os.environ


def typed_words() -> list[str]:
    """Return the words of the line that the shell completes, without the command itself."""
    return os.environ.get("COMP_LINE", "").split()[1:]


def print_completions(parser: argparse.ArgumentParser) -> None:
    """Print the completions for the shell that asks, and leave."""
    import argcomplete

    argcomplete.autocomplete(parser, always_complete_options=False)


def complete_with(action: argparse.Action, names: Callable[..., Sequence[str]]) -> None:
    """Let a flag or a word be completed by the names."""
    action.completer = names  # type: ignore[attr-defined]


def game_words(prefix: str, **_: object) -> list[str]:
    """Return the games, and the Python files that a prefix may begin."""
    from argcomplete.completers import FilesCompleter

    from montmort.verification.registry import GAMES

    files = [str(name) for name in FilesCompleter(["py"])(prefix)] if prefix else []
    return [*GAMES, *files]
