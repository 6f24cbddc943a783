"""When the list of models is asked for, and who waits for it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping

from monitor.endpoints.model_entry import AGAIN_SECONDS, ModelEntry
from tests.fakes import FakeClock

MODEL = "chat-large"
EVERY = 30.0


def listing(root: str, model: str = MODEL) -> bytes:
    return json.dumps({"data": [{"id": model, "root": root}]}).encode()


class Server:
    """Gives these bodies in turn, each once it is let go; counts how often it was asked."""

    def __init__(self, *bodies: bytes | None, is_open: bool = True) -> None:
        self._bodies = iter(bodies)
        self.gate = asyncio.Event()
        self.asked = 0
        if is_open:
            self.gate.set()

    async def models(self) -> bytes | None:
        self.asked += 1
        body = next(self._bodies)
        await self.gate.wait()
        return body


class Reader:
    """Reads the entry on a clock that the test moves."""

    def __init__(self, server: Server) -> None:
        self.clock = FakeClock()
        self.told: list[str] = []
        self.entry = ModelEntry(MODEL, self.clock, server.models, self.told.append)

    async def root(self, later: float = 0.0) -> object:
        self.clock.advance(later)
        return (await self.entry.read(EVERY)).get("root")


def run(play: Callable[[], Awaitable[None]]) -> None:
    async def playing() -> None:
        async with asyncio.timeout(20):
            await play()

    asyncio.run(playing())


FAILED: Mapping[str, bytes | None] = {
    "nobody answers": None,
    "not JSON": b"<html>",
    "without the model": listing("v1", "other"),
    "empty": b'{"data": []}',
}


def test_after_a_list_that_failed_it_is_asked_for_again_soon() -> None:
    async def play() -> None:
        for failed in FAILED.values():
            server = Server(failed, listing("v1"))
            reader = Reader(server)
            assert [await reader.root(), await reader.root(AGAIN_SECONDS / 2)] == [None, None]
            assert server.asked == 1
            assert await reader.root(AGAIN_SECONDS / 2) == "v1"
            assert await reader.root(EVERY - 0.1) == "v1"
            assert server.asked == 2

    run(play)


def test_an_old_version_is_not_given_for_one_that_may_be_new() -> None:
    async def play() -> None:
        server = Server(listing("v1"), None, None, listing("v2"))
        reader = Reader(server)
        assert await reader.root() == "v1"
        assert [await reader.root(EVERY), await reader.root(AGAIN_SECONDS)] == [None, None]
        assert await reader.root(AGAIN_SECONDS) == "v2"
        assert reader.told == [f"/models says nothing of {MODEL}"] * 2

    run(play)


def test_who_comes_while_it_is_asked_for_is_given_what_comes() -> None:
    async def play() -> None:
        server = Server(listing("v1"), is_open=False)
        reader = Reader(server)
        waiting = [asyncio.ensure_future(reader.root()) for _ in range(8)]
        await asyncio.wait(waiting, timeout=0)
        server.gate.set()
        assert await asyncio.gather(*waiting) == ["v1"] * 8
        assert server.asked == 1

    run(play)


def test_a_server_that_hangs_holds_up_one_and_the_others_for_a_moment() -> None:
    async def play() -> None:
        server = Server(listing("v1"), is_open=False)
        reader = Reader(server)
        asking = asyncio.ensure_future(reader.root())
        others = [asyncio.ensure_future(reader.root()) for _ in range(8)]
        assert await asyncio.gather(*others) == [None] * 8
        assert not asking.done()
        server.gate.set()
        assert (await asking, server.asked) == ("v1", 1)

    run(play)


def test_where_the_list_before_failed_nobody_but_the_one_who_asks_waits() -> None:
    async def play() -> None:
        server = Server(None, listing("v1"))
        reader = Reader(server)
        assert await reader.root() is None
        server.gate.clear()
        asking = asyncio.ensure_future(reader.root(AGAIN_SECONDS))
        begun = asyncio.get_running_loop().time()
        others = [asyncio.ensure_future(reader.root()) for _ in range(8)]
        assert await asyncio.gather(*others) == [None] * 8
        assert asyncio.get_running_loop().time() - begun < 0.5
        server.gate.set()
        assert (await asking, server.asked) == ("v1", 2)

    run(play)


def test_one_who_gives_up_waiting_for_the_list_leaves_it_to_the_next() -> None:
    async def play() -> None:
        server = Server(listing("v1"), listing("v2"), is_open=False)
        reader = Reader(server)
        asking = asyncio.ensure_future(reader.root())
        other = asyncio.ensure_future(reader.root())
        while not server.asked:
            await asyncio.wait((asking,), timeout=0)
        asking.cancel()
        assert await other is None
        server.gate.set()
        assert await reader.root(AGAIN_SECONDS) == "v2"

    run(play)
