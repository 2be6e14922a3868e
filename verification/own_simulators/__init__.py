"""A user's own simulators: functions, files of outcomes or counts, and plays with their picks."""
