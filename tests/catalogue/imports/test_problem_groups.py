"""Equal problems of many rows form one group, with its first lines."""

from pathlib import Path

from plantstore.catalogue.imports.note_groups import GROUPS_MAX, LINES_MAX, OTHER_PROBLEMS, LineNote, NoteGroups
from plantstore.catalogue.imports.report import SHOWN_MAX, hide_costs
from tests.catalogue.imports.lists import check


def test_equal_problems_of_many_rows_are_one_group(tmp_path: Path) -> None:
    rows = [f"Rosa {number},A-{number},4.50,,surplus" for number in range(SHOWN_MAX + 5)]
    rows += [f"Acer {'x' * number}\x01,B-{number},4.50" for number in range(1, 4)]
    rows += ["Hosta,C-1,POA", "Hosta,C-2,n/a please", "Salix,D,1", "Betula,D,2", "Fagus,D,3"]

    report = check(tmp_path, "name,sku,price\n" + "\n".join(rows)).report

    assert [(one.heading, one.detail, one.count) for one in report.problem_groups] == [
        ("", "These lines have more cells than the 3 headings. Is a cell not quoted?", SHOWN_MAX + 5),
        ("name", "A character (U+0001) is a control character: remove it.", 3),
        ("price", "“…” is not a price. Use a number such as 12.99 or leave it empty.", 2),
        ("", "This SKU is also on another line.", 2),
    ]
    assert report.problem_groups[0].lines == list(range(2, 2 + LINES_MAX))
    assert report.problem_groups[0].example == "This line has 5 cells, but there are 3 headings. Is a cell not quoted?"
    assert report.problem_groups[2].value == "POA"
    assert len(report.problems) == SHOWN_MAX


def test_groups_are_limited_and_the_one_of_the_others_shows_no_cell(tmp_path: Path) -> None:
    groups = NoteGroups(other=OTHER_PROBLEMS)
    for number in range(GROUPS_MAX + 2):
        note = LineNote(line=number, heading="cost", value="secret", detail=f"“secret” has {number}.")
        groups.add(note, kind=str(number))

    assert [(one.heading, one.count) for one in groups.largest_first()][:2] == [("", 2), ("cost", 1)]
    assert "secret" not in str(groups.largest_first()[0]), "its heading does not say that it may be hidden"

    report = check(tmp_path, "name,cost\nAcer,secret\n", with_costs=True, map={"cost": "cost"}).report
    assert "secret" in str(report.problem_groups)
    hide_costs(report)
    assert "secret" not in str(report.problem_groups)
