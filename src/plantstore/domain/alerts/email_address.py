"""Checks e-mail addresses: the strict form that every mail server accepts, so that nothing can end a header."""

import re

ADDRESS_CHARS_MAX = 254  # RFC 5321 §4.5.3.1.3, without the angle brackets
LOCAL_CHARS_MAX = 64  # RFC 5321 §4.5.3.1.1
NAME_CHARS_MAX = 100

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?P<local>{_ATOM}(?:\.{_ATOM})*)@(?P<domain>{_LABEL}(?:\.{_LABEL})*)")
_NAMED = re.compile(r"(?P<name>[^<>\"\\@]*)<(?P<address>[^<>]*)>")


def check_address(text: str) -> str:
    """Return the address; raise ValueError, with what to write, if it is not one.

    Addresses with quotes, comments or letters beyond ASCII are refused: many servers cannot deliver to them. So is what
    looks like an encoded word (RFC 2047), because `EmailMessage` would decode it.

    >>> check_address("store@shop.example")
    'store@shop.example'
    """
    found = _ADDRESS.fullmatch(text) if len(text) <= ADDRESS_CHARS_MAX else None  # a match in a long text takes long
    if found is None or len(found["local"]) > LOCAL_CHARS_MAX or "=?" in text:
        raise ValueError("Write one address such as owner@shop.example, in plain letters, without a name.")
    return text


def split_named(text: str) -> tuple[str, str]:
    """Return name ("" if there is none) and address of `Name <address>` or `address`; raise ValueError if it is wrong.

    >>> split_named("Plant Store <store@shop.example>")
    ('Plant Store', 'store@shop.example')
    """
    found = _NAMED.fullmatch(text.strip())
    name, address = (found["name"].strip(), found["address"]) if found else ("", text.strip())
    if not name.isprintable() or "=?" in name or len(name) > NAME_CHARS_MAX:
        raise ValueError("Write a name of printable characters.")
    return name, check_address(address)
