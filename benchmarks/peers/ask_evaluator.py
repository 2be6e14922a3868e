"""What treys, eval7 or phevaluator make of hands of five cards, one hand after the other.

    python ask_evaluator.py PEER FILE PART PARTS

The hands are every PARTS-th of all 2,598,960 sets of five cards, the first of
them number PART; card = 13 suit + rank.  Their values go to the file as native
integers of four bytes; the CPU seconds of evaluating alone, the cards in the
peer's own form and in the peer's own sequences before, are printed as JSON.
"""

import array
import json
import sys
from collections.abc import Callable, Sequence
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import stopwatch

RANKS, SUITS = "23456789TJQKA", "cdhs"
NAMES = [rank + suit for suit in SUITS for rank in RANKS]
AT_ONCE = 50_000

Hand = Sequence[Any]


def treys() -> tuple[list[Any], Callable[[Hand], int], type]:
    """Return the cards, what evaluates a hand, and the sequence that it takes."""
    from treys import Card, Evaluator

    evaluate, nothing = Evaluator().evaluate, []
    return [Card.new(name) for name in NAMES], lambda hand: evaluate(nothing, hand), list


def eval7() -> tuple[list[Any], Callable[[Hand], int], type]:
    """Return the same of eval7, whose evaluate takes a hand as it is."""
    import eval7 as peer

    return [peer.Card(name) for name in NAMES], peer.evaluate, list


def phevaluator() -> tuple[list[Any], Callable[[Hand], int], type]:
    """Return the same of phevaluator, whose cards may be integers."""
    from phevaluator.card import Card
    from phevaluator.evaluator import evaluate_5cards

    return [Card.to_id(name) for name in NAMES], lambda hand: evaluate_5cards(*hand), tuple


PEERS = {"treys": treys, "eval7": eval7, "phevaluator": phevaluator}


def main() -> None:
    """Evaluate some at a time; only that is timed."""
    peer, path, part, parts = sys.argv[1:]
    cards, evaluate, sequence = PEERS[peer]()
    hands = islice(combinations(cards, 5), int(part), None, int(parts))
    values, seconds = array.array("i"), 0.0
    while some := [sequence(hand) for hand in islice(hands, AT_ONCE)]:
        spent, found = stopwatch.timed(lambda given=some: [evaluate(hand) for hand in given])
        seconds += spent
        values.extend(found)
    Path(path).write_bytes(values.tobytes())
    print(json.dumps({"seconds": seconds, "hands": len(values)}))


if __name__ == "__main__":
    main()
