"""Run files: finished blocks on disk, from which a run is resumed."""
