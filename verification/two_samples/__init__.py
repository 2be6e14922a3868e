"""Two simulators compared with each other, where no exact value is known."""
