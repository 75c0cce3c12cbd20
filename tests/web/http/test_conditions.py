"""ETag, If-Match, If-None-Match."""

import pytest

from tests.web.harness import Site

PLANT = "/api/v1/plants/1"


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ('"2"', 200),
        (' "2" ', 200),
        ("*", 200),
        ('"1"', 412),
        ('"3"', 412),
        ('W/"2"', 412),
        ('"02"', 412),
        ('"two"', 412),
        ('""', 412),
        ('"' + "9" * 5000 + '"', 412),
        ("2", 400),
        ("", 400),
        ('"2', 400),
        ('"1", "2"', 400),
        ("W/2", 400),
    ],
)
@pytest.mark.parametrize(
    ("method", "step"),
    [("PATCH", ""), ("DELETE", ""), ("POST", "/archival"), ("POST", "/addition"), ("DELETE", "/archival")],
)
def test_if_match_guards_every_change(site: Site, given: str, status: int, method: str, step: str) -> None:
    site.add()
    site.ask("PATCH", PLANT, json={"tag": "shrub"})
    before = site.get(PLANT).json()

    answer = site.ask(method, PLANT + step, json={} if method == "PATCH" else None, headers={"if-match": given})

    assert answer.status_code == (204 if status == 200 and (method, step) == ("DELETE", "") else status)
    if status != 200:
        assert site.get(PLANT).json() == before


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ('"1"', 304),
        ('W/"1"', 304),
        ("*", 304),
        ('"0", "1"', 304),
        ('"a","1" , "b"', 304),
        (', ,"1",', 304),
        (" , ", 200),
        ('"2"', 200),
        ('"11"', 200),
        ("", 200),
        ("1", 400),
        ('"1" "2"', 400),
        ('"1', 400),
    ],
)
def test_what_the_caller_has_already_is_not_sent_again(site: Site, given: str, status: int) -> None:
    site.add()

    answer = site.get(PLANT, headers={"if-none-match": given})

    assert answer.status_code == status
    if status == 304:
        assert answer.content == b""
        assert answer.headers["etag"] == '"1"'
        assert "content-length" not in answer.headers


def test_a_condition_of_which_there_are_two_is_refused(site: Site) -> None:
    site.add()

    assert site.ask("DELETE", PLANT, headers=[("if-match", '"1"'), ("if-match", '"9"')]).status_code == 400
    assert site.get(PLANT).status_code == 200


def test_a_plant_whose_day_has_come_is_sent_again(site: Site) -> None:
    site.add(available_from="2026-06-02")
    tag = site.get(PLANT).headers["etag"]
    assert site.get(PLANT, headers={"if-none-match": tag}).status_code == 304

    site.clock.move(86_400)
    answer = site.get(PLANT, headers={"if-none-match": tag})

    assert (answer.status_code, answer.json()["availability"]) == (200, "in_stock")
    assert site.ask("PATCH", PLANT, json={"tag": "shrub"}, headers={"if-match": tag}).status_code == 200


def test_a_receiver_is_sent_again_when_it_is_owed_more(site: Site) -> None:
    receiver = f"/api/v1/receivers/{site.register()['id']}"
    tag = site.get(receiver).headers["etag"]
    assert site.get(receiver, headers={"if-none-match": tag}).status_code == 304

    site.add()
    answer = site.get(receiver, headers={"if-none-match": tag})

    assert (answer.status_code, answer.json()["lag"]) == (200, 1)
    assert site.ask("PATCH", receiver, json={"name": "x"}, headers={"if-match": tag}).status_code == 200
    assert site.ask("PATCH", receiver, json={"name": "y"}, headers={"if-match": tag}).status_code == 412
