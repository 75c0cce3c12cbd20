"""Counts what must be 0, from within the process and from outside."""
