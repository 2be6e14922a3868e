"""The sources' own procedures, written anew with the standard library alone."""
