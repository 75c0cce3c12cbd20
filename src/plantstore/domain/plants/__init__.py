"""Plants: the fields that a client writes, how each value is checked, the states of a plant, and imports of lists."""
