"""The certificates of receivers through the API."""

import pytest
import trustme

from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.receivers.certificates import ReceiverTls
from plantstore.domain.timestamps import parse
from plantstore.storage.tables import receivers as stored
from tests.web.harness import Site

pytestmark = pytest.mark.sqlite_only("the storage tests run these queries on both engines")
RECEIVERS = "/api/v1/receivers"
HTTPS = "https://192.0.2.7:9000"


@pytest.fixture(scope="module")
def authority() -> str:
    return trustme.CA(organization_name="Plants Ltd").cert_pem.bytes().decode()


def a_client(ca: trustme.CA, name: str = "store.test") -> dict[str, str]:
    leaf = ca.issue_cert(name)
    chain = "".join(one.bytes().decode() for one in leaf.cert_chain_pems)
    return {"chain": chain, "key": leaf.private_key_pem.bytes().decode()}


def tls_of(site: Site, id: str) -> ReceiverTls | None:
    """How requests to this receiver use TLS."""
    receiver_id = parse_receiver(id)
    assert receiver_id is not None
    return site.run(
        site.database.read(lambda tx: stored.credentials(tx, site.dependencies.secret_box, receiver_id))
    ).tls


def test_a_receiver_is_registered_with_its_authorities(site: Site, authority: str) -> None:
    receiver = site.register(url="https://printer.example", ca_bundle=authority)

    (shown,) = receiver["ca_certificates"]
    tls = tls_of(site, receiver["id"])
    assert tls is not None
    (used,) = tls.authorities
    assert used.pem == authority
    assert "O=Plants Ltd" in shown["subject"]
    assert (shown["sha256"], shown["issuer"]) == (used.sha256, shown["subject"])
    assert parse(shown["expires_at"]) == used.ends_at
    assert site.get(f"{RECEIVERS}/{receiver['id']}").json()["ca_certificates"] == [shown]
    assert "BEGIN CERTIFICATE" not in site.get(RECEIVERS).text


def test_authorities_are_kept_replaced_and_removed(site: Site, authority: str) -> None:
    receiver = site.register(url="https://printer.example", ca_bundle=authority)
    path, other = f"{RECEIVERS}/{receiver['id']}", trustme.CA().cert_pem.bytes().decode()

    kept = site.ask("PATCH", path, json={"name": "still pinned"}).json()
    replaced = site.ask("PATCH", path, json={"ca_bundle": other}).json()
    removed = site.ask("PATCH", path, json={"ca_bundle": None}).json()

    assert kept["ca_certificates"] == receiver["ca_certificates"]
    assert [one["sha256"] for one in replaced["ca_certificates"]] != [one["sha256"] for one in kept["ca_certificates"]]
    assert removed["ca_certificates"] == []
    assert tls_of(site, receiver["id"]) is None


def test_a_bad_bundle_is_one_of_all_problems(site: Site) -> None:
    answer = site.post(RECEIVERS, {"url": "ftp://x", "name": "printer", "ca_bundle": "see attachment"})

    assert answer.status_code == 422
    assert {one["pointer"]: one["code"] for one in answer.json()["errors"]} == {"/url": "scheme", "/ca_bundle": "pem"}
    assert site.get(RECEIVERS).json()["items"] == []


def test_certificates_need_https(site: Site, authority: str) -> None:
    def problem(method: str, path: str, body: dict[str, str]) -> tuple[str, str]:
        answer = site.ask(method, path, json=body)
        (found,) = answer.json()["errors"]
        return found["pointer"], found["code"]

    plain = {"url": "http://printer.example", "name": "printer"}
    pinned = site.register(url="https://printer.example", ca_bundle=authority)

    assert problem("POST", RECEIVERS, plain | {"ca_bundle": authority}) == ("/ca_bundle", "https")
    move = {"url": plain["url"], "access_token": "token-for-the-new-server"}
    assert problem("PATCH", f"{RECEIVERS}/{pinned['id']}", move) == ("/url", "https")
    moved = site.ask("PATCH", f"{RECEIVERS}/{pinned['id']}", json=move | {"ca_bundle": None})
    assert moved.status_code == 200
    assert site.get(RECEIVERS).json()["items"] == [moved.json()]


def test_a_client_certificate_is_shown_without_its_key(site: Site) -> None:
    ca = trustme.CA(organization_name="Plants Ltd")
    client = a_client(ca)

    receiver = site.register(url="https://printer.example", client_certificate=client)

    shown, tls = receiver["client_certificate"], tls_of(site, receiver["id"])
    assert tls is not None and tls.client is not None and tls.authorities == ()
    assert tls.client.chain[0].pem in client["chain"]
    assert "O=Plants Ltd" in shown["issuer"]
    assert parse(shown["expires_at"]) == tls.client.chain[0].ends_at
    for answer in (site.get(f"{RECEIVERS}/{receiver['id']}"), site.get(RECEIVERS), site.get("/api/v1/activity")):
        assert answer.status_code == 200
        assert "PRIVATE KEY" not in answer.text and client["key"].splitlines()[1] not in answer.text


def test_a_client_certificate_is_renewed_and_removed(site: Site) -> None:
    ca = trustme.CA()
    receiver = site.register(url="https://printer.example", client_certificate=a_client(ca))
    path = f"{RECEIVERS}/{receiver['id']}"

    kept = site.ask("PATCH", path, json={"name": "same"}).json()
    renewed = site.ask("PATCH", path, json={"client_certificate": a_client(ca)}).json()
    removed = site.ask("PATCH", path, json={"client_certificate": None}).json()

    assert kept["client_certificate"] == receiver["client_certificate"]
    assert renewed["client_certificate"]["sha256"] != kept["client_certificate"]["sha256"]
    assert removed["client_certificate"] is None and tls_of(site, receiver["id"]) is None


def test_problems_of_a_client_certificate_name_its_part(site: Site) -> None:
    ca = trustme.CA()
    client, other = a_client(ca), a_client(ca)

    def problem(**fields: object) -> tuple[str, str]:
        answer = site.post(RECEIVERS, {"url": "https://printer.example", "name": "printer", **fields})
        assert answer.status_code == 422, answer.text
        (found,) = answer.json()["errors"]
        return found["pointer"], found["code"]

    mixed = client | {"key": other["key"]}
    assert problem(client_certificate=mixed) == ("/client_certificate/key", "key_mismatch")
    assert problem(client_certificate={"chain": "x", "key": client["key"]}) == ("/client_certificate/chain", "pem")
    assert problem(url="http://printer.example", client_certificate=client) == ("/client_certificate", "https")
    assert problem(client_certificate={"chain": client["chain"]})[0].startswith("/client_certificate")
