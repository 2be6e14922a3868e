"""Run files: finished blocks on disk, from which a run can be resumed."""
