"""What the program logs: JSON lines for machines, paced lines for people."""
