"""Shut the box: a throw of two dice shuts open tiles with its sum."""

from montmort.games.shut_the_box.rules import (
    DIE,
    EXPERIMENTS,
    RULEBOOK,
    Box,
    Game,
    Rules,
    step,
    ways,
)

__all__ = ["DIE", "EXPERIMENTS", "RULEBOOK", "Box", "Game", "Rules", "step", "ways"]
