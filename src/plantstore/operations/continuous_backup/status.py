"""How far a continuous backup has come: what metrics and alerts say about it."""

from dataclasses import dataclass

from plantstore.domain.timestamps import Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupStatus:
    """`complete_at`: everything that was committed then is in the backup; None before the first base is complete.

    `started_at` is when this process began to write it. `failing` is why the last attempt failed; empty if it did not.
    `failing_since` is when that was first seen; None while nothing fails.
    """

    complete_at: Instant | None
    started_at: Instant
    failing: str = ""
    failing_since: Instant | None = None

    @property
    def behind_since(self) -> Instant:
        """Since when something may be missing. It is a second or two ago while all is well."""
        missing_since = self.started_at if self.complete_at is None else self.complete_at
        return missing_since if self.failing_since is None else min(missing_since, self.failing_since)
