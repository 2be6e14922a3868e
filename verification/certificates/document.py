"""Certificates: documents by which an exact answer can be checked without this package.

`montmort.verification.certificates.check` reads and checks them; it imports nothing but the
standard library, and it defines the form of a document.  The certificate of a game is written by
`montmort.verification.<game>.certificate` and checked by `montmort.verification.<game>.checker`,
which states the problem and the meaning of the numbers.
"""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, TypeVar

from montmort.exact.chains.absorbing import AbsorbingChain, Reward
from montmort.exact.chains.lazy_values import as_exact
from montmort.exact.chains.transitions import Transitions
from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates.chain_checker import CHECKER
from montmort.verification.certificates.check import (
    FORMAT,
    MOST_CARDS,
    Checker,
    Unreadable,
    content_hash,
    number_text,
)

Json = str | list["Json"] | dict[str, "Json"]
Document = dict[str, Json]
S = TypeVar("S", bound=Hashable)


def document(
    checker: Checker, rules: Mapping[str, object], content: Mapping[str, object]
) -> Document:
    """Return a certificate: the problem, its rules and the content, all numbers as strings.

    >>> document(CHECKER, {}, {"p": [Fraction(1, 3), 2]})["content"]
    {'p': ['1/3', '2']}
    """
    unsigned: Document = {
        "certificate": FORMAT,
        "game": checker.game,
        "problem": checker.problem,
        "rules": as_json(rules),
        "content": as_json(content),
    }
    return {**unsigned, "sha256": content_hash(unsigned)}


def as_json(value: object) -> Json:
    """Return the value with its numbers as strings.

    >>> as_json({"p": (Fraction(1, 3), "half")})
    {'p': ['1/3', 'half']}
    """
    match value:
        case str():
            return value
        case Mapping():
            return {str(name): as_json(part) for name, part in value.items()}
        case Sequence():
            return [as_json(part) for part in value]
        case Fraction() | int():
            return number_text(value)
    raise TypeError(f"a certificate holds exact numbers and words, not {value!r}")


def check_size(name: str, value: int) -> None:
    """Raise TooLarge for a deck or pack that the checker refuses."""
    if value > MOST_CARDS:
        raise TooLarge(
            f"{name}={value}: the checker reads decks of up to {MOST_CARDS:,} cards; "
            "take a smaller one"
        )


def check_work(check: Callable[..., None], *sizes: object) -> None:
    """Raise TooLarge for a certificate that the checker refuses, as it would take long."""
    try:
        check(*sizes)
    except Unreadable as error:
        raise TooLarge(f"the checker refuses this: {error}; take a smaller game") from None


def check_asked(rules: Any, *certified: str) -> None:
    """Raise BadInput for a rule with which the certificate has nothing to do, unless it is usual.

    So no two questions have the same certificate.
    """
    usual = type(rules)(**{name: getattr(rules, name) for name in certified})
    for rule in fields(rules):
        value = getattr(rules, rule.name)
        if value != getattr(usual, rule.name):
            raise BadInput(
                f"{rule.name}={value!r} has no certificate: it is of {', '.join(certified)} alone; "
                "leave it out"
            )


def text_of(certificate: Mapping[str, object]) -> str:
    """Return the certificate as the text of a file."""
    return json.dumps(certificate, indent=1, ensure_ascii=False) + "\n"


def certificate(chain: Transitions[S], reward: Reward[S] = 1) -> Document:
    """Return a certificate of the expected total reward from every transient state of a chain.

    The rewards are added until the chain is absorbed; BadChain if it never may be.

    >>> half = Fraction(1, 2)
    >>> coin = AbsorbingChain.from_rows({"toss": {"toss": half, "done": half}, "done": {"done": 1}})
    >>> certificate(coin)["content"]["values"]
    {'toss': '2'}
    """
    if chain.is_symbolic:
        raise BadInput("a certificate holds numbers; give the symbols values, see at()")
    if not isinstance(chain, AbsorbingChain):
        chain = AbsorbingChain(chain.states, chain.totals, chain.weights)
    names = [str(state) for state in chain.states]
    if len({*names}) < len(names):
        raise BadInput("two states of the chain are written alike; give them other names")
    values = chain.expected(reward)
    moving = chain.transient
    content = {
        "rows": {s: chain.rows[s] for s in moving},
        "ends": [str(end) for end in chain.absorbing],
        "rewards": {s: _reward(reward, s) for s in moving},
        "values": {s: values[s] for s in moving},
    }
    return document(CHECKER, {}, content)


def _reward(reward: Reward[S], state: S) -> Fraction:
    """Return the reward of a visit, read as `AbsorbingChain.expected` reads it."""
    if isinstance(reward, Mapping):
        reward = reward.get(state, 0)
    exact = as_exact(reward(state) if callable(reward) else reward)
    if not isinstance(exact, int | Fraction):
        raise BadInput(f"a certificate holds numbers, and the reward of state {state!r} is none")
    return Fraction(exact)
