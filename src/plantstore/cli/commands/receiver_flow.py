"""`plantstore receivers` edit, pause and resume: control whether and how fast events are sent to a receiver."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

import click

from plantstore.cli.commands.receiver_body import given_payload, payload_options, try_body
from plantstore.cli.commands.receiver_filter import filter_option, print_preview, try_filter
from plantstore.cli.support.exit_codes import WrongUsage
from plantstore.cli.support.ids import receiver_path
from plantstore.cli.support.options import Common, WholeNumber, check_can_confirm, confirm, with_common
from plantstore.cli.support.output import print_note, print_record
from plantstore.cli.support.server_discovery import connect, read_small_file
from plantstore.domain.receivers.certificates import (
    CA_BUNDLE_CHARS_MAX,
    CLIENT_CHAIN_CHARS_MAX,
    CLIENT_KEY_CHARS_MAX,
)

NO_LIMIT = "none"

P = ParamSpec("P")
R = TypeVar("R")


def limit_options(*, ordered_flag: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Add the options that limit and secure the requests to a receiver; the store validates their values."""
    options = (
        click.option(
            ordered_flag, "ordered", is_flag=True, default=None, help="Send one event at a time, in sequence."
        ),
        click.option("--max-concurrency", type=WholeNumber(min=1), metavar="N", help="Most requests at the same time."),
        click.option(
            "--max-rate",
            callback=lambda _, __, text: _parse_rate(text),
            metavar="N|none",
            help="Most requests per second; none removes the limit.",
        ),
        click.option(
            "--deadline",
            "deadline_s",
            callback=lambda _, __, text: None if text is None else _parse_number(text),
            metavar="SECONDS",
            help="Time limit of an attempt, 3 to 30.",
        ),
        click.option(
            "--ca-file",
            "ca_bundle",
            callback=lambda _, __, name: _read_ca_file(name),
            metavar="FILE|none",
            help="CA certificates (PEM) to trust for it, instead of the store's; none for the store's.",
        ),
        click.option(
            "--client-cert-file",
            metavar="FILE|none",
            help="Certificate (PEM, with its chain) that the store presents to it; none removes it.",
        ),
        click.option("--client-key-file", metavar="FILE", help="Its private key (PEM, not encrypted); - is stdin."),
    )

    def add(function: Callable[P, R]) -> Callable[P, R]:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def header_options(function: Callable[P, R]) -> Callable[P, R]:
    """Add the options that set static headers; `given_headers` reads them."""
    function = click.option(
        "--headers-file",
        metavar="FILE",
        help="Static headers to send, one NAME=VALUE a line; - is standard input.",
    )(function)
    return click.option(
        "--header",
        "header",
        multiple=True,
        metavar="NAME=VALUE",
        help="Static header to send; may be repeated. Other users of the machine can see it while the command runs.",
    )(function)


def oauth_options(function: Callable[P, R]) -> Callable[P, R]:
    """Add the options for OAuth 2.0 client credentials; `given_oauth` reads them."""
    options = (
        click.option(
            "--oauth-token-url", metavar="URL", help="Token endpoint that issues the bearer token (OAuth 2.0)."
        ),
        click.option("--oauth-client-id", metavar="ID", help="Client id for the token endpoint."),
        click.option(
            "--oauth-client-secret-file",
            metavar="FILE",
            help="Client secret for the token endpoint; - is standard input.",
        ),
        click.option("--oauth-scope", metavar="SCOPES", help="Scopes to request, separated by spaces."),
        click.option("--oauth-audience", metavar="TEXT", help="Audience to request, which some servers require."),
    )
    for option in reversed(options):
        function = option(function)
    return function


def given_oauth(fields: dict[str, Any], secret_file: str | None) -> dict[str, Any]:
    """Take the client credentials out of `fields`, and return the field `oauth` of the API; empty without them."""
    names = ("token_url", "client_id", "scope", "audience")
    oauth = {name: value for name in names if (value := fields.pop(f"oauth_{name}")) is not None}
    if secret_file is not None:
        oauth["client_secret"] = read_small_file(secret_file).strip()
    if oauth and not {"token_url", "client_id"} <= oauth.keys():
        raise WrongUsage(
            "Client credentials are replaced as a whole.", next_step="Add --oauth-token-url and --oauth-client-id."
        )
    return {"oauth": oauth} if oauth else {}


