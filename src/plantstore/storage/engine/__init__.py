"""What every database engine offers, and what is built on that alone."""
