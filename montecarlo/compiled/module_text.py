"""The text of a compiled play as a module, with the driver that makes many plays.

The driver is appended to the text of the play, so that both are one module, and one
piece of machine code.
"""

from montmort.montecarlo.compiled.cache import is_compiled

_DRIVER = """

from montmort.montecarlo.compiled.memory import memory_at as _memory_at
from montmort.montecarlo.compiled.stream import chance_at as _chance_at
from montmort.montecarlo.kernels.compile import compiled as _compiled


@_compiled
def _play_many(words, store, outcomes, plays, done):
    chance, memory = _chance_at(words), _memory_at(store)
    for k in range(plays):
        done[0] = k
        {targets} = play(chance, memory)
"""


def module_text(source: str, width: int) -> str:
    """Return the text of the module of a play with `width` integers as its outcome.

    >>> module_text("", 2).splitlines()[-1].strip()
    'outcomes[0, k], outcomes[1, k], = play(chance, memory)'
    """
    targets = " ".join(f"outcomes[{at}, k]," for at in range(width))
    return source + _DRIVER.format(targets=targets)


def is_stored(source: str, width: int) -> bool:
    """Return whether machine code of this play is in the cache."""
    return is_compiled(module_text(source, width))
