"""Receivers: their settings and state, and the signature that they verify."""
