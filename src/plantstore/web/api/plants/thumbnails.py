"""The field `thumbnails` of plants in responses: the small pictures that the store keeps of their images.

No webhook, export or stored plant has it. It can change without a new version of the plant, because a background job
fetches images from other servers.
"""

import hashlib
from collections.abc import Iterable
from typing import Annotated

from plantstore.domain.plants.image import IMAGES_MAX
from plantstore.domain.plants.linked_image import linked_urls
from plantstore.domain.plants.photo import PhotoKey, PhotoSize, key_of_path, path_of
from plantstore.domain.plants.plant import Plant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import linked_images
from plantstore.web.api.plants.schemas import THUMBNAILS
from plantstore.web.api.schemas import described
from plantstore.web.http.request_context import RequestContext

MARK_CHARS = 12  # of the hash in an ETag

ThumbnailList = Annotated[list[str | None], described(THUMBNAILS, maxItems=IMAGES_MAX)]


class Thumbnails:
    """The thumbnails of some plants: one query for all their images on other servers, none if there are none.

    A photo of the store needs no query, because its small picture was made with it, and has the same key.
    """

    def __init__(self, context: RequestContext, tx: Transaction, plants: Iterable[Plant]) -> None:
        self._base = context.dependencies.catalogue.base_url
        images = tuple(image for plant in plants for image in plant.fields.images)
        urls = linked_urls(images, own_url=self._base) if images else []
        self._kept = linked_images.thumbnails(tx, urls) if urls else {}

    def of(self, plant: Plant) -> list[str | None]:
        """Return the address of the small picture of each image, in the order of the images; None if there is none."""
        keys = [self._key(image.url) for image in plant.fields.images]
        return [None if key is None else self._base + path_of(key, PhotoSize.SMALL) for key in keys]

    def mark(self, plant: Plant, mark: str) -> str:
        """Return a text for the ETag that changes with `mark`, and with the thumbnails of images on other servers."""
        keys = [self._kept.get(image.url, "") for image in plant.fields.images]
        return hashlib.sha256(" ".join([mark, *keys]).encode()).hexdigest()[:MARK_CHARS] if any(keys) else mark

    def _key(self, url: str) -> PhotoKey | None:
        return key_of_path(url.removeprefix(self._base)) or self._kept.get(url)


def records(
    context: RequestContext, tx: Transaction, plants: Iterable[Plant], *, with_costs: bool
) -> list[dict[str, object]]:
    """Return the records of plants as the API returns them, with thumbnails."""
    shown = list(plants)
    catalogue, thumbnails = context.dependencies.catalogue, Thumbnails(context, tx, shown)
    return [
        catalogue.record(plant, tx.now, with_costs=with_costs) | {"thumbnails": thumbnails.of(plant)} for plant in shown
    ]
