"""Alerts: what a message says, the channels that messages are sent through, and how the other side answered."""
