"""Bulk edits: the same changes to many plants, checked first, then run in the background."""
