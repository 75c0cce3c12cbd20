"""The CloudEvents SDK parses our requests, in binary mode."""

import json

import pytest
from cloudevents.core.base import BaseCloudEvent
from cloudevents.core.bindings.http import HTTPMessage, from_http_event
from cloudevents.core.v1.event import CloudEvent

from plantstore.domain.timestamps import to_datetime
from plantstore.receivers import test_request
from plantstore.sending.request import SCHEMA_FRAGMENT
from tests.sending.scripted_receiver import BODY, BODY_BASIC, a_template, an_event

SOURCE = "http://localhost:8000"


def read(request: bytes) -> BaseCloudEvent:
    head, body = request.split(b"\r\n\r\n", 1)
    return from_http_event(HTTPMessage(dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:]), body))


@pytest.mark.parametrize("body", [BODY, BODY_BASIC])
def test_a_delivery_is_a_cloud_event(body: bytes) -> None:
    event = read(a_template(8080).write(an_event()._replace(body=body), number=3, timestamp_s=1_790_000_000))

    assert isinstance(event, CloudEvent)
    assert (event.get_specversion(), event.get_id(), event.get_source()) == ("1.0", an_event().id, SOURCE)
    assert (event.get_type(), event.get_time()) == ("plant.added", to_datetime(an_event().occurred_at))
    assert (event.get_dataschema(), event.get_datacontenttype()) == (SOURCE + SCHEMA_FRAGMENT, "application/json")
    assert event.get_extension("sequence") == "0000000000001042"
    assert event.get_data() == json.loads(body)


def test_a_test_request_is_a_cloud_event_without_a_sequence() -> None:
    sent = an_event()._replace(id="evt_test_1", body=test_request.BODY)

    event = read(a_template(8080, test=True).write(sent, number=1, timestamp_s=1_790_000_000))

    assert isinstance(event, CloudEvent)
    assert (event.get_specversion(), event.get_id(), event.get_source()) == ("1.0", "evt_test_1", SOURCE)
    assert (event.get_type(), event.get_time()) == ("plant.test", to_datetime(sent.occurred_at))
    assert (event.get_dataschema(), event.get_extension("sequence")) == (SOURCE + SCHEMA_FRAGMENT, None)
    assert event.get_data() == {"id": 2**53 - 1, "name": "Test from Plant Store", "tag": "test"}
