"""Plant Store: a plant catalogue that notifies other systems of every new plant, until they have it."""

__version__ = "0.11.0.dev0"
