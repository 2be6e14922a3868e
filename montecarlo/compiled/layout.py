"""Where things stand in the memory of a play; see `montmort.montecarlo.compiled.memory`."""

FREE, SIZE, FIRST = 3, 4, 5  # the words before are an empty list, at 0
LENGTH, CAPACITY, ITEMS, HEADER = 0, 1, 2, 3  # of a list
