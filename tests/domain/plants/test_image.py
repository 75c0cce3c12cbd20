"""Pictures by their address: https, bounded, and plain ASCII."""

import pytest

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.image import (
    ALT_CHARS_MAX,
    IMAGES_MAX,
    URL_CHARS_MAX,
    Image,
    check_images,
    write_images,
)

ROSE = "https://shop.example/rose.jpg"


def check(value: object) -> tuple[tuple[Image, ...], list[tuple[str, str]]]:
    problems: list[FieldError] = []
    images = check_images(value, "/images", problems)
    return images, [(problem.pointer, problem.code) for problem in problems]


def advice(url: str) -> str:
    problems: list[FieldError] = []
    check_images([{"url": url}], "/images", problems)
    return problems[0].detail


@pytest.mark.parametrize(
    "url",
    [
        ROSE,
        "HTTPS://Shop.example",
        "https://shop.example:8443/a%20b?size=2&x=[1]#top",
        "https://[2001:db8::1]/rose.jpg",
        "https://xn--bcher-kva.example/",
    ],
)
def test_a_web_address_is_kept_as_it_was_written(url: str) -> None:
    assert check([{"url": f" {url} ", "alt": " A  rose "}]) == ((Image(url=url, alt="A rose"),), [])


@pytest.mark.parametrize(
    "url",
    [
        "",
        "rose.jpg",
        "//shop.example/rose.jpg",
        "javascript://shop.example/%0aalert(1)",
        "data:image/png;base64,AAAA",
        "https://",
        "https:///rose.jpg",
        "https://shop.example/ro se.jpg",
        'https://shop.example/"onerror=',
        "https://shop.example/<b>",
        "https://shop.example\\@evil.example/",
        "https://staff:secret@shop.example/",
        "https://shop.example/rosé.jpg",
        "https://-shop.example/",
        "https://\u017fhop.example/",  # a long s, which is an s when case is ignored
        "https://shop.example/\x00",
        "https://shop.example/\ud800",
    ],
)
def test_image_urls_other_than_https_are_refused(url: str) -> None:
    images, ((pointer, _),) = check([{"url": url}])

    assert (images, pointer) == ((), "/images/0/url")


def test_the_advice_fits_the_mistake() -> None:
    assert (
        advice("http://s.example/a.jpg")
        == "“http://s.example/a.jpg”: only https is allowed. Try “https://s.example/a.jpg”."
    )
    assert "%20" in advice("https://s.example/a b.jpg")
    assert "xn--" in advice("https://s.example/é.jpg")
    assert "password" in advice("https://staff:secret@s.example/")
    assert "secret" not in advice("https://staff:secret@s.example/")


def test_limits_hold_at_the_limit_and_one_past_it() -> None:
    url = ROSE + "?" + "x" * (URL_CHARS_MAX - len(ROSE) - 1)

    assert check([{"url": url}])[1] == []
    assert check([{"url": url + "x"}])[1] == [("/images/0/url", "length")]
    assert check([{"url": ROSE, "alt": "🌹" * ALT_CHARS_MAX}])[1] == []
    assert check([{"url": ROSE, "alt": "🌹" * (ALT_CHARS_MAX + 1)}])[1] == [("/images/0/alt", "length")]
    assert check([{"url": ROSE}] * IMAGES_MAX)[1] == []
    assert check([{"url": ROSE}] * (IMAGES_MAX + 1))[1] == [("/images", "items")]


def test_every_mistake_in_every_image_is_reported() -> None:
    found = check([{"url": ROSE}, {"alt": 7}, ROSE, {"url": ROSE, "title": "Rose"}, {"url": 7}])[1]

    assert found == [
        ("/images/1/url", "required"),
        ("/images/1/alt", "type"),
        ("/images/2", "type"),
        ("/images/3", "unknown"),
        ("/images/4/url", "type"),
    ]


@pytest.mark.parametrize("value", [ROSE, {"url": ROSE}, 7, True])
def test_images_are_a_list(value: object) -> None:
    assert check(value) == ((), [("/images", "type")])


@pytest.mark.parametrize("alt", [None, "", "  "])
def test_an_empty_description_is_none(alt: str | None) -> None:
    assert check([{"url": ROSE, "alt": alt}])[0] == (Image(url=ROSE, alt=None),)


def test_images_are_written_as_they_are_read() -> None:
    images = (Image(url=ROSE, alt="A rose"), Image(url=ROSE))

    assert check(write_images(images)) == (images, [])
