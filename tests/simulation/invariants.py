"""Invariants that always hold (S), and properties that hold again after faults end (L). A failure names its key."""

SENTENCES = {
    "S1": "A plant that was acknowledged is in the store with its event, and so is every receiver "
    "that was acknowledged.",
    "S2": "Each delivery is in exactly one state, and the states add up to the receiver's total.",
    "S3": "A delivery is delivered only after a 2xx; it stays delivered, and is sent again only on request.",
    "S4": "A cursor passes only deliveries that are delivered, or recorded in `retries` or `skips`.",
    "S5": "A delivery is sent again only for a reason: a failure, the end of the process or of its lease, a person.",
    "S6": "A delivery is in flight at most once unless its lease was lost; an ordered receiver has "
    "one in flight at a time.",
    "S7": "A cancelled or exhausted delivery stays so, except that a success completes it, however late.",
    "S8": "The same event has the same bytes each time, with an access token and signing keys that "
    "are currently valid.",
    "S9": "Nothing is sent to a receiver that is paused, disabled or removed, and no erased event is sent.",
    "S10": "No receiver has more requests in flight than its limit, nor the process more than its own.",
    "S11": "Nothing is retried before its time, which follows from the retry schedule or from what "
    "the receiver asked for.",
    "S12": "A delivery is exhausted only after 17 failures over 117 hours, minus the jumps of clocks.",
    "S13": "Events are numbered 1 to n, without gaps.",
    "S14": "Retention erases no event that is still queued for a receiver.",
    "S15": "Every request that was sent is recorded, unless the process ended first.",
    "S16": "No transaction is open during a request.",
    "S17": "A replay sends what it promised, each event once, and its counts agree with `attempts`.",
    "S18": "No exception goes unnoticed in a callback or a task.",
    "S19": "A receiver is disabled only if it asked for it, or if it gave no response, or only 503, for five days.",
    "S20": "Nothing is sent while earlier outcomes cannot be recorded.",
    "S21": "Figures agree with the tables: tallies with the attempts, and the total backlog with the "
    "sum over receivers.",
    "S22": "A request is started only by the process that holds the receiver at that moment, while "
    "its own lease is valid.",
    "S23": "No process is considered dead before its heartbeat has been missing for its lease, nor "
    "because of a fault that affects all processes.",
    "S24": "A shard changes hands only when its owner releases it or is dead; its epoch increases each time.",
    "S25": "A reader of the attempt feed gets every attempt, in whatever order processes record them.",
    "S26": "A reader of plant changes has the current state of every plant.",
    "S27": "A filter lets through exactly the events that match the version in force; nothing else is sent.",
    "S28": "Each request to a receiver with a filter names the match before its event, the same each time.",
    "S29": "A changed filter applies only to events that were not attempted yet, and while nothing is in flight.",
    "S30": "The body of each request is what the format in force for its event makes from the stored event.",
    "S31": "What a format cannot make is recorded as `body_failed` and never sent; nothing else is.",
    "S32": "A changed format applies only to events that were not attempted yet, and while nothing is in flight.",
    "L1": "Every event is delivered in the end, unless its delivery was cancelled or exhausted.",
    "L2": "The recovery of a receiver is noticed within 18 minutes.",
    "L3": "Nothing that may be sent waits while its receiver is healthy.",
    "L7": "Soon after a process joins or leaves, every shard has an owner, and each process its fair share.",
    "L8": "The filter that was set last comes into force.",
    "L9": "The format that was set last comes into force.",
    "L6": "The store comes to rest: nothing loops.",
}


class Broken(AssertionError):
    """An invariant is violated. `name` is its key in SENTENCES, `what` describes the case."""

    def __init__(self, name: str, what: object) -> None:
        super().__init__(f"{name}: {SENTENCES[name]} Not so: {what}")
        self.name = name
        self.what = what

    def __reduce__(self) -> tuple[type["Broken"], tuple[str, str]]:
        return Broken, (self.name, str(self.what))  # so that it can come from another process


def check(truth: object, name: str, what: object) -> None:
    """Raise Broken unless it is true."""
    if not truth:
        raise Broken(name, what)
