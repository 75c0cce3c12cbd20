"""Messages that say why an attempt failed and what to do about it, for the API, the command line and the console."""

from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import OutcomeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureMessage:
    """The explanation of a failed attempt: `reason` says what happened, `advice` what to do. Both are sentences."""

    reason: str
    advice: str


def failure_message(outcome: OutcomeKind, status: int | None) -> FailureMessage | None:
    """Return the message for a failed attempt; None if the attempt was accepted.

    >>> failure_message(OutcomeKind.REFUSED, 404).reason
    'The receiver responded 404: it has nothing at that path.'
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
    OutcomeKind.REFUSED: _text("The receiver refused the request.", "Check the receiver's log."),
    OutcomeKind.DNS_NOT_FOUND: _text("The receiver's host name was not found.", "Correct its URL or its DNS entry."),
    OutcomeKind.DNS_FAILED: _text(
        "The receiver's host name could not be resolved in time.", "Check the DNS resolver of the store's machine."
    ),
    OutcomeKind.ADDRESS_REFUSED: _text(
        "The address is private, reserved, or the store's own. Nothing was sent.",
        "Correct the URL, or ask the operator to allow the network (PLANTSTORE_ALLOW_NETWORKS).",
    ),
    OutcomeKind.CONNECTION_REFUSED: _text(
        "The connection was refused: nothing listens on that port.",
        "Start the receiver, or correct the port of its URL.",
    ),
    OutcomeKind.CONNECTION_FAILED: _text(
        "The connection timed out, or the host is unreachable.", "Check the receiver's firewall and routing."
    ),
    OutcomeKind.CONNECTION_CLOSED: _text(
        "The connection was closed before the response was complete.",
        "Check the receiver's log for a crash, or for a proxy timeout.",
    ),
    OutcomeKind.PROXY_FAILED: _text(
        "The store's own proxy could not be reached, or refused the connection. The receiver got nothing.",
        "Nothing to do for the receiver. The operator checks the proxy (PLANTSTORE_DELIVERY_PROXY).",
    ),
    OutcomeKind.BODY_FAILED: _text(
        "The receiver's expression makes no body for this plant. Nothing was sent, and this delivery is not retried.",
        "Correct the expression for the next plants; its preview shows what a plant's body will be.",
    ),
    OutcomeKind.TLS_CERTIFICATE: _text(
        "The receiver's TLS certificate is expired, for another host, or from an unknown authority.",
        "Renew it and send its intermediate certificates, or trust its authority (receiver's CA certificates).",
    ),
    OutcomeKind.TLS_CLIENT_CERTIFICATE: _text(
        "The receiver demands a client certificate (mutual TLS), or did not accept the one that was presented.",
        "Give the receiver a client certificate that it trusts, or renew the present one.",
    ),
    OutcomeKind.TLS_FAILED: _text(
        "The TLS handshake failed.", "Support TLS 1.2 or newer; check the scheme and port of the URL."
    ),
    OutcomeKind.ANSWER_INVALID: _text("The response is not HTTP/1.1.", "Check what listens on that port."),
    OutcomeKind.ANSWER_TOO_LARGE: _text("The response headers are too large.", "Send at most 100 headers and 16 KiB."),
    OutcomeKind.DEADLINE: _text(
        "There was no response within the deadline.", "Make the receiver respond first and process the event later."
    ),
    OutcomeKind.AUTHORIZATION_FAILED: _text(
        "The token endpoint issued no access token, so nothing was sent to the receiver.",
        "Correct the OAuth settings of the receiver, or check the authorization server.",
    ),
    OutcomeKind.STOPPED: _text(
        "The store was stopped, or the receiver was paused or changed, before there was a response.",
        "Nothing to do. The event is sent again.",
    ),
}
_REFUSED_TOKEN = _text(
    "The receiver refused our access token ({status}).", "Set the access token that the receiver expects."
)
_BUSY = _text(
    "The receiver is overloaded ({status}).", "Nothing to do now. The next attempt waits for at least a minute."
)
_BY_STATUS = {
    400: _text(
        "The receiver responded 400: it cannot read or verify the request.",
        "Often it has a different signing secret: compare the secrets, or rotate yours. nginx responds so to a missing "
        "or wrong client certificate too.",
    ),
    401: _REFUSED_TOKEN,
    403: _REFUSED_TOKEN,
    404: _text("The receiver responded {status}: it has nothing at that path.", "Correct the path of its URL."),
    405: _text("The receiver responded {status}: that path does not accept POST.", "Correct the path of its URL."),
    408: _BUSY,
    410: _text(
        "The receiver responded 410, which asks us to stop. It is now disabled.",
        "Resume it when it accepts webhooks again. Its deliveries are held until then.",
    ),
    413: _text(
        "The receiver responded {status}: the body is too large for it.",
        "Raise its limit to 64 KiB, or choose the basic payload.",
    ),
    415: _text("The receiver responded {status}: that path does not accept JSON.", "Correct the path of its URL."),
    425: _BUSY,
    429: _text(
        "The receiver asks for fewer requests ({status}).",
        "Nothing to do now: its Retry-After is respected. If this continues, set a rate limit.",
    ),
    502: _text("A proxy in front of the receiver got no valid response from it ({status}).", "Start the receiver."),
    503: _text(
        "The receiver is unavailable ({status}).", "Wait, or start it. If it sends Retry-After, that is respected."
    ),
    504: _text("A proxy in front of the receiver timed out ({status}).", "Check why the receiver is slow."),
    529: _BUSY,
}
_BY_CLASS = {
    1: _text("The receiver responded {status}, which is not a final response.", "Check what listens there."),
    2: _text("The receiver responded {status}.", "Check the receiver's log."),
    3: _text(
        "The receiver responded with a redirect ({status}), which is not followed.",
        "Change the receiver's URL to the new address.",
    ),
    4: _text("The receiver refused the request ({status}).", "Read its response, and check its log."),
    5: _text("The receiver failed ({status}).", "Check the receiver's log."),
}
