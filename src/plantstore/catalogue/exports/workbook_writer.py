"""Writes an .xlsx workbook, in a process of its own: `python -m` starts it, for `workbook`.

Its arguments are a folder for temporary files, the headings with commas between them, and two descriptors: a file with
a JSON list of cells in each line, and the file to write. Standard input is a lifeline: when it closes, because the
store has ended, the kernel ends this process.
"""

import errno
import json
import os
import re
import sys
from datetime import date

from plantstore.core.child_process import die_with_parent, limit_process

MEMORY_BYTES = 256 << 20
FILE_BYTES = 512 << 20
CPU_S = 150
FULL, TOO_LONG = 3, 4  # exit codes
AMOUNTS = frozenset({"price", "compare_at_price", "cost"})
NUMBERS = frozenset({"id", "stock_quantity", "minimum_order", "care.height_cm", "care.spread_cm"})
DATES = frozenset({"available_from"})
_NUMBER = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,3})?")  # a cell has 15 significant digits
_TEXT_CHARS_MAX = 32_767  # in a cell; a longer text would be left out
_DATE_FORMAT = "yyyy-mm-dd"
_SAFE = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}


def main() -> None:
    folder, headings, rows, target = sys.argv[1:]
    die_with_parent(sys.stdin.fileno())
    limit_process(memory_bytes=MEMORY_BYTES, file_bytes=FILE_BYTES, cpu_s=CPU_S)
    try:
        write(folder, headings.split(","), int(rows), int(target))
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            sys.exit(FULL)
        raise


def write(folder: str, headings: list[str], rows: int, target: int) -> None:
    """Write the workbook. GTIN, SKU and all other texts stay texts, whatever they look like."""
    from xlsxwriter import Workbook  # after the limits, and never in the store's process

    with os.fdopen(target, "w+b", closefd=False) as stream, os.fdopen(rows, "rb", closefd=False) as lines:
        workbook = Workbook(stream, {"constant_memory": True, "tmpdir": folder, **_SAFE})
        sheet = workbook.add_worksheet("Plants")
        sheet.freeze_panes(1, 0)
        bold = workbook.add_format({"bold": True})
        as_date = workbook.add_format({"num_format": _DATE_FORMAT})
        amounts = {places: workbook.add_format({"num_format": "0." + "0" * places}) for places in (1, 2, 3)}
        for column, heading in enumerate(headings):
            sheet.write_string(0, column, heading, bold)
        for row, line in enumerate(lines, 1):
            for column, (heading, text) in enumerate(zip(headings, json.loads(line), strict=True)):
                if not text:
                    continue
                if heading in AMOUNTS and _NUMBER.fullmatch(text):
                    sheet.write_number(row, column, float(text), amounts.get(len(text.partition(".")[2])))
                elif heading in NUMBERS and _NUMBER.fullmatch(text):
                    sheet.write_number(row, column, float(text))
                elif heading in DATES:
                    sheet.write_datetime(row, column, date.fromisoformat(text), as_date)
                elif len(text) > _TEXT_CHARS_MAX:
                    sys.exit(TOO_LONG)
                else:
                    sheet.write_string(row, column, text)
        workbook.close()


if __name__ == "__main__":
    main()
