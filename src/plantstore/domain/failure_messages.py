"""Why an attempt failed, in plain words, and what to do about it: the one table for API, command line and console."""

from dataclasses import dataclass

from plantstore.domain.delivery import OutcomeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureMessage:
    """`reason` says what happened, `advice` what to do. Both are whole sentences."""

    reason: str
    advice: str


def failure_message(outcome: OutcomeKind, status: int | None) -> FailureMessage | None:
    """Say why; None for an attempt that was accepted.

    >>> failure_message(OutcomeKind.REFUSED, 404).reason
    'The receiver answered 404: nothing is at that path.'
    """
    if outcome is OutcomeKind.ACCEPTED:
        return None
    if outcome is not OutcomeKind.REFUSED or status is None:
        return _WITHOUT_STATUS[outcome]
    text = _BY_STATUS.get(status) or _BY_CLASS[min(max(status // 100, 1), 5)]
    return FailureMessage(reason=text.reason.format(status=status), advice=text.advice)


def _text(reason: str, advice: str) -> FailureMessage:
    return FailureMessage(reason=reason, advice=advice)


_WITHOUT_STATUS = {
    OutcomeKind.REFUSED: _text("The receiver refused it.", "Look into the receiver's log."),
    OutcomeKind.DNS_NOT_FOUND: _text("The name of the receiver was not found.", "Correct its URL, or its DNS entry."),
    OutcomeKind.DNS_FAILED: _text(
        "The name of the receiver could not be resolved in time.", "Look at the resolver of the store's machine."
    ),
    OutcomeKind.ADDRESS_REFUSED: _text(
        "The address is private, special, or the store's own; nothing was sent.",
        "Correct the URL, or let the operator allow the network (PLANTSTORE_ALLOW_NETWORKS).",
    ),
    OutcomeKind.CONNECTION_REFUSED: _text(
        "The connection was refused: nothing listens at that port.", "Start the receiver; check the port of its URL."
    ),
    OutcomeKind.CONNECTION_FAILED: _text(
        "There was no connection in time, or no way there.", "Check the receiver's firewall and routing."
    ),
    OutcomeKind.CONNECTION_CLOSED: _text(
        "The connection was closed before an answer was complete.",
        "Look into the receiver's log for a crash, or a proxy that gives up.",
    ),
    OutcomeKind.TLS_CERTIFICATE: _text(
        "The receiver's TLS certificate is expired, for another name, or of an unknown authority.",
        "Renew it and send its intermediate certificates, or name the authority (PLANTSTORE_CA_BUNDLE).",
    ),
    OutcomeKind.TLS_FAILED: _text(
        "No TLS connection could be agreed on.", "Offer TLS 1.2 or newer; check scheme and port of the URL."
    ),
    OutcomeKind.ANSWER_INVALID: _text("What came back is not HTTP/1.1.", "Look at what listens at that port."),
    OutcomeKind.ANSWER_TOO_LARGE: _text(
        "The head of the answer is too large.", "Send fewer or smaller headers: 16 KiB and 100 at most."
    ),
    OutcomeKind.DEADLINE: _text(
        "There was no answer within the deadline.", "Let the receiver answer first and do its work later."
    ),
    OutcomeKind.STOPPED: _text(
        "The store was stopped while it waited for the answer.", "Nothing to do: it is sent again."
    ),
}
_REFUSED_TOKEN = _text(
    "The receiver refused our token ({status}).", "Give the store the access token that the receiver expects."
)
_BUSY = _text("The receiver has too much to do ({status}).", "Nothing to do at once: it is left alone for a while.")
_BY_STATUS = {
    400: _text(
        "The receiver answered 400: it cannot read or verify the request.",
        "Often the signing secret is another one: compare it, or rotate it.",
    ),
    401: _REFUSED_TOKEN,
    403: _REFUSED_TOKEN,
    404: _text("The receiver answered {status}: nothing is at that path.", "Correct the path of its URL."),
    405: _text("The receiver answered {status}: that path takes no POST.", "Correct the path of its URL."),
    408: _BUSY,
    410: _text(
        "The receiver answered 410, which asks the store to stop: it is disabled.",
        "Resume it when it wants webhooks again; what it is owed is held.",
    ),
    413: _text(
        "The receiver answered {status}: the body is too large for it.",
        "Raise its limit to 64 KiB, or let it be sent the basic payload.",
    ),
    415: _text("The receiver answered {status}: it takes no JSON there.", "Correct the path of its URL."),
    425: _BUSY,
    429: _text(
        "The receiver asks to be called less often ({status}).",
        "Nothing to do at once: its Retry-After is heeded. Otherwise limit its rate.",
    ),
    502: _text("A proxy before the receiver got no good answer from it ({status}).", "Start the receiver."),
    503: _text(
        "The receiver is not available ({status}).", "Wait, or start it; its Retry-After is heeded if it sends one."
    ),
    504: _text("A proxy before the receiver waited for it in vain ({status}).", "Look at why it is slow."),
    529: _BUSY,
}
_BY_CLASS = {
    1: _text("The receiver answered {status}, which ends no request.", "Look at what listens there."),
    2: _text("The receiver answered {status}.", "Look into the receiver's log."),
    3: _text(
        "The receiver answered with a redirect ({status}), which is not followed.",
        "Change the receiver's URL to the new address.",
    ),
    4: _text("The receiver refused the request ({status}).", "Read its answer, and look into its log."),
    5: _text("The receiver failed ({status}).", "Look into the receiver's log."),
}
