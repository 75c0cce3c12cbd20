"""The deliveries resource. A delivery is one event for one receiver."""
