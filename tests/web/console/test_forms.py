"""Forms as they come in: however the bytes are cut into pieces, and whoever has written them."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plantstore.domain.errors import Malformed, StoreError, UnsupportedMedia
from plantstore.web.console.forms import (
    FIELD_BYTES_MAX,
    FIELDS_MAX,
    PART_HEADER_BYTES_MAX,
    PART_OPTIONS_MAX,
    Form,
    read_form,
    read_upload,
    read_uploads,
)
from plantstore.web.http.problems import Refused
from plantstore.web.http.request import Request

BYTES_MAX = 1_000_000
FORM, BOUNDARY = b"application/x-www-form-urlencoded", b"a-boundary"
UPLOAD = b"multipart/form-data; boundary=" + BOUNDARY
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
fields = st.lists(st.tuples(st.text("abcdefgh_-", min_size=1, max_size=8), texts), max_size=5)
files = st.binary(max_size=400) | st.sampled_from(
    [b"", b"\r\n", b"--", b"\r\n--", b"--a-boundar", b"\r\n--a-bound\r\n"]
)
cuts = st.lists(st.integers(0, 600), max_size=12)


def request(pieces: Sequence[bytes], kind: bytes) -> Request:
    """A request whose body comes in these pieces."""
    parts = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    coming = iter([*parts, {"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(coming)

    scope = {"type": "http", "method": "POST", "path": "/", "raw_path": b"/", "query_string": b""}
    return Request(scope | {"headers": [(b"content-type", kind)], "path_params": {}, "client": None}, receive)


def cut(body: bytes, places: Sequence[int]) -> list[bytes]:
    ends = sorted({min(place, len(body)) for place in places} | {len(body)})
    return [body[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def body_of(pairs: Sequence[tuple[str, str]], file: bytes | None, *, name: str = "list.csv") -> bytes:
    """A form as browsers write it, with the file at its end."""
    head = b'--%b\r\nContent-Disposition: form-data; name="%b"'
    raw = b"".join((head % (BOUNDARY, one.encode())) + b"\r\n\r\n" + value.encode() + b"\r\n" for one, value in pairs)
    if file is not None:
        kind = b'; filename="%b"\r\nContent-Type: text/csv\r\n\r\n' % name.encode()
        raw += head % (BOUNDARY, b"file") + kind + file + b"\r\n"
    return raw + b"--" + BOUNDARY + b"--\r\n"


def uploaded(pieces: Sequence[bytes], kind: bytes = UPLOAD) -> tuple[Form, str | None, bytes]:
    """Read a form with its file: the fields, the name of the file and its bytes."""

    async def read() -> tuple[Form, str | None, bytes]:
        form, file = await read_upload(request(pieces, kind), bytes_max=BYTES_MAX)
        if file is None:
            return form, None, b""
        return form, file.name, b"".join([piece async for piece in file.parts])

    return asyncio.run(read())


def sent(body: bytes, kind: bytes = FORM) -> Form:
    return asyncio.run(read_form(request([body], kind), bytes_max=BYTES_MAX))


@given(pairs=fields, file=files, places=cuts)
@example(pairs=[("a", "\r\n--a-boundar")], file=b"\r\n--a-boundar", places=list(range(300)))
def test_however_the_body_is_cut_the_fields_and_the_file_are_the_same(
    pairs: list[tuple[str, str]], file: bytes, places: list[int]
) -> None:
    form, name, content = uploaded(cut(body_of(pairs, file), places))

    assert (form.pairs, name, content) == (pairs, "list.csv", file)


@given(pairs=st.lists(st.tuples(texts, texts), max_size=5))
def test_what_is_filled_in_arrives_as_it_is(pairs: list[tuple[str, str]]) -> None:
    assert sent(urlencode(pairs).encode()).pairs == pairs


def several_of(names: Sequence[str], contents: Sequence[bytes]) -> bytes:
    """A form with a field and several files, as a browser writes what was chosen in one input."""
    head = b'--%b\r\nContent-Disposition: form-data; name="%b"'
    raw = head % (BOUNDARY, b"alt") + b"\r\n\r\nRed\r\n"
    for name, content in zip(names, contents, strict=True):
        raw += head % (BOUNDARY, b"photo") + b'; filename="%b"\r\n\r\n' % name.encode() + content + b"\r\n"
    return raw + b"--" + BOUNDARY + b"--\r\n"


def all_uploaded(pieces: Sequence[bytes], *, unread: Sequence[int] = ()) -> list[tuple[str, bytes]]:
    """Read a form with its files, without those at the places `unread`."""

    async def read() -> list[tuple[str, bytes]]:
        found: list[tuple[str, bytes]] = []
        form, every = await read_uploads(request(pieces, UPLOAD), bytes_max=BYTES_MAX)
        assert form.pairs == [("alt", "Red")]
        async for file in every:
            skips = len(found) in unread
            found.append((file.name, b"" if skips else b"".join([piece async for piece in file.parts])))
        return found

    return asyncio.run(read())


@given(contents=st.lists(files, max_size=4), places=cuts, unread=st.lists(st.integers(0, 3), max_size=2))
def test_however_the_body_is_cut_several_files_are_the_same_and_some_are_skipped(
    contents: list[bytes], places: list[int], unread: list[int]
) -> None:
    names = [f"{number}.jpg" for number in range(len(contents))]

    found = all_uploaded(cut(several_of(names, contents), places), unread=unread)

    wanted = [b"" if number in unread else content for number, content in enumerate(contents)]
    assert found == list(zip(names, wanted, strict=True))


def test_several_files_that_were_cut_off_are_never_taken_for_whole() -> None:
    whole = several_of(["a.jpg", "b.jpg"], [b"one", b"two"])

    for end in range(whole.index(b"two") - 60, len(whole) - 4):
        with pytest.raises(Malformed):
            all_uploaded([whole[:end]])


@given(pieces=st.lists(st.binary(max_size=80), max_size=6), kind=st.binary(max_size=60) | st.just(bytes(UPLOAD)))
def test_no_bytes_in_place_of_several_files_break_anything(pieces: list[bytes], kind: bytes) -> None:
    async def read() -> None:
        _, every = await read_uploads(request(pieces, kind), bytes_max=BYTES_MAX)
        async for file in every:
            async for _ in file.parts:
                pass

    only_refused(lambda: asyncio.run(read()))


def only_refused(read: Callable[[], object]) -> None:
    """Hostile or not: it is read, or refused in a way that has an answer."""
    with suppress(StoreError, Refused):
        read()


@given(body=st.binary(max_size=300), kind=st.binary(max_size=60) | st.just(FORM))
@example(body=b"%ff%fe", kind=FORM)
@example(body=b"a=%", kind=FORM)
@example(body="a=ä".encode(), kind=FORM)
def test_no_bytes_in_place_of_a_form_break_anything(body: bytes, kind: bytes) -> None:
    only_refused(lambda: sent(body, kind))


@given(pieces=st.lists(st.binary(max_size=80), max_size=6), kind=st.binary(max_size=60) | st.just(UPLOAD))
@example(pieces=[b"--a-boundary\r\n: \r\n\r\n"], kind=UPLOAD)
@example(pieces=[b"--a-boundary\r\nContent-Disposition: form-data; filename*=UTF-8''%ff\r\n\r\nx"], kind=UPLOAD)
@example(pieces=[b""], kind=b"multipart/form-data; boundary=")
@example(pieces=[b"--\r\n\r\n"], kind=b'multipart/form-data; boundary=""')
@example(pieces=[b"x"], kind=b"multipart/form-data; boundary=" + b"x" * 3_000)
@example(pieces=[b"x"], kind=b"multipart/form-data; boundary=\xff\x00")
@example(pieces=[b"x"], kind=b"multipart/form-data; boundary*=utf-8''a; boundary*0=b")
def test_no_bytes_in_place_of_an_upload_break_anything(pieces: list[bytes], kind: bytes) -> None:
    only_refused(lambda: uploaded(pieces, kind))


@given(pairs=fields, file=files, place=st.integers(0, 800), other=st.binary(max_size=4))
def test_an_upload_with_a_few_bytes_changed_breaks_nothing(
    pairs: list[tuple[str, str]], file: bytes, place: int, other: bytes
) -> None:
    whole = body_of(pairs, file)
    place %= len(whole)

    only_refused(lambda: uploaded([whole[:place], other, whole[place + len(other) :]]))


@given(file=st.binary(max_size=60), left=st.integers(1, 40))
def test_a_file_that_was_cut_off_is_never_taken_for_whole(file: bytes, left: int) -> None:
    whole = body_of([("a", "b")], file)
    head = whole.index(b"text/csv\r\n\r\n") + len(b"text/csv\r\n\r\n")
    end = max(len(whole) - len(b"--\r\n") - left, head)

    with pytest.raises(Malformed):
        uploaded([whole[:end]])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\r\n\xff\xff\xff\xffbundYX",
        b"\r\n--a-boundary\r\n",
        b"--a-boundar",
        b"text before the form\r\n--a-boundary--\r\n",
        b"\r\n\x01--a-boundary--Co-bouon: fa-dmtroa;ndary\r\n\n name",
    ],
)
@pytest.mark.parametrize("piece_bytes", [1, 4, 100])
def test_what_never_becomes_a_form_is_refused_however_it_is_split(body: bytes, piece_bytes: int) -> None:
    pieces = [body[at : at + piece_bytes] for at in range(0, len(body), piece_bytes)]

    with pytest.raises(Malformed):
        uploaded(pieces)


def test_a_field_comes_as_it_was_sent_or_tidied_as_asked() -> None:
    form = sent(urlencode([("a", " one\r\ntwo "), ("a", "second"), ("b", " "), ("tags", " x "), ("tags", "")]).encode())

    assert (form.get("a"), form.raw("a")) == ("one\ntwo", " one\r\ntwo ")
    assert (form.get("b"), form.get("c", "otherwise")) == ("", "otherwise")
    assert form.all("tags") == ["x"]
    assert "b" in form and "c" not in form


def test_a_form_has_as_many_fields_as_it_may_and_no_more() -> None:
    pairs = [(f"field{number}", "x") for number in range(FIELDS_MAX)]

    assert len(sent(urlencode(pairs).encode()).pairs) == FIELDS_MAX
    with pytest.raises(Malformed):
        sent(urlencode([*pairs, ("one", "more")]).encode())
    assert len(uploaded([body_of(pairs, b"x")])[0].pairs) == FIELDS_MAX
    with pytest.raises(Malformed):
        uploaded([body_of([*pairs, ("one", "more")], b"x")])


@pytest.mark.parametrize("body", [b"a=%", b"a=%4", b"%zz=1", b"a=1&b=%%41"])
def test_a_percent_sign_that_begins_no_escape_is_refused(body: bytes) -> None:
    with pytest.raises(Malformed):
        sent(body)


def test_a_part_has_a_header_as_long_as_it_may_and_no_longer() -> None:
    name = "x" * (PART_HEADER_BYTES_MAX - len('form-data; name="file"; filename=""'))

    assert uploaded([body_of([], b"x", name=name)])[1] == name
    with pytest.raises(Malformed):
        uploaded([body_of([], b"x", name=name + "x")])


def test_a_part_has_as_many_options_as_it_may_and_no_more() -> None:
    name = "x" + ";" * (PART_OPTIONS_MAX - 2)  # beside the two before name and filename

    assert uploaded([body_of([], b"x", name=name)])[1] == name
    with pytest.raises(Malformed):
        uploaded([body_of([], b"x", name=name + ";")])


def test_what_stands_before_a_file_is_as_long_as_it_may_be_and_no_longer() -> None:
    assert uploaded([body_of([("a", "x" * FIELD_BYTES_MAX)], b"x")])[2] == b"x"
    with pytest.raises(Malformed):
        uploaded([body_of([("a", "x" * FIELD_BYTES_MAX), ("b", "x")], b"x")])


def test_the_head_of_a_part_is_no_place_to_fill_the_memory() -> None:
    head = b"--a-boundary\r\nContent-Disposition: form-data; name=a; x=" + b"x" * (2 * FIELD_BYTES_MAX)

    with pytest.raises(Malformed):
        uploaded(cut(head + b"\r\n\r\ny\r\n--a-boundary--\r\n", range(0, 3 * FIELD_BYTES_MAX, 1_000)))


def test_a_body_longer_than_allowed_is_not_read_on() -> None:
    with pytest.raises(Refused):
        uploaded([body_of([], b"x" * BYTES_MAX)])
    with pytest.raises(Refused):
        sent(b"a=" + b"x" * BYTES_MAX)


@pytest.mark.parametrize("kind", [b"", b"text/plain", b"application/json", UPLOAD])
def test_a_form_must_say_that_it_is_one(kind: bytes) -> None:
    with pytest.raises(UnsupportedMedia):
        sent(b"a=b", kind)


@pytest.mark.parametrize("kind", [b"", FORM, b"multipart/form-data", b"multipart/mixed; boundary=a"])
def test_an_upload_must_say_that_it_is_one(kind: bytes) -> None:
    with pytest.raises(UnsupportedMedia):
        uploaded([body_of([], b"x")], kind)


def test_a_form_without_a_file_has_none() -> None:
    form, name, content = uploaded([body_of([("a", "b")], None)])

    assert (form.pairs, name, content) == ([("a", "b")], None, b"")


def test_fields_behind_the_file_count_and_an_upload_that_ends_before_them_is_refused() -> None:
    late = (
        body_of([("a", "b")], b"the file").removesuffix(b"--\r\n") + b'\r\nContent-Disposition: form-data; name="late"'
    )

    form, _, content = uploaded([late + b"\r\n\r\nx\r\n--a-boundary--\r\n"])

    assert (form.pairs, content) == ([("a", "b"), ("late", "x")], b"the file")
    with pytest.raises(Malformed):
        uploaded([late + b"\r\n\r\nx"])


def test_a_field_for_a_file_without_one_is_passed_over() -> None:
    late = body_of([("a", "b")], b"", name="").removesuffix(b"--\r\n") + b'\r\nContent-Disposition: form-data; name="c"'

    form, name, content = uploaded([late + b"\r\n\r\nd\r\n--a-boundary--\r\n"])

    assert (form.pairs, name, content) == ([("a", "b"), ("c", "d")], None, b"")


def test_a_file_may_be_called_whatever_it_is_called() -> None:
    assert uploaded([body_of([], b"x", name="Größen 🌿 <b>.csv")])[1] == "Größen 🌿 <b>.csv"


def test_the_fields_that_begin_alike_are_read_by_the_rest_of_their_names() -> None:
    form = Form([("filter-q", " rosa "), ("ids", "1"), ("filter-tag", "rose"), ("filter-q", "tulipa")])

    assert list(form.beginning("filter-").items()) == [("q", "rosa"), ("tag", "rose")]
