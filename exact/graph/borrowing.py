"""Arrays without reference counts, for kernels that pass them from function to function.

numba counts references to arrays whenever a tuple is taken apart, with atomic
operations that cost more than the work of a path.  The caller keeps the arrays alive.
"""

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def borrowed(_typing: Any, value: Any) -> Any:
    """Return an array, or arrays in tuples, without references; they must outlive the call."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _borrowed(context, builder, signature.args[0], args[0])

    return value(value), generate


def _borrowed(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        parts = [
            _borrowed(context, builder, item, builder.extract_value(value, place))
            for place, item in enumerate(kind)
        ]
        return context.make_tuple(builder, kind, parts)
    array = context.make_array(kind)(context, builder, value)
    array.meminfo = cgutils.get_null_value(array.meminfo.type)
    array.parent = cgutils.get_null_value(array.parent.type)
    return array._getvalue()
