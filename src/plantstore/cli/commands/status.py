"""`plantstore status`: shows the state of a running store on one screen, problems first."""

from collections.abc import Iterator, Mapping
from typing import Any

import click

from plantstore.cli.support.delivery_format import short_time
from plantstore.cli.support.exit_codes import Exit
from plantstore.cli.support.options import Common, with_common
from plantstore.cli.support.output import Column, column, one_line, print_list, print_record
from plantstore.cli.support.server_discovery import connect

MIB = 1024 * 1024
RECEIVERS_MAX = 10  # max receivers shown; `plantstore receivers list` lists all
STATES_WITH_START = ("failing", "disabled")  # states in which `failing_since` is shown
TOKENS_MAX = 2
UNITS_S = (("d", 86_400), ("h", 3_600), ("min", 60))
PROCESS_COLUMNS = (
    Column(heading="process", cell=lambda row: f"{row['host']}, {row['pid']}{' (answers)' * row['answers']}"),
    Column(heading="role", cell=lambda row: "leaving" if row["leaving"] else row["role"]),
    column("version"),
    Column(heading="since", cell=lambda row: short_time(row["started_at"])),
    Column(
        heading="last seen",
        cell=lambda row: "" if row["silent_s"] is None else f"{_duration(row['silent_s'])} ago",
        right=True,
    ),
    column("shards", right=True),
)
COLUMNS = (
    column("id"),
    column("name"),
    column("state"),
    Column(
        heading="since",
        cell=lambda row: short_time(row.get("failing_since")) if row["state"] in STATES_WITH_START else "",
    ),
    column("cursor", right=True),
    column("lag", heading="queued", right=True),
)


@click.command()
@with_common
def status(common: Common, /) -> int:
    """Show the store's status. Exit code 0 if it is healthy, 1 if it has a problem.

    The store has a problem if two audits in a row find the same mistake in its data, if a receiver is disabled, or if a
    receiver has been failing for 15 minutes. Shorter failures, and receivers of `plantstore listen`, are shown but do
    not count.

    \b
    Example:
      plantstore status
      plantstore status --json
    """
    store = connect(common).get("/status")
    if common.as_json:
        print_record(store, as_json=True)
    else:
        _print(store)
    return Exit.DONE if store["healthy"] else Exit.FAILED


def _print(store: Mapping[str, Any]) -> None:
    for problem in store["problems"]:
        click.echo(one_line(f"! {problem['count']} × {problem['code']}: {problem['detail']}"))
        for example in problem["examples"]:
            click.echo("    " + one_line(example))
    for warning in (store.get("server") or {}).get("warnings", ()):
        click.echo(one_line(f"~ {warning['count']} × {warning['code']}: {warning['detail']}"))
        for example in warning["examples"]:
            click.echo("    " + one_line(example))
    click.echo("Healthy." if store["healthy"] else "Not healthy.")
    click.echo("")
    for name, text in _lines(store):
        click.echo(f"{name:<10}  {one_line(text)}")
    click.echo("")
    if len(store["processes"]) > 1:
        print_list(store["processes"], PROCESS_COLUMNS, as_json=False, empty="")
        click.echo("")
    receivers = store["receivers"]
    print_list(receivers[:RECEIVERS_MAX], COLUMNS, as_json=False, empty="No receivers.")
    more = store["receivers_count"] - min(len(receivers), RECEIVERS_MAX)
    if more > 0:
        click.echo(f"… and {more} more: plantstore receivers list")


def _lines(store: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "version", f"{store['version']}, running for {_duration(store['uptime_s'])}"
    yield "processes", _processes(store)
    yield "log", f"{store['head']:,} events"
    yield "requests", f"{store['requests_taken']:,} of {store['requests_max']:,} request slots in use"
    wal = f"{store['wal_bytes'] / MIB:,.1f} MiB of WAL"
    yield "database", f"{store['database_bytes'] / MIB:,.1f} MiB, and {wal}"
    if store.get("server"):
        yield "server", _server(store["server"])
    yield "kept", f"attempts for {store['attempts_days']} days, activity for {store['activity_days']} days"
    if store["tokens_ending_count"]:
        yield "tokens", _ending(store)
    yield "audit", _audit(store["audit"])


def _processes(store: Mapping[str, Any]) -> str:
    """Return a description of the only process or the number of processes, and how many shards are unassigned."""
    processes, free = store["processes"], store["shards_free"]
    unassigned = f"; {free} receiver shards are not assigned to a process" if free else ""
    if len(processes) > 1:
        return f"{len(processes):,} serve this store{unassigned}"
    return (
        "".join(f"{process['role']}, process {process['pid']} on {process['host']}" for process in processes)
        + unassigned
    )


def _server(server: Mapping[str, Any]) -> str:
    connections = f"{server['connections']:,} of {server['connections_max']:,} connections"
    limited = "" if server["sees_all"] else ", sees only its own transactions"
    return f"PostgreSQL {server['version']}, {connections}, replication: {server['replication']}{limited}"


def _ending(store: Mapping[str, Any]) -> str:
    shown = store["tokens_ending"][:TOKENS_MAX]
    named = ", ".join(f"“{token['name']}” on {short_time(token['expires_at'])}" for token in shown)
    more = "" if store["tokens_ending_count"] <= len(shown) else "; plantstore tokens list --state ending"
    return f"{store['tokens_ending_count']:,} expiring soon: {named}{more}"


def _audit(last: Mapping[str, Any] | None) -> str:
    if last is None:
        return "none yet: the first audit runs a minute after the start"
    problems = [f"{number['name']} {number['count']}" for number in last["numbers"] if number["count"]]
    return f"{', '.join(problems) or 'no problems'} at {last['time']}"


def _duration(seconds: float) -> str:
    """Return a duration in its largest unit, rounded down.

    >>> _duration(90), _duration(7_300), _duration(12)
    ('1 min', '2 h', '12 s')
    """
    for unit, unit_s in UNITS_S:
        if seconds >= unit_s:
            return f"{int(seconds // unit_s)} {unit}"
    return f"{int(seconds)} s"
