"""Deliveries: what follows from an attempt, when the next one is due, and which process makes it."""
