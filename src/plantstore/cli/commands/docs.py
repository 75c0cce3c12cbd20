"""`plantstore docs`: prints the documentation, the same as at /docs of a running store, to a terminal or a pipe."""

import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import column, one_line, print_list, print_note, print_record

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SUGGESTIONS_MAX = 5
_COMMENT = re.compile(r"^<!--.*?-->\n?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\([^)\s]+\)")


def _complete(_: click.Context, __: click.Parameter, incomplete: str) -> list["CompletionItem"]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in (*_page_names(), *_error_codes()) if name.startswith(incomplete)]


@click.command()
@click.argument("topic", required=False, shell_complete=_complete)
@with_common
def docs(common: Common, /, *, topic: str | None) -> None:
    """Read the documentation: the list of pages, one page, or what an error code means.

    TOPIC is a page, the beginning of its name, or an error code. A pipe gets the page's Markdown; a terminal shows it
    in a pager, without link targets.

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
    name = _topic_name(topic)
    text = _page_text(name) if name in _page_names() else _error_text(name)
    if common.as_json:
        print_record({"topic": name, "title": text.partition("\n")[0].lstrip("# "), "text": text}, as_json=True)
    elif is_terminal():
        click.echo_via_pager(_readable(text))
    else:
        click.echo(text, nl=False)


def is_terminal() -> bool:
    """True if standard output is a terminal."""
    return sys.stdout.isatty()


def _print_contents(common: Common) -> None:
    from plantstore.web.docs import sources
    from plantstore.web.docs.contents import read_contents

    index = sources.index()
    by_address = {page.address: page for page in sources.pages().values()}
    addresses = {page.file: page.address for page in by_address.values()}
    chapters = read_contents(index.read(), file=index.file, addresses=addresses, generated=())
    rows = [
        {"topic": by_address[entry.address].name, "title": entry.title, "section": chapter.title}
        for chapter in chapters
        for entry in chapter.entries
    ]
    print_list(rows, [column("topic"), column("title"), column("section")], as_json=common.as_json, empty="")
    print_note("To read one: plantstore docs TOPIC. An error code is a topic too.", as_json=common.as_json)


def _topic_name(topic: str) -> str:
    """Return the page or error code with the given name, otherwise the only page or error code that begins with it.

    Raise WrongUsage if several begin with it, Failure if none does.
    """
    wanted = topic.lower().removesuffix(".md").rpartition("/")[2]
    for names in (_page_names(), _error_codes()):
        if wanted in names:
            return wanted
    for names in (_page_names(), _error_codes()):
        matches = [name for name in names if wanted and name.startswith(wanted)]
        if len(matches) > 1:
            raise WrongUsage(f"{one_line(topic)} matches several topics: {', '.join(matches)}.")
        if matches:
            return matches[0]
    similar = get_close_matches(wanted, [*_page_names(), *_error_codes()], n=SUGGESTIONS_MAX, cutoff=0.5)
    raise Failure(
        f"There is no topic {one_line(topic)!r}.",
        exit_code=Exit.NOT_FOUND,
        next_step=f"Did you mean: {', '.join(similar)}?" if similar else "`plantstore docs` lists them all.",
    )


def _page_names() -> Sequence[str]:
    from plantstore.web.docs import sources

    return list(sources.pages())


def _error_codes() -> Sequence[str]:
    from plantstore.web.http.problems import KINDS

    return [kind.code for kind in KINDS]


def _page_text(name: str) -> str:
    from plantstore.web.docs import sources

    return sources.pages()[name].read()


def _error_text(code: str) -> str:
    from plantstore.web.http.problems import KINDS

    [problem] = [problem for kind, problem in KINDS.items() if kind.code == code]
    return f"# {problem.title}\n\nCode `{code}`, HTTP status {problem.status}.\n\n{problem.advice}\n"


def _readable(markdown: str) -> str:
    """Return the Markdown without comments or link targets, for display on a terminal."""
    return _LINK.sub(r"\1", _COMMENT.sub("", markdown))
