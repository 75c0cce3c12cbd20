"""Channels: each gives messages its own form, sends them, and reads the answer of the other side."""
