"""Alerts: problems of the store are noticed, and people receive messages about them through channels."""
