"""Labels and shelf cards: what is on them, how they are arranged on sheets, and their barcodes."""
