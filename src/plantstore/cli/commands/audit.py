"""`plantstore audit`: count everything that must be 0, in the database itself, whether a store runs on it or not."""

import os
import time
from collections.abc import Callable
from typing import Any

import click

from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Column, Row, column, print_list, print_record, say
from plantstore.cli.support.progress import Progress
from plantstore.domain.audit import DESCRIPTIONS, NEEDS_RUNNING_STORE, Audit, AuditNumber, Example, Finding
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.timestamps import to_text

COLUMNS = (
    column("name", heading="number"),
    Column(heading="count", cell=lambda row: "–" if row["count"] is None else row["count"], right=True),
    column("detail", heading="what"),
)


@click.command()
@click.option("--data", metavar="FOLDER", help="Folder of the store. Otherwise PLANTSTORE_DATA, or ./data.")
@with_common
def audit(common: Common, /, *, data: str | None) -> int:
    """Count everything in the store that must be 0. Exit code 0 only if all of it is.

    Reads the database and changes nothing. While a store runs on it, this also sees whether anything stands still; if
    something seems to, it watches for a minute before it says so.

    \b
    Example:
      plantstore audit
      plantstore audit --data /var/lib/plantstore --json
    """
    if common.server_url is not None:
        raise WrongUsage("An audit reads a folder on this machine, no server.", next_step="Name it with --data.")
    found = audit_folder(data, quiet=common.as_json)
    rows = [audit_row(number, finding) for number, finding in found.findings.items()]
    if common.as_json:
        print_record({"time": to_text(found.at), "clean": found.clean, "numbers": rows}, as_json=True)
    else:
        print_audit(rows, found)
    return Exit.DONE if found.clean else Exit.FAILED


def audit_folder(data: str | None, *, quiet: bool) -> Audit:
    from plantstore.core.clock import SystemClock
    from plantstore.core.settings import SettingError, load
    from plantstore.domain.errors import StoreError
    from plantstore.operations.audit.offline import OfflineAudit, ServerAudit
    from plantstore.storage.engine.protocols import StorageRefused

    progress = Progress("Counting rows", quiet=quiet)
    try:
        settings = load(os.environ, {"data": data})
        more: dict[str, Any] = {
            "retry_scale": settings.retry_scale,
            "clock": SystemClock(),
            "wait": _wait(progress, quiet=quiet),
            "report": progress.show,
        }
        if settings.is_postgresql:
            return ServerAudit(settings, **more).audit()
        return OfflineAudit(settings.database_path, **more).audit()
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error
    finally:
        progress.end()


def _wait(progress: Progress, *, quiet: bool) -> Callable[[float], None]:
    said = False

    def wait(seconds: float) -> None:
        nonlocal said
        if not said:
            said = True
            progress.end()
            say("Something seems to stand still: watching it, for a minute at most.", as_json=quiet)
        time.sleep(seconds)

    return wait


def audit_row(number: AuditNumber, finding: Finding) -> dict[str, Any]:
    return {
        "name": number.value,
        "count": finding.count,
        "detail": DESCRIPTIONS[number],
        "examples": [_example(example) for example in finding.examples],
    }


def _example(example: Example) -> dict[str, Any]:
    named = {
        "receiver": None if example.receiver_id is None else receiver_text(example.receiver_id),
        "sequence": example.sequence,
        "plant": example.plant_id,
    }
    return {name: value for name, value in named.items() if value is not None}


def print_audit(rows: list[dict[str, Any]], found: Audit) -> None:
    print_list(rows, COLUMNS, as_json=False, nothing="")
    for row in rows:
        for example in row["examples"]:
            click.echo(f"{row['name']}: {_words(example)}")
    unknown = [number for number in NEEDS_RUNNING_STORE if found.findings[number].count is None]
    if unknown:
        say("– cannot be judged: no store runs on it.")
    say(
        "Everything is as it must be." if found.clean else "Something is wrong: the store cannot repair this by itself."
    )


def _words(example: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in example.items())
