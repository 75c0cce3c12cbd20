"""The imports resource: uploaded lists of plants."""
