"""A way to a service on which requests are counted."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import httpx

HOP_BY_HOP = {"connection", "content-length", "keep-alive", "transfer-encoding"}


@dataclass
class Counted:
    """What has passed, and where to send what is to pass."""

    url: str
    client: httpx.Client
    requests: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often each method was asked for at each path."""
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, method: str, path: str) -> None:
        with self.lock:
            self.requests[method, urlsplit(path).path] += 1
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)

    def end(self) -> None:
        with self.lock:
            self.at_once -= 1

    def forget(self) -> None:
        with self.lock:
            self.requests.clear()
            self.most_at_once = 0

    def count(self, method: str, beginning: str) -> int:
        return sum(
            times
            for (how, path), times in self.requests.items()
            if how == method and path.startswith(beginning)
        )


@contextmanager
def counted(service: str) -> Iterator[Counted]:
    """Serve a way to a service until the end of the block."""
    with httpx.Client(base_url=service, timeout=60) as client:
        way = Counted("", client)
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(way))
        way.url = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield way
        finally:
            server.shutdown()
            thread.join()
            server.server_close()


def _handler(way: Counted) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            way.begin(self.command, self.path)
            try:
                self.pass_on()
            finally:
                way.end()

        def pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {k: v for k, v in self.headers.items() if k.lower() not in HOP_BY_HOP}
            reply = way.client.request(self.command, self.path, headers=headers, content=body)
            self.send_response(reply.status_code)
            for name, value in reply.headers.items():
                if name.lower() not in HOP_BY_HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply.content)))
            self.end_headers()
            self.wfile.write(reply.content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler
