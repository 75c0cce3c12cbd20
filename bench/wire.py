"""One request as the store would send it, for the yardsticks that send the same bytes repeatedly."""

from bench.homes import Home
from plantstore import __version__
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.receivers.signature import SECRET_BYTES, make_secret
from plantstore.domain.secret import AccessToken
from plantstore.sending.request import request_template
from plantstore.sending.urls import parse_url
from plantstore.storage.tables.events import COLUMNS

NOW_S = 1_790_000_000


def sample_request(home: Home, url: str) -> bytes:
    """Return the request for the first event of a store."""
    (row,) = home.rows(f"SELECT {', '.join(COLUMNS)} FROM events WHERE sequence = 1")
    template = request_template(
        receiver_id=ReceiverId(1),
        url=parse_url(url),
        credentials=Credentials(access_token=AccessToken("t" * 32), secrets=(make_secret(b"s" * SECRET_BYTES),)),
        base_url="http://127.0.0.1:8000",
        version=__version__,
        deadline_s=15.0,
    )
    return template.write(Event(**dict(zip(COLUMNS, row, strict=True))), number=1, timestamp_s=NOW_S)
