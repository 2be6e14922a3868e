"""Tests never time: hypothesis sets no deadline, so that a busy machine fails nothing."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
