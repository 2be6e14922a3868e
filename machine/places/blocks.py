"""The normal form of a function: blocks of statements, each with one way to end.

A block's statements neither pick nor call anything that gets `chance`.  It ends in

    Jump      the next block
    Branch    one of two blocks, by a test
    Pick      variable = chance.pick(weights), then the next block
    Call      variable = function(…, chance, …), then the next block
    Finish    return a value
"""

import ast
from dataclasses import dataclass, field


@dataclass
class Jump:
    """Go on with another block."""

    to: "Block"


@dataclass
class Branch:
    """Go on with one block if the test holds, else with another."""

    test: ast.expr
    yes: "Block"
    no: "Block"


@dataclass
class Pick:
    """Pick with these weights; the index becomes the value of `target`."""

    weights: ast.expr
    target: str
    to: "Block"
    line: int


@dataclass
class Call:
    """Call a function that gets chance; its result becomes the value of `target`."""

    call: ast.Call
    target: str
    to: "Block"
    line: int


@dataclass
class Finish:
    """Return a value."""

    value: ast.expr


End = Jump | Branch | Pick | Call | Finish


@dataclass(eq=False)
class Block:
    """Statements that run one after the other, and the end of the block."""

    number: int
    statements: list[ast.stmt] = field(default_factory=list)
    end: End | None = None  # None while the block is being written

    def targets(self) -> list["Block"]:
        """Return the blocks that this one leads to."""
        if isinstance(self.end, Branch):
            return [self.end.yes, self.end.no]
        return [self.end.to] if isinstance(self.end, Jump | Pick | Call) else []

    def jumps(self) -> list["Block"]:
        """Return the blocks that this one leads to without a pick or a call."""
        return [] if isinstance(self.end, Pick | Call) else self.targets()
