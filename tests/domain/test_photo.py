"""The keys and names of photos."""

from plantstore.domain.plants.photo import (
    KEY_BYTES,
    KEY_CHARS,
    PhotoSize,
    file_name,
    parse_file_name,
    parse_key,
    photo_key,
)


def test_a_key_is_32_characters_of_160_bits() -> None:
    highest = photo_key(b"\xff" * KEY_BYTES)

    assert (KEY_BYTES * 8, KEY_CHARS) == (160, 32)
    assert highest == "z" * 32
    assert parse_key(highest) == highest
    for text in ("", "z" * 31, "z" * 33, "Z" * 32, "z" * 31 + "/", "z" * 31 + "u", "../" + "z" * 29, "z" * 32 + "\n"):
        assert parse_key(text) is None, text


def test_the_name_of_a_picture_has_its_key_and_size() -> None:
    key = photo_key(bytes(range(KEY_BYTES)))

    assert [parse_file_name(file_name(key, size)) for size in PhotoSize] == [(key, size) for size in PhotoSize]
    for name in ("", key, f"{key}-", f"{key}-huge", f"{key}-full-full", f"{key}.full", f"../{key}-full"):
        assert parse_file_name(name) is None, name
