"""Whatever a body holds, the service answers it soon, with no fault of its own, and stays small."""

import json
import os
import random
import time
from contextlib import suppress

import httpx
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.service.bodies import BODIES
from tests.service.process import serving, until

SECONDS = int(os.environ.get("CALOR_FUZZ_SECONDS", "60")) / 2
SEED = os.environ.get("CALOR_SEED") or str(random.randrange(10**6))
BOUND = 30.0
"""No request takes longer; generous, so that a busy machine fails nothing."""
GROWTH = 60 << 20
"""What a process may grow by after it has seen a third of all requests: caches are bounded."""
VERBS = ("create", "preview", "validate", "update", "patch", "update_preview", "raw")
ENCODINGS = ("utf-8", "utf-16", "latin-1", "utf-8-sig")


class Enough(BaseException):
    """The time is up: nothing that is to be looked into."""


class Fuzzed:
    """A service, a stack to change, and what has become of it all."""

    def __init__(self, service, client):
        self.service, self.client = service, client
        self.statuses = {}
        self.count = 0
        sound = {"template": {"heat_template_version": "rocky"}, "stack_name": "fuzzed"}
        self.path = f"/stacks/fuzzed/{client.post('/stacks', json=sound).json()['stack']['id']}"

    def send(self, verb, body, encoding):
        """Send one body in one way; it must be answered in time, and not with a fault."""
        self.count += 1
        content = json.dumps(body).encode(encoding, "replace")
        method, path = {
            "create": ("POST", "/stacks"),
            "preview": ("POST", "/stacks/preview"),
            "validate": ("POST", "/validate"),
            "update": ("PUT", self.path),
            "patch": ("PATCH", self.path),
            "update_preview": ("PUT", f"{self.path}/preview"),
            "raw": ("POST", "/stacks"),
        }[verb]
        if verb == "raw":
            content = content[: len(content) // 2]
        reply = self.client.request(
            method, path, content=content, headers={"content-type": "application/json"}
        )
        self.statuses[verb, reply.status_code] = self.statuses.get((verb, reply.status_code), 0) + 1
        assert reply.status_code < 500, f"{verb}: {reply.text}"
        assert not self.service.has_ended()

    def clear(self):
        """Delete every stack, and wait until all have gone."""
        for one in self._stacks():
            self.client.delete(f"/stacks/{one['stack_name']}/{one['id']}")
        until(lambda: not self._stacks(), self.service)

    def _stacks(self):
        return self.client.get("/stacks").json()["stacks"]


def fuzz(fuzzed, seconds, first):
    """Send bodies for a while."""
    names = st.sampled_from(["fuzzed", "a", "B-1.x_", "1", "", "é", "x" * 256, None, 5])
    end = time.monotonic() + seconds

    @seed(int(SEED) + first)
    @settings(
        max_examples=100_000,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(BODIES, st.sampled_from(VERBS), names, st.sampled_from(ENCODINGS))
    def send(body, verb, name, encoding):
        if time.monotonic() > end:
            raise Enough
        unique = f"{name}-{fuzzed.count}" if name in ("a", "B-1.x_") else name
        fuzzed.send(verb, {**body, "stack_name": unique}, encoding)

    with suppress(Enough):
        send()


def test_no_body_brings_the_service_down_or_makes_it_grow(tmp_path):
    print(f"CALOR_SEED={SEED}")
    with serving(tmp_path) as service, service.client(timeout=BOUND) as client:
        fuzzed = Fuzzed(service, client)
        fuzz(fuzzed, SECONDS / 3, 0)
        before = service.memory()
        fuzz(fuzzed, SECONDS * 2 / 3, 1)
        grown = service.memory() - before
        print(sorted(fuzzed.statuses.items()), before >> 20, grown >> 20)
        fuzzed.clear()
        assert grown < GROWTH
        assert "Traceback" not in service.said(), service.said()[-5000:]
        assert {verb for verb, status in fuzzed.statuses if status < 300} >= {"create", "validate"}


def test_huge_and_endless_bodies_are_refused(tmp_path):
    with serving(tmp_path) as service, service.client() as client:
        huge = json.dumps({"template": "x" * (2 << 20), "stack_name": "a"})
        assert client.post("/stacks", content=huge).status_code == 400
        endless = (b"x" * 65536 for _ in range(100_000))
        try:
            assert client.post("/stacks", content=endless).status_code == 400
        except httpx.WriteError:
            pass  # it hung up in the middle, which is an answer, too
        assert client.get("/stacks").status_code == 200
