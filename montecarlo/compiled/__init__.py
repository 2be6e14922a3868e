"""The rules of any game, compiled: equal to the interpreted play, pick by pick."""
