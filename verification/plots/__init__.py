"""Pictures of laws and of verdicts."""
