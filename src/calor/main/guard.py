"""What stands between a server and an application: slow bodies end, and streams when it stops."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_SECONDS: Final = 60.0
"""How long the body of a request may take."""
STREAM: Final = b"text/event-stream"
GONE: Final[Message] = {"type": "http.disconnect"}


@dataclass(slots=True)
class Guard:
    """An application that is served with bounds in time."""

    app: ASGIApp
    body_seconds: float = BODY_SECONDS
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        exchange = _Exchange(receive, send, self.body_seconds, self._stopping)
        await self.app(scope, exchange.receive, exchange.send)
        await exchange.end()

    def stop(self) -> None:
        """End the streams that would go on as long as something happens."""
        self._stopping.set()


@dataclass(slots=True)
class _Exchange:
    """One request and its answer."""

    inward: Receive
    outward: Send
    seconds: float
    stopping: asyncio.Event
    is_whole: bool = False
    """Whether all of the body has come."""
    is_stream: bool = False
    is_over: bool = False

    async def receive(self) -> Message:
        """Give the next part of the body, or tell that there is nobody to answer any more."""
        if self.is_whole:
            return await self._end_of_listening()
        try:
            async with asyncio.timeout(self.seconds):
                message = await self.inward()
        except TimeoutError:
            return GONE
        self.is_whole = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on; who has not sent all of a request gets no further one."""
        if message["type"] == "http.response.start":
            self.is_stream = any(
                name == b"content-type" and value.startswith(STREAM)
                for name, value in message["headers"]
            )
            if not self.is_whole:
                message = {
                    **message,
                    "headers": [*message["headers"], (b"connection", b"close")],
                }
        self.is_over = not message.get("more_body", False) and message["type"].endswith("body")
        await self.outward(message)

    async def end(self) -> None:
        """End a stream that was broken off, so that its reader can tell it from a failure."""
        if self.is_stream and not self.is_over and self.stopping.is_set():
            await self.outward({"type": "http.response.body", "body": b""})

    async def _end_of_listening(self) -> Message:
        hearing = asyncio.ensure_future(self.inward())
        stopping = asyncio.ensure_future(self.stopping.wait())
        try:
            await asyncio.wait((hearing, stopping), return_when=asyncio.FIRST_COMPLETED)
            if self.is_stream and not hearing.done():
                return GONE
            return await hearing
        finally:
            hearing.cancel()
            stopping.cancel()
