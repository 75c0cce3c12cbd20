"""The deliveries resource: one event for one receiver."""
