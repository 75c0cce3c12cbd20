"""Finds duplicate keys in a file. Remembers the line on which each key first occurs, in 16 bytes of memory per slot."""

from array import array

_LINE_BITS = 32
_CELLS_MASK = (1 << _LINE_BITS) - 1
_FIRST_SLOTS = 1 << 12


class DuplicateIndex:
    """Maps each key to the line on which it first occurs: a hash table with open addressing.

    Only 64-bit hashes are stored, so two keys with the same hash count as duplicates. With two million keys, the
    probability of a collision is one in ten million.
    """

    def __init__(self) -> None:
        self._count = 0
        self._allocate(_FIRST_SLOTS)

    def add(self, key: str, *, line: int, cells: int) -> tuple[int, bool]:
        """Add a key of a line. Return the first line with this key (0 if new), and whether that line's cells are equal.

        `cells` is a hash of the line's cells.
        """
        code = hash(key) & 0xFFFF_FFFF_FFFF_FFFF or 1  # 0 marks a free slot
        slot = self._find_slot(code)
        if self._codes[slot]:
            value = self._values[slot]
            return value >> _LINE_BITS, value & _CELLS_MASK == cells & _CELLS_MASK
        self._codes[slot] = code
        self._values[slot] = (line & _CELLS_MASK) << _LINE_BITS | cells & _CELLS_MASK
        self._count += 1
        if 3 * self._count > 2 * len(self._codes):
            self._grow()
        return 0, False

    def _find_slot(self, code: int) -> int:
        """Return the slot that holds a hash, or the free slot in which to store it."""
        codes, mask = self._codes, self._mask
        slot = code & mask
        while codes[slot] and codes[slot] != code:
            slot = slot + 1 & mask
        return slot

    def _allocate(self, slots: int) -> None:
        self._codes = array("Q", bytes(8 * slots))
        self._values = array("Q", bytes(8 * slots))
        self._mask = slots - 1

    def _grow(self) -> None:
        codes, values = self._codes, self._values
        self._allocate(2 * len(codes))
        for code, value in zip(codes, values, strict=True):
            if code:
                slot = self._find_slot(code)
                self._codes[slot], self._values[slot] = code, value
