"""The views, one module per area. A view takes a `PageRequest` and returns `page` or `go`."""
