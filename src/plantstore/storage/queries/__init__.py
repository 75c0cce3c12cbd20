"""Queries that span several tables."""
