"""Checks of single values; each refuses with one sentence."""

import inspect
import math
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from types import FunctionType

from montmort.games.errors import BadInput, without_addresses

LONGEST_NAME = 40  # characters of a word that may have been meant for a name


def quote(value: object, most: int = 60) -> str:
    """Return the repr of a user's value in one line, cut after `most` characters.

    >>> quote("4 of clubs"), quote(list(range(10**5)), most=9), quote(Fraction(1, 3))
    ("'4 of clubs'", '[0, 1, 2,…', '1/3')
    """
    try:
        shown = repr(value)
        if isinstance(value, Fraction) and value.denominator > 1:
            shown = str(value)
        text = without_addresses(" ".join(shown.split()))
    except ValueError:  # Python does not write integers of thousands of digits
        text = f"<{type(value).__name__} of very many digits>"
    return text if len(text) <= most else f"{text[:most]}…"


def quote_number(value: object) -> str:
    """Return what `quote` writes where Fractions and integers may stand: a whole Fraction as 2.

    >>> quote(Fraction(2)), quote_number(Fraction(2)), quote_number(0.5)
    ('Fraction(2, 1)', '2', '0.5')
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return quote(value.numerator)
    return quote(value)


def check_integer(
    name: str, value: object, least: int | None = None, most: int | None = None, why: str = ""
) -> None:
    """Raise BadInput unless `value` is an int from `least` to `most`, and no truth value.

    >>> check_integer("suits", 0, 1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: suits=0 must be an integer >= 1
    >>> check_integer("ranks", 14, 2, 13)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: ranks=14 must be an integer from 2 to 13
    """
    if not isinstance(value, int) or isinstance(value, bool) or not _is_within(value, least, most):
        raise BadInput(f"{name}={quote(value)} must be an integer{_range(least, most)}{why}")


def check_fraction(
    name: str,
    value: object,
    least: int | Fraction | None = None,
    most: int | Fraction | None = None,
    why: str = "",
) -> None:
    """Raise BadInput unless `value` is a Fraction or an int from `least` to `most`.

    >>> check_fraction("rake", 0.05, 0, 1)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: rake=0.05 must be a Fraction or an integer from 0 to 1
    """
    if (
        not isinstance(value, int | Fraction)
        or isinstance(value, bool)
        or not _is_within(value, least, most)
    ):
        wanted = f"a Fraction or an integer{_range(least, most)}{why}"
        raise BadInput(f"{name}={quote_number(value)} must be {wanted}")


def check_choice(name: str, value: object, allowed: Collection[object]) -> None:
    """Raise BadInput unless `value` is one of the values allowed.

    >>> check_choice("order", "up", ("left", "right"))
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: order='up' must be one of left, right
    """
    if not any(isinstance(value, type(choice)) and value == choice for choice in allowed):
        raise BadInput(f"{name}={quote(value)} must be one of {', '.join(map(str, allowed))}")


def check_number(name: str, value: object) -> None:
    """Raise BadInput unless `value` is a finite real number, and no truth value.

    >>> check_number("margin", math.nan)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: margin=nan must be a finite number
    """
    is_number = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
    if not is_number or (isinstance(value, float) and not math.isfinite(value)):
        raise BadInput(f"{name}={quote(value)} must be a finite number")


def check_type(name: str, value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Raise BadInput unless `value` is of this type, or of one of these.

    >>> check_type("name", 3, str, "text")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: name=3 must be text
    """
    if not isinstance(value, kind):
        raise BadInput(f"{name}={quote(value)} must be {wanted}")


def public_name(kind: type) -> str:
    """Return the name by which a class is imported: that of its package, if it has the class.

    >>> from montmort.games import kuhn
    >>> kuhn.Rules.__module__, public_name(kuhn.Rules)
    ('montmort.games.kuhn.rules', 'montmort.games.kuhn.Rules')
    """
    package = kind.__module__.rpartition(".")[0]
    has_it = getattr(sys.modules.get(package), kind.__name__, None) is kind
    return f"{package if has_it else kind.__module__}.{kind.__name__}"


def check_text(**texts: object) -> None:
    """Raise BadInput unless each of the arguments is text.

    >>> check_text(name="war", title=None)
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: title=None must be text
    """
    for name, value in texts.items():
        check_type(name, value, str, "text")


def check_mapping(name: str, value: object, wanted: str) -> None:
    """Raise BadInput unless `value` is a mapping.

    >>> check_mapping("weights", 3, "{outcome: weight}")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: weights=3 must be a mapping {outcome: weight}
    """
    check_type(name, value, Mapping, f"a mapping {wanted}")


def check_items(name: str, value: object, wanted: str) -> None:
    """Raise BadInput unless `value` can be iterated over.

    >>> check_items("picks", 3, "integers")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: picks=3 must be a sequence of integers
    """
    check_type(name, value, Iterable, f"a sequence of {wanted}")


def check_hashable(name: str, value: object) -> None:
    """Raise BadInput unless `value` can be a key, so that equal ones can be found.

    >>> check_hashable("kind", ([],))
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: kind=([],) must be hashable: use tuples
    """
    if not is_hashable(value):
        raise BadInput(f"{name}={quote(value)} must be hashable: use tuples")


def is_hashable(value: object) -> bool:
    """Return whether `value` can be a key of a mapping; of a tuple, all its members must be.

    >>> is_hashable((1, 2)), is_hashable((1, []))
    (True, False)
    """
    try:
        hash(value)
    except TypeError:
        return False
    return True


def check_function(name: str, value: object, *arguments: str) -> None:
    """Raise BadInput unless `value` is a function that can be called with these arguments.

    Some functions of Python itself do not say what they take; they are accepted, but
    not a type such as `int` where a function draws from a chance.

    >>> check_function("play", int, "chance")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: play=<class 'int'> must be a function of (chance)
    """
    if type(value) is FunctionType:  # the usual case: a function with as many arguments
        code = value.__code__
        if code.co_argcount == len(arguments) and not code.co_kwonlyargcount:
            return

    def wanted() -> str:  # only where it is needed: the repr of a long table takes seconds
        return f"{name}={quote(value)} must be a function of ({', '.join(arguments)})"

    if not callable(value):
        raise BadInput(wanted())
    try:
        signature = inspect.signature(value)
    except ValueError:
        if isinstance(value, type) and {"chance", "rng"}.intersection(arguments):
            raise BadInput(wanted()) from None
        return
    try:
        signature.bind(*arguments)
    except TypeError:
        raise BadInput(f"{wanted()}, not of {signature}") from None


def takes(function: object, arguments: int) -> bool:
    """Return whether a function takes so many arguments, and not fewer.

    >>> takes(lambda chance: 0, 1), takes(lambda chance, table: 0, 1)
    (True, False)
    """
    try:
        parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    except (TypeError, ValueError):  # written in C, or no function
        return False
    return arguments == sum(
        p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        for p in parameters
    )


def _is_within(
    value: int | Fraction, least: int | Fraction | None, most: int | Fraction | None
) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _range(least: int | Fraction | None, most: int | Fraction | None) -> str:
    if least is None:
        return "" if most is None else f" <= {most}"
    return f" >= {least}" if most is None else f" from {least} to {most}"


def repeated_key(pairs: Sequence[tuple[str, object]]) -> str | None:
    """Return the first key of a JSON object that occurs more than once, None if there is none.

    By default Python's reader takes the last of two equal keys.

    >>> repeated_key([("a", 1), ("b", 2), ("a", 3)]), repeated_key([("a", 1)])
    ('a', None)
    """
    if len(dict(pairs)) == len(pairs):
        return None
    numbers = Counter(name for name, _ in pairs)
    return next(name for name, number in numbers.items() if number > 1)


def meant(word: str, names: Iterable[str]) -> str:
    """Ask for the name that is nearest to a word, if one is near.

    >>> meant("treiz", ["treize", "war"]), meant("chess", ["treize", "war"])
    ('; did you mean treize?', '')
    >>> meant("--sed", ["--save", "--seed"]), meant("--table", ["--optimal"])
    ('; did you mean --seed?', '')
    """
    known = {name.removeprefix("--"): name for name in names}
    near = get_close_matches(word.removeprefix("--")[:LONGEST_NAME], known, 1)
    return f"; did you mean {known[near[0]]}?" if near else ""
