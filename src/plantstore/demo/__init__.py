"""The demonstration: a store of its own, three receivers of its own, and an audit of what those receivers recorded."""
