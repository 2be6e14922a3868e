"""Certificates: documents by which a stranger checks an exact answer without our code.

`verification.certificates.check` is the checker, which imports nothing of ours; what a document
looks like, and what each game's numbers mean, is told there and only there.  A game
has its certificate in verification/<game>_certificate.py: `certificate(rules, watch)`.
"""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from montmort.exact.chains.absorbing import AbsorbingChain, Reward
from montmort.exact.chains.lazy_values import as_exact
from montmort.games.errors import BadInput, TooLarge
from montmort.verification.certificates.check import (
    FORMAT,
    MOST_CARDS,
    PROBLEMS,
    content_hash,
    written,
)

Document = dict[str, Any]


def document(game: str, rules: Mapping[str, Any], content: Mapping[str, Any]) -> Document:
    """Return a certificate: the problem, its rules and the content, all numbers written out.

    >>> document("chain", {}, {"p": [Fraction(1, 3), 2]})["content"]
    {'p': ['1/3', '2']}
    """
    told: Document = {
        "certificate": FORMAT,
        "game": game,
        "problem": PROBLEMS[game],
        "rules": _plain(rules),
        "content": _plain(content),
    }
    return {**told, "sha256": content_hash(told)}


def _plain(value: Any) -> Any:
    """Return the value with its numbers as strings."""
    if isinstance(value, Mapping):
        return {str(name): _plain(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return written(value) if isinstance(value, Fraction | int) else value


def check_size(name: str, value: int) -> None:
    """Raise TooLarge for a deck or pack that the checker would not read."""
    if value > MOST_CARDS:
        raise TooLarge(f"{name}={value}: the checker reads decks of up to {MOST_CARDS:,} cards; "
                       "take a smaller one")  # fmt: skip


def text_of(certificate: Document) -> str:
    """Return the certificate as a file has it."""
    return json.dumps(certificate, indent=1, ensure_ascii=False) + "\n"


def certificate(chain: AbsorbingChain[Any], reward: Reward = 1) -> Document:
    """Return a certificate of the expected total reward from every transient state of a chain.

    >>> half = Fraction(1, 2)
    >>> coin = AbsorbingChain.from_rows({"toss": {"toss": half, "done": half}, "done": {"done": 1}})
    >>> certificate(coin)["content"]["values"]
    {'toss': '2'}
    """
    if chain.is_symbolic:
        raise BadInput("a certificate is of numbers; give the symbols values, see at()")
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
    return document("chain", {}, content)


def _reward(reward: Any, state: Any) -> Fraction:
    """Return what a visit pays, as `AbsorbingChain.expected` understands it."""
    if isinstance(reward, Mapping):
        reward = reward.get(state, 0)
    exact = as_exact(reward(state) if callable(reward) else reward)
    if not isinstance(exact, int | Fraction):
        raise BadInput(f"a certificate is of numbers, and the reward of state {state!r} is not")
    return Fraction(exact)
