"""What must always be true (S), and what must come true once all is well again (L): a failure is known by its name."""

SENTENCES = {
    "S1": "A plant that was acknowledged is in the store with its event, and so is every receiver that was.",
    "S2": "Each delivery is in exactly one state, and the states add up to what a receiver is owed.",
    "S3": "Delivered is what the receiver answered 2xx to; it stays delivered, and is not sent again unasked.",
    "S4": "A cursor passes nothing that is neither delivered, nor written down in `retries` or `skips`.",
    "S5": "A delivery is sent again only for a reason: a failure, an end of the process or of its lease, a person.",
    "S6": "A delivery is not on its way twice unless its owner was lost; an ordered receiver has one at a time.",
    "S7": "What was cancelled or given up stays so, but a success closes it, however late it comes.",
    "S8": "The same event is the same bytes each time, with an access token and signing keys that are valid now.",
    "S9": "Nothing is sent to a receiver that is paused, disabled or removed, and no erased event.",
    "S10": "No receiver has more requests under way than its limit, nor the process more than its places.",
    "S11": "Nothing is tried again before its time, and that time is the ladder's, or what the receiver asked for.",
    "S12": "Given up is only what failed 17 times, over 117 hours less what clocks leapt.",
    "S13": "Events are numbered 1 to n, without a hole.",
    "S14": "Retention erases nothing that somebody is still owed.",
    "S15": "Every request that was sent is recorded, unless the process ended before.",
    "S16": "No transaction is open while a request is made.",
    "S17": "A replay sends what it promised, once each, and says of itself what `attempts` says of it.",
    "S18": "Nothing goes wrong where nobody waits for it: no exception in a callback or a task.",
    "S19": "Disabled is only who asked for it, or who gave no answer, or none but 503, for five days.",
    "S20": "Nothing is sent while what was sent before cannot be written down.",
    "S21": "Figures say what the tables say: tallies the attempts, and what is owed in all what each receiver is owed.",
    "S22": "A request is begun only by who owns its receiver at that moment, while its own lease holds.",
    "S23": "Nobody is taken for dead before its beat stood still for its lease, nor for a trouble that all have had.",
    "S24": "A shard changes hands only by its owner's hand, or from the dead; each time its epoch rises.",
    "S25": "Whoever follows the feed of attempts sees each attempt, in whatever order processes record them.",
    "S26": "Whoever follows the changes of plants has each plant as it is.",
    "L1": "Everything owed is delivered in the end, unless it was cancelled or given up.",
    "L2": "A receiver that is well again is found to be so within 18 minutes.",
    "L3": "Nothing that may go out waits while its receiver is well.",
    "L7": "Soon after somebody came or went everything has an owner, and each its fair share.",
    "L6": "It comes to rest: nothing spins.",
}


class Broken(AssertionError):
    """An invariant does not hold. `name` is its key in SENTENCES, `what` the case in hand."""

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
