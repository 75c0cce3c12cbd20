"""One Idempotency-Key, one change, one answer: however often and however fast it is asked for."""

import pytest

from plantstore.storage.tables.idempotency import KEPT_S, KEY_CHARS_MAX
from tests.web.harness import Site, gather

pytestmark = pytest.mark.sqlite_only("requests do not depend on the engine, only the queries behind them")

PLANTS = "/api/v1/plants"
KEY = {"idempotency-key": "k-1"}


@pytest.mark.both_engines
def test_fifty_at_once_add_one_plant_and_get_one_answer(site: Site) -> None:
    answers = site.run(gather(site.request("POST", PLANTS, json={"name": "Rosa"}, headers=KEY) for _ in range(50)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.content for answer in answers}) == 1
    assert len({answer.headers["location"] for answer in answers}) == 1
    assert len({answer.headers["etag"] for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    assert len(site.get(PLANTS).json()["items"]) == 1
    assert len(site.get("/api/v1/events").json()["items"]) == 1


def test_the_same_json_written_otherwise_is_the_same_request(site: Site) -> None:
    first = site.ask("POST", PLANTS, content=b'{"name":"Rosa","tag":"shrub"}', headers=KEY)
    again = site.ask("POST", PLANTS, content=b'{ "tag": "shrub", "name": "Ro\\u0073a" }', headers=KEY)

    assert again.content == first.content
    assert again.headers["idempotency-replayed"] == "true"


@pytest.mark.parametrize(
    ("path", "body"),
    [(PLANTS, {"name": "Acer"}), (PLANTS, {"name": "Rosa", "tag": None}), ("/api/v1/plants/1/addition", None)],
)
def test_a_key_for_another_request_is_refused(site: Site, path: str, body: dict[str, str] | None) -> None:
    site.post(PLANTS, {"name": "Rosa"}, headers=KEY)

    answer = site.post(path, body, headers=KEY)

    assert answer.status_code == 422
    assert answer.json()["type"] == "/docs/errors/key_reused"
    assert len(site.get(PLANTS).json()["items"]) == 1


def test_a_key_for_another_address_is_refused(site: Site) -> None:
    site.add(status="draft")
    site.add(status="draft")
    site.post(f"{PLANTS}/1/addition", headers=KEY)

    assert site.post(f"{PLANTS}/2/addition", headers=KEY).status_code == 422
    assert site.get(f"{PLANTS}/2").json()["status"] == "draft"


def test_a_key_belongs_to_its_token(site: Site) -> None:
    other = site.make_token().text

    site.post(PLANTS, {"name": "Rosa"}, headers=KEY)
    answer = site.post(PLANTS, {"name": "Acer"}, headers=KEY, token=other)

    assert answer.json()["id"] == 2


def test_a_refusal_is_not_kept(site: Site) -> None:
    taken = site.add(sku="R-1")
    assert site.post(PLANTS, {"name": "Rosa", "sku": "R-1"}, headers=KEY).status_code == 409
    site.ask("DELETE", f"{PLANTS}/{taken['id']}")

    answer = site.post(PLANTS, {"name": "Rosa", "sku": "R-1"}, headers=KEY)

    assert answer.status_code == 201
    assert "idempotency-replayed" not in answer.headers


@pytest.mark.both_engines
def test_a_key_is_forgotten_after_a_day(site: Site) -> None:
    site.post(PLANTS, {"name": "Rosa"}, headers=KEY)
    site.clock.move(KEPT_S)

    assert site.post(PLANTS, {"name": "Rosa"}, headers=KEY).json()["id"] == 2


def test_secrets_are_given_again_and_no_name_is_looked_up_for_it(site: Site) -> None:
    wanted = {"url": "http://printer.example:9000", "name": "printer"}

    first = site.post("/api/v1/receivers", wanted, headers=KEY)
    again = site.post("/api/v1/receivers", wanted, headers=KEY)

    assert again.json() == first.json()
    assert again.json()["secret"].startswith("whsec_")
    assert site.looked_up == ["printer.example"]
    assert len(site.get("/api/v1/receivers").json()["items"]) == 1


def test_tokens_are_given_again(site: Site) -> None:
    wanted = {"name": "shop", "scopes": ["staff"]}

    assert (
        site.post("/api/v1/tokens", wanted, headers=KEY).json()
        == site.post("/api/v1/tokens", wanted, headers=KEY).json()
    )


@pytest.mark.both_engines
def test_a_key_may_be_any_printable_ascii(site: Site) -> None:
    for key in ["x", "x" * KEY_CHARS_MAX, '"8e03978e-40d5-43dd-bc93-6894a57f9324"', "a b~"]:
        assert site.post(PLANTS, {"name": "Rosa"}, headers={"idempotency-key": key}).status_code == 201, key


def test_any_other_key_is_refused(site: Site) -> None:
    for key in [b"", b"x" * (KEY_CHARS_MAX + 1), "é".encode(), b"a\tb", b"\x7f"]:
        answer = site.ask("POST", PLANTS, json={"name": "Rosa"}, headers=[("idempotency-key", key)])

        assert answer.status_code == 400, key
        assert "Idempotency-Key" in answer.json()["detail"], key


def test_two_keys_are_refused(site: Site) -> None:
    answer = site.post(PLANTS, {"name": "Rosa"}, headers=[("idempotency-key", "a"), ("idempotency-key", "b")])

    assert answer.status_code == 400
