"""Receivers in a chat: their URL is a credential, so it is stored encrypted and shown without what is secret.

They get no bearer token, and nothing else that only a program would check. Whether a receiver is in a chat is settled
when it is registered.
"""

from plantstore.domain.chats.service import ChatService
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Payload, Receiver
from plantstore.domain.secret import AccessToken, Secret
from plantstore.receivers.certificates import NoClient
from plantstore.receivers.patch import ReceiverPatch
from plantstore.sending.chat_urls import chat_of, check_secret_url, shown_url
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import receiver_addresses


def check_new(
    payload: Payload, url: str, *, access_token: AccessToken | None, wanted: ReceiverPatch, on_this_machine: bool
) -> str:
    """Return the URL to show for a new receiver; raise Invalid with all problems if it is in a chat and has them."""
    if payload.chat is None:
        return _no_chat(url)
    problems = _problems(wanted, access_token=access_token)
    if on_this_machine:
        problems.append(_not_used("/ephemeral"))
    return _shown(payload.chat, url, problems)


def check_change(receiver: Receiver, change: ReceiverPatch) -> str:
    """Return the URL to show for a changed receiver; raise Invalid with all problems."""
    chat = receiver.payload.chat
    problems = []
    if change.payload not in (None, receiver.payload) and (chat or (change.payload and change.payload.chat)):
        detail = "Whether a receiver is in a chat, and in which one, cannot be changed. Register another receiver."
        problems.append(FieldError(pointer="/payload", code="fixed", detail=detail))
    if chat is not None:
        problems += _problems(change, access_token=change.access_token)
    if chat is None or change.url is None:
        if problems:
            raise Invalid(fields=tuple(problems))
        return receiver.url if change.url is None else _no_chat(change.url)
    return _shown(chat, change.url, problems)


def write_address(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, url: str) -> None:
    """Store the URL of a receiver in a chat, encrypted."""
    receiver_addresses.write(tx, secret_box, receiver_id, Secret(url))


def _no_chat(url: str) -> str:
    """Return the URL of a receiver that is not in a chat; raise Invalid if it is the URL of a chat."""
    chat = chat_of(url)
    if chat is not None:
        detail = (
            "Anyone who knows this URL can write in the chat, and it would be stored in clear. Register a receiver "
            f"with the payload {chat}: its URL is stored encrypted."
        )
        raise Invalid(fields=(FieldError(pointer="/url", code="chat", detail=detail),))
    return url


def _shown(chat: ChatService, url: str, problems: list[FieldError]) -> str:
    try:
        check_secret_url(chat, url)
    except Invalid as error:
        problems = [*error.fields, *problems]
    if problems:
        raise Invalid(fields=tuple(problems))
    return shown_url(url)


def _problems(wanted: ReceiverPatch, *, access_token: AccessToken | None) -> list[FieldError]:
    """Return a problem for each setting that a chat has no use for."""
    given = {
        "/access_token": access_token is not None,
        "/headers": bool(wanted.headers),
        "/oauth": wanted.grant is not None,
        "/client_certificate": wanted.client not in (None, NoClient.NO_CLIENT),
        "/signatures": bool(wanted.signs_with_key),
    }
    return [_not_used(pointer) for pointer, is_given in given.items() if is_given]


def _not_used(pointer: str) -> FieldError:
    detail = "Leave it out: the URL of a chat is its only credential, and a chat checks nothing else."
    return FieldError(pointer=pointer, code="not_used", detail=detail)
