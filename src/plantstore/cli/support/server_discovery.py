"""Where the store is and which token it is asked with, so that nothing need be typed beside a running server."""

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

DEFAULT_URL = "http://127.0.0.1:8000"  # where `plantstore serve` listens unless told otherwise
LOCK_FILE, TOKEN_FILE = "plantstore.db.lock", "operator.token"  # in the data folder
SMALL_FILE_BYTES_MAX = 65_536  # a token has 40 characters, a lock file one line

_ANNOUNCED = re.compile(r"\bat (https?://\S+)")
_TOKEN = re.compile(r"[\x21-\x7e]{1,4096}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An address; `ours` tells that it is the server of the data folder, or at least on this machine."""

    address: Address
    ours: bool


def connect(common: Common) -> Client:
    """Make the client for what was said, what the environment says, and what lies in the data folder."""
    found = find_address(common.server_url, os.environ)
    token = find_token(common.token_file, os.environ, ours=found.ours)
    tell = functools.partial(print_exchange, as_json=common.as_json) if common.verbose else None
    return Client(address=found.address, token=token, timeout_s=common.timeout_s, tell=tell)


def find_address(given: str | None, environ: Mapping[str, str]) -> Found:
    """Take `--url`, else PLANTSTORE_URL, else what the running server wrote into its lock file, else the default."""
    chosen = given or environ.get("PLANTSTORE_URL")
    if chosen:
        address = parse_address(chosen)
        return Found(address=address, ours=_is_loopback(address.host))
    return Found(address=parse_address(_announced(_data(environ)) or DEFAULT_URL), ours=True)


def find_token(given: str | None, environ: Mapping[str, str], *, ours: bool) -> Secret:
    """Take `--token-file`, else PLANTSTORE_TOKEN_FILE, PLANTSTORE_TOKEN, or the operator's token of the data folder.

    The operator's token goes to our own server only: a data folder that happens to lie here must not give itself away
    to an address somewhere else.
    """
    file = given or environ.get("PLANTSTORE_TOKEN_FILE")
    if file:
        return _check(read_small(file), source=file)
    if environ.get("PLANTSTORE_TOKEN"):
        return _check(environ["PLANTSTORE_TOKEN"], source="PLANTSTORE_TOKEN")
    operator = _data(environ) / TOKEN_FILE
    if ours and operator.is_file():
        return _check(read_small(str(operator)), source=str(operator))
    raise Failure(
        f"There is no token ({operator} is {'not for other servers' if operator.is_file() else 'not there'}).",
        exit_code=Exit.NOT_ALLOWED,
        next_step="Give one with --token-file, PLANTSTORE_TOKEN_FILE or PLANTSTORE_TOKEN"
        + (", or name the store's data folder with PLANTSTORE_DATA." if ours else "."),
    )


def read_small(file: str) -> str:
    """Read a small text file whole; `-` is standard input."""
    try:
        if file == "-":
            return sys.stdin.read(SMALL_FILE_BYTES_MAX)
        with Path(file).open(encoding="utf-8") as opened:
            return opened.read(SMALL_FILE_BYTES_MAX)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise WrongUsage(f"{file} cannot be read: {reason}.") from error


def _data(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("PLANTSTORE_DATA") or "data")


def _announced(data: Path) -> str | None:
    """Read `process <pid> at <base address>`, which a running server keeps in its lock file."""
    try:
        text = (data / LOCK_FILE).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = _ANNOUNCED.search(text)
    return found[1] if found else None


def _check(text: str, *, source: str) -> Secret:
    token = text.strip()
    if _TOKEN.fullmatch(token) is None:
        raise WrongUsage(f"{source} holds no token.", next_step="A token is one word, such as pst_….")
    return Secret(token)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
