"""Keep one ephemeral receiver registered in a running store, whatever happens to the store; and take it out again."""

import threading
from collections.abc import Callable
from dataclasses import replace

from plantstore.cli.listen.handler import Keys
from plantstore.cli.support.client import Client, make_key, segment
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.cli.support.output import Row
from plantstore.domain.secret import Secret

LOOK_S = 2.0  # between two looks at the receiver, while the store answers
ANSWER_S_MAX = 5.0  # of a look: a store that is slower than that is said to be away
PAUSE_S_MIN, PAUSE_S_MAX = 1.0, 30.0  # between two looks, while the store is away: doubled from the one to the other
SETTLE_LOOKS_MAX, SETTLE_S = 10, 0.05  # at the end, for what was accepted to be recorded


class Registration:
    """`keep` runs in a thread of its own; `register` before it and `remove` after it may be called from another."""

    def __init__(
        self,
        client: Client,
        *,
        url: str,
        name: str,
        start: int | str,
        use: Callable[[Keys | None], None],
        oldest_refused: Callable[[], int | None],
        say: Callable[[str], None],
        on_secret: Callable[[Row], None],
    ) -> None:
        self._client = client
        self._looking = replace(client, timeout_s=min(client.timeout_s, ANSWER_S_MAX))
        self._fixed = {"url": url, "name": name, "ephemeral": True}
        self._start = start
        self._use = use
        self._oldest_refused = oldest_refused
        self._say = say
        self._on_secret = on_secret
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._away = False
        self._state = "active"
        self._key: str | None = None
        self._body: dict[str, object] = {}
        self.id = ""

    def register(self) -> None:
        """Register, or Failure. Repeated after a failure of the network, it makes no second receiver."""
        with self._lock:
            if self._ended.is_set():
                return
            if self._key is None:
                self._key, self._body = make_key(), {**self._fixed, "start": self._start}
            client = self._looking if self.id else self._client
            self._use(None)  # what comes from now on is signed with what we are about to be told
            try:
                made = client.send("/receivers", self._body, idempotency_key=self._key)
            except Failure as failure:
                if failure.exit_code != Exit.NOT_REACHABLE:  # it was refused: another try is another request
                    self._key = None
                raise
            self._key = None
            keys = Keys(secrets=[Secret(_text(made, "secret"))], access_token=Secret(_text(made, "access_token")))
            self.id, self._state, self._start = _text(made, "id"), "active", _count(made, "cursor") + 1
            self._use(keys)
        self._on_secret(made)

    def keep(self) -> None:
        """Look after the receiver until `remove`."""
        pause_s = LOOK_S
        while not self._ended.wait(pause_s):
            try:
                self._look()
            except Failure as failure:
                pause_s = min(pause_s * 2, PAUSE_S_MAX) if self._away else PAUSE_S_MIN
                self._miss(failure)
            else:
                pause_s = LOOK_S
                self._return()

    def remove(self) -> int | None:
        """Take the receiver out, and give how many events it was still owed; None when the store did not answer."""
        self._ended.set()
        with self._lock:
            path = f"/receivers/{segment(self.id)}"
            client = (
                replace(self._looking, timeout_s=min(1.0, self._looking.timeout_s)) if self._away else self._looking
            )
            try:
                _settle(client, path)
                return _count(client.delete(path), "cancelled")
            except Failure as failure:
                return 0 if failure.exit_code == Exit.NOT_FOUND else None

    def _look(self) -> None:
        try:
            receiver = self._looking.get(f"/receivers/{segment(self.id)}")
        except Failure as failure:
            if failure.exit_code != Exit.NOT_FOUND:
                raise
            self._register_again()
            return
        self._start = _count(receiver, "cursor") + 1
        state = _text(receiver, "state")
        if state != self._state and state in ("paused", "disabled"):
            self._say(f"The receiver is {state}: nothing comes until `plantstore receivers resume {self.id}`.")
        self._state = state

    def _register_again(self) -> None:
        """The store has lost the receiver. Begin at what it had not delivered yet."""
        if isinstance(self._start, int):
            self._start = min(self._start, self._oldest_refused() or self._start)
        try:
            self.register()
        except Failure as failure:
            if any(field.startswith("start:") for field in failure.fields) and isinstance(self._start, int):
                self._start = "now"  # a store with another past has no such place
                self._say(f"The store has lost the receiver, and refused to begin where it was: {failure.cause}")
            raise
        if not self._ended.is_set():
            self._say(f"The store had lost the receiver; it is registered again ({self.id}).")

    def _miss(self, failure: Failure) -> None:
        if not self._away and not self._ended.is_set():
            self._away = True
            self._say(f"{failure.cause} Still listening, and asking again until it answers; nothing is lost.")

    def _return(self) -> None:
        if self._away:
            self._away = False
            self._say("The store answers again.")


def _settle(client: Client, path: str) -> None:
    """Give the store a moment to write down what it was answered: what it has not is counted as owed."""
    pause = threading.Event()
    for _ in range(SETTLE_LOOKS_MAX):
        try:
            if not _count(client.get(path), "lag"):
                return
        except Failure as failure:
            if failure.exit_code != Exit.NOT_ALLOWED:  # a token may do without the right to look
                raise
        pause.wait(SETTLE_S)


def _text(answer: Row, name: str) -> str:
    value = answer.get(name)
    if not isinstance(value, str) or not value:
        raise Failure(f"The store's answer has no {name}.", exit_code=Exit.NOT_REACHABLE, next_step="Is --url right?")
    return value


def _count(answer: Row, name: str) -> int:
    value = answer.get(name)
    return value if isinstance(value, int) else 0
