"""Botanical names: read into their parts, repaired, compared, and written as botanists print them."""
