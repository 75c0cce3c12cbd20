"""Replace the addresses in an old store by those of test servers: in its dump, on a server, and where encrypted."""

import base64
import re
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import psycopg

from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.storage.engine.encryption import SecretBox
from tests import engines

_COLUMNS = (("receivers", "id", "url"), ("operational_subscribers", "id", "url"))
_GRANTS = ("receiver_grants", "receiver_id", "token_url")


def in_text(text: str, urls: Mapping[str, str]) -> str:
    """Replace all addresses at the same time: a test server may have the port of an address in the dump."""
    return re.sub("|".join(map(re.escape, urls)), lambda found: urls[found[0]], text) if urls else text


def on_server(url: str, urls: Mapping[str, str]) -> None:
    """Replace the beginnings of the addresses of receivers, of their token endpoints, and of operational webhooks."""
    with psycopg.connect(url, autocommit=True) as connection:
        for table, key, column in (*_COLUMNS, _GRANTS):
            if connection.execute("SELECT to_regclass(%s)", [table]).fetchone() != (None,):
                for row_id, address in connection.execute(f"SELECT {key}, {column} FROM {table}".encode()).fetchall():
                    new = _redirected(address, urls)
                    connection.execute(f"UPDATE {table} SET {column} = %s WHERE {key} = %s".encode(), [new, row_id])


def of_chats(folder: Path, key: str, urls: Mapping[str, str]) -> None:
    """Replace the beginnings of the encrypted addresses of receivers in a chat, in a store of 0.10.0 or later."""
    box = SecretBox(base64.b64decode(key), Random(17).randbytes)
    with closing(engines.fresh_engine(folder)) as engine, closing(engine.connect_writer()) as connection:
        connection.begin_write()
        for receiver_id, sealed in connection.execute("SELECT receiver_id, sealed FROM receiver_addresses"):
            purpose = f"address of {receiver_text(ReceiverId(receiver_id))}"
            new = box.seal(_redirected(box.open(sealed, purpose=purpose).decode(), urls).encode(), purpose=purpose)
            connection.execute("UPDATE receiver_addresses SET sealed = ? WHERE receiver_id = ?", (new, receiver_id))
        connection.commit()


def _redirected(address: str, urls: Mapping[str, str]) -> str:
    old = next((one for one in urls if address.startswith(f"{one}/")), "")
    return urls[old] + address.removeprefix(old) if old else address
