"""What is stated and proved of each small game, with the checks of its statements.

A module has the name of the game's rules, and a function `settled(game, rules,
watch)`, which returns the template and its values, or None where nothing is stated under these
rules.
"""
