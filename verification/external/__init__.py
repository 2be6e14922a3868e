"""A user's own games and simulators, files of outcomes, and files of laws."""
