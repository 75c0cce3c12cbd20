"""Which process delivers to which receivers, when several share a store."""
