"""The console: pages for shop staff, integrators and operators. Start at `routes.py`."""
