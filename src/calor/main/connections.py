"""Connections that do not wait for ever: a request must come whole, in time and within bounds."""

import asyncio
from typing import Any, Final

from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 30.0
"""How long the first line and the headers of a request may take, once a connection is open."""
LARGEST_HEAD: Final = 64 << 10
TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Connection(HttpToolsProtocol):
    """One connection; it is closed on whoever begins a request and does not go on with it."""

    head_seconds = HEAD_SECONDS
    largest_head = LARGEST_HEAD

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._patience: asyncio.TimerHandle | None = None
        self._head = 0

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_head()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        super().connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        is_between_requests = self.timeout_keep_alive_task is not None
        if is_between_requests:
            self._expect_head()
        self._head += len(data)
        super().data_received(data)
        if self._patience is not None and self._head > self.largest_head:
            self.transport.write(TOO_LARGE)
            self.transport.close()

    @override
    def on_headers_complete(self) -> None:
        self._head_is_there()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self._head_is_there()
        self._head = 0
        self._patience = self.loop.call_later(self.head_seconds, self.transport.close)

    def _head_is_there(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
