"""The columns of a file: where its headings are, and which field each column holds."""
