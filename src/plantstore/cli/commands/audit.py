"""`plantstore audit`: checks the database directly for lost or inconsistent data; the store may be running or not."""

import os
import time
from collections.abc import Callable
from typing import Any

import click

from plantstore.cli.support.exit_codes import Exit, Failure, WrongUsage
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Column, Progress, Row, column, print_list, print_note, print_record
from plantstore.domain.audit import DESCRIPTIONS, NEEDS_RUNNING_STORE, Audit, AuditNumber, Example, Finding
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.timestamps import to_text

COLUMNS = (
    column("name", heading="number"),
    Column(heading="count", cell=lambda row: "–" if row["count"] is None else row["count"], right=True),
    column("detail", heading="what"),
)


@click.command()
@click.option("--data", metavar="FOLDER", help="The store's data folder. Default: PLANTSTORE_DATA, or ./data.")
@with_common
def audit(common: Common, /, *, data: str | None) -> int:
    """Check the database for lost or inconsistent data. Exit code 0 only if every count is 0.

    Reads the database and changes nothing. While a store is running on it, the audit also looks for stuck deliveries,
    and watches a suspect delivery for up to a minute before reporting it.

    \b
    Example:
      plantstore audit
      plantstore audit --data /var/lib/plantstore --json
    """
    if common.server_url is not None:
        raise WrongUsage(
            "An audit reads a data folder on this machine, not a server.", next_step="Choose the folder with --data."
        )
    result = audit_folder(data, quiet=common.as_json)
    rows = [audit_row(number, finding) for number, finding in result.findings.items()]
    if common.as_json:
        print_record({"time": to_text(result.at), "clean": result.clean, "numbers": rows}, as_json=True)
    else:
        print_audit(rows, result)
    return Exit.DONE if result.clean else Exit.FAILED


def audit_folder(data: str | None, *, quiet: bool) -> Audit:
    """Audit the store of a data folder (None for the default); raise Failure if its database cannot be read."""
    from plantstore.core.clock import SystemClock
    from plantstore.core.settings import SettingError, load
    from plantstore.domain.errors import StoreError
    from plantstore.operations.audit.offline import OfflineAudit, ServerAudit
    from plantstore.storage.engine.protocols import StorageRefused

    progress = Progress("Counting rows", quiet=quiet)
    try:
        settings = load(os.environ, {"data": data})
        options: dict[str, Any] = {
            "retry_scale": settings.retry_scale,
            "clock": SystemClock(),
            "wait": _wait(progress, quiet=quiet),
            "report": progress.show,
        }
        if settings.is_postgresql:
            return ServerAudit(settings, **options).audit()
        return OfflineAudit(settings.database_path, **options).audit()
    except SettingError as error:
        raise WrongUsage(str(error)) from error
    except (StorageRefused, StoreError) as error:
        raise Failure(str(error)) from error
    finally:
        progress.end()


def _wait(progress: Progress, *, quiet: bool) -> Callable[[float], None]:
    noted = False

    def wait(seconds: float) -> None:
        nonlocal noted
        if not noted:
            noted = True
            progress.end()
            print_note("A delivery may be stuck: watching for up to a minute.", as_json=quiet)
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
    ids = {
        "receiver": None if example.receiver_id is None else receiver_text(example.receiver_id),
        "sequence": example.sequence,
        "plant": example.plant_id,
    }
    return {name: value for name, value in ids.items() if value is not None}


def print_audit(rows: list[dict[str, Any]], result: Audit) -> None:
    """Print the counts as a table, the examples below it, and the verdict on standard error."""
    print_list(rows, COLUMNS, as_json=False, empty="")
    for row in rows:
        for example in row["examples"]:
            click.echo(f"{row['name']}: {_text(example)}")
    unknown = [number for number in NEEDS_RUNNING_STORE if result.findings[number].count is None]
    if unknown:
        print_note("– means unknown: no store is running on this database.")
    else:
        print_note("– means unknown: the running store counts it, and says so in its status.")
    print_note("No problems found." if result.clean else "Problems found: the store cannot repair them on its own.")


def _text(example: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in example.items())
