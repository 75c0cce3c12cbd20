"""Text files: their encodings, and their records."""
