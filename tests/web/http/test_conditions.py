"""ETag, If-Match, If-None-Match."""

import pytest

from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("conditional requests do not depend on the engine")
PLANT = "/api/v1/plants/1"


IF_MATCH = {
    '"2"': 200,
    ' "2" ': 200,
    "*": 200,
    '"1"': 412,
    '"3"': 412,
    'W/"2"': 412,
    '"02"': 412,
    '"two"': 412,
    '""': 412,
    '"' + "9" * 5000 + '"': 412,
    "2": 400,
    "": 400,
    '"2': 400,
    '"1", "2"': 400,
    "W/2": 400,
}
"""The status of a change to version 2, by the value of If-Match."""
IF_NONE_MATCH = {
    '"1"': 304,
    'W/"1"': 304,
    "*": 304,
    '"0", "1"': 304,
    '"a","1" , "b"': 304,
    ', ,"1",': 304,
    " , ": 200,
    '"2"': 200,
    '"11"': 200,
    "": 200,
    "1": 400,
    '"1" "2"': 400,
    '"1': 400,
}
"""The status of a GET of version 1, by the value of If-None-Match."""


@pytest.mark.parametrize(
    ("method", "step"),
    [("PATCH", ""), ("DELETE", ""), ("POST", "/archival"), ("POST", "/addition"), ("DELETE", "/archival")],
)
def test_if_match_guards_every_change(site: Site, method: str, step: str) -> None:
    for number, (given, status) in enumerate(IF_MATCH.items(), 1):
        site.add()
        plant = f"/api/v1/plants/{number}"
        site.ask("PATCH", plant, json={"tag": "shrub"})
        before = site.get(plant).json()

        answer = site.ask(method, plant + step, json={} if method == "PATCH" else None, headers={"if-match": given})

        assert answer.status_code == (204 if status == 200 and (method, step) == ("DELETE", "") else status), given
        if status != 200:
            assert site.get(plant).json() == before, given


def test_if_none_match_avoids_sending_a_known_version(site: Site) -> None:
    site.add()

    for given, status in IF_NONE_MATCH.items():
        answer = site.get(PLANT, headers={"if-none-match": given})

        assert answer.status_code == status, given
        if status == 304:
            assert answer.content == b"", given
            assert answer.headers["etag"] == '"1"', given
            assert "content-length" not in answer.headers, given


def test_two_if_match_headers_are_refused(site: Site) -> None:
    site.add()

    assert site.ask("DELETE", PLANT, headers=[("if-match", '"1"'), ("if-match", '"9"')]).status_code == 400
    assert site.get(PLANT).status_code == 200


def test_the_etag_of_a_plant_changes_with_its_availability(site: Site) -> None:
    site.add(available_from="2026-06-02")
    tag = site.get(PLANT).headers["etag"]
    assert site.get(PLANT, headers={"if-none-match": tag}).status_code == 304

    site.clock.move(86_400)
    answer = site.get(PLANT, headers={"if-none-match": tag})

    assert (answer.status_code, answer.json()["availability"]) == (200, "in_stock")
    assert site.ask("PATCH", PLANT, json={"tag": "shrub"}, headers={"if-match": tag}).status_code == 200


def test_the_etag_of_a_receiver_changes_with_its_backlog(site: Site) -> None:
    receiver = f"/api/v1/receivers/{site.register()['id']}"
    tag = site.get(receiver).headers["etag"]
    assert site.get(receiver, headers={"if-none-match": tag}).status_code == 304

    site.add()
    answer = site.get(receiver, headers={"if-none-match": tag})

    assert (answer.status_code, answer.json()["lag"]) == (200, 1)
    assert site.ask("PATCH", receiver, json={"name": "x"}, headers={"if-match": tag}).status_code == 200
    assert site.ask("PATCH", receiver, json={"name": "y"}, headers={"if-match": tag}).status_code == 412
