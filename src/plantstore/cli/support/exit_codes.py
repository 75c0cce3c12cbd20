"""The exit codes of commands, and the exception that a command raises when it fails."""

from collections.abc import Mapping
from enum import IntEnum
from typing import IO, Any

import click

from plantstore.cli.support.output import one_line


class Exit(IntEnum):
    """Exit codes, documented in docs/cli-reference.md, so that scripts can rely on them."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    NOT_FOUND = 3
    NOT_ALLOWED = 4
    NOT_REACHABLE = 5
    PARTLY = 6
    INTERRUPTED = 130  # 128 + SIGINT, the shell convention


MEANINGS: Mapping[Exit, str] = {
    Exit.DONE: "done",
    Exit.FAILED: "failed: the store refused the request, or an error occurred",
    Exit.USAGE: "wrong usage: nothing was changed",
    Exit.NOT_FOUND: "not found: the item does not exist or was deleted",
    Exit.NOT_ALLOWED: "not allowed: the token is missing, invalid, or lacks the scope",
    Exit.NOT_REACHABLE: "not reachable: no server, no response in time, or not a Plant Store",
    Exit.PARTLY: "partly done: the output says what remains",
    Exit.INTERRUPTED: "interrupted",
}


class Failure(click.ClickException):
    """A command failed. `cause` says why in one line, `next_step` what to do about it, `fields` which fields are wrong.

    `problem` is the server's own problem object (RFC 9457), if it sent one.
    """

    def __init__(
        self,
        cause: str,
        *,
        exit_code: Exit = Exit.FAILED,
        next_step: str = "",
        fields: tuple[str, ...] = (),
        problem: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(cause)
        self.cause = cause
        self.exit_code = exit_code  # type: ignore[misc]  # click declares it per class; we set it per instance
        self.next_step = next_step
        self.fields = fields
        self.problem = problem

    @property
    def line(self) -> str:
        return one_line(f"{self.cause} {self.next_step}".strip())

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the cause and the next step on one line, then each wrong field on a line of its own."""
        interrupted = self.exit_code == Exit.INTERRUPTED
        click.echo(f"{'Interrupted.' if interrupted else 'Error:'} {self.line}", file=file, err=file is None)
        for field in self.fields:
            click.echo(f"  {one_line(field)}", file=file, err=file is None)

    def as_problem(self) -> dict[str, Any]:
        """Return the object that `--json` prints: the server's problem object or an equivalent, plus `exit_code`."""
        own = {"type": "about:blank", "title": MEANINGS[Exit(self.exit_code)].partition(":")[0].capitalize()}
        return {**(self.problem or {**own, "detail": self.line}), "exit_code": int(self.exit_code)}


class WrongUsage(Failure):
    """The command line itself is wrong; nothing was changed."""

    def __init__(self, cause: str, *, next_step: str = "") -> None:
        super().__init__(cause, exit_code=Exit.USAGE, next_step=next_step)
