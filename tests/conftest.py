"""Tests never time, and two runs try the same cases.

Hypothesis sets no deadline, so that a busy machine fails nothing, and derives its cases from
the test itself, so that a failure belongs to the change that shows it: thirty for each test
that names no other number.  New cases, a hundred for each: `make test-new-cases`.
"""

from hypothesis import settings

settings.register_profile("same-cases", deadline=None, derandomize=True, max_examples=30)
settings.register_profile("new-cases", deadline=None)
settings.load_profile("same-cases")
