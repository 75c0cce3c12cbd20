"""Serves the documentation: the Markdown pages in docs/, a page for each error code, and the API reference."""
