"""Exact walks of the user's unchanged rules, compiled.

A function `play(chance)`, or `start` and `step`, is translated from its syntax tree into
machine code: values become registers of 64 bits, lists and Decks rows in memory, calls are
compiled where they stand.  The code runs once for every path of its picks; equal results
merge in a hash table, and their chances are added in integers of as many limbs as needed.

Laws of the package: what is not on the list of things that are compiled is refused, in a
sentence with construct, file and line (`CannotCompile`).  So is a play that leaves
64 bits, raises an error, changes a list of the module or runs into any other check; the
rules are then interpreted.  Every compiled walk is compared with the interpreted rules on a
hundred random plays, pick by pick.
"""
