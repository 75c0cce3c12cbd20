"""What commands share: the client, output, options, exit codes."""
