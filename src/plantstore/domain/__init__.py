"""The business rules as pure functions and values: nothing here reads a clock, generates random numbers or does I/O."""
