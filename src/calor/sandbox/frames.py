"""Messages between the parent and its worker: a length, then that many bytes of JSON.

The standard library's JSON keeps what others drop on the way: integers of any
size, infinities, and lone surrogates.
"""

import json
import socket
import struct
from collections.abc import Callable
from typing import Any

LENGTH = struct.Struct(">I")
CHUNK = 1 << 16


class BadFrame(Exception):
    """The other end closed the connection, or sent more than it may."""


def encode(message: Any) -> bytes:
    """Return a message as bytes."""
    return json.dumps(message, separators=(",", ":")).encode()


def decode(body: bytes) -> Any:
    """Return the message that bytes stand for."""
    return json.loads(body)


def send(end: socket.socket, body: bytes) -> None:
    """Send one frame."""
    end.sendall(LENGTH.pack(len(body)) + body)


def receive(end: socket.socket, most: int, before_wait: Callable[[], None]) -> bytes:
    """Return the next frame of at most `most` bytes; call `before_wait` ahead of each wait."""
    [size] = LENGTH.unpack(_read(end, LENGTH.size, before_wait))
    if size > most:
        raise BadFrame(f"a frame of {size} bytes where at most {most} are allowed")
    return _read(end, size, before_wait)


def _read(end: socket.socket, size: int, before_wait: Callable[[], None]) -> bytes:
    body = bytearray()
    while len(body) < size:
        before_wait()
        chunk = end.recv(min(CHUNK, size - len(body)))
        if not chunk:
            raise BadFrame("the connection was closed")
        body += chunk
    return bytes(body)
