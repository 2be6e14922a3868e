"""Sizes at which exact answers go another way, and what was measured: one table for all of exact.

`how` of an answer says which way was taken.  Times are CPU time of one core of a server of 2023;
limits, beyond which there is no answer, stand where they are checked.
"""

# Rules: the interpreter walks some 50,000 paths a second, compiled code some millions.
COMPILE_FROM = 20_000  # paths: they take .4 s, as long as compilation
COMPILE_ONCE_FROM = 5_000  # of a game of one step: so many would be walked twice
MERGE_FROM = 50_000  # paths of a step; merging equal situations takes .1 s at least
MERGE_SYMBOLS_FROM = 1_000  # the same with symbols: a pick with sympy takes 50 times as long
MERGE_LONG_FROM = 100  # picks of a path: there may be no longest one (craps 5.5 -> .03 s)
GIVE_UP_MERGING_FROM = 50_000  # situations, if nine in ten branches lead to new ones
KERNEL_FROM = 20_000  # edges of a graph: in Python they take as long as numba is loaded, .2 s

# Linear systems in integers (`linalg`).
DENSE_UP_TO = 64  # unknowns: dense is fastest, with short entries up to twice as many
DENSE_WITHOUT_FLOATS_UP_TO = 300  # unknowns, where lifting is no way: then elimination
DENSE_TAKES_HOURS_FROM = 1_500  # unknowns: then elimination alone, whatever its fill-in
FULL_UP_TO = 300  # unknowns of a sparse system with long entries, which is then treated as full
CORE_SEARCHED_FROM = 500  # unknowns left by an order, for which a smaller set is looked for
SOLVER_FROM = 24  # unknowns of a policy: above, the solvers of `linalg` are faster

# States that are alike: floats propose classes, integers prove them.
EQUAL_STATES_FROM = 1_000  # states for which equal ones are looked for (4.5 x on a race of two)
OPPOSITE_STATES_FROM = 1_000  # states for which opposite ones are looked for
KINDS_ONE_BY_ONE = 2  # kinds of ends: with more, the visits of all states are solved once

# Laws.
DENSE_SUMS_UP_TO = 64  # places of a polynomial for each value: with more, most coefficients are 0
COMMON_DENOMINATORS_UP_TO = 50  # moves of the longest way without a gain: else fractions
ONE_DIGIT_UP_TO = 30  # bits of a row's sum: weights in one 64-bit word each

# Optimal play.
VALUES_UP_TO = 400_000  # nodes on cycles: above, bounds of the value come first
