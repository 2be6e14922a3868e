"""The user's unchanged rules, compiled.

`start` and `step`, or a function `play(chance)`, are translated from their syntax trees into
machine code: values become registers of 64 bits, lists and Decks rows in memory, calls are
compiled where they stand.  For an exact walk the code runs once for every path of its picks and
decisions.

Laws of the package: what is not on the list of things that are compiled is refused, in a
sentence with construct, file and line (`CannotCompile`).  So is a play that leaves
64 bits, raises an error, changes a list of the module or runs into any other check; the
rules are then interpreted.  Compiled rules are compared with the interpreted ones on random
plays, pick by pick.
"""
