"""`plantstore console`: print a link that signs a browser in, once."""

import webbrowser

import click

from plantstore.cli.commands.tokens import whole_token_id
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import print_record, say
from plantstore.cli.support.server_discovery import connect
from plantstore.domain.session import LINK_S_MAX


@click.command()
@click.option("--for-token", metavar="ID", help="Whose rights the person gets; otherwise those of your own token.")
@click.option("--open", "opens", is_flag=True, help="Open it in the browser of this machine.")
@with_common
def console(common: Common, /, *, for_token: str | None, opens: bool) -> None:
    """Print a link to the console: the store in a browser.

    It signs in once, within ten minutes. Whoever opens it may do what the token may.

    \b
    Example:
      plantstore console
      plantstore console --open
      plantstore console --for-token tok_01k8z3
    """
    client = connect(common)
    body = {} if for_token is None else {"token": whole_token_id(client, for_token)}
    link = client.post("/sign-in-links", body, idempotency_key=None)
    if common.as_json:
        print_record(link, as_json=True)
    else:
        click.echo(link["url"])
    say(f"It signs in once, within {LINK_S_MAX // 60} minutes.", as_json=common.as_json)
    if opens and not webbrowser.open(link["url"]):
        say("There is no browser to open it in. Copy the link.")
