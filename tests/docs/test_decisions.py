"""The decision records: numbered without gaps, each with its four parts, all of them listed."""

import re
from pathlib import Path

DECISIONS = Path(__file__).parent.parent.parent / "docs" / "decisions"
FILES = sorted(path for path in DECISIONS.glob("*.md") if path.name != "README.md")
LINES_MAX = 60  # a page


def test_numbers_have_no_gaps_and_stand_in_the_titles() -> None:
    assert [path.name[:4] for path in FILES] == [f"{number:04d}" for number in range(1, len(FILES) + 1)]
    assert not [path.name for path in FILES if not path.read_text(encoding="utf-8").startswith(f"# {path.name[:4]}. ")]


def test_each_has_its_date_and_its_parts_on_one_page() -> None:
    shape = re.compile(
        r"# .+\n\nDate: \d{4}-\d\d-\d\d\n\n## Context\n\n.+\n## Decision\n\n.+\n## Consequences\n\n.+", re.DOTALL
    )
    texts = {path.name: path.read_text(encoding="utf-8") for path in FILES}

    assert len(texts) > 50
    assert not [name for name, text in texts.items() if not shape.fullmatch(text)]
    assert not [name for name, text in texts.items() if len(text.splitlines()) > LINES_MAX]


def test_the_list_names_all_of_them_with_their_titles() -> None:
    listed = dict(
        re.findall(r"^\| \[\d{4}\]\((.+?)\) \| (.+?) \|", (DECISIONS / "README.md").read_text(), re.MULTILINE)
    )

    assert listed == {path.name: path.read_text(encoding="utf-8").splitlines()[0][8:] for path in FILES}
