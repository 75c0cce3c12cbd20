"""Writes docs/cli-reference.md, and a page for each of its parts, from the commands themselves.

`python -m tests.docs.cli_reference`, or `make docs`. In one page, the reference would be too large for a browser.
"""

import inspect
import re
from collections.abc import Iterator, Sequence

import click

from plantstore.cli.main import plantstore
from plantstore.cli.support.exit_codes import MEANINGS
from tests.docs.markdown import DOCS

INDEX = "cli-reference.md"
HEAD = """# CLI reference

*Reference*

Where each command is described, the options that all commands share, and the exit codes.
[Command line](cli.md) explains how the commands work together. Every command also has its own help, as in
`plantstore plants add --help`. These pages are generated from the commands themselves (`make docs`).
"""
PARTS = {
    "cli-plants.md": ("Commands on plants", ("plants", "imports", "bulk-edits", "watch-list")),
    "cli-receivers.md": (
        "Commands on receivers and deliveries",
        (
            *("receivers", "listen", "verify", "replay", "replays", "deliveries", "events", "receiving"),
            "operational-webhooks",
        ),
    ),
    "cli-store.md": ("Commands on the store", ()),
}
"""The pages with their titles, and the first words of their commands. The last page has all other commands."""

_SETTING = re.compile(r" \[PLANTSTORE_\w+; .+\]$")  # the end of the help of a flag that is a setting
COMMON = ("--url", "--token-file", "--json", "--timeout", "--yes", "--quiet", "--verbose", "--no-color")


def walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield a command and its subcommands, each with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            below = command.get_command(click.Context(command), name)
            assert below is not None
            yield from walk(below, (*path, name))


def is_common(option: click.Parameter) -> bool:
    return option.opts[-1] in COMMON and not option.expose_value


def is_setting(option: click.Parameter) -> bool:
    return isinstance(option, click.Option) and bool(_SETTING.search(option.help or ""))


def reference() -> dict[str, str]:
    """Return the text of each page by its name."""
    root, *commands = walk(plantstore, ("plantstore",))
    parts = [HEAD]
    parts.append("## Common options\n\nEvery command takes these, before or after its name; the innermost one wins.\n")
    parts.append(_options(root[1], [one for one in root[1].params if is_common(one)]))
    parts.append(_list(commands))
    parts.append("## Exit codes\n\n`plantstore help exit-codes` prints them.\n\n| code | meaning |\n|---|---|")
    parts += [f"| {int(code)} | {meaning} |" for code, meaning in MEANINGS.items()]
    return {INDEX: "\n".join(parts) + "\n"} | {page: _page(page, title, commands) for page, (title, _) in PARTS.items()}


def page_of(path: tuple[str, ...]) -> str:
    """Return the page with the section of a command."""
    other = list(PARTS)[-1]
    return next((page for page, (_, first_words) in PARTS.items() if path[1] in first_words), other)


def _page(page: str, title: str, commands: list[tuple[tuple[str, ...], click.Command]]) -> str:
    own = [(path, command) for path, command in commands if page_of(path) == page]
    names = ", ".join(dict.fromkeys(f"`plantstore {path[1]}`" for path, _ in own))
    head = f"""# {title}

*Reference*

The arguments and options of {names}.
The [CLI reference]({INDEX}) lists all commands, and the options that they share.
"""
    return "\n".join([head, *(_section(path, command) for path, command in own)])


def _list(commands: list[tuple[tuple[str, ...], click.Command]]) -> str:
    """Return a line for each group, and one for the commands without a group, with links to the sections."""
    groups: dict[str, list[str]] = {}
    for path, command in commands:
        if not isinstance(command, click.Group):
            link = f"[`{path[-1]}`]({page_of(path)}#{'-'.join(path)})"
            groups.setdefault(" ".join(path[:-1]), []).append(link)
    rows = [f"| `{group}` | {', '.join(links)} |" for group, links in groups.items()]
    return "\n".join(["## Commands\n", "| group | commands |", "|---|---|", *rows, ""])


def _section(path: tuple[str, ...], command: click.Command) -> str:
    context = click.Context(command, info_name=path[-1])
    pieces = [word for word in command.collect_usage_pieces(context) if not isinstance(command, click.Group)]
    usage = " ".join([*path, *pieces, *(["COMMAND"] if isinstance(command, click.Group) else [])])
    own = [one for one in command.params if isinstance(one, click.Option) and not one.hidden and not is_common(one)]
    described, example = _help(command)
    parts = [f"## {' '.join(path)}\n", f"`{usage}`\n", described]
    if any(is_setting(one) for one in own):
        own = [one for one in own if not is_setting(one)]
        parts.append("It takes every [setting](settings.md) as a flag: `PLANTSTORE_PORT` is `--port`.\n")
    if own:
        parts.append(_options(command, own))
    if example:
        parts.append(f"```text\n{example}\n```\n")
    return "\n".join(parts)


def _help(command: click.Command) -> tuple[str, str]:
    """Split the help of a command into its paragraphs and its examples."""
    said, _, example = inspect.cleandoc(command.help or "").partition("\b\nExample:\n")
    if not example and command.epilog:
        example = command.epilog.removeprefix("Example: ")
    paragraphs = [" ".join(one.split()) for one in said.replace("\b", "").split("\n\n") if one.strip()]
    return "".join(f"{_text(one)}\n\n" for one in paragraphs).rstrip("\n") + "\n", inspect.cleandoc(example)


def _options(command: click.Command, options: Sequence[click.Parameter]) -> str:
    context = click.Context(command)
    rows = ["| option | default | meaning |", "|---|---|---|"]
    for option in options:
        assert isinstance(option, click.Option)
        record = option.get_help_record(context)
        assert record is not None, option.name
        rows.append(f"| `{_cell(record[0])}` | {_default(option)} | {_cell(_text(record[1]))} |")
    return "\n".join([*rows, ""])


def _default(option: click.Option) -> str:
    default = option.default
    if option.required:
        return "required"
    if option.is_flag or default is None or callable(default) or not isinstance(default, str | int | float):
        return ""
    return f"`{default}`"


def _text(text: str) -> str:
    """Escape characters that are special in Markdown."""
    return re.sub(r"(<(?=[A-Za-z/!])|\*)", r"\\\1", text)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    for name, text in reference().items():
        (DOCS / name).write_text(text, encoding="utf-8")
