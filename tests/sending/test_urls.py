"""A receiver's URL has one meaning for every parser, or it is refused."""

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plantstore.domain.errors import Invalid
from plantstore.domain.receivers.receiver import WEBHOOK_PATH
from plantstore.sending.urls import FETCH_BAD_PORTS, HOST_CHARS_MAX, LABEL_CHARS_MAX, URL_CHARS_MAX, parse_url
from tests.examples import examples


def refused(text: str) -> str:
    """The code with which a URL is refused."""
    with pytest.raises(Invalid) as caught:
        parse_url(text)
    (problem,) = caught.value.fields
    assert problem.pointer == "/url"
    assert problem.detail.endswith(".")
    return problem.code


def accepted(text: str) -> str:
    return parse_url(text).text


# What is accepted


CANONICAL_URLS = [
    ("https://shop.example/new", "https://shop.example/new"),
    ("http://shop.example", "http://shop.example" + WEBHOOK_PATH),
    ("http://shop.example/", "http://shop.example/"),
    ("https://Shop.EXAMPLE/New", "https://shop.example/New"),
    ("https://shop.example:443/a", "https://shop.example/a"),
    ("http://shop.example:80/a", "http://shop.example/a"),
    ("http://shop.example:443/a", "http://shop.example:443/a"),
    ("https://shop.example:8443", "https://shop.example:8443" + WEBHOOK_PATH),
    ("http://search/", "http://search/"),
    ("http://my_shop_1/", "http://my_shop_1/"),
    ("http://93.184.216.34/", "http://93.184.216.34/"),
    ("http://255.255.255.255/", "http://255.255.255.255/"),
    ("http://127.0.0.1.nip.example/", "http://127.0.0.1.nip.example/"),
    ("http://1.2.3.4a/", "http://1.2.3.4a/"),
    ("http://r3---sn-a.example/", "http://r3---sn-a.example/"),
    ("http://[2A00:0:0::1]:8080/", "http://[2a00::1]:8080/"),
    ("http://[2a00:0000:0000:0000:0000:0000:0000:0001]", "http://[2a00::1]" + WEBHOOK_PATH),
    ("http://a.example/a/../b/./c", "http://a.example/a/../b/./c"),
    ("http://a.example//b", "http://a.example//b"),
    ("http://a.example/%2e%2E%00?x=%0d", "http://a.example/%2e%2E%00?x=%0d"),
    ("http://a.example/@b:c;d=e,f?a@b?c/d", "http://a.example/@b:c;d=e,f?a@b?c/d"),
    ("https://bücher.example/", "https://xn--bcher-kva.example/"),
    ("https://BÜCHER.example/", "https://xn--bcher-kva.example/"),
    ("https://bu\u0308cher.example/", "https://xn--bcher-kva.example/"),
    ("https://XN--BCHER-KVA.example/", "https://xn--bcher-kva.example/"),
    ("https://faß.example/", "https://xn--fa-hia.example/"),
    ("https://例え.jp/", "https://xn--r8jz45g.jp/"),
    ("https://φυτά.gr/", "https://xn--hxa1ccd.gr/"),
]


def test_a_good_url_is_stored_in_its_canonical_form() -> None:
    found = {(text, canonical): (accepted(text), accepted(canonical)) for text, canonical in CANONICAL_URLS}

    assert not {key: texts for key, texts in found.items() if texts != (key[1], key[1])}


def test_a_url_is_split_into_its_parts() -> None:
    url = parse_url("https://[2A00::1]:8443/new?shop=1")

    assert (url.scheme, url.host, url.port, url.path) == ("https", "2a00::1", 8443, "/new?shop=1")
    assert (url.tls, url.literal, url.host_header) == (True, True, "[2a00::1]:8443")


