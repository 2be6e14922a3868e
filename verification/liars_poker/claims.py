"""Claims about Liars' Poker: the source's conclusions, and what it says of its program.

The source does not say which of its two decks its conclusions are about, and
its program counts the larger deck by other rules than its text.  So the conclusions are
decided for each of three decks: 52 cards, and 54 in two readings.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple

from montmort.exact.liars_poker.answers import table
from montmort.games.cards.pack import FULL
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.made_hands import CATEGORIES, made_hands
from montmort.games.liars_poker.published import published
from montmort.verification.claims import Claims, Finding, Standing
from montmort.verification.liars_poker.figures import crossings

SOURCE = "thzinc, Liars' Poker probability analysis using sampling, 2017"
CONCLUSIONS, EVALUATORS = "last section, 'TL;DR'", "section 'Hand evaluators'"
PROGRAM = "docs/games/liars_poker.md, 'The rules'"
ALMOST, SURE = Fraction(95, 100), "in 95 of 100 deals or more"
ROWS = range(6, 36)  # cards in play of the source's charts
# The charts begin with 6 cards; with 20 three of a kind passes the straight again, in all decks,
# and from then on the three differ little because all are nearly certain.
NEITHER_RARE_NOR_CERTAIN = range(6, 20)

Chances = Mapping[str, Fraction]
THREE = ("three_of_a_kind", "flush", "straight")
STANDARD = ("high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house",
            "four_of_a_kind", "straight_flush")  # fmt: skip


class Deck(NamedTuple):
    """A deck, its rules, and the command-line flags that select it."""

    name: str
    words: str
    rules: Rules
    flags: str


DECKS = (
    Deck("52", "52 cards", Rules(), ""),
    Deck("54", "52 cards and two jokers, both wild", Rules(jokers=2), " --jokers 2"),
    Deck(
        "54-published",
        "52 cards and two jokers, as the program counts them",
        Rules(jokers=2, published=True),
        " --jokers 2 --reading published",
    ),
)
DeckFinding = Callable[[Deck], Finding]

claim = Claims(game="liars-poker", source=SOURCE)


def claim_of_each_deck(
    name: str, statement: str, *, place: str, quote: str, reading: str
) -> Callable[[DeckFinding], DeckFinding]:
    """Return a decorator that declares a claim for each of the three decks."""

    def declare(find: DeckFinding) -> DeckFinding:
        for deck in DECKS:
            claim(
                f"{name}-{deck.name}",
                statement,
                place=place,
                quote=quote,
                reading=f"{reading}; {deck.words}",
            )(partial(find, deck))
        return find

    return declare


@lru_cache
def _table(rules: Rules) -> dict[int, dict[str, Fraction]]:
    return table(rules)


def _finding(
    deck: Deck, holds: bool, true: str, why: str, exact: Mapping[str, Fraction]
) -> Finding:
    return Finding(
        standing=Standing.of(holds),
        true=true,
        why=why,
        how=f"montmort exact liars-poker --table{deck.flags}",
        exact=exact,
    )


def _spread(chances: Chances) -> Fraction:
    three = [chances[hand] for hand in THREE]
    return max(three) - min(three)


@claim_of_each_deck(
    "converge",
    "with 10 cards in play three of a kind, flush and straight are about equally likely",
    place=CONCLUSIONS,
    quote="the probabilities for three of a kind, flushes, and straights all converge",
    reading="of 6 to 19 cards in play these three probabilities are nearest to each other with 10; "
    "the charts begin with 6, and from 20 on, where three of a kind passes the straight again, all "
    "three are nearly certain",
)
def _converge(deck: Deck) -> Finding:
    spreads = {n: _spread(_table(deck.rules)[n]) for n in NEITHER_RARE_NOR_CERTAIN}
    nearest = min(spreads, key=spreads.__getitem__)
    chances = _chances_text(_table(deck.rules)[nearest], THREE)
    crossed = [
        f"{_spaced(one.rising)} passes {_spaced(one.falling)} from {one.after} cards on"
        for one in crossings(_table(deck.rules))
        if {one.rising, one.falling} <= {*THREE} and one.after in range(6, 21)
    ]
    return _finding(
        deck,
        nearest == 10,
        f"they are nearest with {nearest} cards, {float(spreads[nearest]):.4f} apart: {chances}",
        f"with 9, 10 and 11 cards the largest and the smallest are "
        f"{', '.join(f'{float(spreads[n]):.4f}' for n in (9, 10, 11))} apart; {', '.join(crossed)}",
        {f"apart with {n} cards": apart for n, apart in spreads.items()},
    )


def _in_order(chances: Chances) -> bool:
    return all(chances[low] > chances[high] for low, high in pairwise(STANDARD))


def _out_of_order(chances: Chances) -> str:
    low, high = next((a, b) for a, b in pairwise(STANDARD) if chances[a] <= chances[b])
    return f"{_spaced(high)} is no rarer than a {_spaced(low)}"


@claim_of_each_deck(
    "standard-order",
    "with 6 to 9 cards in play the hands are as likely as standard poker ranks them",
    place=CONCLUSIONS,
    quote="the probabilities match standard poker rules",
    reading="the higher its rank, flush above straight, the less likely the hand, strictly",
)
def _standard_order(deck: Deck) -> Finding:
    rows = _table(deck.rules)
    wrong = {n: _out_of_order(rows[n]) for n in range(6, 10) if not _in_order(rows[n])}
    where = _in_words(n for n, chances in rows.items() if _in_order(chances))
    faults = {fault: [n for n in wrong if wrong[n] == fault] for fault in wrong.values()}
    why = "; ".join(f"{_in_words(cards)} a {fault}" for fault, cards in faults.items())
    return _finding(
        deck,
        not wrong,
        f"the order is that of standard poker {where}",
        why or "from a high card to a straight flush each hand is less likely than the one before",
        {f"{hand} with {n} cards": rows[n][hand] for n in range(6, 10) for hand in STANDARD},
    )


def _flush_ahead(deck: Deck) -> list[int]:
    return [n for n, held in _table(deck.rules).items() if held["flush"] > held["straight"]]


@claim_of_each_deck(
    "avoid-flushes",
    "before there are 10 cards in play it is best not to call flushes",
    place=CONCLUSIONS,
    quote="it's best to avoid flushes before 10 cards in play",
    reading="with 6 to 9 cards, without looking at one's own, a flush is less likely than the "
    "straight, which is the higher call",
)
def _avoid_flushes(deck: Deck) -> Finding:
    rows, ahead = _table(deck.rules), _flush_ahead(deck)
    return _finding(
        deck,
        all(n not in ahead for n in range(6, 10)),
        f"a flush is less likely than a straight, which beats it, up to {ahead[0] - 1} cards",
        f"with 9 cards: {_chances_text(rows[9], THREE[1:])}",
        {f"{hand} with {n} cards": rows[n][hand] for n in range(6, 12) for hand in THREE[1:]},
    )


@claim_of_each_deck(
    "always-a-pair",
    "there is almost always a pair, even with only 6 cards in play",
    place=CONCLUSIONS,
    quote="there's almost always a pair among the cards in play",
    reading=f"almost always: {SURE}",
)
def _almost_always(deck: Deck) -> Finding:
    rows = _table(deck.rules)
    enough = min(n for n, chances in rows.items() if chances["pair"] >= ALMOST)
    six = rows[6]["pair"]
    return _finding(
        deck,
        six >= ALMOST,
        f"there is a pair among 6 cards with probability {float(six):.4f}",
        f"{SURE} there is a pair from {enough} cards on",
        {f"pair with {n} cards": rows[n]["pair"] for n in range(6, enough + 1)},
    )


@claim_of_each_deck(
    "flush-likelier",
    "for some rounds a flush is more likely than a straight, and therefore ranks below it",
    place="first section",
    quote="for some number of rounds, a flush is more likely than a straight",
    reading="for some number of cards in play from 6 to 35, strictly",
)
def _flush_likelier(deck: Deck) -> Finding:
    rows, played = _table(deck.rules), [n for n in _flush_ahead(deck) if n in ROWS]
    return _finding(
        deck,
        bool(played),
        f"a flush is the likelier {_in_words(played)}",
        "six players and a hand in the middle put at most 35 cards in play",
        {f"{hand} with {n} cards": rows[n][hand] for n in ROWS for hand in THREE[1:]},
    )


def _finds(cards: str, *, first_joker: bool = False, second_joker: bool = False) -> set[str]:
    """Return the categories that the program finds in these cards."""
    flags = published(FULL.read(cards)[0], first_joker, second_joker)
    return {name for name, holds in zip(CATEGORIES, flags, strict=True) if holds}


def _made(cards: str) -> set[str]:
    """Return the categories that these cards, with jokers as asterisks, make."""
    holds = made_hands(*FULL.read(cards))
    return {name for name, held in zip(CATEGORIES, holds, strict=True) if held}


def _evaluators(cards: str, hand: str, *, missed: bool) -> Finding:
    """Return the finding about an evaluator, by a hand on which program and rules differ."""
    program, rules = (_table(Rules(published=is_program))[5] for is_program in (True, False))
    wrong = hand in _made(cards) - _finds(cards) if missed else hand in _finds(cards) - _made(cards)
    number = int(abs(program[hand] - rules[hand]) * 2_598_960)
    return Finding(
        standing=Standing.of(not wrong),
        true=f"the evaluator of {_spaced(hand)} {'misses' if missed else 'accepts'} {cards}, and "
        f"{'finds too few' if missed else 'accepts too many'} by {number:,} of 2,598,960 hands",
        why="one such hand is enough",
        how=f"montmort exact liars-poker --cards 5 --reading published\n{PROGRAM}",
        exact={"hands of five cards, too few or too many": number},
    )


@claim(
    "finds-every-hand",
    "an evaluator succeeds whenever its hand can be made",
    place=EVALUATORS,
    quote="returns a tuple of a success indicator",
    reading="each of the ten, five cards in play from 52",
)
def _finds_every_hand() -> Finding:
    return _evaluators("3c 3d 3h 2c 2d", "full_house", missed=True)


@claim(
    "finds-no-other",
    "an evaluator succeeds only if its hand can be made",
    place=EVALUATORS,
    quote="returns a tuple of a success indicator",
    reading="each of the ten, five cards in play from 52; two pair are of two ranks",
)
def _finds_no_other() -> Finding:
    return _evaluators("2c 2d 2h 2s", "two_pair", missed=False)


@claim(
    "other-evaluators",
    "an evaluator succeeds if and only if its hand can be made",
    place=EVALUATORS,
    quote="returns a tuple of a success indicator",
    reading="all but those of two pair, full house and straight flush succeed as often as the hand "
    "can be made, for every number of cards in play from 52",
)
def _other_evaluators() -> Finding:
    program, rules = (_table(Rules(published=is_program)) for is_program in (True, False))
    wrong = [hand for hand in CATEGORIES if any(program[n][hand] != rules[n][hand] for n in rules)]
    return Finding(
        standing=Standing.of(wrong == ["two_pair", "full_house", "straight_flush"]),
        true=f"the chances differ for {', '.join(map(_spaced, wrong))} only",
        why=f"the chances of all {len(CATEGORIES)} were compared, with 1 to {len(rules)} cards",
        how="montmort exact liars-poker --table --reading published\n"
        "montmort exact liars-poker --table",
        exact={"evaluators with other chances": len(wrong)},
    )


@claim(
    "jokers-wild",
    "jokers are wild cards that stand for any card",
    place="section 'The playing decks'",
    quote="Jokers are wild cards and can be used as fill-in",
    reading="in the program, each of its two jokers, one of them in play",
)
def _jokers_wild() -> Finding:
    first = _finds("5c", first_joker=True)
    second = _finds("5c", second_joker=True)
    return Finding(
        standing=Standing.of("pair" in first and "pair" in second),
        true=f"with a five the first joker makes {_a_pair(first)}, the second {_a_pair(second)}",
        why="the program gives the second joker a rank of its own above the ace, and takes it for "
        "any card in flushes alone",
        how=PROGRAM,
        exact={"jokers that pair with a five": ("pair" in first) + ("pair" in second)},
    )


def _a_pair(categories: set[str]) -> str:
    return "a pair" if "pair" in categories else "no pair"


@claim(
    "straight-example",
    "king, jack, ten and nine are in places 1, 3, 4 and 5 and with a joker make a straight",
    place="before the evaluator of a straight",
    quote="cards in positions 1, 3, 4, and 5 of the list",
    reading="the places from ace down to ace, counted from 0; of the first five places three are "
    "held, of the next five four",
)
def _straight_example() -> Finding:
    cards = FULL.read("Kc Jc Tc 9d")[0]
    held = [bool(FULL.rank_counts(cards)[rank]) for rank in [*reversed(range(13)), 12]]
    places = [place for place, is_held in enumerate(held) if is_held]
    first, second = (sum(held[skip : skip + 5]) for skip in (0, 1))
    holds = (places, first, second) == ([1, 3, 4, 5], 3, 4)
    succeeds = "straight" in _finds("Kc Jc Tc 9d", first_joker=True)
    return Finding(
        standing=Standing.of(holds and succeeds),
        true=f"the cards are in places {', '.join(map(str, places))}; from place 0 on {first} of "
        f"five are held, from place 1 on {second}, enough with one joker",
        why="the sequence of the program was searched as it says, and its evaluator succeeds",
        how=PROGRAM,
        exact={"held from place 0": first, "held from place 1": second},
    )


def _chances_text(chances: Chances, hands: Iterable[str]) -> str:
    return ", ".join(f"{_spaced(hand)} {float(chances[hand]):.6f}" for hand in hands)


def _spaced(hand: str) -> str:
    return hand.replace("_", " ")


def _in_words(cards: Iterable[int]) -> str:
    """Return the numbers of cards in words, with ranges for runs.

    >>> _in_words([5, 6, 7, 11]), _in_words([])
    ('with 5 to 7 and 11 cards', 'never')
    """
    runs: list[list[int]] = []
    for n in cards:
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return f"with {' and '.join(words)} cards" if words else "never"


CLAIMS = claim.declared
