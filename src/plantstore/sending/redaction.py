"""Redacts our credentials from receivers' responses: some receivers echo the request, including its headers.

It searches for the access token, the signing secrets and the signatures of the request, as text, in base64 (at each of
its three alignments) and in hexadecimal, ignoring case. It searches the raw response, the response without white space
(folded headers, wrapped lines), and the response with up to three layers of percent, JSON and HTML escapes decoded. A
credential that is cut off at the end is found by its beginning.
"""

import base64
import re
from collections.abc import Iterable, Iterator, Sequence

REMOVED = b"[removed]"
SHORTEST_BYTES = 4  # min length of a text, or of a credential cut off at its end, to search for
FORM_BYTES = 6  # min length of an encoded credential to search for; a shorter one could match by chance
ESCAPE_LAYERS = 3

_SPACE = b" \t\r\n\v\f\0"
_ESCAPE = re.compile(
    rb"%[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}|\\[^ux0-9]|&#[xX]0{0,4}[0-9a-fA-F]{1,2};|&#0{0,4}[0-9]{1,3};"
    rb"|&(?:amp|quot|apos|lt|gt|plus|sol|equals|comma|colon|period|lowbar);|<br ?/?>|<wbr ?/?>"
)
_CUT_ESCAPE = re.compile(rb"(?:%[0-9a-fA-F]?|\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?|&[#0-9a-zA-Z]{0,8}|<b?r?)\Z")
_NAMED = {b"amp": b"&", b"quot": b'"', b"apos": b"'", b"lt": b"<", b"gt": b">", b"plus": b"+", b"sol": b"/"}
_NAMED |= {b"equals": b"=", b"comma": b",", b"colon": b":", b"period": b".", b"lowbar": b"_"}
_CONTROLS = {b"n": b"", b"r": b"", b"t": b"", b"f": b"", b"v": b""}


class Redactor:
    """Redacts `secrets` (texts or keys) in all their encodings, and the secrets of the redactor `more`.

    The encodings are computed on first use, because most receivers never return a credential.
    """

    __slots__ = ("_made", "_more", "_secrets")

    def __init__(self, secrets: Iterable[bytes], more: "Redactor | None" = None) -> None:
        self._secrets = tuple(secrets)
        self._more = more
        self._made: list[bytes] | None = None

    def with_more(self, secrets: Iterable[bytes]) -> "Redactor":
        """Return a redactor that also redacts these secrets."""
        return Redactor(secrets, self)

    @property
    def _needles(self) -> list[bytes]:
        if self._made is None:
            forms = {form for secret in self._secrets for form in _forms(secret) if len(form) >= FORM_BYTES}
            self._made = sorted(forms, key=lambda form: (-len(form), form))
            if self._more is not None:
                self._made += self._more._needles
        return self._made

    def clean(self, text: bytes) -> bytes:
        """Return the text with REMOVED in place of every credential, even one that is cut off at the end."""
        if len(text) < SHORTEST_BYTES:
            return text
        for _ in range(ESCAPE_LAYERS + 1):
            layers = self._layers_to_first(text)
            if layers is None:
                return text
            text = self._without(text, layers)
        return REMOVED if self.finds(text) else text

    def finds(self, text: bytes) -> bool:
        """True if a text contains a credential, or ends with the beginning of one."""
        return self._layers_to_first(text) is not None

    def _layers_to_first(self, text: bytes) -> int | None:
        """Return how many layers of escapes hide the first credential found; None if there is none."""
        for layers, view in enumerate(views(text)):
            if any(needle in view for needle in self._needles) or self._cut_at(view) is not None:
                return layers
        return None

    def _cut_at(self, view: bytes) -> int | None:
        """Return the offset of a credential whose end is missing because the text ends; None if there is none."""
        whole = _CUT_ESCAPE.sub(b"", view)
        places = []
        for needle in self._needles:
            place = whole.find(needle[:SHORTEST_BYTES], max(0, len(whole) - len(needle)))
            while place >= 0:
                if needle.startswith(whole[place:]):
                    places.append(place)
                    break
                place = whole.find(needle[:SHORTEST_BYTES], place + 1)
        return min(places, default=None)

    def _without(self, text: bytes, layers: int) -> bytes:
        """Redact the credentials that are found after decoding this number of escape layers."""
        view, starts, ends = _unescaped(text, layers)
        gone: list[tuple[int, int]] = []
        for needle in self._needles:
            place = view.find(needle)
            while place >= 0:
                gone.append((starts[place], ends[place + len(needle) - 1]))
                place = view.find(needle, place + len(needle))
        cut_at = self._cut_at(view)
        if cut_at is not None:
            gone.append((starts[cut_at], len(text)))
        return _cut_out(text, gone)


