"""The views, one module per area. A view takes a `PageRequest` and returns a page, a redirect or a stream."""
