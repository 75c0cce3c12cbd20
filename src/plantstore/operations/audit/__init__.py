"""Audits a store: counts violations of its guarantees, from within the process and from outside."""
