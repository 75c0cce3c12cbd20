"""The fuzzer knows some rejections by their messages; this notices when a message changes."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_messages_that_the_fuzzer_knows_are_in_the_code() -> None:
    known = re.search(r"IN_QUERIES = re\.compile\((.*?)\n\)", (ROOT / "fuzz" / "verdicts.py").read_text(), re.DOTALL)
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "plantstore").rglob("*.py"))

    for message in (
        "or sort by id or -id",
        "changed_after covers ",
        "write 1 to",
        "This text has no",
        "Use at most ",
        "write words in braces",
    ):
        assert known is not None and message in known[1], message
        assert message in source, message
