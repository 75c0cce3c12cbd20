"""The photos endpoints: add an uploaded photo to a plant, and list the photos of a plant that the store keeps."""

from typing import Annotated, Any

import msgspec

from plantstore.catalogue.commands import find
from plantstore.catalogue.photos import commands
from plantstore.catalogue.photos.commands import PlantPhoto
from plantstore.catalogue.photos.limits import FULL_PX_MAX, MEDIUM_PX_MAX, PIXELS_MAX, SMALL_PX_MAX, UPLOAD_BYTES_MAX
from plantstore.catalogue.received_file import Upload
from plantstore.domain.errors import Changed, Conflict, Gone, Invalid, NotFound, UnsupportedMedia
from plantstore.domain.plants.image import ALT_CHARS_MAX
from plantstore.domain.plants.photo import PhotoSize, path_of
from plantstore.domain.timestamps import to_text
from plantstore.domain.token import Scope
from plantstore.storage.database import Transaction
from plantstore.web.api.plants.endpoints import PLANT, read_id
from plantstore.web.api.schemas import Time, described
from plantstore.web.http.endpoint import OCTET_STREAM, Endpoint, Parameter, read_handler
from plantstore.web.http.etags import etag
from plantstore.web.http.request_context import RequestContext
from plantstore.web.http.response import Response, json_response

PHOTOS = PLANT + "/photos"
MEDIA_TYPES = ("image/jpeg", "image/png", "image/webp", "image/avif", OCTET_STREAM)
_EXAMPLE: dict[str, Any] = {
    "key": "7f3nq8w2k1v9x5b0t4m6c8d2r1s3h5jg",
    "url": "https://plants.example/photos/7f3nq8w2k1v9x5b0t4m6c8d2r1s3h5jg/full",
    "medium_url": "https://plants.example/photos/7f3nq8w2k1v9x5b0t4m6c8d2r1s3h5jg/medium",
    "small_url": "https://plants.example/photos/7f3nq8w2k1v9x5b0t4m6c8d2r1s3h5jg/small",
    "alt": "A red rose",
    "plant": 1042,
    "plant_version": 2,
    "position": 0,
    "width": 2016,
    "height": 1512,
    "size_bytes": 640_000,
    "created_at": "2026-03-02T09:15:00.000Z",
}


class PhotoView(msgspec.Struct):
    """A photo of a plant that the store keeps."""

    key: Annotated[str, described("The photo's public name, which cannot be guessed.")]
    url: Annotated[
        str,
        described(
            f"The address of the full picture: JPEG, at most {FULL_PX_MAX:,} pixels on the long side. It is the `url` "
            "of the image in the plant's record.",
            format="uri",
        ),
    ]
    medium_url: Annotated[
        str, described(f"The picture for a page: WebP, at most {MEDIUM_PX_MAX} pixels on the long side.", format="uri")
    ]
    small_url: Annotated[
        str, described(f"The picture for lists: WebP, a square of at most {SMALL_PX_MAX} pixels.", format="uri")
    ]
    alt: Annotated[str | None, described("What the photo shows, in words; null for none.")]
    plant: int
    plant_version: Annotated[int, described("The plant's version, as in its ETag.")]
    position: Annotated[int, described("The place among the plant's images, from 0.")]
    width: Annotated[int, described("Pixels of the full picture.")]
    height: Annotated[int, described("Pixels of the full picture.")]
    size_bytes: Annotated[int, described("Bytes of the three pictures together.")]
    created_at: Time


class PlantPhotos(msgspec.Struct):
    """The photos of a plant that the store keeps, in the order of its images."""

    items: list[PhotoView]


async def _upload(context: RequestContext) -> Response:
    """Receive, convert and keep the photo, then add it to the plant in one transaction."""
    uploads, request = context.dependencies.photo_uploads, context.request
    alt = commands.clean_alt(context.query.get("alt"))
    _check_media(context)
    if context.key is None:
        await _find_same(context, None)  # refuses early; a repeated request gets the stored response instead
    with uploads.place():
        async with uploads.received(request.stream_body(bytes_max=UPLOAD_BYTES_MAX)) as upload:
            context.body = {"content": upload.content_hash, "alt": alt}
            found = await context.find_stored_response() or await _find_same(context, upload)
            return found or await _add(context, upload, alt)


