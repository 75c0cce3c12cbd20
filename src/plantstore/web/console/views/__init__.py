"""The views, one module for each part of the store. A view is handed a `PageRequest` and answers with `page` or `go`."""
