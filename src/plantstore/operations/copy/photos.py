"""The photos of a store that is copied: where they are, where they go, and that all of them arrive."""

from dataclasses import dataclass

from plantstore.core.settings import PREFIX, Settings
from plantstore.operations.photo_bucket import photo_files_of
from plantstore.operations.photo_copies import CopiedPhotos, Report, copy_named
from plantstore.storage.engine.protocols import StorageRefused
from plantstore.storage.photo_files import PhotoFiles, PhotoFolder
from plantstore.storage.queries.photo_names import NamedPictures


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoMove:
    """From where to where pictures are copied."""

    source: PhotoFiles
    to: PhotoFiles

    async def run(self, named: NamedPictures, report: Report) -> CopiedPhotos:
        """Copy what the database has and the destination lacks. Those that the source lacks are only counted."""
        try:
            return await copy_named(self.source, self.to, named, report=report)
        finally:
            await self.source.close()
            await self.to.close()


def photo_move(
    source: Settings, to: Settings, *, source_place: str | None, target_place: str | None
) -> PhotoMove | None:
    """Return from where to where photos are copied; None if that is the same place.

    A place is `folder` or `bucket`. By default, the source of a database file is the folder next to it, if there is
    one; anything else is what the settings say: the bucket, if they name one.
    """
    if source_place is None and not source.is_postgresql and source.photos_folder.is_dir():
        source_place = "folder"
    at, target = _chosen(source, source_place), _chosen(to, target_place)
    if at == target == "bucket" or (at == target and source.photos_folder.resolve() == to.photos_folder.resolve()):
        return None
    return PhotoMove(source=_files(source, at), to=_files(to, target))


def _chosen(settings: Settings, place: str | None) -> str:
    if place == "bucket" and not settings.photos_bucket:
        raise StorageRefused(f"There is no bucket: set {PREFIX}PHOTOS_BUCKET.")
    return place or ("bucket" if settings.photos_bucket else "folder")


def _files(settings: Settings, place: str) -> PhotoFiles:
    return photo_files_of(settings) if place == "bucket" else PhotoFolder(settings.photos_folder)