@pytest.mark.parametrize(
    ("text", "host_header", "literal", "tls"),
    [
        ("https://shop.example", "shop.example", False, True),
        ("https://shop.example:80", "shop.example:80", False, True),
        ("http://shop.example:8080", "shop.example:8080", False, False),
        ("http://[2a00::1]", "[2a00::1]", True, False),
        ("http://93.184.216.34:81", "93.184.216.34:81", True, False),
    ],
)
def test_the_host_header_leaves_the_default_port_out(text: str, host_header: str, literal: bool, tls: bool) -> None:
    url = parse_url(text)

    assert (url.host_header, url.literal, url.tls) == (host_header, literal, tls)


# Spellings of IPv4

SPELLINGS = """
    127.1 127.0.1 127 0 0.0 00 1 0x7f.1 0x7f.0.0.1 0x7F000001 0x7f000001 0X7F.0.0.1 0x7f.0x0.0x0.0x1 0x 0x0
    0x.0x.0x.0x 0177.0.0.1 0177.1 017700000001 00000177.0.0.1 0177.0x0.0.1 127.0.0.01 127.0.0.001 127.00.0.1
    0127.0.0.1 127.0.0.0x1 2130706433 2130706433.0 4294967295 4294967296 99999999999999999999 3232235777
    2852039166 0xa9fea9fe 0251.0376.0251.0376 127.0.0.1. 127.1. 2130706433. 0x7f000001. 127.0.0.1.. 127..0.1
    .127.0.0.1 127.0.0. 127.0.0.1.1 127.0.0.1.0x1 1.2.3 256.0.0.1 127.0.0.256 999.999.999.999 127.0.0.0001
    127.0.0.1e0.1 127.0.0.-1 127.0.0.+1 -127.0.0.1 1.1.1.1e1.0 a.b.c.1 shop.example.1 shop.0x7f shop.example.0
    shop.0x example.08 foo.1. 10.0xff 192.168.257 192.11010049 0xc0.0xa8.1.1 169.254.43518 169.16689662
    0xA9.254.0251.254 100.100.25800
"""
IPV4_SPELLINGS = SPELLINGS.split()


def test_the_table_of_ipv4_spellings_is_long_enough() -> None:
    assert len(set(IPV4_SPELLINGS)) >= 60


def test_no_odd_spelling_of_ipv4_is_accepted() -> None:
    codes = {
        (host, ending): refused(f"http://{host}{ending}") for host in IPV4_SPELLINGS for ending in ("/", "", ":8080/x")
    }

    assert not {url: code for url, code in codes.items() if code not in {"ipv4", "host_dot", "host_name"}}


@given(
    octets=st.tuples(*[st.integers(0, 255)] * 4),
    forms=st.tuples(*[st.sampled_from(["d", "#x", "o", "03d", "04o"])] * 4),
)
def test_only_the_dotted_quad_itself_spells_an_ipv4_address(octets: tuple[int, ...], forms: tuple[str, ...]) -> None:
    parts = [format(octet, "o" if form == "o" else form) for octet, form in zip(octets, forms, strict=True)]
    parts = ["0" + part if form == "o" else part for part, form in zip(parts, forms, strict=True)]
    host, quad = ".".join(parts), ".".join(map(str, octets))

    if host == quad:
        assert parse_url(f"http://{host}/").host == quad
    else:
        assert refused(f"http://{host}/") == "ipv4"


# Brackets


LITERALS_REFUSED = [
    *(
        "fe80::1%lo",
        "::1%25lo",
        "fe80::1%25eth0",
        "fe80::1%1",
        "::1%",
        "v1.x",
        "v7.::1",
        "vF.127.0.0.1",
        "",
        " ",
        "::g",
    ),
    *("127.0.0.1", "2130706433", "shop.example", ":::1", "1::2::3", "12345::", "::ffff:127.1", "::ffff:0177.0.0.1"),
    *(
        "::1/64",
        "::1]",
        "[::1",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "::１",
        "::ffff:127.0.0.1.",
        "0x1::",
        "::1\u200b",
    ),
]


def test_only_a_plain_ipv6_address_is_accepted_in_brackets() -> None:
    codes = {literal: refused(f"http://[{literal}]/") for literal in LITERALS_REFUSED}

    assert not {literal: code for literal, code in codes.items() if code not in {"ipv6", "brackets", "characters"}}


