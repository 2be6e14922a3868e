"""The sources' own procedures, reimplemented with the standard library alone."""
