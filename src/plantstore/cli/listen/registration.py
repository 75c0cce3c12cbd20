"""Keeps one ephemeral receiver registered while `listen` runs, even if the store restarts or loses it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from plantstore.cli.listen.handler import Credentials
from plantstore.cli.support.client import Client, make_key, segment
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.output import Row
from plantstore.domain.secret import Secret

BACKOFF_S_MAX = 30.0  # max interval between polls while the store is unreachable


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How often, and with which timeout, the registration polls the store. Times are in seconds."""

    poll_s: float = 2.0  # interval between polls while the store responds
    response_s_max: float = 5.0  # timeout of a poll; a slower store counts as unreachable
    backoff_s_min: float = 1.0  # first interval while the store is unreachable; doubled up to `backoff_s_max`
    backoff_s_max: float = BACKOFF_S_MAX
    settle_polls_max: int = 10  # max polls before removal, to let the store record accepted events
    settle_s: float = 0.05  # interval between polls before removal


class Registration:
    """Registers `listen` as an ephemeral receiver, registers it again if the store loses it, and removes it at the end.

    Call `register` first, then run `keep_registered` in its own thread. `remove` may be called from any thread.
    """

    def __init__(
        self,
        client: Client,
        *,
        url: str,
        name: str,
        start: int | str,
        set_credentials: Callable[[Credentials | None], None],
        oldest_refused: Callable[[], int | None],
        note: Callable[[str], None],
        on_secret: Callable[[Row], None],
        timing: Timing | None = None,
    ) -> None:
        self._timing = timing or Timing()
        self._client = client
        self._polling = replace(client, timeout_s=min(client.timeout_s, self._timing.response_s_max))
        self._fixed = {"url": url, "name": name, "ephemeral": True}
        self._start = start
        self._set_credentials = set_credentials
        self._oldest_refused = oldest_refused
        self._note = note
        self._on_secret = on_secret
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._is_away = False
        self._state = "active"
        self._key: str | None = None
        self._body: dict[str, object] = {}
        self.id = ""

    def register(self) -> None:
        """Register the receiver, or raise Failure. A retry after a network failure adds no second receiver."""
        with self._lock:
            if self._ended.is_set():
                return
            if self._key is None:
                self._key, self._body = make_key(), {**self._fixed, "start": self._start}
            client = self._polling if self.id else self._client
            self._set_credentials(None)  # the response will contain new credentials; requests wait for them
            try:
                created = client.send("/receivers", self._body, idempotency_key=self._key)
            except Failure as failure:
                if failure.exit_code != Exit.NOT_REACHABLE:  # refused: the next call uses a new key
                    self._key = None
                raise
            self._key = None
            credentials = Credentials(
                secrets=[Secret(_text(created, "secret"))], access_token=Secret(_text(created, "access_token"))
            )
            self.id, self._state, self._start = _text(created, "id"), "active", _count(created, "cursor") + 1
            self._set_credentials(credentials)
        self._on_secret(created)

    def keep_registered(self) -> None:
        """Poll the receiver, and register it again if the store has lost it, until `remove` is called."""
        timing = self._timing
        pause_s = timing.poll_s
        while not self._ended.wait(pause_s):
            try:
                self._poll()
            except Failure as failure:
                pause_s = min(pause_s * 2, timing.backoff_s_max) if self._is_away else timing.backoff_s_min
                self._note_away(failure)
            else:
                pause_s = timing.poll_s
                self._note_back()

    def remove(self) -> int | None:
        """Remove the receiver. Return how many events were still queued for it; None if the removal failed."""
        self._ended.set()
        with self._lock:
            path = f"/receivers/{segment(self.id)}"
            timeout_s = min(1.0, self._polling.timeout_s) if self._is_away else self._polling.timeout_s
            client = replace(self._polling, timeout_s=timeout_s)
            try:
                self._settle(client, path)
                return _count(client.delete(path), "cancelled")
            except Failure as failure:
                return 0 if failure.exit_code == Exit.NOT_FOUND else None

    def _poll(self) -> None:
        try:
            receiver = self._polling.get(f"/receivers/{segment(self.id)}")
        except Failure as failure:
            if failure.exit_code != Exit.NOT_FOUND:
                raise
            self._register_again()
            return
        self._start = _count(receiver, "cursor") + 1
        state = _text(receiver, "state")
        if state != self._state and state in ("paused", "disabled"):
            self._note(f"The receiver is {state}. To get events again: plantstore receivers resume {self.id}")
        self._state = state

    def _register_again(self) -> None:
        """Register a receiver that the store has lost, starting with the first event that was not accepted."""
        if isinstance(self._start, int):
            self._start = min(self._start, self._oldest_refused() or self._start)
        try:
            self.register()
        except Failure as failure:
            if any(field.startswith("start:") for field in failure.fields) and isinstance(self._start, int):
                self._start = "now"  # the database was replaced and has no event with this number
                self._note(f"The store lost the receiver and cannot continue from its last event: {failure.cause}")
            raise
        if not self._ended.is_set():
            self._note(f"The store lost the receiver; registered it again ({self.id}).")

    def _note_away(self, failure: Failure) -> None:
        if not self._is_away and not self._ended.is_set():
            self._is_away = True
            self._note(f"{failure.cause} Still listening, and retrying until it responds; nothing is lost.")

    def _note_back(self) -> None:
        if self._is_away:
            self._is_away = False
            self._note("The store is back.")

    def _settle(self, client: Client, path: str) -> None:
        """Wait briefly until the store has recorded our last responses: removal cancels deliveries still queued."""
        pause = threading.Event()
        for _ in range(self._timing.settle_polls_max):
            try:
                if not _count(client.get(path), "lag"):
                    return
            except Failure as failure:
                if failure.exit_code != Exit.NOT_ALLOWED:  # the token may lack the scope to read receivers
                    raise
            pause.wait(self._timing.settle_s)


def _text(response: Row, name: str) -> str:
    value = response.get(name)
    if not isinstance(value, str) or not value:
        raise Failure(f"The store's response has no {name}.", exit_code=Exit.NOT_REACHABLE, next_step="Is --url right?")
    return value


def _count(response: Row, name: str) -> int:
    value = response.get(name)
    return value if isinstance(value, int) else 0
