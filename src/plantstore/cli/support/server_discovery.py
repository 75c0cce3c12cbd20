"""Finds the store's URL and a token: in the options, the environment, or the data folder of a running server."""

import functools
import ipaddress
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from plantstore.cli.support.client import Address, Client, parse_address
from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common
from plantstore.cli.support.output import print_exchange
from plantstore.domain.secret import Secret

DEFAULT_URL = "http://127.0.0.1:8000"  # the default of `plantstore serve`
LOCK_FILE, TOKEN_FILE = "plantstore.db.lock", "operator.token"  # in the data folder
SMALL_FILE_BYTES_MAX = 65_536  # max bytes read from a file that contains a token, secrets or headers

_ANNOUNCED = re.compile(r"\bat (https?://\S+)")
_TOKEN = re.compile(r"[\x21-\x7e]{1,4096}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server's address. `is_local` is true for the data folder's server and for loopback addresses."""

    address: Address
    is_local: bool


def connect(common: Common) -> Client:
    """Return a client configured by the options, the environment and the data folder, in this order."""
    server = find_address(common.server_url, os.environ)
    token = find_token(common.token_file, os.environ, is_local=server.is_local)
    on_response = functools.partial(print_exchange, as_json=common.as_json) if common.verbose else None
    return Client(address=server.address, token=token, timeout_s=common.timeout_s, on_response=on_response)


def find_address(given: str | None, environ: Mapping[str, str]) -> Server:
    """Return the server at `--url`, else PLANTSTORE_URL, else the address in the lock file, else the default URL."""
    chosen = given or environ.get("PLANTSTORE_URL")
    if chosen:
        address = parse_address(chosen)
        return Server(address=address, is_local=_is_loopback(address.host))
    return Server(address=parse_address(_announced(_data(environ)) or DEFAULT_URL), is_local=True)


def find_token(given: str | None, environ: Mapping[str, str], *, is_local: bool) -> Secret:
    """Return the token in `--token-file`, else PLANTSTORE_TOKEN_FILE, else PLANTSTORE_TOKEN, else the data folder.

    Raise Failure if there is none. The data folder's operator token is sent only to local servers, so that it does not
    leak to another host.
    """
    file = given or environ.get("PLANTSTORE_TOKEN_FILE")
    if file:
        return _check(read_small_file(file), source=file)
    if environ.get("PLANTSTORE_TOKEN"):
        return _check(environ["PLANTSTORE_TOKEN"], source="PLANTSTORE_TOKEN")
    operator = _data(environ) / TOKEN_FILE
    if is_local and operator.is_file():
        return _check(read_small_file(str(operator)), source=str(operator))
    raise Failure(
        f"There is no token ({operator} {'is not sent to other servers' if operator.is_file() else 'does not exist'}).",
        exit_code=Exit.NOT_ALLOWED,
        next_step="Pass one with --token-file, PLANTSTORE_TOKEN_FILE or PLANTSTORE_TOKEN"
        + (", or set PLANTSTORE_DATA to the store's data folder." if is_local else "."),
    )


def read_small_file(file: str, *, chars_max: int = SMALL_FILE_BYTES_MAX) -> str:
    """Return the first `chars_max` characters of a text file; `-` is standard input."""
    try:
        if file == "-":
            return sys.stdin.read(chars_max)
        with Path(file).open(encoding="utf-8") as opened:
            return opened.read(chars_max)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WrongUsage(f"Cannot read {file}: {reason}.") from error


def _data(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("PLANTSTORE_DATA") or "data")


def _announced(data: Path) -> str | None:
    """Return the base URL in the lock file of a running server, which has the form `process <pid> at <base URL>`.

    None if there is no lock file or it contains no URL.
    """
    try:
        text = (data / LOCK_FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    match = _ANNOUNCED.search(text)
    return match[1] if match else None


def _check(text: str, *, source: str) -> Secret:
    token = text.strip()
    if _TOKEN.fullmatch(token) is None:
        raise WrongUsage(f"{source} does not hold a token.", next_step="A token is one word, such as pst_….")
    return Secret(token)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
