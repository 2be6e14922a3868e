"""Programs with planted faults, in C, R and Python, for `benchmarks/planted_faults.py`."""
