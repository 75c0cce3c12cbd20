"""HTTP: requests, responses, limits, and the dispatch to endpoints."""
