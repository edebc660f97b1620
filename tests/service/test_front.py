"""What stands in front of a service: proxies, trusted or not, and callers who only connect."""

import socket
from contextlib import ExitStack

from tests.service.process import serving
from tests.service.spread import spread_out

FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cloud.example"}
TRUSTING = "\n[oslo_middleware]\nenable_proxy_headers_parsing = true\n"
BODY = {"stack_name": "a", "template": {"heat_template_version": "2018-08-31"}}
IDLE = 300


def test_a_proxy_is_believed_only_if_it_is_trusted(tmp_path):
    (tmp_path / "alone").mkdir()
    with serving(tmp_path / "alone") as service, service.client() as client:
        where = client.post("/stacks", json=BODY, headers=FORWARDED).headers["location"]
        assert where.startswith(f"{service.url}/v1/")
    database = f"sqlite:///{tmp_path / 'calor.db'}"
    with (
        spread_out(tmp_path, database, TRUSTING) as spread,
        spread.client(spread.urls[0]) as client,
    ):
        where = client.post("/stacks", json=BODY, headers=FORWARDED).headers["location"]
        assert where.startswith("https://cloud.example/v1/")


def test_callers_who_only_connect_are_in_nobodys_way(tmp_path):
    with serving(tmp_path) as service, service.client() as client, ExitStack() as stack:
        for _ in range(IDLE):
            stack.enter_context(socket.create_connection(("127.0.0.1", service.port)))
        assert client.get("/stacks").status_code == 200
        slow = stack.enter_context(socket.create_connection(("127.0.0.1", service.port)))
        token = client.headers["X-Auth-Token"]
        head = f"POST {client.base_url.path}stacks HTTP/1.1\r\nHost: a\r\nX-Auth-Token: {token}\r\n"
        slow.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
        assert client.post("/stacks", json=BODY).status_code == 201
