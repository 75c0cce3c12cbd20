"""Exports of plants as CSV and .xlsx workbooks, which an import reads again, and as JSON Lines."""
