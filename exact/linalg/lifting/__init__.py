"""Large sparse systems: an approximate solution in doubles, lifted to the exact one."""
