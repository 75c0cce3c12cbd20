"""A person at a browser, for tests of pages: signs in, follows links and fills in forms as they stand in the HTML."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

import httpx

from plantstore.domain.person import Role
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.token import BUNDLES, Scope
from tests.web.harness import BASE_URL, MadeToken, Site

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
UNSEEN = frozenset(("head", "script", "style", "template", "option"))
INLINE = frozenset(("a", "b", "bdi", "code", "em", "i", "kbd", "span", "strong", "svg", "time"))
REDIRECTS_MAX = 5
BOUNDARY = "----a-boundary-of-a-browser"


@dataclass(slots=True)
class Node:
    """One element of a page; a text is a child that is a str."""

    tag: str
    attributes: dict[str, str]
    children: list["Node | str"] = field(default_factory=list)

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, *tags: str, **attributes: str) -> list["Node"]:
        """Every element below with one of these tags and all these attributes (`class_` and `for_` mean those)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            one
            for one in self.walk()
            if (not tags or one.tag in tags) and all(_has(one, name, value) for name, value in wanted.items())
        ]

    @property
    def text(self) -> str:
        """What a person reads, with single spaces."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNSEEN and "hidden" not in child.attributes:
                around = "" if child.tag in INLINE and not _has(child, "class", "sub") else " "
                yield from (around, *child._texts(), around)


def _has(node: Node, name: str, value: str) -> bool:
    given = node.attributes.get(name)
    return given is not None and (value in given.split() if name == "class" else given == value)


class _Reader(HTMLParser):
    """Builds the tree of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Node("#page", {})
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        last = max((place for place, node in enumerate(self._open) if node.tag == tag), default=0)
        if last:
            del self._open[last:]

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


class Page:
    """An answer as a person meets it. `path` is where the browser has arrived, with what stands behind it."""

    def __init__(self, browser: "Browser", answer: httpx.Response) -> None:
        self.browser = browser
        self.answer = answer
        self.status = answer.status_code
        self.html = answer.text
        self.path = answer.request.url.raw_path.decode()

    @cached_property
    def root(self) -> Node:
        """The tree of the page. Reading it takes longer than most tests, and many look at the status only."""
        reader = _Reader()
        reader.feed(self.html)
        return reader.root

    @property
    def text(self) -> str:
        """All that can be read on the page."""
        return self.root.text

    @property
    def main(self) -> str:
        """What can be read between the navigation and the foot."""
        return self.root.all("main")[0].text

    @property
    def title(self) -> str:
        return "".join(str(one) for one in self.root.all("title")[0].children)

    @property
    def links(self) -> dict[str, str]:
        """Where each link leads, by its words; of two with the same words, the first."""
        found: dict[str, str] = {}
        for one in self.root.all("a"):
            found.setdefault(one.text or one.attributes.get("aria-label", ""), one.attributes.get("href", ""))
        return found

    @property
    def rows(self) -> list[list[str]]:
        """The cells of every row of every table body."""
        bodies = self.root.all("tbody")
        return [[cell.text for cell in row.all("th", "td")] for body in bodies for row in body.all("tr")]

    def by_id(self, name: str) -> Node:
        """The one element that has this id."""
        [found] = self.root.all(id=name)
        return found

    def wrong(self, name: str) -> str:
        """What stands next to a field as wrong with it; empty when nothing does."""
        return " ".join(one.text for one in self.root.all(id=f"w-{name}"))

    def follow(self, words: str) -> "Page":
        """Click the link with these words."""
        assert words in self.links, f"{words!r} is none of {sorted(self.links)}"
        return self.browser.get(urljoin(self.path, self.links[words]))

    @property
    def forms(self) -> list["Form"]:
        return [Form(self, node) for node in self.root.all("form")]

    def form(self, action: str) -> "Form":
        """The form that is sent to this address."""
        found = [one for one in self.forms if one.action == action]
        assert len(found) == 1, f"{len(found)} of {[one.action for one in self.forms]} are {action}"
        return found[0]

    def section(self, key: str) -> "Form":
        """The form of the section of a plant that is open."""
        found = [one for one in self.forms if "?edit=" in one.action and one.action.endswith(f"#{key}")]
        assert len(found) == 1, f"{key} is not open: {[one.action for one in self.forms]}"
        return found[0]


