"""`plantstore plants`: commands that show and change the catalogue."""
