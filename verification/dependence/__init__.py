"""Whether the plays of a run depend on each other, and which dependence it can show."""
