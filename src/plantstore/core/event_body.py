"""The bodies of events: the bytes that are signed, stored and sent, made once from a plant's record."""

from datetime import date

import msgspec

from plantstore.domain.plants.plant import Plant, basic_record, public_record

_to_json = msgspec.json.Encoder().encode


def full_body(plant: Plant, *, today: date, url: str | None, photos_at: str | None = None) -> bytes:
    """Return the full payload. Fields without a value are null, except `tag`, which is omitted.

    `photos_at` is the base address of the store's own photos; without it, they are left out.

    In the public sample, `tag` is an optional string; strict validators generated from the sample reject null.
    """
    record = public_record(plant, today=today, url=url, photos_at=photos_at)
    if record["tag"] is None:
        del record["tag"]
    return to_body(record)


def basic_body(plant: Plant) -> bytes:
    """Return the basic payload: id, name and tag only."""
    return to_body(basic_record(plant))


def to_body(record: dict[str, object]) -> bytes:
    """Return compact JSON in UTF-8. Non-ASCII characters are not escaped, because escapes would double the size.

    >>> to_body({"id": 1, "name": "Isoëtes"}).decode()
    '{"id":1,"name":"Isoëtes"}'
    """
    return _to_json(record)
