"""The demo: a store and three receivers, whose records are compared with what the store acknowledged."""