AUTHORITIES_REFUSED = ["::1", "2a00::1", "[::1", "::1]", "[::1]x", "x[::1]", "[::1]:80:80", "[[::1]]", "a:b:c", "a]"]


def test_misplaced_brackets_are_refused() -> None:
    codes = {authority: refused(f"http://{authority}/") for authority in AUTHORITIES_REFUSED}

    assert not {authority: code for authority, code in codes.items() if code not in {"brackets", "port"}}


# Parser tricks, user names


AMBIGUOUS_URLS = [
    ("", "required"),
    ("http://a@b@127.0.0.1/", "userinfo"),
    ("http://user:pass@shop.example/", "userinfo"),
    ("http://user@shop.example/", "userinfo"),
    ("http://:pass@shop.example/", "userinfo"),
    ("http://@shop.example/", "userinfo"),
    ("http://:@shop.example/", "userinfo"),
    ("http://shop.example:80@127.0.0.1/", "userinfo"),
    ("http://shop.example%40@127.0.0.1/", "userinfo"),
    ("http://shop.example\\@127.0.0.1/", "characters"),
    ("http:\\\\shop.example/", "characters"),
    ("http://shop.example/\\", "characters"),
    ("http:/\\shop.example/", "characters"),
    ("http://shop.example#@127.0.0.1/", "fragment"),
    ("http://shop.example/#top", "fragment"),
    ("http://shop.example/?a#", "fragment"),
    ("http://shop.example?@127.0.0.1/", "path"),
    ("http://shop.example?a=b", "path"),
    ("http://shop.example/\ta", "characters"),
    ("ht\ntp://shop.example/", "characters"),
    ("http://shop.\rexample/", "characters"),
    ("http://shop.example/ HTTP/1.1\r\nX: y", "characters"),
    (" http://shop.example/", "characters"),
    ("\0http://shop.example/", "characters"),
    ("http://shop.example/\0", "characters"),
    ("http://shop.example/ ", "characters"),
    ("http://shop.example/\x7f", "characters"),
    ("\ufeffhttp://shop.example/", "scheme"),
    ("\xa0http://shop.example/", "scheme"),
    ("http:///x", "host"),
    ("http://", "host"),
    ("http://?x", "host"),
    ("http://:80/", "host"),
    ("http:shop.example/", "scheme"),
    ("http:/shop.example/", "scheme"),
    ("//shop.example/", "scheme"),
    ("shop.example/", "scheme"),
    ("shop.example:8080/", "scheme"),
    ("HTTP://shop.example/", "scheme"),
    ("https//shop.example/", "scheme"),
    ("httpss://shop.example/", "scheme"),
    ("ftp://shop.example/", "scheme"),
    ("file:///etc/passwd", "scheme"),
    ("gopher://shop.example:70/_x", "scheme"),
    ("javascript:alert(1)", "scheme"),
    ("ws://shop.example/", "scheme"),
    ("url:http://shop.example/", "scheme"),
    ("http://shop%2fexample/", "host_percent"),
    ("http://127.0.0.1%2f.example/", "host_percent"),
    ("http://%31%32%37.0.0.1/", "host_percent"),
    ("http://shop%00.example/", "host_percent"),
    ("http://shop.example./", "host_dot"),
    ("http://./", "host_dot"),
    ("http://shop..example/", "host_name"),
    ("http://.shop.example/", "host_name"),
    ("http://-shop.example/", "host_name"),
    ("http://shop-.example/", "host_name"),
    ("http://sh*p.example/", "host_name"),
    ("http://shop,example/", "host_name"),
    ("http://shop;example/", "host_name"),
    ("http://shop.example&x=/", "host_name"),
    ("http://<shop>.example/", "host_name"),
    ("http://shop.example/é", "path"),
    ("http://shop.example/a|b", "path"),
    ("http://shop.example/{id}", "path"),
    ("http://shop.example/[a]", "path"),
    ('http://shop.example/"', "path"),
    ("http://shop.example/<a>", "path"),
    ("http://shop.example/a^b`c", "path"),
    ("http://shop.example/%", "path"),
    ("http://shop.example/%2", "path"),
    ("http://shop.example/%zz", "path"),
    ("http://shop.example/%２０", "path"),
    ("http://shop.example/\u2028", "path"),
    ("http://shop.example/\ud800", "path"),
]


