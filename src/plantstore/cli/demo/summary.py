"""How `plantstore demo` tells what it found: a table and four lines for people, or one JSON object."""

from pathlib import Path
from typing import Any

import click

from plantstore.cli.demo.play import Result
from plantstore.cli.demo.program import RETRY_SCALE
from plantstore.cli.demo.report import ReceiverReport
from plantstore.cli.demo.screen import duration
from plantstore.cli.support.output import Column, column, print_list
from plantstore.domain.audit import Audit


def print_report(result: Result, found: Audit | None) -> None:
    """Print it to standard output."""
    click.echo("What the receivers recorded themselves, after the store said yes to a plant:")
    print_list([_row(one, result) for one in result.report.receivers], COLUMNS, as_json=False, nothing="")
    report = result.report
    counts = (f"{report.total(name)} {name}" for name in ("lost", "repeated", "unverified"))
    click.echo(
        f"{report.plants} plants · {report.deliveries} deliveries · {report.delivered} delivered · {' · '.join(counts)}"
    )
    if report.delays_s:
        click.echo(
            f"half within {duration(report.p50_s)} · 99 % within {duration(report.p99_s)} · "
            f"slowest {duration(report.slowest_s)}"
        )
    if result.owed_at_end is not None:
        click.echo(f"The store's own count: {result.owed_at_end} owed.")
    if found is not None:
        wrong = [f"{name} {one.count}" for name, one in found.findings.items() if one.count]
        click.echo(f"The store's own audit: {', '.join(wrong) or 'everything that must be 0 is 0'}.")


def _row(one: ReceiverReport, result: Result) -> dict[str, Any]:
    return {
        "receiver": one.name,
        "accepted": one.accepted,
        "owed": one.owed,
        "lost": one.lost,
        "repeated": one.repeated,
        "refused": one.refused,
        "unverified": one.unverified,
        "unknown": one.unknown,
        "holes": one.holes,
        "p50_ms": _ms(one.p50_s),
        "p99_ms": _ms(one.p99_s),
        "slowest_ms": _ms(one.slowest_s),
        "owed_by_store": None if result.owed_by_store is None else result.owed_by_store.get(one.name),
    }


def as_object(result: Result, found: Audit | None, kept: Path | None) -> dict[str, Any]:
    """Give everything that was found, with every figure of every receiver."""
    report = result.report
    totals = ("owed", "lost", "repeated", "refused", "unverified", "unknown", "holes")
    return {
        "plants": report.plants,
        "deliveries": report.deliveries,
        "delivered": report.delivered,
        **{name: report.total(name) for name in totals},
        "p50_ms": _ms(report.p50_s),
        "p99_ms": _ms(report.p99_s),
        "slowest_ms": _ms(report.slowest_s),
        "seconds": round(result.seconds, 3),
        "retry_scale": RETRY_SCALE,
        "owed_by_store": result.owed_at_end,
        "interrupted": result.interrupted,
        "audit": None if found is None else {name.value: one.count for name, one in found.findings.items()},
        "data": None if kept is None else str(kept),
        "receivers": [_row(one, result) for one in report.receivers],
    }


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 3)


def _shown(name: str) -> Column:
    """A column of a delay, for people."""
    return Column(
        heading=name.removesuffix("_ms"),
        cell=lambda row: duration(None if row[name] is None else row[name] / 1000),
        right=True,
    )


COLUMNS = (
    column("receiver"),
    *(column(name, right=True) for name in ("accepted", "lost", "repeated", "refused")),
    *(_shown(name) for name in ("p50_ms", "p99_ms", "slowest_ms")),
)
