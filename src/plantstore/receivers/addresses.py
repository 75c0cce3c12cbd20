"""Checks the URL of a receiver before it is stored: every address of its host must be allowed."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from plantstore.domain.errors import FieldError, Invalid
from plantstore.sending.addresses import AddressPolicy
from plantstore.sending.resolving import NO_SUCH_NAME
from plantstore.sending.urls import parse_url


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlChecker:
    """Checks URLs. `resolve_s_max` is how long a lookup of a name may take."""

    policy: AddressPolicy
    resolve: Callable[[str], Awaitable[list[str]]]
    resolve_s_max: float

    async def check(self, text: str, *, loopback: bool = False) -> str:
        """Return the canonical URL; raise Invalid with the reason unless every address of the host is allowed.

        A name that cannot be resolved now is accepted, because addresses are checked before every connection too.
        `loopback` allows this machine, for receivers that run here by design.
        """
        url = parse_url(text)
        try:
            async with asyncio.timeout(self.resolve_s_max):
                addresses = await self.resolve(url.host)
        except TimeoutError:
            return url.text
        except OSError as error:
            if error.errno in NO_SUCH_NAME:
                detail = f"There is no host {url.host}. Is it spelled correctly?"
                raise url_refused("host_not_found", detail) from error
            return url.text
        reason = self.policy.check_host(url.host, addresses, url.port, loopback=loopback)
        if reason is not None:
            raise url_refused("address_refused", reason)
        return url.text


def url_refused(code: str, detail: str) -> Invalid:
    return Invalid(fields=(FieldError(pointer="/url", code=code, detail=detail),))
