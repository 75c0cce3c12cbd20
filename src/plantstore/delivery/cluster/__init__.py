"""Decides which process delivers to which receivers when several processes share a store."""
