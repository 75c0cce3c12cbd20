"""The endpoints of the management API, with a module or a package for each resource."""
