"""What a file has named already: which line had this key, in 16 bytes a key whatever the size of the file."""

from array import array

_LINE_BITS = 32
_CELLS_MASK = (1 << _LINE_BITS) - 1
_FIRST_SLOTS = 1 << 12


class DuplicateIndex:
    """A table of hashes with open addressing. Two keys with one hash of 64 bits would be taken for one: in a list of
    two million the chance is one in ten million.
    """

    def __init__(self) -> None:
        self._count = 0
        self._make(_FIRST_SLOTS)

    def add(self, key: str, *, line: int, cells: int) -> tuple[int, bool]:
        """Note a key; if a line before had it, give that line, and whether its cells (by their hash) were the same."""
        code = hash(key) & 0xFFFF_FFFF_FFFF_FFFF or 1  # 0 marks a free slot
        place = self._place(code)
        if self._codes[place]:
            about = self._abouts[place]
            return about >> _LINE_BITS, about & _CELLS_MASK == cells & _CELLS_MASK
        self._codes[place] = code
        self._abouts[place] = (line & _CELLS_MASK) << _LINE_BITS | cells & _CELLS_MASK
        self._count += 1
        if 3 * self._count > 2 * len(self._codes):
            self._grow()
        return 0, False

    def _place(self, code: int) -> int:
        """The slot of a hash, or the free one where it would stand."""
        codes, mask = self._codes, self._mask
        place = code & mask
        while codes[place] and codes[place] != code:
            place = place + 1 & mask
        return place

    def _make(self, slots: int) -> None:
        self._codes = array("Q", bytes(8 * slots))
        self._abouts = array("Q", bytes(8 * slots))
        self._mask = slots - 1

    def _grow(self) -> None:
        codes, abouts = self._codes, self._abouts
        self._make(2 * len(codes))
        for code, about in zip(codes, abouts, strict=True):
            if code:
                place = self._place(code)
                self._codes[place], self._abouts[place] = code, about
