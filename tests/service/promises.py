"""Clients who remember what a service has accepted, and check that it keeps its word."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

GONE = "DELETE_COMPLETE"
USED = ("OS::Heat::RandomString", "OS::Heat::WaitConditionHandle", "OS::Heat::TestResource")


@dataclass(frozen=True, slots=True)
class Goal:
    """How a stack will be in the end."""

    status: str = GONE
    marker: str = ""
    resources: int = 0


@dataclass(slots=True)
class Promise:
    """One stack: what it may be in the end, and the snapshots that must be there."""

    name: str
    id: str = ""
    goals: list[Goal] = field(default_factory=lambda: [Goal()])
    """One, unless nobody knows whether the newest request was accepted."""
    snapshots: set[str] = field(default_factory=set)

    @property
    def path(self) -> str:
        return f"/stacks/{self.name}/{self.id}"

    @property
    def is_there(self) -> bool:
        return bool(self.id) and self.goals[-1].status != GONE


def template(marker: str, count: int, seconds: float = 0.0) -> dict[str, Any]:
    """Return a template of resources that need nothing, a user, or some time."""
    properties: dict[str, Any] = {
        "OS::Heat::RandomString": {"length": 8 + len(marker)},
        "OS::Heat::WaitConditionHandle": {},
        "OS::Heat::TestResource": {"value": marker, "wait_secs": seconds},
    }
    resources = {
        f"r{n}": {"type": kind, "properties": properties[kind]}
        for n in range(count)
        for kind in (USED[n % 3],)
    }
    outputs = {"marker": {"value": marker}}
    return {"heat_template_version": "2018-08-31", "resources": resources, "outputs": outputs}


class Customer:
    """Asks for things at random, and knows what it was promised; used by one thread at a time."""

    def __init__(
        self, ask: Callable[..., httpx.Response], seed: str, *, repeats: bool = False
    ) -> None:
        self._ask = ask
        self._repeats = repeats
        self._random = random.Random(seed)
        self._count = 0
        self.promises = [Promise(f"{seed}-{n}".replace(".", "-")) for n in range(3)]
        self.refused: list[str] = []

    def act(self) -> None:
        """Ask for one thing."""
        promise = self._random.choice(self.promises)
        if not promise.is_there:
            self._create(promise)
            return
        verbs = (self._update, self._update, self._delete, self._action, self._snapshot)
        self._random.choice(verbs)(promise)

    def _wanted(self) -> tuple[dict[str, Any], Goal]:
        self._count += 1
        marker, count = f"m{self._count}", self._random.randint(1, 9)
        body = {"template": template(marker, count, self._random.choice((0, 0, 0.2)))}
        return body, Goal("", marker, count)

    def _create(self, promise: Promise) -> None:
        body, goal = self._wanted()
        promise.goals.append(replace(goal, status="CREATE_COMPLETE"))
        promise.snapshots.clear()
        promise.id = ""
        body = {"stack_name": promise.name, **body}
        reply = self._send(promise, "POST", "/stacks", body)
        if reply is not None and reply.status_code == 201:
            promise.id = reply.json()["stack"]["id"]

    def _update(self, promise: Promise) -> None:
        body, goal = self._wanted()
        promise.goals.append(replace(goal, status="UPDATE_COMPLETE"))
        self._send(promise, "PUT", promise.path, body)

    def _delete(self, promise: Promise) -> None:
        promise.goals.append(Goal())
        self._send(promise, "DELETE", promise.path)

    def _action(self, promise: Promise) -> None:
        verb = self._random.choice(("suspend", "resume", "check"))
        promise.goals.append(replace(promise.goals[-1], status=f"{verb.upper()}_COMPLETE"))
        self._send(promise, "POST", f"{promise.path}/actions", {verb: None})

    def _snapshot(self, promise: Promise) -> None:
        promise.goals.append(replace(promise.goals[-1], status="SNAPSHOT_COMPLETE"))
        reply = self._send(promise, "POST", f"{promise.path}/snapshots", {})
        if reply is not None and reply.is_success:
            promise.snapshots.add(reply.json()["id"])

    def _send(
        self, promise: Promise, method: str, path: str, body: Any = None
    ) -> httpx.Response | None:
        """Ask; what was refused was not promised, and what was not answered may have been."""
        reply = self._ask(method, path, body)
        if reply.is_success:
            promise.goals = promise.goals[-1:]
        elif self._repeats and reply.status_code in (404, 409):
            pass  # it may be what the first of two attempts has done
        else:
            promise.goals.pop()
            self.refused.append(f"{method} {path}: {reply.status_code} {reply.text[:300]}")
        return reply

    def find(self, ask: Callable[..., httpx.Response]) -> None:
        """Look up the stacks whose creation was not answered."""
        for promise in self.promises:
            if promise.id or promise.goals[-1].status == GONE:
                continue
            with suppress(KeyError):
                found = ask("GET", f"/stacks/{promise.name}").json()
                promise.id = found["stack"]["id"]


def kept(ask: Callable[..., httpx.Response], promise: Promise) -> str:
    """Return what is not yet as promised; nothing if all is."""
    if not promise.id:
        reply = ask("GET", f"/stacks/{promise.name}")
        return "" if reply.status_code == 404 else f"{promise.name}: {reply.text}"
    shown = ask("GET", promise.path).json().get("stack")
    status = shown["stack_status"] if shown else GONE
    if status == GONE:
        return "" if GONE in {one.status for one in promise.goals} else f"{promise.name} is gone"
    markers = [one["output_value"] for one in shown["outputs"]]
    found = Goal(status, *markers, len(ask("GET", f"{promise.path}/resources").json()["resources"]))
    if found not in promise.goals:
        reason = shown["stack_status_reason"]
        return f"{promise.name} is {found} ({reason}), and should be {promise.goals}"
    there = {
        one["id"]: one["status"]
        for one in ask("GET", f"{promise.path}/snapshots").json()["snapshots"]
    }
    lost = [one for one in promise.snapshots if there.get(one) != "COMPLETE"]
    return f"{promise.name} lost its snapshots {lost}; there are {there}" if lost else ""


def settled(promise: Promise, ask: Callable[..., httpx.Response]) -> None:
    """Learn which of several goals was meant, once a stack is at rest."""
    shown = ask("GET", promise.path).json().get("stack") if promise.id else None
    status = shown["stack_status"] if shown else GONE
    if status == GONE:
        promise.id, promise.goals = "", [Goal()]
        promise.snapshots.clear()
        return
    marker = shown["outputs"][0]["output_value"]
    promise.goals = [one for one in promise.goals if (one.status, one.marker) == (status, marker)][
        -1:
    ]
