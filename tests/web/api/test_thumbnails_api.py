"""The field `thumbnails`: what the store keeps of a plant's images, wherever the API returns the plant."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from plantstore.domain.plants.photo import PhotoKey, photo_key
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.storage.tables import linked_images
from tests.web.api.test_photos_api import uploaded
from tests.web.harness import BASE_URL, Site

pytestmark = pytest.mark.both_engines

PLANTS = "/api/v1/plants"
LINKED, OTHER = "https://img.example/a.jpg", "https://img.example/b.jpg"
ROSE = {"botanical_name": "Rosa 'Iceberg'", "pot_size": "5 L"}


def fetched(site: Site, *urls: str) -> dict[str, str]:
    """Keep thumbnails of these images, as the background job does. Return the addresses of the small ones."""

    def keep(tx: Transaction) -> dict[str, PhotoKey]:
        page = linked_images.next_page(tx, own_url=BASE_URL, changes_max=100, plants_max=100)
        if page is not None:
            linked_images.follow(tx, page, keys=[photo_key(site.random_bytes(20)) for _ in range(100)][: _new(page)])
        for image in linked_images.due_of_host(tx, "img.example", limit=100):
            if image.url in urls:
                linked_images.keep(tx, image)
        return linked_images.thumbnails(tx, urls)

    async def kept_by_url() -> dict[str, PhotoKey]:
        return await site.database.write(keep)

    kept = site.run(kept_by_url())
    assert len(kept) == len(urls)
    return {url: f"{BASE_URL}/photos/{key}/small" for url, key in kept.items()}


def _new(page: linked_images.Page) -> int:
    return len({url for urls in page.urls.values() for url in urls})


def images(*urls: str) -> list[dict[str, str]]:
    return [{"url": url} for url in urls]


def thumbnails(plant: Any) -> Any:
    return plant["thumbnails"]


def test_thumbnails_are_parallel_to_the_images(site: Site) -> None:
    plant = site.add(images=images(LINKED, OTHER), sku="ROSE")
    assert thumbnails(plant) == [None, None]
    photo = uploaded(site, plant)
    small = fetched(site, OTHER)[OTHER]

    shown = site.get(f"{PLANTS}/{plant['id']}").json()

    assert len(shown["images"]) == 3
    assert thumbnails(shown) == [None, small, photo["small_url"]]
    assert thumbnails(site.add()) == []
    assert site.get(small.removeprefix(BASE_URL), token=None).status_code == 404  # this test has kept no file


def test_every_response_with_a_plant_has_them(site: Site) -> None:
    plant, other = (site.add(images=images(LINKED), name="Rosa", sku=sku, **ROSE) for sku in ("A", None))
    sibling = site.add(images=images(LINKED), name="Rosa", **(ROSE | {"pot_size": "2 L"}))
    wanted = [fetched(site, LINKED)[LINKED]]
    address = f"{PLANTS}/{plant['id']}"

    lists = ("", "?q=rosa", "?sort=-id&q=iceberg", "?changed_after=0", f"/{sibling['id']}/siblings")
    for path in lists:
        items = site.get(PLANTS + path).json()["items"]
        assert [thumbnails(one) for one in items] == [wanted] * len(items)
        assert len(items) > 1, path
    [group] = site.get(f"{PLANTS}/duplicates").json()["items"]
    attention = site.get(f"{PLANTS}/attention").json()
    compared = site.get(f"{address}/merges/{other['id']}").json()
    shown = [*group["plants"], compared["kept"], compared["other"], *attention["duplicates"]["groups"][0]]
    shown += next(one["plants"] for one in attention["groups"] if one["reason"] == "no_price")
    etag = {"if-match": "*"}
    shown += [
        site.get(address).json(),
        site.get(f"{PLANTS}/by-sku/a").json(),
        site.ask("PATCH", address, json={"tag": "shrub"}).json(),
        site.ask("PUT", f"{PLANTS}/by-sku/a", json={"name": "Rosa", "images": images(LINKED)}, headers=etag).json(),
        site.post(f"{address}/archival").json(),
        site.ask("DELETE", f"{address}/archival").json(),
        site.post(f"{address}/merges", {"other": other["id"]}).json(),
        *[one["plant"] for one in site.get(f"{address}/merges").json()["items"]],
        site.ask("DELETE", f"{address}/merges/{other['id']}").json(),
        site.post(PLANTS, {"name": "Rosa", "images": images(LINKED)}).json(),
    ]
    draft = site.post(PLANTS, {"name": "Rosa", "images": images(LINKED), "status": "draft"}).json()
    shown += [draft, site.post(f"{PLANTS}/{draft['id']}/addition").json()]
    assert len(shown) > 15
    assert [thumbnails(one) for one in shown] == [wanted] * len(shown)


def test_a_page_needs_one_query_and_plants_without_linked_images_none(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    find = linked_images.thumbnails

    def counted(tx: Transaction, urls: Sequence[str]) -> dict[str, PhotoKey]:
        asked.append(len(urls))
        return find(tx, urls)

    monkeypatch.setattr(linked_images, "thumbnails", counted)

    uploaded(site, site.add())
    site.add(images=[])
    site.get(PLANTS)
    assert asked == []
    for _ in range(3):
        site.add(images=images(LINKED, OTHER))
    asked.clear()
    site.get(PLANTS)
    site.get(f"{PLANTS}/attention")
    assert asked == [2, 2]


def test_the_etag_changes_with_a_thumbnail_and_the_version_does_not(site: Site) -> None:
    address = f"{PLANTS}/{site.add(images=images(LINKED), available_from='2999-01-01')['id']}"
    before = site.get(address).headers["etag"]
    small = fetched(site, LINKED)[LINKED]

    shown = site.get(address, headers={"if-none-match": before})

    assert (shown.status_code, thumbnails(shown.json())) == (200, [small])
    known = {"if-none-match": shown.headers["etag"]}
    assert site.get(address, headers=known).status_code == 304
    assert site.ask("PATCH", address, json={"tag": "a"}, headers={"if-match": before}).status_code == 200


def test_they_are_neither_written_nor_sent_nor_exported(site: Site) -> None:
    plant = site.add(images=images(LINKED))
    fetched(site, LINKED)

    refused = site.ask("PATCH", f"{PLANTS}/{plant['id']}", json={"thumbnails": []}).json()

    assert [(one["pointer"], one["code"]) for one in refused["errors"]] == [("/thumbnails", "read_only")]
    assert "thumbnails" not in site.get(f"/api/v1/events/{plant['event_id']}").json()["plant"]
    assert "thumbnails" not in json.loads(site.get(f"{PLANTS}/export?format=jsonl").text.splitlines()[0])


def test_a_repeated_request_gets_the_response_that_was_stored(site: Site) -> None:
    sent = {"json": {"name": "Rosa", "images": images(LINKED)}, "headers": {"idempotency-key": "one"}}
    first = site.ask("POST", PLANTS, **sent)  # type: ignore[arg-type]
    small = fetched(site, LINKED)[LINKED]

    again = site.ask("POST", PLANTS, **sent)  # type: ignore[arg-type]

    assert again.json() == first.json()
    assert thumbnails(site.get(f"{PLANTS}/{first.json()['id']}").json()) == [small]


def test_a_token_that_only_reads_gets_them(site: Site) -> None:
    plant = site.add(images=images(LINKED))
    small = fetched(site, LINKED)[LINKED]
    reader = site.make_token(Scope.PLANTS_READ).text

    assert thumbnails(site.get(f"{PLANTS}/{plant['id']}", token=reader).json()) == [small]