class Form:
    """A form of a page with what is filled in."""

    def __init__(self, page: Page, node: Node) -> None:
        self._page = page
        self._node = node
        self._files: dict[str, list[tuple[str, bytes]]] = {}
        self.action = node.attributes.get("action", page.path)
        self.method = node.attributes.get("method", "get").upper()
        self._fields = [one for one in node.all("input", "select", "textarea") if one.attributes.get("name")]

    @property
    def buttons(self) -> list[str]:
        return [one.text for one in self._node.all("button") if one.attributes.get("type", "submit") == "submit"]

    @property
    def values(self) -> dict[str, str]:
        """What would be sent, without the button; of a name that comes more than once, the first."""
        found: dict[str, str] = {}
        for name, value in self._pairs():
            found.setdefault(name, value)
        return found

    def fill(self, **values: str | bool) -> "Form":
        """Type into fields, choose options, tick boxes (True or False)."""
        for name, value in values.items():
            fields = [one for one in self._fields if one.attributes["name"] == name]
            assert fields, f"There is no field {name!r}: {sorted({one.attributes['name'] for one in self._fields})}"
            _fill(fields, value)
        return self

    def attach(self, name: str, file_name: str, content: bytes) -> "Form":
        """Choose a file, or a further one."""
        assert any(one.attributes["name"] == name and one.attributes.get("type") == "file" for one in self._fields)
        self._files.setdefault(name, []).append((file_name, content))
        return self

    def submit(self, button: str = "") -> Page:
        """Press the button with these words, or the first."""
        pairs = [*self._pairs(), *self._pressed(button)]
        address = urljoin(self._page.path, self.action)
        if self.method == "GET":
            return self._page.browser.get(f"{address.partition('?')[0]}?{urlencode(pairs)}")
        if self._node.attributes.get("enctype") == "multipart/form-data":
            kind = f"multipart/form-data; boundary={BOUNDARY}"
            return self._page.browser.post(address, self._multipart(pairs), kind)
        content = urlencode(pairs).encode()
        return self._page.browser.post(address, content, "application/x-www-form-urlencoded")

    def _pressed(self, words: str) -> list[tuple[str, str]]:
        buttons = [one for one in self._node.all("button") if one.attributes.get("type", "submit") == "submit"]
        found = [one for one in buttons if not words or one.text == words]
        assert found, f"There is no button {words!r}: {self.buttons}"
        name = found[0].attributes.get("name", "")
        return [(name, found[0].attributes.get("value", ""))] if name else []

    def _pairs(self) -> list[tuple[str, str]]:
        return [pair for one in self._fields for pair in _sent(one)]

    def _multipart(self, pairs: list[tuple[str, str]]) -> bytes:
        """The fields, and the files where their inputs stand: at the end, as our forms have them."""
        raw = b""
        for name, value in pairs:
            raw += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for one in self._fields:
            if one.attributes.get("type") == "file":
                name = one.attributes["name"]
                for file_name, content in self._files.get(name, [("", b"")]):
                    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
                    raw += head.encode() + b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n"
        return raw + f"--{BOUNDARY}--\r\n".encode()


def _fill(fields: list[Node], value: str | bool) -> None:
    first, kind = fields[0], fields[0].attributes.get("type", "text")
    if kind == "radio" or (kind == "checkbox" and isinstance(value, str)):
        assert value in [one.attributes.get("value") for one in fields], f"{value!r} cannot be chosen"
        for one in fields:
            if kind == "radio":
                one.attributes.pop("checked", None)
            if one.attributes.get("value") == value:
                one.attributes["checked"] = ""
    elif kind == "checkbox":
        first.attributes.pop("checked", None)
        if value:
            first.attributes["checked"] = ""
    elif first.tag == "select":
        options = first.all("option")
        assert value in [_value_of(one) for one in options], f"{value!r} cannot be chosen"
        for one in options:
            one.attributes.pop("selected", None)
            if _value_of(one) == value:
                one.attributes["selected"] = ""
    elif first.tag == "textarea":
        first.children = [str(value)]
    else:
        first.attributes["value"] = str(value)


