"""Import and export of lists of plants: reads files, matches rows with plants, and reports problems by line."""
