"""Serves the pictures of photos without a token, under addresses that cannot be guessed, which caches may keep."""

from starlette.types import Receive, Scope, Send

from plantstore.domain.errors import NotFound, Unavailable
from plantstore.domain.plants.photo import MEDIA_TYPES, PhotoKey, PhotoSize, file_name, parse_file_name
from plantstore.storage.photo_files import PhotoFiles
from plantstore.web.http.dispatch import wrong_method
from plantstore.web.http.etags import is_known
from plantstore.web.http.response import Headers, Response

ADDRESS = "/photos/{key}/{size}"
SENT_AT_ONCE_MAX = 64  # pictures in memory while they are sent: the largest has a few MB
_FOR_EVER = (b"cache-control", b"public, max-age=31536000, immutable")
_HEADERS: Headers = (
    _FOR_EVER,
    (b"cross-origin-resource-policy", b"cross-origin"),  # shops show them on their own pages
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox"),
)


class PhotoPictures:
    """The ASGI application at ADDRESS."""

    def __init__(self, files: PhotoFiles) -> None:
        self._files = files
        self._sending = 0

    async def __call__(self, scope: Scope, _: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            raise wrong_method(("GET", "HEAD"))
        named = parse_file_name("{key}-{size}".format(**scope["path_params"]))
        if named is None:
            raise NotFound("There is no photo at this URL.")
        if self._sending >= SENT_AT_ONCE_MAX:
            raise Unavailable("Too many photos are being sent. Try again.")
        self._sending += 1
        try:
            response = await self._respond(scope, *named)
            await response.send(scope, send)
        finally:
            self._sending -= 1

    async def _respond(self, scope: Scope, key: PhotoKey, size: PhotoSize) -> Response:
        name = file_name(key, size)
        tag = (b"etag", f'"{name}"'.encode())  # the content of a name never changes
        known = next((value for header, value in scope["headers"] if header == b"if-none-match"), None)
        content = await self._files.get(name)
        if content is None:
            raise NotFound("There is no photo at this URL. It was deleted, or never existed.")
        if is_known(known, name.encode()):
            return Response(304, headers=(tag, _FOR_EVER))
        return Response(200, content, ((b"content-type", MEDIA_TYPES[size].encode()), tag, *_HEADERS))
