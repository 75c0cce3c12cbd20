"""The store's tables, and the two doors to them: one writer, many readers."""
