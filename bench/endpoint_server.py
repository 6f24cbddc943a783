"""`python -m bench.endpoint_server SECONDS`: a chat endpoint that takes so long for each reply and
says in a header how long it has really taken. It prints its port and serves until it is killed."""

import asyncio
import json
import sys
import time

from monitor.sockets import allow_many_sockets

OWN_TIME = "x-own-time"
"""The header: seconds from the whole request to the first byte of the reply, as `1.25`."""

_BODY = json.dumps(
    {
        "model": "slow-1",
        "choices": [{"message": {"content": "I am sure. Answer: A"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10},
    }
).encode()


async def _serve(seconds: float) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(
                    int(line.split(b":")[1])
                    for line in head.split(b"\r\n")
                    if line.lower().startswith(b"content-length:")
                )
                await reader.readexactly(length)
                started = time.perf_counter()
                await asyncio.sleep(seconds)
                took = time.perf_counter() - started
                fields = f"content-length: {len(_BODY)}\r\n{OWN_TIME}: {took:.6f}\r\n"
                kind = "content-type: application/json\r\n"
                writer.write(f"HTTP/1.1 200 OK\r\n{kind}{fields}\r\n".encode() + _BODY)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    allow_many_sockets()
    asyncio.run(_serve(float(sys.argv[1])))
