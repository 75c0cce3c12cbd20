"""Bodies of webhooks: the formats in which a receiver gets an event, each computed from the event's stored body."""
