"""External programs as simulators."""
