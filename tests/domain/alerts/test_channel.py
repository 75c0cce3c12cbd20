"""Channels and their messages."""

from plantstore.domain.alerts.channel import AlertChannel, ChannelConfig, ChannelKind
from plantstore.domain.secret import Secret
from tests.makers import NOON


def test_the_repr_of_a_channel_shows_no_address_and_no_secret() -> None:
    config = ChannelConfig(addresses=("owner@shop.example",), url=Secret("https://hooks.example/x"))
    channel = AlertChannel(
        id="chn_1",
        name="Shop",
        kind=ChannelKind.SLACK,
        config=config,
        shown="https://hooks.example/…",
        person_id=None,
        version=1,
        created_by="tok_1",
        created_at=NOON,
        updated_at=NOON,
    )

    assert "owner" not in repr(channel)
    assert "hooks.example/x" not in repr(config)
