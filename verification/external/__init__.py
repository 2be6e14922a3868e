"""What a user brings: games, simulators, files of outcomes and of laws."""