async def _find_same(context: RequestContext, upload: Upload | None) -> Response | None:
    """Return the response with the same photo if the plant has it already. Raise the error if none can be added."""
    settings, content_hash = context.dependencies.settings, None if upload is None else upload.content_hash

    def check(tx: Transaction) -> Response | None:
        same = commands.check_room(
            tx, read_id(context), content_hash, version=context.version, bytes_max=settings.photos_bytes_max
        )
        return None if same is None else _response(context, same, status=200)

    return await context.dependencies.database.read(check)


async def _add(context: RequestContext, upload: Upload, alt: str | None) -> Response:
    key, pictures = await context.dependencies.photo_uploads.keep(upload)

    def add(tx: Transaction) -> Response:
        added = commands.add_photo(
            tx,
            read_id(context),
            key=key,
            content_hash=upload.content_hash,
            pictures=pictures,
            alt=alt,
            version=context.version,
            bytes_max=context.dependencies.settings.photos_bytes_max,
        )
        return _response(context, added, status=201 if added.photo.key == key else 200)

    return await context.write(add)  # if it fails, the background job deletes the files


def _check_media(context: RequestContext) -> None:
    """Raise UnsupportedMedia unless the body is uncompressed, and said to be an image or bytes; not as which image."""
    stated = context.request.content_type.partition(";")[0].strip().lower()
    encoding = context.request.headers.get(b"content-encoding", b"identity").strip().lower()
    if encoding != b"identity" or not (stated in ("", OCTET_STREAM) or stated.startswith("image/")):
        raise UnsupportedMedia(f"Send the picture uncompressed, as Content-Type: {' or '.join(MEDIA_TYPES)}.")


def _list(context: RequestContext, tx: Transaction) -> Response:
    plant = find(tx, read_id(context))
    found = commands.photos_of(tx, plant)
    return json_response(PlantPhotos(items=[_view(context, one) for one in found]), headers=(etag(plant.version),))


def _response(context: RequestContext, photo: PlantPhoto, *, status: int) -> Response:
    view = _view(context, photo)
    location = ((b"location", view.url.encode()),) if status == 201 else ()
    return json_response(view, status=status, headers=(etag(photo.plant.version), *location))


def _view(context: RequestContext, one: PlantPhoto) -> PhotoView:
    base = context.dependencies.catalogue.base_url
    full, medium, small = (base + path_of(one.photo.key, size) for size in PhotoSize)
    return PhotoView(
        key=one.photo.key,
        url=full,
        medium_url=medium,
        small_url=small,
        alt=one.alt,
        plant=one.plant.id,
        plant_version=one.plant.version,
        position=one.place,
        width=one.photo.width,
        height=one.photo.height,
        size_bytes=one.photo.size_bytes,
        created_at=to_text(one.photo.made_at),
    )


_ALT = Parameter(
    name="alt",
    description="What the photo shows, in words, for people who do not see it.",
    parse=lambda text, _: text,
    schema=lambda _: {"type": "string", "maxLength": ALT_CHARS_MAX},
)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path=PHOTOS,
        name="addPhoto",
        scope=Scope.PLANTS_WRITE,
        summary="Add a photo to a plant",
        description=(
            f"The body is the file of a JPEG, PNG, WebP or AVIF picture with at most {UPLOAD_BYTES_MAX:,} bytes and "
            f"{PIXELS_MAX:,} pixels; its content decides which, not the Content-Type. The store makes three pictures "
            "of it, without EXIF and other metadata, and does not keep the original. The photo becomes the last of the "
            "plant's `images`, which makes a new version of the plant and no event. To change the order or the words, "
            "or to remove a photo, change `images`. The response is then with 201; if the plant has the same photo "
            "already, nothing changes, and it is 200 with that photo. 503 means that too many photos wait: try again."
        ),
        handler=_upload,
        status=201,
        media_types=MEDIA_TYPES,
        streams=True,
        request="PictureBytes",
        request_example="(the bytes of a JPEG file)",
        response=PhotoView,
        response_example=_EXAMPLE,
        dry_run_response=PhotoView,
        dry_run_example=_EXAMPLE,
        parameters=(_ALT,),
        conditional=True,
        logs_activity=False,
        errors=(NotFound, Gone, Invalid, Conflict, Changed),
    ),
    Endpoint(
        method="GET",
        path=PHOTOS,
        name="listPhotos",
        scope=Scope.PLANTS_READ,
        summary="List the photos of a plant",
        description="The photos that the store keeps, in the order of the plant's `images`. At most 10.",
        handler=read_handler(_list),
        response=PlantPhotos,
        response_example={"items": [_EXAMPLE]},
        errors=(NotFound, Gone),
    ),
)
