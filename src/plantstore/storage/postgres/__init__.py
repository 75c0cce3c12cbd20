"""The shared engine: PostgreSQL, for any number of processes."""
