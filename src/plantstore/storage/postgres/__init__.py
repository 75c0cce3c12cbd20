"""The PostgreSQL engine: a database server that any number of processes share."""
