"""The few parts of scipy that small chains need, in plain Python: see `scipy.sparse`."""
