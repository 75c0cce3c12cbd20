"""The composition root: wiring, checks at a start, jobs, and the order of start and stop."""
