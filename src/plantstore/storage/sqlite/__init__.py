"""The SQLite engine: an embedded database in a file that a single server process uses."""
