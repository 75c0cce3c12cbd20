"""The reference pages that are generated from the code, or repeat it, agree with it."""

import json
import re

import click

from plantstore.cli.main import plantstore
from plantstore.web.openapi.published import published_document
from tests.docs.cli_reference import PARTS, is_common, is_setting, reference, walk
from tests.docs.markdown import DOCS, blocks

DOCUMENT = published_document("https://plants.example.org")
POST = DOCUMENT["webhooks"]["/plant/webhook"]["post"]
SETTINGS = (DOCS / "settings.md").read_text(encoding="utf-8")
EVENTS = (DOCS / "events.md").read_text(encoding="utf-8")
WRITTEN = "\n".join((DOCS / page).read_text(encoding="utf-8") for page in PARTS)
COMMANDS = [(" ".join(path), command) for path, command in walk(plantstore, ("plantstore",))][1:]


def test_the_cli_reference_is_what_the_commands_say() -> None:
    for page, text in reference().items():
        assert (DOCS / page).read_text(encoding="utf-8") == text, "run `make docs`"


def section_of(path: str) -> str:
    return WRITTEN.partition(f"\n## {path}\n")[2].partition("\n## ")[0]


def test_every_command_has_a_section_with_its_arguments_and_options() -> None:
    assert len(COMMANDS) > 60
    for path, command in COMMANDS:
        check_section(path, command)


def check_section(path: str, command: click.Command) -> None:
    section = section_of(path)

    assert f"`{path} " in section or f"`{path}`" in section, path
    for parameter in command.params:
        if is_setting(parameter):
            assert "[setting](settings.md)" in section
            variable = "PLANTSTORE_" + parameter.opts[0].removeprefix("--").replace("-", "_").upper()
            assert f"\n| `{variable}` |" in SETTINGS
        elif isinstance(parameter, click.Option) and not is_common(parameter):
            assert all(re.search(rf"{name}\b", section) for name in (*parameter.opts, *parameter.secondary_opts))
        elif isinstance(parameter, click.Argument):
            assert parameter.make_metavar(click.Context(command)) in section.strip().partition("\n")[0]


def test_every_field_of_an_event_is_documented_as_it_is_published() -> None:
    documented = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (.+) \|$", EVENTS, re.MULTILINE))
    fields = DOCUMENT["components"]["schemas"]["NewPlant"]["properties"]

    assert documented == {name: about["description"] for name, about in fields.items()}


def test_every_type_of_a_field_is_as_it_is_published() -> None:
    words = {"string": "string", "integer": "integer", "array": "array of", "object": "object"}
    documented = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", EVENTS, re.MULTILINE))

    for name, about in DOCUMENT["components"]["schemas"]["NewPlant"]["properties"].items():
        kinds = about["type"] if isinstance(about["type"], list) else [about["type"]]
        assert documented[name].endswith("or null") == ("null" in kinds)
        if "enum" in about:
            assert re.findall(r"`(\w+)`", documented[name]) == about["enum"]
        elif about.get("format") in ("date", "date-time"):
            assert documented[name].startswith({"date": "date", "date-time": "time"}[about["format"]])
        else:
            assert documented[name].startswith(words[kinds[0]])


def test_the_examples_of_an_event_are_those_published() -> None:
    shown = [json.loads(block.text) for block in blocks("events.md") if block.language == "json"]
    published = POST["requestBody"]["content"]["application/json"]["examples"]

    assert shown == [published[name]["value"] for name in ("full", "basic", "test")]


def test_every_type_of_event_has_a_section() -> None:
    (header,) = [one for one in POST["parameters"] if one["name"] == "ce-type"]

    assert re.findall(r"^## `(.+)`$", EVENTS, re.MULTILINE) == header["schema"]["enum"]
