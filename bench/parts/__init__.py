"""The parts of the bench: one file for each group of figures, each with a function `measure`."""
