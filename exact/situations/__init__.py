"""Merging inside a one-shot play: before every pick, equal situations have one future.

The situation before a pick is

    (place in the code, values of the variables still needed there),

for the function that picks and for each function that waits for it to return.  The
rest of the play depends on nothing else, so equal situations are walked once.  A
play is cut at its picks into functions "continue from here", one for each place:

    source        the syntax tree that surely is a function's
    normal_form   blocks of statements that end in a pick, a call, a branch or a return
    liveness      the variables still needed at each place
    unordered     those of them that are lists whose order is not needed
    places        one Python function for each place
    machine       plays from one pick to the next
    keys          when two situations are surely equal
    surroundings  what a play reads from outside, and that it stays as it is
    graph         all situations, and the exact law of the result
    replay        random plays of the unchanged function, compared with the graph

What cannot be merged surely raises `Unmerged` with a sentence; the caller then walks
all paths.
"""
