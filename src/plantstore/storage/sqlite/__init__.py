"""The embedded engine: SQLite in a file that one server owns."""
