"""Questions about a value that is a function of a parameter: where it is fair, how it changes."""
