"""What Plant Store and the process that reads a workbook share: limits, messages, and how a sheet is named."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

MEMORY_BYTES_MAX = 512 << 20  # address space of the process; 100,000 rows of 20 columns need about 250 MiB
CPU_S_MAX = 60
WALL_S_MAX = 120.0
UNPACKED_BYTES_MAX = 512 << 20  # XML of the whole workbook; 100,000 rows of 20 columns have 160 MB
ROWS_MAX = 1_048_576  # rows of a sheet (ECMA-376 Part 1, 18.3.1.73)
CELLS_MAX = 5_000_000  # cells from the first to the last filled one: the library keeps them all in memory
SHEETS_MAX = 200
SHEET_NAME_CHARS_MAX = 255  # spreadsheet programs allow 31
CONVERTED_BYTES_MAX = 512 << 20

DAMAGED = (
    "The workbook is damaged or incomplete. Open it in your spreadsheet program, save it as .xlsx, and upload it again."
)
PROTECTED = "The workbook is protected by a password. Remove the password, save it, and upload it again."


_NUMBER = re.compile("#([1-9][0-9]{0,3})")


def find_sheet(names: Sequence[str], wanted: str) -> str | None:
    """Return the name of a workbook's sheet from its name or its number; None if there is no such sheet.

    An exact name takes precedence over a number, and that over a name that differs in case or surrounding spaces.

    >>> find_sheet(["Roses", "Maples "], "#2"), find_sheet(["Roses", "Maples "], "maples")
    ('Maples ', 'Maples ')
    """
    number = _NUMBER.fullmatch(wanted)
    numbered = names[int(number[1]) - 1 : int(number[1])] if number is not None else ()
    exact = [name for name in names if name == wanted]
    alike = [name for name in names if name.strip().casefold() == wanted.strip().casefold()]
    return next(iter([*exact, *numbered, *alike]), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLimits:
    """The limits of reading one workbook. `columns` is the number of the last column that may have content."""

    columns: int
    rows: int = ROWS_MAX
    cells: int = CELLS_MAX
    sheets: int = SHEETS_MAX
    unpacked_bytes: int = UNPACKED_BYTES_MAX
    converted_bytes: int = CONVERTED_BYTES_MAX
    memory_bytes: int = MEMORY_BYTES_MAX
    cpu_s: int = CPU_S_MAX
    wall_s: float = WALL_S_MAX

    @property
    def unpacked_text(self) -> str:
        """The message for a workbook that unpacks to too many bytes."""
        return (
            f"The workbook unpacks to more than {self.unpacked_bytes >> 20:,} MiB. Delete the sheets that are not "
            "needed, or save the sheet as CSV."
        )
