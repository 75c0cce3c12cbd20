"""Reads HTTP/1.1 responses whose body is wanted, with the limits of `http1.py` and a limit of the body."""

from plantstore.sending.http1 import ResponseReader


class WholeResponseReader(ResponseReader):
    """Reads one response: `headers` have lower-case names, and the first value of a name; `body` is as it was sent.

    `whole` is True if the response ended where its headers say, or at the close if they do not say. A body beyond
    `body_bytes_max` is not read to its end: `too_large` is True. The response to a HEAD request has no body.
    """

    __slots__ = ("_chunks", "_head_only", "headers", "too_large", "whole")

    def __init__(self, *, body_bytes_max: int, head_only: bool) -> None:
        self.headers: dict[str, str] = {}
        self._chunks: list[bytes] = []
        self._head_only = head_only
        self.whole = self.too_large = False
        super().__init__(body_bytes_max=body_bytes_max)

    @property
    def body(self) -> bytes:
        return b"".join(self._chunks)

    def end(self) -> None:
        framed = {"content-length", "transfer-encoding"} & self.headers.keys()
        if self.status and not framed and not self.too_large:
            self.whole = True  # RFC 9112 §6.3: the body ends with the connection
        super().end()

    # Called by the parser

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self.status:
            self.headers.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if not self.status:
            self.headers.clear()  # of an interim response
        elif self._head_only:
            self.whole = self.complete = True
        elif int(self.headers.get("content-length", "0")) > self._body_bytes_max:
            self._too_large()

    def on_body(self, data: bytes) -> None:
        if self._body_bytes + len(data) > self._body_bytes_max:
            self._too_large()
        else:
            self._chunks.append(data)
        super().on_body(data)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.complete and not self.too_large:
            self.whole = True

    def _too_large(self) -> None:
        self.too_large = True
        self._cut()
