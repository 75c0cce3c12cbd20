"""The operations of the management API, a module for each resource."""