def test_a_url_with_two_readings_is_refused() -> None:
    codes = {(text, code): refused(text) for text, code in AMBIGUOUS_URLS}

    assert not {key: found for key, found in codes.items() if found != key[1]}


def test_no_unsafe_character_is_silently_dropped() -> None:
    text, letters = "http://shop.example/abc", [*map(chr, range(0x21)), "\x7f", "\\"]
    codes = {
        (position, letter): refused(text[:position] + letter + text[position:])
        for position in (0, 2, 7, 12, 20, 22)
        for letter in letters
    }

    assert not {key: code for key, code in codes.items() if code != "characters"}


# International names


DISGUISED_NAMES = [
    *(
        "１２７.0.0.1",
        "１２７．０．０．１",
        "①②⑦.⓪.⓪.①",
        "127。0。0。1",
        "127｡0｡0｡1",
        "𝟏𝟐𝟕.0.0.1",
        "₁₂₇.0.0.1",
        "١٢٧.0.0.1",
    ),
    *(
        "ｓｈｏｐ.example",
        "ⓢⓗⓞⓟ.example",
        "shop．example",
        "shop。example",
        "sh\xadop.example",
        "\xad127.0.0.1",
        "℀.example",
    ),
    *(
        "shop℀.example",
        "a／b.example",
        "a？b.example",
        "a＃b.example",
        "a＠b.example",
        "a：80",
        "a＼b.example",
        "a％2fb.example",
    ),
    *(
        "\u202eshop.example",
        "shop\u200b.example",
        "\u2060shop.example",
        "shop\u200d.example",
        "shop\u200cx.example",
    ),
    *(
        "aمثال.example",
        "مثالa.example",
        "☃.example",
        "💩.example",
        "\u0301a.example",
        "ﬁsh.example",
        "\u212aiwi.example",
    ),
    *("ü..example", ".ü.example", "-ü.example", "ü-.example", "ab--ü.example", "ü_x.example", "shop\xa0ü.example"),
    *(
        "shop\u3000ü.example",
        "\x80ü.example",
        "\ud800.example",
        "ü\udfff.example",
        "\U000e0041ü.example",
        "xn--ü.example",
    ),
    *("ü" * 64, ".".join(["ü" * 30] * 12), "ü" * 5000 + ".example"),
]


def test_no_disguised_name_is_accepted() -> None:
    codes = {host: refused(f"http://{host}/") for host in DISGUISED_NAMES}

    assert not {host: code for host, code in codes.items() if code not in {"host_idna", "host_dot", "length"}}


def test_an_international_name_that_ends_in_a_number_is_refused() -> None:
    assert [refused(f"http://{host}/") for host in ("ü.1", "ü.0x7f", "ü.127.0.0.1")] == ["ipv4"] * 3


FALSE_XN_HOSTS = [
    *(
        "xn--.example",
        "xn--a.example",
        "xn--zzzzzz9999.example",
        "xn--abc-.example",
        "xn---.example",
        "xn--127-.example",
    ),
    *(
        "xn--ls8h.example",
        "xn--n3h.example",
        "xn---bbk.example",
        "shop.xn--0",
        "xn--0.0.1x",
        "xn--fiqs8s--.example",
    ),
]


def test_a_false_xn_label_is_refused() -> None:
    codes = {host: refused(f"http://{host}/") for host in FALSE_XN_HOSTS}

    assert not {host: code for host, code in codes.items() if code not in {"host_idna", "host_name"}}


def test_a_host_is_as_long_as_dns_allows_and_not_longer() -> None:
    longest_label = "a" * LABEL_CHARS_MAX
    longest_host = ".".join([longest_label] * 3 + ["a" * (HOST_CHARS_MAX - 3 * (LABEL_CHARS_MAX + 1))])

    assert parse_url(f"http://{longest_label}.example/").host == f"{longest_label}.example"
    assert refused(f"http://{longest_label}a.example/") == "host_length"
    assert parse_url(f"http://{longest_host}/").host == longest_host
    assert refused(f"http://{longest_host}a/") == "host_length"


