"""Reads a submitted receiver form as a request body of the API, for a new or a changed receiver."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plantstore.domain.errors import FieldError, Invalid, StoreError
from plantstore.domain.receivers.receiver import Payload
from plantstore.web.console.forms import Form
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.views import receiver_filter
from plantstore.web.console.views.body_preview import payload_of

PAYLOADS = (
    ("full", "Full", "The whole public record: name, botanical name, price, stock, tags, description and more."),
    ("basic", "Basic", "Only id, name and tag."),
    ("expression", "Expression", "What your own expression makes of the full payload."),
    ("slack", "Slack message", "A short message with a photo; also for Mattermost and Rocket.Chat."),
    ("teams", "Teams message", "For a workflow in Microsoft Teams that starts with a webhook request."),
    ("discord", "Discord message", "For a webhook of a channel."),
    ("google_chat", "Google Chat message", "For a webhook of a space."),
)
_CHATS = frozenset(payload.value for payload in Payload if payload.chat)
FOR_PROGRAMS = tuple(one for one in PAYLOADS if one[0] not in _CHATS)
NOW, FROM = "now", "from"
KEY_BOX = "v1a"  # the checkbox that adds signatures of scheme v1a
ADDRESS_REFUSED = "address_refused"  # error code of the `url` field for a private address
_LIMITS: tuple[tuple[str, Callable[[str], float], str], ...] = (
    ("max_concurrency", int, "Write a whole number."),
    ("max_rate", float, "Write a number, such as 5 or 0.5."),
    ("deadline_s", float, "Write a number of seconds, such as 15."),
)


def read_new(request: PageRequest) -> dict[str, Any]:
    """Return the body for a new receiver, without empty limits. Raise Invalid with all invalid numbers."""
    form = request.form
    problems: list[FieldError] = []
    body: dict[str, Any] = {"url": form.get("url"), "name": form.get("name")} | payload_of(form)
    if form.get("ca_bundle"):
        body["ca_bundle"] = form.get("ca_bundle")
    if not is_for_chat(form.get("payload")):
        body |= _credentials(form, problems)
    body |= {name: value for name, value in _limits(form, problems).items() if value is not None}
    body["start"] = _start(form, problems)
    pattern = receiver_filter.read_filter(form, problems)
    if pattern is not None:
        body["filter"] = pattern
    _refuse(problems)
    return body


def is_for_chat(payload: str) -> bool:
    """True if the value of `payload` is a chat: then the form asks for no credentials but the URL."""
    return payload in _CHATS


def _credentials(form: Form, problems: list[FieldError]) -> dict[str, Any]:
    """Return what only a program checks, as far as it was entered."""
    given = {"access_token": form.get("access_token"), "oauth": read_oauth(form)}
    if form.get("headers"):
        given["headers"] = _headers(form, problems)
    if KEY_BOX in form:
        given["signatures"] = read_signatures(form)
    return {name: value for name, value in given.items() if value} | _client_certificate(form)


def is_private(refused: StoreError | None) -> bool:
    """True if the form was rejected because the receiver's URL is in a private network."""
    return refused is not None and any(one.code == ADDRESS_REFUSED for one in refused.fields)


