"""Code that the commands share, such as the API client, output, options and exit codes."""
