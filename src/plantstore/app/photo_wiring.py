"""Create the parts of a store that keep photos and thumbnails, and start and stop them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from plantstore import __version__
from plantstore.app.externals import Externals
from plantstore.catalogue.photos.cleaning import PhotoCleaning
from plantstore.catalogue.photos.conversion import Converter
from plantstore.catalogue.photos.linked_images import LinkedImages
from plantstore.catalogue.photos.uploads import PhotoUploads
from plantstore.sending.dialling import AddressChecker, Resolve
from plantstore.sending.http_client import HttpClient
from plantstore.storage.database import Database
from plantstore.storage.photo_files import PhotoFiles


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoParts:
    """Where photos are kept, what receives, converts and deletes them, and what fetches images on other servers.

    `linked_images` is None if that is off.
    """

    files: PhotoFiles
    converter: Converter
    uploads: PhotoUploads
    cleaning: PhotoCleaning
    linked_images: LinkedImages | None

    def start(self) -> None:
        if self.linked_images is not None:
            self.linked_images.start()

    async def stop(self) -> None:
        """Stop fetching, end the process that converts, and close connections to a bucket."""
        if self.linked_images is not None:
            await self.linked_images.stop()
        await self.converter.close()
        await self.files.close()


def wire_photos(
    externals: Externals,
    database: Database,
    *,
    address_policy: AddressChecker,
    resolve: Resolve,
    runs_store_jobs: Callable[[], bool],
) -> PhotoParts:
    """Create the parts. Images on other servers are fetched from addresses that receivers may have too."""
    settings = externals.settings
    files = externals.photo_files
    converter = Converter()
    uploads = PhotoUploads(files, converter, settings.uploads_folder, externals.random_bytes)
    parts = PhotoParts(
        files=files,
        converter=converter,
        uploads=uploads,
        cleaning=PhotoCleaning(database, externals.clock, uploads),
        linked_images=None,
    )
    if settings.linked_images == "off":
        return parts
    client = HttpClient(
        address_policy=address_policy,
        resolve=resolve,
        tls=externals.tls,
        connect_s_max=settings.connect_s_max,
        proxy=externals.proxy,
    )
    linked_images = LinkedImages(
        database=database,
        files=files,
        convert=converter.convert,
        client=client,
        clock=externals.clock,
        random_bytes=externals.random_bytes,
        folder=settings.data / "fetched",
        own_url=settings.public_url,
        version=__version__,
        runs=runs_store_jobs,
    )
    return replace(parts, linked_images=linked_images)