def read_change(request: PageRequest, present: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that differ from the `present` ones. Raise Invalid with all invalid numbers."""
    form = request.form
    problems: list[FieldError] = []
    wanted: dict[str, Any] = {name: form.get(name) for name in ("url", "name")} | payload_of(form, present["payload"])
    wanted |= _limits(form, problems) | {"signatures": read_signatures(form)}
    headers = dict.fromkeys(form.all("removed_header")) | _headers(form, problems)
    if not receiver_filter.is_unchanged(form, present):
        wanted["filter"] = receiver_filter.read_filter(form, problems)
    _refuse(problems)
    if is_for_chat(present["payload"]) and not wanted["url"]:
        del wanted["url"]
    for name in ("max_concurrency", "deadline_s"):
        if wanted[name] is None:  # these settings can't be unset, so an empty field means no change
            del wanted[name]
    change = {name: value for name, value in wanted.items() if value != present[name]}
    oauth = read_oauth(form)
    if (oauth or None) != present["oauth"]:
        change["oauth"] = oauth or None
    return (
        change
        | ({"headers": headers} if headers else {})
        | {name: form.get(name) for name in ("access_token", "ca_bundle") if form.get(name)}
        | _certificates(form)
    )


def _certificates(form: Form) -> dict[str, Any]:
    """Return the client certificate of the form, and the certificates that it removes."""
    return _client_certificate(form) | {
        name: None for name in ("ca_bundle", "client_certificate") if f"remove_{name}" in form
    }


def _client_certificate(form: Form) -> dict[str, Any]:
    if not form.get("client_chain") and not form.get("client_key"):
        return {}
    return {"client_certificate": {"chain": form.get("client_chain"), "key": form.get("client_key")}}


def in_words_of_the_form(refused: StoreError, form: Form) -> StoreError:
    """Return the error with the fields of a client certificate, client credentials and a filter as in the form."""
    names = {
        "/client_certificate": "/client_chain",
        "/client_certificate/chain": "/client_chain",
        "/client_certificate/key": "/client_key",
    }
    pointers = (names.get(one.pointer, one.pointer.replace("/oauth/", "/oauth_", 1)) for one in refused.fields)
    fields = (replace(one, pointer=pointer) for one, pointer in zip(refused.fields, pointers, strict=True))
    return receiver_filter.in_words_of_the_form(type(refused)(refused.detail, fields=tuple(fields)), form)


def read_oauth(form: Form) -> dict[str, str | None]:
    """Return the client credentials of the form, with a secret only if one was entered; empty without a token URL."""
    if not form.get("oauth_token_url"):
        return {}
    secret = form.get("oauth_client_secret")
    names = ("token_url", "client_id", "scope", "audience")
    given: dict[str, str | None] = {name: form.get(f"oauth_{name}") or None for name in names}
    given["client_id"] = given["client_id"] or ""
    return given | ({"client_secret": secret} if secret else {})


def _headers(form: Form, problems: list[FieldError]) -> dict[str, str | None]:
    """Return the static headers from lines of `Name: value`; add an error to `problems` for other lines."""
    headers: dict[str, str | None] = {}
    for line in filter(None, form.get("headers").split("\n")):
        name, colon, value = line.partition(":")
        if not colon or name in headers:
            detail = "Write each header on a line of its own, once: name, colon, value, such as X-Api-Key: abc."
            problems.append(FieldError(pointer="/headers", code="lines", detail=detail))
            break
        headers[name] = value.strip()
    return headers


def read_signatures(form: Form) -> list[str]:
    return ["v1", "v1a"] if KEY_BOX in form else ["v1"]


def _limits(form: Form, problems: list[FieldError]) -> dict[str, Any]:
    """Return ordering and limits from the form. An empty or invalid limit is None; add errors to `problems`."""
    limits: dict[str, Any] = {"ordered": "ordered" in form}
    for name, read, advice in _LIMITS:
        limits[name] = _number(form, name, read, advice, problems)
    return limits


def _start(form: Form, problems: list[FieldError]) -> str | int | None:
    if form.get("begin", NOW) != FROM:
        return form.get("begin", NOW)
    advice = "Write a whole number, 1 or higher."
    sequence = _number(form, "start", int, advice, problems)
    if sequence is None and not form.get("start"):
        problems.append(FieldError(pointer="/start", code="required", detail=advice))
    return None if sequence is None else int(sequence)


def _number(
    form: Form, name: str, read: Callable[[str], float], advice: str, problems: list[FieldError]
) -> float | None:
    text = form.get(name)
    try:
        value = read(text) if text else None
        if value is not None and not abs(value) < 2**53:  # also rejects "nan" and "inf"
            raise ValueError(text)
    except ValueError:
        problems.append(FieldError(pointer=f"/{name}", code="number", detail=advice))
        return None
    return value


def _refuse(problems: list[FieldError]) -> None:
    if problems:
        raise Invalid(fields=tuple(problems))
