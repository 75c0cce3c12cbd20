"""Clients of another library that add plants at a fixed rate, and count what is refused."""

import asyncio
import itertools

import httpx

POSTS_PER_S, CLIENTS = 200, 20


class Load:
    """POSTs at a fixed rate, half of them on kept connections, half on a new connection each."""

    def __init__(self, url: str, token: str) -> None:
        self._url = f"{url}/api/v1/plants"
        self._headers = {"Authorization": f"Bearer {token}"}
        self._numbers = itertools.count(1)
        self.ids: list[int] = []
        self.refused: list[str] = []
        self.is_ending = False

    async def run(self) -> None:
        none = httpx.Limits(max_keepalive_connections=0)
        async with httpx.AsyncClient(timeout=30) as keeping, httpx.AsyncClient(timeout=30, limits=none) as closing:
            await asyncio.gather(*(self._client(client) for client in [keeping, closing] * (CLIENTS // 2)))

    async def _client(self, client: httpx.AsyncClient) -> None:
        loop = asyncio.get_running_loop()
        while not self.is_ending:
            next_at = loop.time() + CLIENTS / POSTS_PER_S
            try:
                response = await client.post(
                    self._url, headers=self._headers, json={"name": f"Plant {next(self._numbers)}"}
                )
                if response.status_code == 201:
                    self.ids.append(response.json()["id"])
                else:
                    self.refused.append(f"{response.status_code} {response.text}")
            except httpx.HTTPError as error:
                self.refused.append(repr(error))
            await asyncio.sleep(max(0.0, next_at - loop.time()))


def add_receiver(url: str, token: str, to: str) -> None:
    response = httpx.post(
        f"{url}/api/v1/receivers",
        headers={"Authorization": f"Bearer {token}"},
        json={"name": "shop", "url": to},
        timeout=30,
    )
    assert response.status_code == 201, response.text
