"""The parts of the bench: one file for each group of figures. Each has `measure`."""
