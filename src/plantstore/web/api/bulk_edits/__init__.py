"""Bulk edits: the same changes to many plants."""
