"""Reads and writes of the tables: one module for each table, or for tables that belong together."""
