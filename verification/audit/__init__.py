"""Audit records of verdicts: their schema, a reader, and the validation report made from one."""
