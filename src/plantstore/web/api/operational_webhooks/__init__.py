"""The endpoints for operational webhooks."""
