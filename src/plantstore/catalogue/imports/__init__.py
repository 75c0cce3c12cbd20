"""Lists of plants, in and out: what a file says, which plants it means, and a report in the words of its own lines."""