def given_url(url: str | None, url_file: str | None, *, is_secret: bool = False) -> str:
    """Return the URL from the command line or from a file; raise WrongUsage unless it is given once."""
    if is_secret and url is not None:
        message = "The URL of a chat is a secret, and other users of the machine can see the command line."
        raise WrongUsage(message, next_step="Write it to a file, and give --url-file FILE.")
    if (url is None) == (url_file is None):
        raise WrongUsage("Give the URL, or --url-file FILE." if url is None else "The URL is given twice.")
    return read_small_file(url_file).strip() if url_file is not None else url or ""


def check_one_stdin(*files: str | None) -> None:
    """Raise WrongUsage if several files are standard input."""
    if files.count("-") > 1:
        raise WrongUsage("Only one of these files can be standard input.", next_step="Use a file for the others.")


def given_headers(header: Sequence[str], headers_file: str | None, removed: Sequence[str] = ()) -> dict[str, Any]:
    """Return the field `headers` of the API; empty without headers. Raise WrongUsage unless all are NAME=VALUE."""
    lines = [] if headers_file is None else read_small_file(headers_file).split("\n")
    headers: dict[str, str | None] = dict.fromkeys(removed)
    for number, line in enumerate([*header, *filter(str.strip, lines)], start=1):
        name, equals, value = line.partition("=")
        if not equals or headers.get(name) is not None:
            message = f"Header {number} is not NAME=VALUE, or is given twice."  # not quoted: it may contain a secret
            raise WrongUsage(message, next_step="An example: --header X-Api-Key=abc")
        headers[name.strip()] = value.strip()
    return {"headers": headers} if headers else {}


key_option = click.option(
    "--v1a/--no-v1a",
    default=None,
    help="Also sign requests with a private key of this receiver. --no-v1a (default) deletes the key pair.",
)


