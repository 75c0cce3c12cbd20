"""`plantstore plants photo`: adds photos to a plant, lists them and removes them."""

from pathlib import Path

import click

from plantstore.cli.commands.plants.fields import plant_path
from plantstore.cli.support.client import make_key
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.options import (
    Common,
    check_can_confirm,
    common_options,
    confirm,
    idempotency_key_option,
    with_common,
)
from plantstore.cli.support.output import Column, column, print_list, print_note, print_record
from plantstore.cli.support.server_discovery import connect

MEDIA_TYPE = "application/octet-stream"  # the store looks at the content
COLUMNS = (
    column("key"),
    column("alt"),
    Column(heading="pixels", cell=lambda row: f"{row.get('width')} × {row.get('height')}", right=True),
    column("size_bytes", heading="bytes", right=True),
    column("url"),
)


@click.group("photo")
@common_options
def photo() -> None:
    """Add, list and remove the photos of a plant.

    \b
    Example:
      plantstore plants photo add MON-15 monstera.jpg --alt "Leaf of a Monstera"
      plantstore plants photo list MON-15
    """


@photo.command("add")
@click.argument("plant", metavar="ID|SKU")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--alt", help="What the photo shows, for people who do not see it.")
@idempotency_key_option
@with_common
def add(common: Common, /, *, plant: str, file: Path, alt: str | None, idempotency_key: str | None) -> None:
    """Add a JPEG, PNG, WebP or AVIF picture to the end of a plant's images.

    The store keeps smaller pictures without EXIF data, and not the file. Receivers are not notified.

    \b
    Example:
      plantstore plants photo add MON-15 monstera.jpg --alt "Leaf of a Monstera"
    """
    client = connect(common)
    path = f"{plant_path(client, plant)}/photos"
    query = {} if alt is None else {"alt": alt}
    with file.open("rb") as stream:
        key = idempotency_key or make_key()
        added = client.upload(path, query, stream, media_type=MEDIA_TYPE, idempotency_key=key)
    print_record(added, as_json=common.as_json)


@photo.command("list")
@click.argument("plant", metavar="ID|SKU")
@with_common
def list_photos(common: Common, /, *, plant: str) -> None:
    """List the photos of a plant that the store keeps, in the order of its images.

    \b
    Example:
      plantstore plants photo list MON-15
    """
    client = connect(common)
    items = client.get(f"{plant_path(client, plant)}/photos")["items"]
    print_list(items, COLUMNS, as_json=common.as_json, empty="The store keeps no photos of this plant.")


@photo.command("remove")
@click.argument("plant", metavar="ID|SKU")
@click.argument("key")
@with_common
def remove(common: Common, /, *, plant: str, key: str) -> None:
    """Remove a photo, named by its key, from a plant's images. Asks for confirmation.

    Its files are deleted a week later, unless another plant or an event has the photo.

    \b
    Example:
      plantstore plants photo remove MON-15 7f3nq8w2k1v9x5b0t4m6c8d2r1s3h5jg
    """
    check_can_confirm(common.yes, next_step="Add --yes to remove the photo.")
    client = connect(common)
    path = plant_path(client, plant)
    found = next((one for one in client.get(f"{path}/photos")["items"] if one["key"] == key), None)
    if found is None:
        raise WrongUsage(f"The plant has no photo {key}.", next_step=f"See: plantstore plants photo list {plant}")
    if not common.yes:
        confirm(f"Remove the photo {found['alt'] or key}?", declined="Nothing was removed.")
    images = [image for image in client.get(path)["images"] if image["url"] != found["url"]]
    client.patch(path, {"images": images}, headers={"If-Match": f'"{found["plant_version"]}"'})
    print_note(f"Removed photo {key}.", as_json=common.as_json)
    if common.as_json:
        print_record({"key": key, "removed": True}, as_json=True)
