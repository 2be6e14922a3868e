"""The rules cut at their picks: what runs between two of them, as a Python function each.

The situation before a pick is

    (place in the code, values of the variables still needed there),

for the function that picks and for each function that waits for it to return.  A play is
cut at its picks into functions "continue from here", one for each place:

    blocks         the normal form: statements that end in a pick, a call, a branch, a return
    normal_form    writes it, from statements, `expressions` and `comprehensions`
    liveness       the variables still needed at each place
    unordered      those of them that are lists whose order is not needed
    functions      one Python function for each place; `rewriting` helps

The places are Python, not machine code, for there is little to win: with five dice thrown three
times (72,045 situations) they take an eighth of the time.  The rest goes into the look-up of each
situation among all others, and into watching what a play could change outside.  What cannot be
cut surely raises `Unmerged` with a sentence.
"""