def test_a_url_is_as_long_as_the_limit_and_not_longer() -> None:
    start = "http://shop.example/"
    longest = start + "a" * (URL_CHARS_MAX - len(start))

    assert accepted(longest) == longest
    assert refused(longest + "a") == "length"


def test_a_url_that_grows_beyond_the_limit_is_refused() -> None:
    start = "http://ü.example/"
    text = start + "a" * (URL_CHARS_MAX - len(start))

    assert refused(text) == "length"


# Ports


PORTS_REFUSED = [
    *[(text, "port") for text in ("", "0", "00", "65536", "99999", "123456", "080", "0080", "-1", "+80", "8e1", "80a")],
    *[(text, "port") for text in ("0x50", "８０", "８0", "٨٠", "²", "80.", "8_0", "80,", "1e4", "%38%30", "80\u200b")],
    *[(text, "port_blocked") for text in ("22", "25", "6379", "5432", "3306", "11211", "27017", "1", "6667", "10080")],
    *[(text, "brackets") for text in ("80:80", ":80", "80:")],
]


def test_a_port_that_is_none_or_serves_something_else_is_refused() -> None:
    hosts = ("http://shop.example", "https://93.184.216.34")
    codes = {(host, port, code): refused(f"{host}:{port}/") for port, code in PORTS_REFUSED for host in hosts}

    assert not {key: found for key, found in codes.items() if found != key[2]}


@pytest.mark.parametrize("port", [2, 80, 443, 1024, 8000, 8080, 8443, 65_535])
def test_a_port_that_may_serve_http_is_accepted(port: int) -> None:
    assert parse_url(f"http://shop.example:{port}/").port == port


def test_every_bad_port_of_the_fetch_standard_is_refused() -> None:
    assert len(FETCH_BAD_PORTS) == 83
    assert {refused(f"http://shop.example:{port}/") for port in FETCH_BAD_PORTS - {0}} == {"port_blocked"}


# Fixed point

PIECES = (
    "http:// https:// http:/ shop .example a.b 127.0.0.1 0x7f [::1] [2a00::1] [ ] : @ / // \\ ? # % %2e %2f .. . ; = "
    "& :80 :443 :8080 :65536 xn-- xn--bcher-kva ü ß ς İ ı ﬁ ① ａ 。 \u00ad \u200d \ud800 \t \0 _ - e\u0301 例 "
)
PIECE = st.sampled_from(PIECES.split(" "))
URL_LIKE = st.one_of(
    st.text(max_size=40).map("http://".__add__),
    st.lists(PIECE, max_size=10).map("".join),
    st.lists(PIECE, max_size=8).map(lambda pieces: "https://" + "".join(pieces)),
    st.builds(
        "http://{}.{}/{}".format, st.text(max_size=8), st.text(string.ascii_letters, max_size=8), st.text(max_size=8)
    ),
)


@settings(max_examples=examples(500), deadline=None)
@given(text=URL_LIKE)
@example(text="http://ΣΑΣ.example")
@example(text="http://İ.example/")
def test_what_is_accepted_is_canonical_and_reads_back_the_same(text: str) -> None:
    try:
        url = parse_url(text)
    except Invalid:
        return

    assert parse_url(url.text) == url
    assert url.text.isascii()
    assert len(url.text) <= URL_CHARS_MAX
    assert url.host == url.host.lower()
    assert min(url.text) > " "
    assert max(url.text) < "\x7f"
    assert 1 <= url.port <= 65_535
    assert text.endswith(url.path) or url.path == WEBHOOK_PATH


@settings(max_examples=examples(200), deadline=None)
@given(path=st.text(string.ascii_letters + string.digits + "-._~!$&'()*+,;=:@/?", max_size=60))
def test_no_path_is_changed(path: str) -> None:
    assert parse_url(f"http://shop.example/{path}").path == f"/{path}"
