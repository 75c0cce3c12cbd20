"""The rules of the store, pure: nothing here reads a clock, rolls dice or does I/O."""
