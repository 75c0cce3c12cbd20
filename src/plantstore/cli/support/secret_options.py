"""The options of commands that are given a receiver's secret once: it goes into a file, or is printed."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.secret_file import SecretFile, current_text, keys_set, with_values

Command = TypeVar("Command", bound=Callable[..., Any])
SECRET_KEY, ACCESS_TOKEN_KEY = "PLANTSTORE_SECRET", "PLANTSTORE_ACCESS_TOKEN"
SHOWN_ONCE = {"secret": SECRET_KEY, "access_token": ACCESS_TOKEN_KEY}


def secret_options(command: Command) -> Command:
    """Where a secret goes that is given once, and how the command is repeated when it did not arrive."""
    options = (
        click.option(
            "--secret-to", type=click.Path(path_type=Path), metavar="FILE", help="Write the secret into this .env file."
        ),
        click.option("--force", is_flag=True, help="Replace a secret that FILE holds already."),
        click.option("--show-secret", is_flag=True, help="Print the secret, this once."),
        click.option("--idempotency-key", metavar="KEY", help="Repeat an earlier try without doing it twice."),
    )
    for option in reversed(options):
        command = option(command)
    return command


def check_place(secret_to: Path | None, *, force: bool, show_secret: bool) -> None:
    """Refuse to make a secret that nobody would see."""
    if secret_to is None and not show_secret:
        raise WrongUsage(
            "The secret is given only once, and would be lost.",
            next_step="Say where it goes: --secret-to FILE writes it, --show-secret prints it.",
        )
    if force and secret_to is None:
        raise WrongUsage("--force says that --secret-to may replace a secret.", next_step="Give --secret-to as well.")


def prepared(path: Path, keys: list[str], *, force: bool) -> SecretFile:
    """Make sure that the secret will have its place before it exists."""
    taken = keys_set(current_text(path), keys)
    if taken and not force:
        raise WrongUsage(f"{path} holds {' and '.join(taken)} already.", next_step="Add --force to replace it.")
    return SecretFile(path)


def write_secret(file: SecretFile, answer: Mapping[str, Any], *, done: str, next_step: str) -> None:
    values = {key: str(answer[name]) for name, key in SHOWN_ONCE.items() if answer.get(name)}
    try:
        file.write(with_values(current_text(file.path), values))
    except OSError as error:
        raise Failure(
            f"{done}, but the secret could not be written: {error.strerror}.",
            exit_code=Exit.PARTLY,
            next_step=next_step,
        ) from error
