"""Merging inside a one-shot play: before every pick, equal situations have one future.

`montmort.machine.places` cuts a play at its picks; a situation is a place with the values that
are still needed there, of the function that picks and of each function that waits for it.  The
rest of the play depends on nothing else, so equal situations are walked once:

    machine       plays from one pick to the next
    keys          when two situations are surely equal
    surroundings  what a play reads from outside, that it stays as it is, and what code may do
    graph         all situations, and the exact law of the result
    replay        random plays of the unchanged function, compared with the graph

What cannot be merged surely raises `Unmerged` with a sentence; the caller then walks
all paths.
"""
