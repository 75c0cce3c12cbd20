"""The database: its tables, and access to them through one writer thread and several reader threads."""
