"""Shared by all other packages: settings, clocks, ids, logging, metrics and reports of unhandled exceptions."""
