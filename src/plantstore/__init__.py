"""Plant Store: a plant catalogue that notifies other systems of every new plant, until they have it."""

__version__ = "1.0.0rc2.dev0"
