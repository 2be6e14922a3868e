"""Compile the kernels of the games' simulators, once after installation.

    python -m montmort.warm_up

Numba keeps them in its cache, so that no command waits for them.  Where no cache
can be written, nothing is gained and nothing is lost.
"""

from montmort.verification.registry import GAMES


def warm_up() -> None:
    """Play the first experiment of every built-in game once.

    Games with an aim are left out: they would have to be solved first.
    """
    for game in GAMES.values():
        if game.aim is None:
            book = game.rulebook
            game.simulator(book.usual, book.first_experiment).count(0, plays=1)


if __name__ == "__main__":
    warm_up()
