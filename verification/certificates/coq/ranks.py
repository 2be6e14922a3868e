"""Ranks that show that play ends: every choice allowed has a case that lowers the rank."""

from collections import defaultdict
from collections.abc import Sequence

from montmort.games.errors import BadInput


def ranks_of(ways: Sequence[Sequence[Sequence[int]]]) -> list[int]:
    """Return the rank of every state; `ways` are the next states by state and choice, -1 the end.

    A state gets the next rank as soon as each of its choices can lead to a state with a rank, or
    to the end.

    >>> ranks_of([[[0, 1]], [[-1, 0], [0, -1]]])
    [1, 0]
    """
    users = defaultdict(list)  # next state -> the choices that may lead there
    for state, choices in enumerate(ways):
        for choice, after in enumerate(choices):
            for target in {*after}:
                users[target].append((state, choice))
    open_choices = [{*range(len(choices))} for choices in ways]
    ranks = [-1] * len(ways)
    done, rank = [-1], 0
    while done:
        ready = []
        for state, choice in (user for target in done for user in users[target]):
            if choice in open_choices[state]:
                open_choices[state].remove(choice)
                if not open_choices[state]:
                    ready.append(state)
        for state in ready:
            ranks[state] = rank
        done, rank = ready, rank + 1
    if -1 in ranks:
        raise BadInput(
            "there is no proof for Coq: a player can keep play going for ever, and values of both "
            "signs are then no bounds"
        )
    return ranks
