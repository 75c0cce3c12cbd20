"""The endpoints of the management API: a module or a folder for each resource."""
