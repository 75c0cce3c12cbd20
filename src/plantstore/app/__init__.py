"""The composition root: wiring, startup checks, jobs, and the order of startup and shutdown."""
