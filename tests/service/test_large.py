"""Long lists are sent in pieces: a slow reader costs no memory, and pages fit together."""

import os
import socket
import time
from urllib.parse import urlsplit

from tests.service.process import PATIENCE, until
from tests.service.spread import spread_out

COUNT = int(os.environ.get("CALOR_LARGE", "1000"))
GROWTH = 25 << 20
UNLIMITED = """\
max_resources_per_stack = -1
max_events_per_stack = 0
max_template_size = 100000000
max_json_body_size = 100000000
"""
PAGE = 300
UNREAD = 1.0


def template(count, length):
    random = {"type": "OS::Heat::RandomString", "properties": {"length": length}}
    resources = {f"r{n}": random for n in range(count)}
    return {"heat_template_version": "2018-08-31", "resources": resources}


def status(client, path):
    return client.get(f"{path}?resolve_outputs=false").json()["stack"]["stack_status"]


def paged(client, path, key, field):
    found, marker = [], ""
    while page := client.get(f"{path}?limit={PAGE}{marker}").json()[key]:
        found += [one[field] for one in page]
        marker = f"&marker={page[-1][field]}"
    return found


def slow_reader(client, url):
    """Ask for something and read nothing of it yet."""
    parts = urlsplit(str(client.base_url))
    opened = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
    token = client.headers["X-Auth-Token"]
    head = f"GET {parts.path.rstrip('/')}{url} HTTP/1.1\r\nHost: a\r\nX-Auth-Token: {token}\r\n"
    opened.sendall(f"{head}Connection: close\r\n\r\n".encode())
    return opened


def read_to_the_end(opened):
    size, end = 0, b""
    while part := opened.recv(1 << 16):
        size, end = size + len(part), (end + part)[-20:]
    opened.close()
    return size, end


def test_long_lists_stay_small_in_memory(tmp_path):
    database = f"sqlite:///{tmp_path / 'calor.db'}"
    with (
        spread_out(tmp_path, database, UNLIMITED) as spread,
        spread.client(spread.urls[0]) as client,
    ):
        path, service = large_stack(spread, client), spread.apis[0]
        resources = client.get(f"{path}/resources").json()["resources"]
        events = client.get(f"{path}/events").json()["events"]
        assert len(resources) == COUNT
        assert len(events) > 4 * COUNT
        before = service.memory()
        lists = ["/resources", "/events"] * 5
        readers = [slow_reader(client, f"{path}{one}") for one in lists]
        time.sleep(UNREAD)  # nothing is waited for: this is the time in which nobody reads
        grown = service.memory() - before
        ends = [read_to_the_end(one) for one in readers]
        assert all(end.endswith(b"]}\r\n0\r\n\r\n") for _, end in ends)
        assert grown < GROWTH, f"{grown >> 20} MiB for {sum(one for one, _ in ends) >> 20} MiB"
        ids = paged(client, f"{path}/events", "events", "id")
        assert ids == [one["id"] for one in events]


def large_stack(spread, client):
    made = client.post("/stacks", json={"stack_name": "large", "template": template(1, 8)}).json()
    path = f"/stacks/large/{made['stack']['id']}"
    for length in (9, 10, 11):
        until(lambda: status(client, path).endswith("_COMPLETE"), *spread.everyone)
        reply = client.put(path, json={"template": template(COUNT, length)})
        assert reply.status_code == 202, reply.text
    until(
        lambda: status(client, path).endswith("_COMPLETE"), *spread.everyone, seconds=4 * PATIENCE
    )
    return path