def views(text: bytes) -> Iterator[bytes]:
    """Yield a text in lower case without white space, then with one more layer of escapes decoded each time."""
    view = text.translate(None, _SPACE)
    yield view.lower()
    for _ in range(ESCAPE_LAYERS):
        undone = _ESCAPE.sub(_undone, view).translate(None, _SPACE)
        if undone == view:
            return
        view = undone
        yield view.lower()


def _forms(secret: bytes) -> Iterator[bytes]:
    """Yield a secret as text, in hexadecimal and in base64, in lower case like the views."""
    yield secret.lower().translate(None, _SPACE)
    yield secret.hex().encode()
    for skip in range(3):
        encoded = base64.b64encode(b"\0" * skip + secret)
        rest = (skip + len(secret)) % 3
        whole = encoded[-(-skip * 8 // 6) : len(encoded) - (0, 3, 2)[rest]].lower()
        yield whole  # without the base64 characters that also encode bytes next to the secret
        yield whole.replace(b"+", b"-").replace(b"/", b"_")


def _undone(escape: "re.Match[bytes]") -> bytes:
    found = escape[0]
    if found[:1] == b"%" or found[:2] == b"\\x":
        return bytes([int(found[-2:], 16)])
    if found[:2] == b"\\u":
        return bytes([int(found[4:], 16)])
    if found[:1] == b"\\":
        return _CONTROLS.get(found[1:], found[1:])
    if found[:1] == b"<":
        return b""
    if found[:2] == b"&#":
        digits = found[2:-1]
        number = int(digits[1:], 16) if digits[:1] in b"xX" else int(digits)
        return bytes([number]) if number < 256 else b""
    return _NAMED[found[1:-1]]


def _unescaped(text: bytes, layers: int) -> tuple[bytes, list[int], list[int]]:
    """Return the view after this number of layers, and where each of its bytes begins and ends in the text."""
    view, starts, ends = _spaceless(text, range(len(text)), range(1, len(text) + 1))
    for _ in range(layers):
        parts, firsts, lasts, at = list[bytes](), list[int](), list[int](), 0
        for escape in _ESCAPE.finditer(view):
            first, last = escape.span()
            made = _undone(escape)
            parts += [view[at:first], made]
            firsts += [*starts[at:first], *[starts[first]] * len(made)]
            lasts += [*ends[at:first], *[ends[last - 1]] * len(made)]
            at = last
        parts.append(view[at:])
        view, starts, ends = _spaceless(b"".join(parts), firsts + starts[at:], lasts + ends[at:])
    return view.lower(), starts, ends


def _spaceless(text: bytes, starts: Sequence[int], ends: Sequence[int]) -> tuple[bytes, list[int], list[int]]:
    kept = [place for place, byte in enumerate(text) if byte not in _SPACE]
    return text.translate(None, _SPACE), [starts[place] for place in kept], [ends[place] for place in kept]


def _cut_out(text: bytes, gone: list[tuple[int, int]]) -> bytes:
    """Replace these spans with REMOVED; spans that overlap or touch are replaced together."""
    parts, at = [], 0
    spans: list[tuple[int, int]] = []
    for first, end in sorted(gone):
        if spans and first <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((first, end))
    for first, end in spans:
        parts += [text[at:first], REMOVED]
        at = end
    return b"".join([*parts, text[at:]])
