"""`plantstore docs`: the documentation on a terminal or in a pipe, as a running store serves it at /docs."""

import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import column, print_list, print_record, say
from plantstore.cli.support.safe_text import one_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NEAREST_MAX = 5
_COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\([^)\s]+\)")


def _complete(_: click.Context, __: click.Parameter, incomplete: str) -> list["CompletionItem"]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in (*_page_names(), *_error_codes()) if name.startswith(incomplete)]


@click.command()
@click.argument("topic", required=False, shell_complete=_complete)
@with_common
def docs(common: Common, /, *, topic: str | None) -> None:
    """Read the documentation: the list of pages, or one page, or what an error code means.

    TOPIC is a page or the beginning of its name, or the code of an error. In a pipe a page is Markdown, as it was
    written; on a terminal links are left out, and what is long is shown page by page.

    \b
    Example:
      plantstore docs
      plantstore docs receiving
      plantstore docs key_reused
      plantstore docs delivery | less
    """
    if topic is None:
        _print_contents(common)
        return
    name = _named(topic)
    text = _page_text(name) if name in _page_names() else _error_text(name)
    if common.as_json:
        print_record({"topic": name, "title": text.partition("\n")[0].lstrip("# "), "text": text}, as_json=True)
    elif is_terminal():
        click.echo_via_pager(_readable(text))
    else:
        click.echo(text, nl=False)


def is_terminal() -> bool:
    """Whether a person reads what is printed."""
    return sys.stdout.isatty()


def _print_contents(common: Common) -> None:
    from plantstore.web.docs import folder
    from plantstore.web.docs.contents import read_contents

    index = folder.index()
    by_address = {one.address: one for one in folder.pages().values()}
    addresses = {one.file: one.address for one in by_address.values()}
    chapters = read_contents(index.read(), file=index.file, addresses=addresses, generated=())
    rows = [
        {"topic": by_address[entry.address].name, "title": entry.title, "section": chapter.title}
        for chapter in chapters
        for entry in chapter.entries
    ]
    print_list(rows, [column("topic"), column("title"), column("section")], as_json=common.as_json, nothing="")
    say("One of them: plantstore docs TOPIC. An error has its code for a topic.", as_json=common.as_json)


def _named(topic: str) -> str:
    """The one topic that is meant: its whole name, or the beginning of one page, or else of one error."""
    wanted = topic.lower().removesuffix(".md").rpartition("/")[2]
    for names in (_page_names(), _error_codes()):
        if wanted in names:
            return wanted
    for names in (_page_names(), _error_codes()):
        fitting = [name for name in names if wanted and name.startswith(wanted)]
        if len(fitting) > 1:
            raise WrongUsage(f"{one_line(topic)} begins several topics: {', '.join(fitting)}.")
        if fitting:
            return fitting[0]
    near = get_close_matches(wanted, [*_page_names(), *_error_codes()], n=NEAREST_MAX, cutoff=0.5)
    raise Failure(
        f"There is no topic {one_line(topic)!r}.",
        exit_code=Exit.NOT_FOUND,
        next_step=f"Nearest: {', '.join(near)}." if near else "All of them: plantstore docs",
    )


def _page_names() -> Sequence[str]:
    from plantstore.web.docs import folder

    return list(folder.pages())


def _error_codes() -> Sequence[str]:
    from plantstore.web.http.problems import KINDS

    return [kind.code for kind in KINDS]


def _page_text(name: str) -> str:
    from plantstore.web.docs import folder

    return folder.pages()[name].read()


def _error_text(code: str) -> str:
    from plantstore.web.http.problems import KINDS

    [about] = [about for kind, about in KINDS.items() if kind.code == code]
    return f"# {about.title}\n\nCode `{code}`, HTTP status {about.status}.\n\n{about.advice}\n"


def _readable(markdown: str) -> str:
    """Markdown without what only a browser can use."""
    return _LINK.sub(r"\1", _COMMENT.sub("", markdown))
