"""Create the parts of a store that send messages about problems."""

from plantstore import __version__
from plantstore.app.externals import Externals
from plantstore.core.ids import Ids
from plantstore.operations.alerts.channels.channel_sender import ChannelSender
from plantstore.operations.alerts.channels.commands import AlertChannels
from plantstore.operations.alerts.channels.email import alert_mail
from plantstore.sending.dialling import AddressChecker, Resolve
from plantstore.sending.http_client import HttpClient
from plantstore.storage.database import Database


def wire_channels(
    externals: Externals, database: Database, ids: Ids, *, address_policy: AddressChecker, resolve: Resolve
) -> AlertChannels:
    """Create the channels. Their requests go to addresses that receivers may have too."""
    settings = externals.settings
    client = HttpClient(
        address_policy=address_policy, resolve=resolve, tls=externals.tls, connect_s_max=settings.connect_s_max
    )
    return AlertChannels(
        database=database,
        secret_box=externals.secret_box,
        ids=ids,
        random_bytes=externals.random_bytes,
        clock=externals.clock,
        sender=ChannelSender(client=client, mail=alert_mail(settings), clock=externals.clock, version=__version__),
        base_url=settings.public_url,
    )
