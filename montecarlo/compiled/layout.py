"""Where things stand in the memory of a play; see `montmort.montecarlo.compiled.memory`."""

FREE, FIRST = 3, 4  # the words before are an empty list, at 0
LENGTH, CAPACITY, ITEMS, HEADER = 0, 1, 2, 3  # of a list
