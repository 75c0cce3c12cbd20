"""The plants resource: the catalogue."""
