"""One module for each table."""
