"""The status resource: the health of the store."""
