"""Every command that a page names exists and has the options shown: in a block, in a line, or in a table."""

import re
import shlex
from collections.abc import Iterator

import click

from plantstore.cli.main import plantstore
from tests.docs.markdown import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
_NAMED = re.compile(r"`(?:\.venv/bin/)?(plantstore [a-z][^`]*)`")
_TYPED = re.compile(r"^[ $]*(?:timeout \d+ |[A-Z_]+=\S+ )*(?:\.venv/bin/)?(plantstore [a-z].*)$", re.MULTILINE)
_ENDS = {"|", "||", "&&", ">", "<", ";", "&", "2>", "#"}


def named() -> Iterator[tuple[str, str]]:
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        for command in (*_NAMED.findall(text), *_TYPED.findall(text)):
            yield path.name, " ".join(command.split())


def wrong_with(command: str) -> str:
    """Return what is wrong with a command line, as far as that is known without running it, or ""."""
    words = shlex.split(command.replace("'", "’") if command.count("'") % 2 else command, comments=True)[1:]
    if words[0] == "help" and words[1:2] != ["exit-codes"]:
        words = words[1:]  # what follows is a command
    found: click.Command = plantstore
    options = _options(found)
    for word in words:
        if word in _ENDS:
            break
        if word.startswith("-") and word != "-":
            if word.partition("=")[0] not in options:
                return f"{word} is no option of it"
        elif isinstance(found, click.Group) and word.islower():
            below = found.get_command(click.Context(found), word)
            if below is None:
                return f"{word} is no command"
            found, options = below, options | _options(below)
    return ""


def _options(command: click.Command) -> set[str]:
    return {"--help"} | {name for one in command.params for name in (*one.opts, *one.secondary_opts)}


def test_every_command_that_is_named_exists() -> None:
    commands = sorted(set(named()))

    assert len(commands) > 300
    assert not [(page, command, wrong) for page, command in commands if (wrong := wrong_with(command))]


def test_a_command_that_does_not_exist_is_found() -> None:
    assert all(map(wrong_with, ("plantstore plants ad", "plantstore listen --cuont 1", "plantstore nothing")))


OF_OTHERS = {"--upgrade": "pip", "--build-arg": "podman build"}
WITH_PROGRAMS_OF_THEIR_OWN = {
    "speed.md",
    "proof.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "changes-before-0-5.md",
}  # `make bench` and the like


def all_options(command: click.Command) -> set[str]:
    found = _options(command)
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            below = command.get_command(click.Context(command), name)
            assert below is not None
            found |= all_options(below)
    return found


def test_every_option_that_is_named_without_a_command_exists() -> None:
    known = all_options(plantstore) | OF_OTHERS.keys()
    pages = [path for path in PAGES if path.name not in WITH_PROGRAMS_OF_THEIR_OWN]

    unknown = {
        path.name: set(re.findall(r"`(--[a-z-]+)\b[^`]*`", path.read_text(encoding="utf-8"))) - known for path in pages
    }

    assert len(pages) > 30
    assert not any(unknown.values()), unknown
