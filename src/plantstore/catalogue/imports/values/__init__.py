"""The values in cells: numbers, currencies, weeks, names and what lists say about care."""
