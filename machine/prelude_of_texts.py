"""What Python's texts do, written for the numbers of their characters.

The functions have the names of the methods, and are compiled into the rules like the user's own.
What differs beyond ASCII raises an error: such a play is left to Python.
"""

from collections.abc import Sequence

from montmort.machine.prelude import empty_of

Letters = Sequence[int]

ASCII = 128
_TEXTS = [chr(letter) for letter in range(ASCII)]
ALNUM = [text.isalnum() for text in _TEXTS]
ALPHA = [text.isalpha() for text in _TEXTS]
DIGIT = [text.isdigit() for text in _TEXTS]
SPACE = [text.isspace() for text in _TEXTS]
SMALL = [text.islower() for text in _TEXTS]
LARGE = [text.isupper() for text in _TEXTS]
LOWER = [ord(text.lower()) for text in _TEXTS]
UPPER = [ord(text.upper()) for text in _TEXTS]
SPACES = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006"
    "\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
ZERO, PLUS, MINUS = ord("0"), ord("+"), ord("-")


def _stands_at(text: Letters, part: Letters, place: int) -> bool:
    """Return whether a part stands at a place of a text that is long enough."""
    return all(text[place + k] == part[k] for k in range(len(part)))


def startswith(text: Letters, part: Letters) -> bool:
    """Return whether a text begins with a part."""
    return len(part) <= len(text) and _stands_at(text, part, 0)


def endswith(text: Letters, part: Letters) -> bool:
    """Return whether a text ends with a part."""
    return len(part) <= len(text) and _stands_at(text, part, len(text) - len(part))


def find(text: Letters, part: Letters) -> int:
    """Return the first place of a part, -1 if it is missing."""
    for place in range(len(text) - len(part) + 1):
        if _stands_at(text, part, place):
            return place
    return -1


def rfind(text: Letters, part: Letters) -> int:
    """Return the last place of a part, -1 if it is missing."""
    for place in range(len(text) - len(part), -1, -1):
        if _stands_at(text, part, place):
            return place
    return -1


def has(text: Letters, part: Letters) -> bool:
    """Return whether a part stands in a text."""
    return find(text, part) >= 0


def count(text: Letters, part: Letters) -> int:
    """Return how many times a part stands in a text, without overlapping itself."""
    found = place = 0
    while place <= len(text) - len(part):
        if _stands_at(text, part, place):
            found += 1
            place += max(1, len(part))
        else:
            place += 1
    return found


def replace(text: Letters, part: Letters, other: Letters) -> Letters:
    """Return a text with another part for each, also for the empty ones between characters."""
    made = empty_of(text, len(text))
    place = 0
    while place <= len(text):
        if place <= len(text) - len(part) and _stands_at(text, part, place):
            made.extend(other)
            place += len(part)
            if part:
                continue
        if place < len(text):
            made.append(text[place])
        place += 1
    return made


def removeprefix(text: Letters, part: Letters) -> Letters:
    """Return a text without a part at its beginning."""
    return text[len(part) :] if startswith(text, part) else text


def removesuffix(text: Letters, part: Letters) -> Letters:
    """Return a text without a part at its end."""
    return text[: len(text) - len(part)] if endswith(text, part) else text


def lstrip(text: Letters, letters: Letters) -> Letters:
    """Return a text without some characters at its beginning."""
    place = 0
    while place < len(text) and text[place] in letters:
        place += 1
    return text[place:]


def rstrip(text: Letters, letters: Letters) -> Letters:
    """Return a text without some characters at its end."""
    place = len(text)
    while place > 0 and text[place - 1] in letters:
        place -= 1
    return text[:place]


def strip(text: Letters, letters: Letters) -> Letters:
    """Return a text without some characters at both ends."""
    return rstrip(lstrip(text, letters), letters)


def lower(text: Letters) -> Letters:
    """Return a text in small letters."""
    return [LOWER[letter] for letter in text]


def upper(text: Letters) -> Letters:
    """Return a text in large letters."""
    return [UPPER[letter] for letter in text]


def _are(text: Letters, table: Sequence[bool]) -> bool:
    """Return whether there are characters, and all are of a kind."""
    found = 0
    for letter in text:  # all of them are looked at, also for one beyond the table
        found += table[letter]
    return found == len(text) > 0


def isalnum(text: Letters) -> bool:
    """Return whether all characters are letters or digits."""
    return _are(text, ALNUM)


def isalpha(text: Letters) -> bool:
    """Return whether all characters are letters."""
    return _are(text, ALPHA)


def isdecimal(text: Letters) -> bool:
    """Return whether all characters are digits."""
    return _are(text, DIGIT)


def isdigit(text: Letters) -> bool:
    """Return whether all characters are digits."""
    return _are(text, DIGIT)


def isspace(text: Letters) -> bool:
    """Return whether all characters are blank."""
    return _are(text, SPACE)


def islower(text: Letters) -> bool:
    """Return whether there are letters, and all are small."""
    return _cased(text, SMALL, LARGE)


def isupper(text: Letters) -> bool:
    """Return whether there are letters, and all are large."""
    return _cased(text, LARGE, SMALL)


def _cased(text: Letters, wanted: Sequence[bool], others: Sequence[bool]) -> bool:
    """Return whether there are characters of a kind, and none of another."""
    found = unwanted = 0
    for letter in text:
        found += wanted[letter]
        unwanted += others[letter]
    return found > 0 and unwanted == 0


def digits(value: int) -> Letters:
    """Return the text of an integer."""
    left = abs(value)
    made = [ZERO + left % 10]
    while left > 9:
        left //= 10
        made.append(ZERO + left % 10)
    if value < 0:
        made.append(MINUS)
    made.reverse()
    return made


def number(text: Letters) -> int:
    """Return the integer that a text of digits shows; blanks and the like are left to Python."""
    first = 1 if text and (text[0] == MINUS or text[0] == PLUS) else 0
    if first == len(text):
        raise ValueError
    value = 0
    for letter in text[first:]:
        digit = letter - ZERO
        if digit < 0 or digit > 9:
            raise ValueError
        value = 10 * value - digit if text[0] == MINUS else 10 * value + digit
    return value
