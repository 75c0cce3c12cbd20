"""Signatures of scheme v1a through the API, and the public page with a receiver's keys."""

import asyncio
from typing import Any

import pytest

from plantstore.domain.receivers.public_key import read_public_key, to_jwk
from plantstore.domain.timestamps import after, to_text
from plantstore.receivers.commands import OVERLAP_S
from plantstore.web.public_keys import READS_AT_ONCE_MAX, PublicKeysPage
from tests.web.harness import Site

RECEIVERS = "/api/v1/receivers"
BOTH = ["v1", "v1a"]


def keys_of(site: Site, id: str) -> Any:
    return site.get(f"/.well-known/plantstore/keys/{id}", token="")


def turn(site: Site, receiver: dict[str, Any], signatures: list[str]) -> dict[str, Any]:
    answer = site.ask("PATCH", f"{RECEIVERS}/{receiver['id']}", json={"signatures": signatures})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_v1a_is_off_unless_it_is_asked_for(site: Site) -> None:
    receiver = site.register()

    assert (receiver["signatures"], receiver["public_key"], receiver["old_key_ends_at"]) == (["v1"], None, None)
    assert keys_of(site, receiver["id"]).status_code == 404


def test_each_receiver_has_a_key_of_its_own(site: Site) -> None:
    one, other = (site.register(name=name, signatures=BOTH) for name in ("one", "other"))

    assert one["signatures"] == BOTH
    assert one["public_key"].startswith("whpk_") and one["public_key"] != other["public_key"]
    listed = {item["id"]: item["public_key"] for item in site.get(RECEIVERS).json()["items"]}
    assert listed == {one["id"]: one["public_key"], other["id"]: other["public_key"]}


def test_turning_it_off_deletes_the_key_and_on_again_makes_another(site: Site) -> None:
    receiver = site.register()
    first = turn(site, receiver, BOTH)["public_key"]

    assert turn(site, receiver, ["v1a", "v1"])["public_key"] == first, "it was on already"
    assert turn(site, receiver, ["v1"])["public_key"] is None
    assert keys_of(site, receiver["id"]).status_code == 404
    assert turn(site, receiver, BOTH)["public_key"] not in (first, None)


@pytest.mark.parametrize("signatures", [["v1a"], [], ["v2"], ["v1", "v1a", "v1"], "v1", None])
def test_v1_cannot_be_left_out(site: Site, signatures: Any) -> None:
    receiver = site.register()
    wrong = {"signatures": signatures}

    changed = site.ask("PATCH", f"{RECEIVERS}/{receiver['id']}", json=wrong)
    added = site.post(RECEIVERS, {"url": "http://127.0.0.1:9000", "name": "x"} | wrong)

    for answer in (changed, added):
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"].startswith("/signatures")


def test_the_public_page_names_the_keys_and_nothing_else(site: Site) -> None:
    receiver = site.register(name="secret name", signatures=BOTH)

    answer = keys_of(site, receiver["id"])

    assert answer.status_code == 200
    assert answer.json() == {"keys": [to_jwk(read_public_key(receiver["public_key"]))]}
    assert answer.headers["content-type"] == "application/jwk-set+json"
    assert answer.headers["cache-control"] == "max-age=300"
    assert site.ask("HEAD", f"/.well-known/plantstore/keys/{receiver['id']}", token="").text == ""
    assert site.ask("POST", f"/.well-known/plantstore/keys/{receiver['id']}", token="").status_code == 405


@pytest.mark.parametrize("accept", ["*/*", "text/html"])
def test_without_keys_the_answer_is_that_of_any_unknown_path(site: Site, accept: str) -> None:
    def answer(id: str) -> tuple[int, str, dict[str, str]]:
        path = id if id.startswith("/") else f"/.well-known/plantstore/keys/{id}"
        got = site.get(path, token="", headers={"accept": accept})
        headers = {name: value for name, value in got.headers.items() if name not in ("x-request-id", "date")}
        return got.status_code, got.text.replace(path, ""), headers

    plain, gone = site.register(name="plain"), site.register(name="gone", signatures=BOTH)
    assert site.ask("DELETE", f"{RECEIVERS}/{gone['id']}").status_code == 200

    unknown = answer("/.well-known/plantstore/nothing")
    assert unknown[0] == 404
    for id in (plain["id"], gone["id"], "rcv_0000000000001", "nonsense"):
        assert without_ids(answer(id)) == without_ids(unknown), id


def without_ids(answer: tuple[int, str, dict[str, str]]) -> tuple[int, int, set[str]]:
    """Leave out what differs in two answers for the same path: request ids, nonces, lengths that follow from them."""
    status, text, headers = answer
    return status, len(text), set(headers)


def test_a_rotation_names_both_keys_until_it_ends(site: Site) -> None:
    receiver = site.register(signatures=BOTH)
    path = f"{RECEIVERS}/{receiver['id']}"
    site.clock.move(10)

    rotated = site.post(f"{path}/keys")

    assert rotated.status_code == 201
    ends_at = to_text(after(site.clock.now(), seconds=OVERLAP_S))
    new = rotated.json()["public_key"]
    assert rotated.json() == {"public_key": new, "old_key_ends_at": ends_at} and new != receiver["public_key"]
    shown = site.get(path).json()
    assert (shown["public_key"], shown["old_key_ends_at"], shown["old_secret_ends_at"]) == (new, ends_at, None)
    assert [key["whpk"] for key in keys_of(site, receiver["id"]).json()["keys"]] == [new, receiver["public_key"]]

    site.clock.move(OVERLAP_S + 1)
    assert site.get(path).json()["old_key_ends_at"] is None
    assert [key["whpk"] for key in keys_of(site, receiver["id"]).json()["keys"]] == [new]


def test_without_v1a_there_is_nothing_to_rotate(site: Site) -> None:
    assert site.post(f"{RECEIVERS}/{site.register()['id']}/keys").status_code == 409
    assert site.post(f"{RECEIVERS}/rcv_0000000000001/keys").status_code == 404


def test_reads_without_a_token_are_limited(site: Site) -> None:
    receiver = site.register(signatures=BOTH)
    waiting = asyncio.Event()

    class SlowDatabase:
        async def read(self, _: Any) -> list[bytes]:
            await waiting.wait()
            return [bytes(32)]

    async def main() -> list[str]:
        page = PublicKeysPage(SlowDatabase(), not_found=None)  # type: ignore[arg-type]
        scope = {"method": "GET", "path_params": {"id": receiver["id"]}, "headers": [], "type": "http"}

        async def one() -> str:
            try:
                await page(scope, None, send)  # type: ignore[arg-type]
            except Exception as error:
                return type(error).__name__
            return "sent"

        async def send(_: Any) -> None:
            pass

        asked = [asyncio.ensure_future(one()) for _ in range(READS_AT_ONCE_MAX + 1)]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        waiting.set()
        return await asyncio.gather(*asked)

    answers = site.run(main())

    assert answers == ["sent"] * READS_AT_ONCE_MAX + ["Unavailable"]
