"""The views, one module for each part of the store. A view is handed a `Visit` and answers with `page` or `go`."""
