"""Workbooks (.xlsx): checked, unpacked within limits, and converted to CSV files in a separate process."""
