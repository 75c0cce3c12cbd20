"""The catalogue: commands on plants, and import and export of lists of plants."""
