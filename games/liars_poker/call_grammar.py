"""The calls of Liars' Poker in words.

Each category has its forms; RANK and RANKS stand for a rank in the singular
and the plural, SUIT for a suit, other words for themselves.  A comma is an
"and".  Where no form fits, the error says that a suit is missing, or what was
understood and what could have followed.
"""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from montmort.games.cards.pack import SUITS, Pack
from montmort.games.errors import BadInput
from montmort.games.validation import quote

FORMS = {
    "high_card": ("RANK high",),
    "pair": ("pair of RANKS",),
    "two_pair": ("pair of RANKS and pair of RANKS",),
    "three_of_a_kind": ("three RANKS",),
    "flush": ("RANK high SUIT flush",),
    "straight": ("RANK high straight", "straight to the RANK"),
    "full_house": ("RANKS over RANKS",),
    "four_of_a_kind": ("four RANKS",),
    "straight_flush": ("RANK high SUIT straight flush", "SUIT royal flush"),
    "five_of_a_kind": ("five RANKS",),
}
SYNONYMS = {",": "and", ", and": "and", "pairs": "pair"}  # of words in the forms


class CallParts(NamedTuple):
    """The parts of a call; of a royal flush the ace is one."""

    category: str
    ranks: tuple[int, ...]
    suit: int | None


def write_call(call: CallParts, pack: Pack) -> str:
    """Return the call in words, with a straight flush to the ace as a royal flush.

    >>> write_call(CallParts("two_pair", (8, 1), None), Pack())
    'pair of tens, pair of threes'
    """
    form = FORMS[call.category][0]
    if call.category == "straight_flush" and call.ranks[0] == pack.ranks - 1:
        form = FORMS[call.category][1]
    ranks = iter(call.ranks)
    words = [_write_item(item, call, ranks, pack) for item in form.split()]
    return " ".join(words).replace(" and", ",")


def _write_item(item: str, call: CallParts, ranks: Iterator[int], pack: Pack) -> str:
    if item == "SUIT":
        return SUITS[call.suit or 0]
    if item.startswith("RANK"):
        name = pack.names[next(ranks)]
        return plural(name) if item == "RANKS" else name
    return item


def plural(rank: str) -> str:
    """Return the plural of a rank's name.

    >>> plural("six"), plural("jack")
    ('sixes', 'jacks')
    """
    return f"{rank}es" if rank == "six" else f"{rank}s"


def parse_call(text: str, pack: Pack) -> CallParts:
    """Return the parts of a call in words; BadInput if it is none.

    >>> parse_call("Eight high clubs flush", Pack())
    CallParts(category='flush', ranks=(6,), suit=0)
    >>> parse_call("ten low", Pack())
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: call 'ten low': understood 'ten', but then 'low'; allowed: ...
    """
    given = _words(text)
    words = [SYNONYMS.get(word.lower(), word.lower()) for word in given]
    known, allowed = 0, dict[str, None]()  # words that the best forms match; what they need next
    for category, form in ((name, form.split()) for name in FORMS for form in FORMS[name]):
        meanings = [_meaning(item, word, pack) for item, word in zip(form, words, strict=False)]
        fits = len(list(takewhile(lambda meaning: meaning is not None, meanings)))
        if fits == len(words) == len(form):
            return _parts(category, form, [number or 0 for number in meanings], pack)
        if fits > known:
            known, allowed = fits, {}
        if fits == known:
            allowed[_describe_item(form[fits], pack) if fits < len(form) else "nothing more"] = None
    reason = _suit_missing(words, pack) or _not_understood(given, known, list(allowed), pack)
    raise BadInput(f"call {quote(text, 30)}{reason}")


def _words(text: str) -> list[str]:
    """Return the words and commas, `, and` as one, without hyphens and the full stop.

    >>> _words("Pair of tens, and pair of threes."), _words("T-high straight")
    (['Pair', 'of', 'tens', ', and', 'pair', 'of', 'threes'], ['T', 'high', 'straight'])
    """
    words = re.findall(r",(?:\s*and\b)?|[^\s,-]+", text.rstrip(" ."), flags=re.IGNORECASE)
    return [" ".join(word.replace(",", ", ").split()) for word in words]


def _suit_missing(words: list[str], pack: Pack) -> str:
    """Return a sentence's end if the call lacks nothing but a suit, else an empty text."""
    for form in (form.split() for forms in FORMS.values() for form in forms if "SUIT" in form):
        others = [item for item in form if item != "SUIT"]
        if len(others) == len(words) and None not in map(_meaning, others, words, [pack] * 9):
            whole = [*words]
            whole.insert(form.index("SUIT"), SUITS[0])
            return (
                f" names no suit: say which ({', '.join(SUITS[: pack.suits])}), "
                f"as in '{' '.join(whole)}'"
            )
    return ""


def _not_understood(given: list[str], known: int, allowed: list[str], pack: Pack) -> str:
    if not known:
        forms = "; ".join(category[0] for category in FORMS.values())
        return (
            f": nothing of it is understood; allowed: {forms.replace(' and', ',')}, "
            f"RANK from {pack.names[0]} to {pack.names[-1]}, "
            f"SUIT from {SUITS[0]} to {SUITS[pack.suits - 1]}"
        )
    wrong = f"'{given[known]}'" if known < len(given) else "nothing more"
    right = " ".join(given[:known]).replace(" ,", ",")
    return f": understood '{right}', but then {wrong}; allowed: {', '.join(allowed)}"


def _meaning(item: str, word: str, pack: Pack) -> int | None:
    """Return the meaning of a word in the place of an item, None if it does not fit."""
    if item == "SUIT":
        suit = word.removesuffix("s")
        return SUITS.index(suit) if suit in SUITS[: pack.suits] else None
    return _rank(word, pack) if item in ("RANK", "RANKS") else (0 if word == item else None)


def _rank(word: str, pack: Pack) -> int | None:
    """Return the rank that a word means: six, sixes, 6, 6s, 6's; jack, jacks, J.

    >>> [_rank(word, Pack()) for word in ("sixes", "6", "6's", "10s", "J", "deuces", "ones")]
    [4, 4, 4, 8, 9, 0, None]
    """
    sign = word.upper().removesuffix("S").removesuffix("'").replace("10", "T")
    if len(sign) == 1 and sign in pack.letters:
        return pack.letters.index(sign)
    one = word.removesuffix("es" if word == "sixes" else "s").replace("deuce", "two")
    return pack.names.index(one) if one in pack.names else None


def _parts(category: str, form: list[str], meanings: list[int], pack: Pack) -> CallParts:
    parts = list(zip(form, meanings, strict=True))
    suits = [meaning for item, meaning in parts if item == "SUIT"]
    ranks = tuple(meaning for item, meaning in parts if item.startswith("RANK"))
    return CallParts(category, ranks or (pack.ranks - 1,), suits[0] if suits else None)


def _describe_item(item: str, pack: Pack) -> str:
    """Return in words what fits in the place of an item."""
    if item == "SUIT":
        return f"a suit ({', '.join(SUITS[: pack.suits])})"
    if item in ("RANK", "RANKS"):
        names = pack.names if item == "RANK" else map(plural, pack.names)
        return f"a rank ({', '.join(names)})"
    return f"'{item}'"
