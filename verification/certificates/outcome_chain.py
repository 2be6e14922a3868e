"""The certificate of a game's outcome: the labelled chain of its states, with its answers.

It proves means, variances, laws, and the chances of words, for the chain as it is listed.  That
the chain follows from the rules is proved by `check.py FILE --rules GAME`.  So its rows are those
of the walk that the checker makes (`rules_walk`), and they are compared with those of the exact
layer; where that walk would take more than a second, or minutes if states are written alike, they
are the rows of the exact layer.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from montmort.exact.moves import END
from montmort.exact.walk import Walk
from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates.document import Document, as_json, document
from montmort.verification.certificates.outcome_chain_checker import (
    CHECKER,
    CONTENT,
    chain_of,
    laws_of,
    questions_of,
    rewards_of,
)
from montmort.verification.certificates.rules_asked import Question, is_word
from montmort.verification.certificates.rules_file import word_of
from montmort.verification.certificates.rules_question import Words
from montmort.verification.certificates.rules_same import CannotWalk, key
from montmort.verification.certificates.rules_walk import (
    MOST_PATHS,
    ChainWalk,
    Labels,
    Row,
    lowest,
)

MOST_STATES = 20_000  # of a certificate: some tens of megabytes
FEW_PATHS = 50_000  # of a walk that only compares: about a second


class _Rows(NamedTuple):
    """A chain in words: the names of the states of a walk, fields, first states, and rows."""

    names: Sequence[str]
    fields: Mapping[str, str]
    start: Mapping[str, int]
    rows: Mapping[str, Mapping[Row, int]]


def outcome_certificate(
    walk: Walk[Any, Any], words: Words, question: Question | None = None
) -> Document:
    """Return the certificate of a walk; `words` are about the game that the chain is of.

    With the question its rows are those of the checker's walk.

    >>> from montmort.exact.from_rules import explore
    >>> from montmort.verification.own_games.from_play import experiment_of
    >>> die = experiment_of(lambda chance: chance.pick([1] * 6) + 1)
    >>> outcome_certificate(explore(die, None), {})["content"]["answers"]["value"]
    '7/2'
    """
    if walk.size.states > MOST_STATES:
        raise TooLarge(
            f"the chain has {walk.size.states:,} states, and a certificate lists at most "
            f"{MOST_STATES:,}; take a smaller game"
        )
    listing = _rows_of_walk(walk)
    if question is not None:
        listing = _derived(question, listing, walk.moves.states)
    listed: dict[str, object] = {
        "fields": listing.fields,
        "start": listing.start,
        "moves": {name: [*_steps(listing, name)] for name in listing.rows},
        "ends": {name: [*_steps(listing, name, ending=True)] for name in listing.rows},
    }
    chain = chain_of(*(CONTENT[name](name, as_json(part)) for name, part in listed.items()))
    values: dict[str, dict[str, Fraction]] = {}
    by_number = replace(walk.moves, states=range(walk.size.states))
    numbered = replace(walk, moves=by_number).chain_to_rest()
    for quantity in questions_of(chain):
        rewards = dict(zip(chain.rows, rewards_of(quantity, chain, values), strict=True))
        means = numbered.expected({n: rewards[name] for n, name in enumerate(listing.names)})
        values[quantity] = {name: means[n] for n, name in enumerate(listing.names)}
    answers = {
        quantity: sum((p * values[quantity][name] for name, p in chain.start.items()), Fraction(0))
        for quantity in values
    }
    laws = laws_of(chain)
    return document(CHECKER, words, {**listed, "values": values, "answers": answers, "laws": laws})


def _rows_of_walk(walk: Walk[Any, Any]) -> _Rows:
    """Return the rows that the exact layer has found, in its order."""
    labels, moves = Labels(), walk.moves
    names = [*map(labels.of, moves.states)]
    words = [*map(_words, moves.gains)]
    fields = dict.fromkeys(walk.experiment.fields, "sum")
    for gain in moves.gains:
        fields |= {n: "last" for n, v in zip(fields, gain, strict=True) if is_word(v)}
    rows = {name: Counter[Row]() for name in names}
    for source, target, gained, weight in zip(
        moves.sources.tolist(),
        moves.targets.tolist(),
        moves.gained.tolist(),
        moves.weights.tolist(),
        strict=True,
    ):
        after = None if target == END else names[target]
        rows[names[source]][after, words[gained]] += weight
    start = lowest({names[state]: weight for state, weight in moves.starts.items()})
    return _Rows(names, fields, start, {name: lowest(row) for name, row in rows.items()})


def _words(gain: Any) -> tuple[str, ...]:
    try:
        return tuple(map(word_of, gain))
    except CannotWalk as error:
        raise BadInput(f"no certificate: {error}") from None


def _derived(question: Question, listing: _Rows, states: Sequence[Any]) -> _Rows:
    """Return the rows that the checker derives; those of the exact layer where that takes long.

    They differ in the names of states that are written alike, which are numbered as they are found.
    """
    is_clear = not any(re.search(r" \[\d+\]$", name) for name in listing.rows)
    try:
        walk = ChainWalk(question, FEW_PATHS if is_clear else MOST_PATHS)
        start, rows = walk.start(), dict(islice(walk.rows(), len(listing.rows) + 1))
        by_key = dict(zip(map(key, walk.states), rows, strict=False))
        names = [by_key.get(key(state), "") for state in states]
    except CannotWalk:
        return listing
    again = _Rows(names, walk.fields, start, rows)
    same: dict[str | None, str | None] = {
        None: None,
        **dict(zip(listing.names, names, strict=True)),
    }
    if len(by_key) != len(names) or again != _renamed(listing, same, names):
        raise BadInput(
            f"{question.experiment.name} has no certificate: the checker's own walk of the rules "
            "finds other states or chances, as where a value is not equal to itself"
        )
    return again


def _renamed(listing: _Rows, same: Mapping[str | None, str | None], names: Sequence[str]) -> _Rows:
    """Return the rows with other names of the states."""
    rows = {
        f"{same[name]}": {(same[to], words): weight for (to, words), weight in row.items()}
        for name, row in listing.rows.items()
    }
    start = {f"{same[name]}": weight for name, weight in listing.start.items()}
    return _Rows(names, listing.fields, start, rows)


def _steps(listing: _Rows, name: str, *, ending: bool = False) -> Iterator[list[object]]:
    """Yield the moves of a state as [next state, weight, gains], its ends as [weight, gains]."""
    for (to, words), weight in listing.rows[name].items():
        if (to is None) is ending:
            step: list[object] = [weight, dict(zip(listing.fields, words, strict=True))]
            yield step if ending else [to, *step]
