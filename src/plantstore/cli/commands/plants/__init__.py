"""`plantstore plants`: the catalogue on the command line."""
