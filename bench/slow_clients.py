"""Clients that never finish their requests: `python -m bench.slow_clients PORT TOKEN COUNT SENT_BYTES`.

Each announces a body of BODY_BYTES, sends SENT_BYTES of it, and then one more byte a second; if it is refused, it
begins again. It prints `open` when all have sent their part, and runs until it is ended.
"""

import asyncio
import sys

import uvloop

BODY_BYTES = 1 << 20
DRIP_S = 1.0


async def serve(port: int, token: str, count: int, sent_bytes: int) -> None:
    head = (
        f"POST /api/v1/plants HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nauthorization: Bearer {token}\r\n"
        f"content-type: application/json\r\ncontent-length: {BODY_BYTES}\r\n\r\n"
    ).encode()
    opened = asyncio.Semaphore(0)

    async def client() -> None:
        is_first = True
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(head + b" " * sent_bytes)
                await writer.drain()
                if is_first:
                    opened.release()
                    is_first = False
                while not reader.at_eof():
                    writer.write(b" ")
                    await asyncio.sleep(DRIP_S)
                    await writer.drain()
                writer.close()
            except OSError:  # refused, with what it had sent unread
                if is_first:
                    opened.release()
                    is_first = False
                await asyncio.sleep(DRIP_S)

    clients = [asyncio.create_task(client()) for _ in range(count)]
    for _ in range(count):
        await opened.acquire()
    print("open", flush=True)
    await asyncio.gather(*clients)


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
