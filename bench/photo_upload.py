"""Upload photos of 12 megapixels over persistent connections, and between them files that lie or are bombs.

It reads one line of JSON on standard input (`Order`) and writes one on standard output (`Uploaded`).
"""

import http.client
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from itertools import islice

import msgspec
from PIL import Image, ImageChops

from bench.processes import READY_S_MAX
from tests.catalogue.photos.bombs import bombs

WIDTH, HEIGHT = 4_000, 3_000
ORIGINALS = 6  # different pictures; each upload has different bytes
QUALITY = 88
BOMBS = 20
WAIT_S = 2.0  # after 503, as Retry-After says
JPEG_START, COMMENT = b"\xff\xd8", b"\xff\xfe"


class Order(msgspec.Struct, kw_only=True):
    """What to upload: `photos` to the plants `first`, `first` + 1 and so on; the bombs are evenly among them."""

    port: int
    token: str
    photos: int
    first: int
    connections: int


class Uploaded(msgspec.Struct, kw_only=True):
    """The results. `refused_with_words` counts bombs, `wrong` has other responses than expected."""

    seconds: float
    sent_bytes: int
    answers_us: list[int]
    refused_with_words: int
    wrong: list[str]


class _Upload(msgspec.Struct):
    """A file, and the words of its refusal; empty if it is a photo."""

    plant: int
    content: bytes
    words: str


def main(order: Order) -> Uploaded:
    originals = [_original(number) for number in range(ORIGINALS)]
    refusals = list(islice(bombs().values(), BOMBS))
    started = time.monotonic()
    result = Uploaded(seconds=0, sent_bytes=0, answers_us=[], refused_with_words=0, wrong=[])
    shares = [list(range(at, order.photos, order.connections)) for at in range(order.connections)]
    with ThreadPoolExecutor(order.connections) as threads:
        jobs = [
            threads.submit(_send, order, _uploads(order, numbers, originals, refusals), result) for numbers in shares
        ]
    for job in jobs:
        job.result()
    result.seconds = time.monotonic() - started
    return result


def _original(number: int) -> bytes:
    """Return a JPEG of 12 megapixels: gradients with as much noise as the sensor of a phone has."""
    ramp = Image.linear_gradient("L").resize((WIDTH, HEIGHT))
    planes = (ramp, ramp.rotate(180), ImageChops.offset(ramp, WIDTH * number // ORIGINALS))
    noise = Image.effect_noise((WIDTH, HEIGHT), 24)
    stream = BytesIO()
    Image.merge("RGB", [ImageChops.add(plane, noise, 1, -128) for plane in planes]).save(
        stream, "JPEG", quality=QUALITY
    )
    return stream.getvalue()


def _uploads(
    order: Order, numbers: list[int], originals: list[bytes], refusals: list[tuple[bytes, str]]
) -> Iterator[_Upload]:
    every = max(1, order.photos // BOMBS)
    for number in numbers:
        if number % every == 0 and number // every < BOMBS:
            yield _Upload(order.first, *refusals[number // every])
        text = b"photo %d" % number
        comment = COMMENT + (len(text) + 2).to_bytes(2, "big") + text
        original = originals[number % ORIGINALS]
        yield _Upload(order.first + number, JPEG_START + comment + original.removeprefix(JPEG_START), "")


def _send(order: Order, uploads: Iterator[_Upload], result: Uploaded) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", order.port, timeout=10 * READY_S_MAX)
    headers = {"authorization": f"Bearer {order.token}", "content-type": "image/jpeg"}
    for upload in uploads:
        started_ns = time.monotonic_ns()
        while True:
            connection.request("POST", f"/api/v1/plants/{upload.plant}/photos", upload.content, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
            if answer.status != http.client.SERVICE_UNAVAILABLE:
                break
            time.sleep(WAIT_S)
        result.sent_bytes += len(upload.content)
        if upload.words and answer.status == http.client.UNPROCESSABLE_ENTITY and upload.words in text:
            result.refused_with_words += 1
        elif not upload.words and answer.status == http.client.CREATED:
            result.answers_us.append((time.monotonic_ns() - started_ns) // 1000)
        else:
            result.wrong.append(f"{answer.status} {text[:300]}")


if __name__ == "__main__":
    given = msgspec.json.decode(sys.stdin.buffer.readline(), type=Order)
    sys.stdout.buffer.write(msgspec.json.encode(main(given)))
