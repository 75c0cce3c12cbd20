"""The catalogue: commands on plants, and lists of plants in and out."""
