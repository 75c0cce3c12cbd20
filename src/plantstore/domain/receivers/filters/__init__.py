"""Filters: which plants' events a receiver gets, as JSON patterns over the plant record."""
