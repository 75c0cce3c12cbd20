"""Operational webhooks: subscribers, and the sender of what they subscribed to."""
