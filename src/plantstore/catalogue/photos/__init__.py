"""Photos of plants: uploads, their conversion in a process of its own, and the pictures that are kept."""
