"""The OpenAPI documents: the published webhook, and the management API."""
