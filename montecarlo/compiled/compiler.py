"""Compile an experiment: from its unchanged Python functions to the text of one `play`."""

from dataclasses import dataclass
from typing import Any

from montmort.montecarlo.compiled.refusal import CannotCompile

__all__ = ["CannotCompile", "CompiledPlay", "compile_experiment"]


@dataclass(frozen=True)
class CompiledPlay:
    """The text of a module that defines play(chance, memory) -> integers."""

    source: str
    fields: tuple[str, ...]
    words: int


def compile_experiment(experiment: Any, rules: object) -> CompiledPlay:  # noqa: ARG001
    """Raise CannotCompile."""
    raise CannotCompile("nothing is compiled yet")
