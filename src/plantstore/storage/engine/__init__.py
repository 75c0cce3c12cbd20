"""The interface of all database engines, and code that depends only on that interface."""
