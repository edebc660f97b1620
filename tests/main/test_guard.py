"""Bodies that do not come and streams that do not end keep nobody waiting."""

import asyncio

import pytest

from calor.main.guard import Guard


class Wire:
    """What a server would give and take."""

    def __init__(self, *messages):
        self.messages = list(messages)
        self.sent = []
        self.over = asyncio.Event()

    async def receive(self):
        if not self.messages:
            await self.over.wait()
        return self.messages.pop(0)

    async def send(self, message):
        self.sent.append(message)

    @property
    def headers(self):
        return dict(self.sent[0]["headers"])


async def hear_all(_scope, receive, send):
    message = {"more_body": True}
    while message.get("more_body", False):
        message = await receive()
    kind = message["type"].encode()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": kind})


def part(body, more_body):
    return {"type": "http.request", "body": body, "more_body": more_body}


async def test_a_body_that_does_not_come_ends_the_connection():
    wire = Wire(part(b"a", True))
    await Guard(hear_all, body_seconds=0.01)({"type": "http"}, wire.receive, wire.send)
    assert wire.sent[1]["body"] == b"http.disconnect"
    assert wire.headers == {b"connection": b"close"}


async def test_a_whole_body_leaves_the_connection_open():
    wire = Wire(part(b"a", True), part(b"b", False))
    await Guard(hear_all)({"type": "http"}, wire.receive, wire.send)
    assert wire.sent[1]["body"] == b"http.request"
    assert wire.headers == {}


async def streamed(_scope, receive, send, kind=b"text/event-stream"):
    await receive()
    headers = [(b"content-type", kind)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"x", "more_body": True})
    assert (await receive())["type"] == "http.disconnect"


async def test_a_stream_ends_well_when_the_service_stops():
    wire, guard = Wire(part(b"", False)), Guard(streamed)
    serving = asyncio.create_task(guard({"type": "http"}, wire.receive, wire.send))
    while len(wire.sent) < 2:
        await asyncio.sleep(0)
    guard.stop()
    await serving
    assert wire.sent[-1] == {"type": "http.response.body", "body": b""}


async def test_a_list_is_sent_to_its_end_though_the_service_stops():
    async def listed(scope, receive, send):
        await streamed(scope, receive, send, b"application/json")

    wire, guard = Wire(part(b"", False)), Guard(listed)
    guard.stop()
    serving = asyncio.create_task(guard({"type": "http"}, wire.receive, wire.send))
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(asyncio.shield(serving), 0.02)
    wire.messages.append({"type": "http.disconnect"})
    wire.over.set()
    await serving
    assert wire.sent[-1]["body"] == b"x"