def given_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that were given on the command line, in the form that the API expects."""
    given = given_payload({name: value for name, value in fields.items() if value is not None})
    if "v1a" in given:
        given["signatures"] = ["v1", "v1a"] if given.pop("v1a") else ["v1"]
    chain_file, key_file = given.pop("client_cert_file", None), given.pop("client_key_file", None)
    if chain_file == NO_LIMIT and key_file is None:
        given["client_certificate"] = None
    elif chain_file is not None or key_file is not None:
        given["client_certificate"] = _read_client_certificate(chain_file, key_file)
    return given | {name: None for name in ("max_rate", "ca_bundle", "filter") if given.get(name) == NO_LIMIT}


@click.command("edit")
@click.argument("id")
@click.option("--name", help="Display name.")
@click.option("--new-url", "url", metavar="URL", help="New URL for its requests.")
@click.option(
    "--new-url-file", "url_file", metavar="FILE", help="The same from a file, for a chat; - is standard input."
)
@payload_options
@filter_option
@click.option(
    "--access-token-file", metavar="FILE", help="Bearer token that the receiver expects; - is standard input."
)
@header_options
@oauth_options
@click.option("--no-oauth", is_flag=True, help="Send a fixed token again; needs --access-token-file.")
@click.option("--remove-header", "removed", multiple=True, metavar="NAME", help="Static header to remove.")
@limit_options(ordered_flag="--ordered/--unordered")
@key_option
@with_common
def edit(
    common: Common,
    /,
    *,
    id: str,
    url_file: str | None,
    access_token_file: str | None,
    header: tuple[str, ...],
    headers_file: str | None,
    removed: tuple[str, ...],
    oauth_client_secret_file: str | None,
    no_oauth: bool,
    **fields: Any,
) -> None:
    """Change the given settings of the receiver ID; the others stay as they are.

    If the new URL leads to another server, it needs --access-token-file too, or all --oauth options that the receiver
    has, and each static header again or removed.

    \b
    Example:
      plantstore receivers edit rcv_01k8z3 --max-rate 5 --max-concurrency 2
      plantstore receivers edit rcv_01k8z3 --max-rate none --unordered
      plantstore receivers edit rcv_01k8z3 --filter '{"tag": "shrub"}'
      plantstore receivers edit rcv_01k8z3 --expression '{id: id, title: name}'
    """
    check_one_stdin(url_file, access_token_file, headers_file, oauth_client_secret_file, fields["expression_file"])
    if url_file is not None:
        fields["url"] = given_url(fields["url"], url_file)
    oauth = given_oauth(fields, oauth_client_secret_file)
    if no_oauth and oauth:
        raise WrongUsage("--no-oauth excludes the other --oauth options.")
    body = given_fields(fields) | given_headers(header, headers_file, removed) | oauth
    if no_oauth:
        body["oauth"] = None
    if access_token_file is not None:
        body["access_token"] = read_small_file(access_token_file).strip()
    if not body:
        raise WrongUsage(
            "There is nothing to change.", next_step="`plantstore receivers edit --help` lists the options."
        )
    client = connect(common)
    receiver = client.patch(receiver_path(client, id), body)
    print_preview(client, body, as_json=common.as_json)
    print_note(f"Changed “{receiver.get('name', '')}”.", as_json=common.as_json)
    print_record(receiver, as_json=common.as_json)


@click.command("pause")
@click.argument("id")
@with_common
def pause(common: Common, /, *, id: str) -> None:
    """Stop sending to the receiver ID until it is resumed. Its events stay queued; nothing is lost.

    \b
    Example:
      plantstore receivers pause rcv_01k8z3
    """
    client = connect(common)
    receiver = client.call(f"{receiver_path(client, id)}/pause")
    print_note(
        f"Paused “{receiver.get('name', '')}”. To resume: plantstore receivers resume {receiver.get('id', id)}",
        as_json=common.as_json,
    )
    print_record(receiver, as_json=common.as_json)


@click.command("resume")
@click.argument("id")
@click.option("--skip", is_flag=True, help="Discard its backlog and start with the next plant.")
@with_common
def resume(common: Common, /, *, id: str, skip: bool) -> None:
    """Resume sending to the receiver ID now, whether it is paused, failing or disabled.

    Its backlog is sent. With --skip, the backlog is discarded for good; this asks for confirmation first.

    \b
    Example:
      plantstore receivers resume rcv_01k8z3
      plantstore receivers resume rcv_01k8z3 --skip --yes
    """
    if skip:
        check_can_confirm(common.yes, next_step="Add --yes to discard the backlog.")
    client = connect(common)
    path = receiver_path(client, id)
    if skip and not common.yes:
        receiver = client.get(path)
        backlog = f"{receiver.get('lag', 0):,} queued deliveries to “{receiver.get('name', '')}” ({receiver['id']})"
        confirm(f"Discard {backlog} for good?", declined="Nothing was discarded or resumed.")
    resumed = client.delete(f"{path}/pause", {"held": "skip"} if skip else None)
    print_note(_resumed_text(resumed, skip=skip), as_json=common.as_json)
    print_record(resumed, as_json=common.as_json)


def _resumed_text(resumed: Mapping[str, Any], *, skip: bool) -> str:
    backlog = f"{resumed.get('skipped', 0):,} discarded" if skip else f"{resumed.get('lag', 0):,} queued"
    return f"Resumed “{resumed.get('name', '')}”: {backlog}."


def _parse_rate(text: str | None) -> float | str | None:
    return text if text in (None, NO_LIMIT) else _parse_number(text.removesuffix("/s"))


def _read_client_certificate(chain_file: str | None, key_file: str | None) -> dict[str, str]:
    if chain_file in (None, NO_LIMIT) or key_file is None:
        raise WrongUsage(
            "A client certificate needs its key.", next_step="Give both --client-cert-file and --client-key-file."
        )
    assert chain_file is not None
    return {
        "chain": read_small_file(chain_file, chars_max=CLIENT_CHAIN_CHARS_MAX + 1),
        "key": read_small_file(key_file, chars_max=CLIENT_KEY_CHARS_MAX + 1),
    }


def _read_ca_file(name: str | None) -> str | None:
    return name if name in (None, NO_LIMIT) else read_small_file(name, chars_max=CA_BUNDLE_CHARS_MAX + 1)


def _parse_number(text: str) -> float:
    """Parse a positive number and raise BadParameter for anything else; the store checks the range."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise click.BadParameter(f"{text!r} is not a positive number such as 5 or 0.5.")
    return number


COMMANDS = (edit, pause, resume, try_filter, try_body)
