"""Where the plays of a crosscheck came from: what an audit record needs to find them again."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from montmort.montecarlo.external.program import NamedFile, named_files
from montmort.montecarlo.simulator import Simulator
from montmort.verification.own_simulators.line_reader import FileLines, FileRead
from montmort.verification.own_simulators.outcome_file import Recorded


@dataclass(frozen=True, kw_only=True)
class Source:
    """A simulator, a program with the files that its command names, or the lines of a file.

    `identity` names the simulator in the streams of its blocks, which have `block` plays; both
    are None for a file, of which `read` says what was read.  `files` are as they were before
    the first play.
    """

    identity: str | None = None
    block: int | None = None
    command: str = ""
    files: tuple[NamedFile, ...] = ()
    read: FileRead | None = None
    lines: FileLines | None = field(default=None, repr=False)  # while they are read

    @classmethod
    def of(cls, simulator: Simulator | Recorded) -> "Source":
        """Return the source of the plays of a simulator or a file."""
        if isinstance(simulator, Recorded):
            return cls(lines=simulator.lines)
        return cls(
            identity=simulator.identity,
            block=simulator.plays_per_block,
            command=simulator.program,
            files=named_files(simulator.program),
        )

    def finished(self) -> "Source":
        """Return the source after the last play."""
        return self if self.lines is None else replace(self, read=self.lines.read(), lines=None)

    def changes(self) -> Iterator[str]:
        """Yield a sentence on each file of the command that has changed since."""
        now = {file.path: file.sha256 for file in named_files(self.command)}
        for file in self.files:
            if now.get(file.path) != file.sha256:
                yield f"{file.path} changed while its plays were judged: judge them again"
