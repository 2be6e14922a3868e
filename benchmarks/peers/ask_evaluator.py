"""Rank hands of five cards by treys, eval7 or phevaluator, one hand per call.

    python ask_evaluator.py PEER FILE PART PARTS

The hands are every PARTS-th of all 2,598,960 sets of five cards, starting at number
PART; card = 13 suit + rank.  Their values are written to the file as native integers of
four bytes.  The CPU seconds of the evaluation alone, without converting the cards to the
program's own form and sequences, are printed as JSON.
"""

import array
import json
import sys
from collections.abc import Callable, Sequence
from itertools import combinations, islice, starmap
from pathlib import Path
from typing import Any, NamedTuple

import stopwatch

RANKS, SUITS = "23456789TJQKA", "cdhs"
NAMES = [rank + suit for suit in SUITS for rank in RANKS]
AT_ONCE = 50_000

Hand = Sequence[Any]
Evaluate = Callable[[list[Hand]], list[int]]  # one call of the peer for each hand


class Peer(NamedTuple):
    """The cards of a program, the sequence type of its hands, and its call."""

    cards: list[Any]
    sequence: Callable[[Hand], Hand]
    evaluate: Evaluate


def treys() -> Peer:
    """Return treys, which evaluates a hand with an empty board."""
    from treys import Card, Evaluator

    evaluate, board = Evaluator().evaluate, []
    cards = [Card.new(name) for name in NAMES]
    return Peer(cards, list, lambda hands: [evaluate(hand, board) for hand in hands])


def eval7() -> Peer:
    """Return eval7, whose evaluate takes a list of cards."""
    import eval7 as peer

    cards = [peer.Card(name) for name in NAMES]
    return Peer(cards, list, lambda hands: [*map(peer.evaluate, hands)])


def phevaluator() -> Peer:
    """Return phevaluator, whose cards may be integers."""
    from phevaluator.card import Card
    from phevaluator.evaluator import evaluate_5cards

    cards = [Card.to_id(name) for name in NAMES]
    return Peer(cards, tuple, lambda hands: [*starmap(evaluate_5cards, hands)])


PEERS = {"treys": treys, "eval7": eval7, "phevaluator": phevaluator}


def main() -> None:
    """Evaluate the hands in parts; only the evaluation is timed."""
    peer, path, part, parts = sys.argv[1:]
    asked = PEERS[peer]()
    hands = islice(combinations(asked.cards, 5), int(part), None, int(parts))
    values, seconds = array.array("i"), 0.0
    while some := [asked.sequence(hand) for hand in islice(hands, AT_ONCE)]:
        spent, found = stopwatch.timed(lambda given=some: asked.evaluate(given))
        seconds += spent
        values.extend(found)
    Path(path).write_bytes(values.tobytes())
    print(json.dumps({"seconds": seconds, "hands": len(values)}))


if __name__ == "__main__":
    main()
