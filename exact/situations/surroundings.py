"""What a play reads from outside, stricter than for a walk of all paths.

A situation holds the variables of a play, and nothing else.  So functions whose code could
change something outside are not even tried, and an object that cannot be watched makes the
play unmerged.
"""

from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

from montmort.exact.situations.keys import Keys
from montmort.exact.situations.purity import is_trusted, names_read, of_module, refuse_object
from montmort.exact.surroundings import Surroundings
from montmort.machine.places.unmerged import Unmerged


class PlaySurroundings(Surroundings):
    """The objects that a function of chance can reach from its beginning.

    >>> from functools import partial
    >>> table = [1, 2]
    >>> around = PlaySurroundings(partial(lambda table, chance: table[chance.pick([1, 1])], table))
    >>> around.check()
    >>> table.append(3)
    >>> around.check()
    Traceback (most recent call last):
    ...
    montmort...Unmerged: the play changes [1, 2, 3], which is outside it
    """

    def _refuse_change(self, what: str) -> NoReturn:
        raise Unmerged(f"the play changes {what}, which is outside it")

    def _check_cached(self, function: Any, results: Iterable[object]) -> None:
        keys = Keys(self.outside, {})
        keys.of([*results])
        if keys.changeable:
            raise Unmerged(f"{function.__name__} is cached and gives lists or dicts")

    def _of_cache(self, function: Any) -> Iterable[Any]:
        if function.cache_info().maxsize is not None and not is_trusted(function.__module__):
            raise Unmerged(f"{function.__name__} has a cache with a limit: use functools.cache")
        return super()._of_cache(function)

    def _of_unknown(self, value: object) -> NoReturn:
        raise refuse_object(value)

    def _globals_of(self, function: FunctionType) -> Iterable[Any]:
        is_made_by_dataclass = function.__code__.co_qualname.startswith("__create_fn__")
        return [] if is_made_by_dataclass else names_read(function)

    def _of_module(self, module: ModuleType, code: CodeType, depth: int = 3) -> Iterable[Any]:
        return of_module(module, code, depth)

    def _is_trusted(self, module: object) -> bool:
        return is_trusted(module)