def _sent(one: Node) -> list[tuple[str, str]]:
    """What a browser sends of a field: nothing of a box without a tick, a button, or what is disabled."""
    name, kind = one.attributes["name"], one.attributes.get("type", "text")
    if "disabled" in one.attributes or kind in ("file", "submit", "button"):
        return []
    if kind in ("checkbox", "radio"):
        return [(name, one.attributes.get("value", "on"))] if "checked" in one.attributes else []
    if one.tag == "select":
        options = one.all("option")
        chosen = [option for option in options if "selected" in option.attributes] or options[:1]
        return [(name, _value_of(option)) for option in chosen]
    if one.tag == "textarea":
        text = "".join(child for child in one.children if isinstance(child, str))
        return [(name, text.removeprefix("\n").replace("\r\n", "\n").replace("\n", "\r\n"))]
    return [(name, one.attributes.get("value", ""))]


def _value_of(option: Node) -> str:
    text = "".join(child for child in option.children if isinstance(child, str))
    return option.attributes.get("value", text.strip())


class Browser:
    """One person's browser, with its own cookies. Without scopes and bundle the person may do everything."""

    def __init__(
        self, site: Site, *scopes: Scope, bundle: str = "", sign_in: bool = True, token: MadeToken | None = None
    ) -> None:
        self.site = site
        self.token = token or site.make_token(*(BUNDLES[bundle] if bundle else scopes))
        self._client = httpx.AsyncClient(transport=httpx.ASGITransport(app=site.app), base_url=BASE_URL)
        if sign_in:
            form = urlencode({"token": self.token.text}).encode()
            answer = self._send("/sign-in", form, "application/x-www-form-urlencoded")  # without the page it leads to
            assert answer.status_code == httpx.codes.SEE_OTHER, answer.text

    @classmethod
    def of_person(
        cls,
        site: Site,
        role: Role = Role.OPERATOR,
        *,
        name: str = "colleague",
        receiver_ids: frozenset[ReceiverId] | None = None,
    ) -> "Browser":
        """Invite a person, who signs in with the link."""
        browser = cls(site, sign_in=False)
        _, link = site.invite(role, name=name, receiver_ids=receiver_ids)
        form = urlencode({"key": link}).encode()
        answer = browser._send("/sign-in", form, "application/x-www-form-urlencoded")
        assert answer.status_code == httpx.codes.SEE_OTHER, answer.text
        return browser

    @property
    def cookies(self) -> httpx.Cookies:
        return self._client.cookies

    def get(self, path: str, **headers: str) -> Page:
        """Open an address, and go where it leads."""
        return self._follow(self._ask("GET", path, headers=headers))

    def edit(self, key: str, *, plant: int = 1) -> Form:
        """Open a section of a plant as a form."""
        return self.get(f"/plants/{plant}?edit={key}").section(key)

    def post(self, path: str, content: bytes, media_type: str, **headers: str) -> Page:
        """Send a form as it would be sent from one of our pages, and go where it leads."""
        return self._follow(self._send(path, content, media_type, **headers))

    def _send(self, path: str, content: bytes, media_type: str, **headers: str) -> httpx.Response:
        ours = {"content-type": media_type, "origin": BASE_URL}
        return self._ask("POST", path, content=content, headers=ours | headers)

    def _follow(self, answer: httpx.Response) -> Page:
        for _ in range(REDIRECTS_MAX):
            if answer.status_code != httpx.codes.SEE_OTHER:
                return Page(self, answer)
            address = urlsplit(urljoin(str(answer.request.url), answer.headers["location"]))
            following = address.path + (f"?{address.query}" if address.query else "")
            answer = self._ask("GET", following, headers={})
        raise AssertionError(f"more than {REDIRECTS_MAX} redirects")

    def _ask(self, method: str, path: str, *, headers: dict[str, str], **more: Any) -> httpx.Response:
        fetch = {"sec-fetch-mode": "navigate", "sec-fetch-site": "same-origin"}
        answer = self.site.run(self._client.request(method, path, headers=fetch | headers, **more))
        assert answer.status_code != httpx.codes.INTERNAL_SERVER_ERROR, answer.text
        return answer
