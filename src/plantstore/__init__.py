"""Plant Store: a plant catalogue that tells other systems about every new plant, until they have it."""

__version__ = "0.5.1"
