"""The program's log: JSON lines for machines, or rate-limited text lines for people."""
