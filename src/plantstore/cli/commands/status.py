"""`plantstore status`: how a running store is, on one screen: what is wrong first, then the numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from plantstore.cli.support.delivery_format import time_words
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Column, column, print_list, print_record
from plantstore.cli.support.safe_text import one_line
from plantstore.cli.support.server_discovery import connect

MIB = 1024 * 1024
RECEIVERS_MAX = 10  # on the screen; `plantstore receivers list` shows all
FOUND = ("failing", "disabled")  # what the store found; "paused" is a person's wish
TOKENS_MAX = 2
UNITS_S = (("d", 86_400), ("h", 3_600), ("min", 60))
PROCESS_COLUMNS = (
    Column(heading="process", cell=lambda row: f"{row['host']}, {row['pid']}{' (answers)' * row['answers']}"),
    Column(heading="role", cell=lambda row: "leaving" if row["leaving"] else row["role"]),
    column("version"),
    Column(heading="since", cell=lambda row: time_words(row["started_at"])),
    Column(
        heading="silent", cell=lambda row: "" if row["silent_s"] is None else _duration(row["silent_s"]), right=True
    ),
    column("shards", right=True),
)
COLUMNS = (
    column("id"),
    column("name"),
    column("state"),
    Column(heading="since", cell=lambda row: time_words(row.get("failing_since")) if row["state"] in FOUND else ""),
    column("cursor", right=True),
    column("lag", heading="owed", right=True),
)


@click.command()
@with_common
def status(common: Common, /) -> int:
    """Show how the store is. Exit code 0 if it is healthy, 1 if something is wrong.

    Wrong is a number of the audit that was not 0 twice in a row, a receiver that is disabled, and one that has been
    failing for 15 minutes. What fails for a moment, or belongs to `plantstore listen`, is shown and nothing else.

    \b
    Example:
      plantstore status
      plantstore status --json
    """
    found = connect(common).get("/status")
    if common.as_json:
        print_record(found, as_json=True)
    else:
        _print(found)
    return Exit.DONE if found["healthy"] else Exit.FAILED


def _print(found: Mapping[str, Any]) -> None:
    for problem in found["problems"]:
        click.echo(one_line(f"! {problem['count']} × {problem['code']}: {problem['detail']}"))
        for example in problem["examples"]:
            click.echo("    " + one_line(example))
    for warning in (found.get("server") or {}).get("warnings", ()):
        click.echo(one_line(f"~ {warning['count']} × {warning['code']}: {warning['detail']}"))
        for example in warning["examples"]:
            click.echo("    " + one_line(example))
    click.echo("Healthy." if found["healthy"] else "Not healthy.")
    click.echo("")
    for name, text in _lines(found):
        click.echo(f"{name:<10}  {one_line(text)}")
    click.echo("")
    if len(found["processes"]) > 1:
        print_list(found["processes"], PROCESS_COLUMNS, as_json=False, nothing="")
        click.echo("")
    receivers = found["receivers"]
    print_list(receivers[:RECEIVERS_MAX], COLUMNS, as_json=False, nothing="No receivers.")
    more = found["receivers_count"] - min(len(receivers), RECEIVERS_MAX)
    if more > 0:
        click.echo(f"… and {more} more: plantstore receivers list")


def _lines(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "version", f"{found['version']}, running for {_duration(found['uptime_s'])}"
    yield "processes", _processes(found)
    yield "log", f"{found['head']:,} events"
    yield "requests", f"{found['requests_taken']:,} of {found['requests_max']:,} places taken"
    wal = f"{found['wal_bytes'] / MIB:,.1f} MiB of WAL"
    yield "database", f"{found['database_bytes'] / MIB:,.1f} MiB, and {wal}"
    if found.get("server"):
        yield "server", _server(found["server"])
    yield "kept", f"attempts {found['attempts_days']} days, activity {found['activity_days']} days"
    if found["tokens_ending_count"]:
        yield "tokens", _ending(found)
    yield "audit", _audit(found["audit"])


def _processes(found: Mapping[str, Any]) -> str:
    """Name the only one, or count them."""
    processes, free = found["processes"], found["shards_free"]
    without = f"; to {free} of the shares of the receivers nobody sends" if free else ""
    if len(processes) > 1:
        return f"{len(processes):,} serve this store{without}"
    return "".join(f"{one['role']}, process {one['pid']} on {one['host']}" for one in processes) + without


def _server(server: Mapping[str, Any]) -> str:
    connections = f"{server['connections']:,} of {server['connections_max']:,} connections"
    blind = "" if server["sees_all"] else ", sees its own transactions only"
    return f"PostgreSQL {server['version']}, {connections}, replication: {server['replication']}{blind}"


def _ending(found: Mapping[str, Any]) -> str:
    shown = found["tokens_ending"][:TOKENS_MAX]
    named = ", ".join(f"“{one['name']}” on {time_words(one['expires_at'])}" for one in shown)
    more = "" if found["tokens_ending_count"] <= len(shown) else "; plantstore tokens list --state ending"
    return f"{found['tokens_ending_count']:,} about to end: {named}{more}"


def _audit(last: Mapping[str, Any] | None) -> str:
    if last is None:
        return "not yet: the first look comes a minute after the start"
    wrong = [f"{one['name']} {one['count']}" for one in last["numbers"] if one["count"]]
    return f"{', '.join(wrong) or 'all numbers 0'} at {last['time']}"


def _duration(seconds: float) -> str:
    """Say a time in its largest unit.

    >>> _duration(90), _duration(7_300), _duration(12)
    ('1 min', '2 h', '12 s')
    """
    for unit, unit_s in UNITS_S:
        if seconds >= unit_s:
            return f"{int(seconds // unit_s)} {unit}"
    return f"{int(seconds)} s"
