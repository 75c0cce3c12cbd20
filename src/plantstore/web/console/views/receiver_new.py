"""Add a receiver: register it, send a test request, and show its secrets once."""

import hashlib
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec

from plantstore.domain.errors import Conflict, Invalid, StoreError, Unavailable
from plantstore.web.console.page import get_page, post_page
from plantstore.web.console.page_request import PageRequest
from plantstore.web.console.snippets import snippets_for
from plantstore.web.console.views import receiver_filter
from plantstore.web.console.views.body_preview import body_preview, is_asked
from plantstore.web.console.views.receiver_filter import FilterPreview
from plantstore.web.console.views.receiver_form import (
    NOW,
    PAYLOADS,
    in_words_of_the_form,
    is_for_chat,
    is_private,
    read_new,
    read_oauth,
)
from plantstore.web.http.response import Response

ACCEPTED = "accepted"
START_REFUSED = "start"  # error code of the `start` field


async def _new(request: PageRequest) -> Response:
    return await _form(request)


async def _add(request: PageRequest) -> Response:
    """Register and test a receiver. If the test fails, pause the receiver, so that it gets no deliveries until ready.

    Submitting the form twice returns the same receiver and secrets; with changed values, it adds another receiver.
    """
    try:
        if receiver_filter.is_preview(request):
            return await _form(request, preview=await receiver_filter.preview(request))
        if is_asked(request):
            return await _form(request, body_shown=await body_preview(request))
        body = read_new(request)
        made = await request.api.call("registerReceiver", body=body, key=_key(request.idempotency_key, body))
    except (Invalid, Conflict) as refused:
        return await _form(request, refused=in_words_of_the_form(refused, request.form))
    values = {"id": made["id"]}
    outcome = await test_outcome(request, values)
    if not is_accepted(outcome):
        await request.api.call(
            "pauseReceiver", values, key=request.idempotency_key and f"{request.idempotency_key}-{made['id']}"
        )
    return request.render(
        "receiver_added.html",
        status=201,
        receiver=await request.api.call("showReceiver", values) if request.may("showReceiver") else made,
        secret=made["secret"],
        access_token=made.get("access_token"),
        outcome=outcome,
        snippets=[] if is_for_chat(made["payload"]) else snippets_for(made["url"]),
        is_chat=is_for_chat(made["payload"]),
    )


def _key(once: str, body: dict[str, Any]) -> str:
    """Return an idempotency key for these values of the form; "" if the form has no idempotency key."""
    return once and f"{once}-{hashlib.sha256(msgspec.json.encode(body, order='sorted')).hexdigest()}"


async def test_outcome(request: PageRequest, values: dict[str, str]) -> dict[str, Any] | None:
    """Send a test request, and return its outcome; None if too many tests are running."""
    with suppress(Unavailable):
        return await request.api.call("testReceiver", values)
    return None


def is_accepted(outcome: dict[str, Any] | None) -> bool:
    return outcome is not None and outcome["outcome"] == ACCEPTED


async def _form(
    request: PageRequest,
    *,
    refused: StoreError | None = None,
    preview: FilterPreview | None = None,
    body_shown: dict[str, Any] | None = None,
) -> Response:
    head = await _head(request)
    return request.render(
        "receiver_new.html",
        status=200 if refused is None else 422,
        refused=refused if refused is None or head is None else _in_words_of_the_form(refused, head),
        oauth=read_oauth(request.form),
        head=head,
        payloads=PAYLOADS,
        begin=request.form.get("begin", NOW),
        is_chat=is_for_chat(request.form.get("payload")),
        is_private=is_private(refused),
        preview=preview,
        body_shown=body_shown,
        **receiver_filter.fields(receiver_filter.submitted(request.form)),
    )


def _in_words_of_the_form(refused: StoreError, head: int) -> StoreError:
    """Return the error with a different message about `start`, because the form only accepts a number."""
    detail = f"Write a number from 1 to {head + 1}. There are no later events yet."
    fields = (replace(one, detail=detail) if one.code == START_REFUSED else one for one in refused.fields)
    return type(refused)(refused.detail, fields=tuple(fields))


async def _head(request: PageRequest) -> int | None:
    """Return the sequence number of the newest event; None if the token doesn't permit it."""
    if not request.may("readFeed"):
        return None
    head: int = (await request.api.call("readFeed", query={"limit": "1"}))["head"]
    return head


PAGES = (
    get_page("/receivers/new", _new, "registerReceiver"),
    post_page("/receivers/new", _add, "registerReceiver", "previewFilter", "previewBody"),
)
