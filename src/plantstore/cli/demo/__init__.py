"""The demonstration: a store, three receivers, and what they recorded."""
