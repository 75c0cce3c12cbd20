"""The commands of the CLI: each module defines a command or a group of commands."""
