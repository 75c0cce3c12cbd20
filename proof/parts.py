"""The parts of the proof. To add one: a line here, and its row in docs/proof.md."""

from dataclasses import dataclass
from importlib import import_module
from typing import cast

from tests.proving import Piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the proof. By default `count` units are run, in chunks of `chunk`.

    A fault discards its chunk only, and when the time is up, at most one chunk is unfinished.
    """

    name: str
    unit: str
    """What `count` counts, in the plural."""
    piece: str
    """The function to run, as module:name; it is imported only when needed."""
    chunk: int
    count: int
    about: str

    def load(self) -> Piece:
        module, _, name = self.piece.partition(":")
        return cast(Piece, getattr(import_module(module), name))


PARTS: tuple[Part, ...] = (
    Part(
        name="worlds",
        unit="worlds",
        piece="tests.simulation.hunt:prove_worlds",
        chunk=500,
        count=10_000,
        about="simulated worlds in memory: every fault except those of the disk",
    ),
    Part(
        name="disk",
        unit="worlds",
        piece="tests.simulation.hunt:prove_disk_worlds",
        chunk=200,
        count=3_000,
        about="simulated worlds on a disk that fails and loses power",
    ),
    Part(
        name="crowds",
        unit="worlds",
        piece="tests.simulation.hunt:prove_crowds",
        chunk=200,
        count=3_000,
        about="simulated worlds of one to four senders that share a store, die, freeze and hand over",
    ),
    Part(
        name="filters",
        unit="worlds",
        piece="tests.simulation.hunt:prove_filtered_worlds",
        chunk=200,
        count=2_000,
        about="simulated worlds whose receivers have filters that change, of one process and of several",
    ),
    Part(
        name="formats",
        unit="worlds",
        piece="tests.simulation.hunt:prove_formatted_worlds",
        chunk=200,
        count=2_000,
        about="simulated worlds whose receivers have bodies of their own that change, of one process and of several",
    ),
    Part(
        name="power",
        unit="power cuts",
        piece="tests.crash.power:prove_power",
        chunk=300,
        count=3_000,
        about="power cuts at any operation of the real write path, on recorded disks",
    ),
    Part(
        name="append",
        unit="plants",
        piece="tests.postgres.appending:prove_appending",
        chunk=20_000,
        count=20_000,
        about="eight processes that add plants on PostgreSQL while the feed is read",
    ),
    Part(
        name="following",
        unit="plants",
        piece="tests.crash.shared.following:prove_following",
        chunk=20_000,
        count=20_000,
        about="two processes on PostgreSQL that write plants and deliver, while programs follow changes and attempts",
    ),
    Part(
        name="late-following",
        unit="plants",
        piece="tests.crash.shared.late_following:prove_late_following",
        chunk=5_000,
        count=5_000,
        about="the same, and programs that follow three feeds at the primary and at a failing standby in turn",
    ),
    Part(
        name="mutants",
        unit="mutants",
        piece="tests.simulation.mutants:prove_mutants",
        chunk=74,
        count=74,
        about="planted faults, each of which the simulation must find",
    ),
    Part(
        name="kills",
        unit="kills",
        piece="tests.crash.kills:prove_kills",
        chunk=20,
        count=100,
        about="real processes, killed at random moments under load",
    ),
    Part(
        name="shared-kills",
        unit="kills",
        piece="tests.crash.shared.kills:prove_shared_kills",
        chunk=16,
        count=48,
        about="three real processes on PostgreSQL, killed at random under load, as are their connections",
    ),
    Part(
        name="hand-overs",
        unit="rounds",
        piece="tests.crash.shared.hand_overs:prove_hand_overs",
        chunk=3,
        count=3,
        about="processes that join, stop, freeze past their lease and are killed: how soon others take over",
    ),
    Part(
        name="freezes",
        unit="freezes",
        piece="tests.crash.shared.freezes:prove_freezes",
        chunk=20,
        count=60,
        about="processes that freeze at random, one or two at a time, briefly or for longer than a lease",
    ),
    Part(
        name="restarts",
        unit="crashes",
        piece="tests.crash.shared.restarts:prove_restarts",
        chunk=10,
        count=20,
        about="the database server crashes or freezes under load, sometimes for longer than a lease",
    ),
    Part(
        name="commits",
        unit="cuts",
        piece="tests.crash.shared.commits:prove_cut_commits",
        chunk=21,
        count=42,
        about="connections to PostgreSQL that break during a commit",
    ),
    Part(
        name="failovers",
        unit="failovers",
        piece="tests.crash.shared.failover:prove_failovers",
        chunk=1,
        count=5,
        about="a primary is killed under load, and its synchronous standby promoted",
    ),
    Part(
        name="leader-kills",
        unit="leaders killed",
        piece="tests.crash.patroni.losing:prove_kills",
        chunk=5,
        count=10,
        about="the leader's host of a Patroni cluster is killed under load",
    ),
    Part(
        name="leader-orphans",
        unit="leaders orphaned",
        piece="tests.crash.patroni.losing:prove_orphans",
        chunk=5,
        count=10,
        about="Patroni is killed on the leader's host, and its PostgreSQL continues without it",
    ),
    Part(
        name="leader-freezes",
        unit="leaders frozen",
        piece="tests.crash.patroni.losing:prove_freezes",
        chunk=5,
        count=10,
        about="the leader's host of a Patroni cluster freezes, and returns when another leads",
    ),
    Part(
        name="leader-cuts",
        unit="leaders cut off",
        piece="tests.crash.patroni.losing:prove_cuts",
        chunk=5,
        count=10,
        about="the leader of a Patroni cluster is cut off, wholly or from the other nodes only",
    ),
    Part(
        name="pooled-kills",
        unit="kills",
        piece="tests.crash.shared.kills:prove_pooled_kills",
        chunk=16,
        count=16,
        about="like shared-kills, behind a PgBouncer in transaction mode",
    ),
    Part(
        name="apart",
        unit="hosts cut off",
        piece="tests.crash.shared.apart:prove_hosts_apart",
        chunk=1,
        count=5,
        about="hosts in network namespaces; one loses the database for a while",
    ),
    Part(
        name="shared-import",
        unit="plants",
        piece="tests.crash.shared.importing:prove_shared_import",
        chunk=32_800,
        count=32_800,
        about="a list is imported while three processes deliver; one of them is killed midway",
    ),
    Part(
        name="aimed",
        unit="kills",
        piece="tests.crash.aimed:prove_aimed_kills",
        chunk=29,
        count=290,
        about="real processes that die at named places in the program",
    ),
    Part(
        name="stops",
        unit="stops",
        piece="tests.crash.kills:prove_stops",
        chunk=20,
        count=20,
        about="real processes that are asked to stop under load",
    ),
    Part(
        name="full",
        unit="full disks",
        piece="tests.crash.full_disks:prove_full_disks",
        chunk=9,
        count=45,
        about="real processes whose disk is full for a while; some are killed or started during that time",
    ),
    Part(
        name="clocks",
        unit="leaps",
        piece="tests.crash.clock_leaps:prove_clock_leaps",
        chunk=8,
        count=80,
        about="real processes whose wall clock jumps by hours and by years",
    ),
    Part(
        name="model",
        unit="histories",
        piece="tests.model.test_model:prove_model",
        chunk=200,
        count=10_000,
        about="up to fifty actions of people, receivers and time, compared with a simple model of the results",
    ),
    Part(
        name="upgrade",
        unit="upgrades",
        piece="tests.upgrade.test_going_wrong:prove_upgrade",
        chunk=15,
        count=900,
        about="stores of every released version, opened after crashes and full disks during migrations",
    ),
    Part(
        name="year",
        unit="days",
        piece="tests.soak.proving:prove_year",
        chunk=366,
        count=366,
        about="a year of 2,733 plants a day for 20 receivers of all tempers, with an upgrade in the middle",
    ),
    Part(
        name="year-postgresql",
        unit="days",
        piece="tests.soak.proving:prove_year_on_postgresql",
        chunk=366,
        count=366,
        about="the same on PostgreSQL",
    ),
)
