"""How many examples random tests try. `EXAMPLES=10 make test` tries ten times as many."""

import os

FACTOR = int(os.environ.get("EXAMPLES") or 1)


def examples(usual: int) -> int:
    """Return the number of examples to try, which is `usual` unless EXAMPLES multiplies it."""
    return usual * FACTOR
