"""Signals to a stack that has users: the API learns who may send them, and each counts once."""

import asyncio

import pytest

from calor.core.state import Action, Status
from calor.engine.engine import Engine
from calor.engine.orders import Order
from calor.engine.resource_requests import ResourceRequests
from calor.engine.service import Stacks
from calor.engine.signals import reason_of
from calor.plugin.addresses import Addresses
from calor.store.memory import MemoryStore
from tests.engine.types import REGISTRY
from tests.resources.users import MemoryUsers

COUNT = 200
TEMPLATE = {
    "heat_template_version": "2021-04-16",
    "resources": {
        "handle": {"type": "OS::Heat::WaitConditionHandle"},
        "ready": {
            "type": "OS::Heat::WaitCondition",
            "properties": {"handle": {"get_resource": "handle"}, "timeout": 60, "count": COUNT},
        },
    },
    "outputs": {"call": {"value": {"get_attr": ["handle", "curl_cli"]}}},
}


async def until(store, stack_id, state):
    async with asyncio.timeout(20):
        while state not in {(one.name, one.status) for one in await store.resources(stack_id)}:
            await asyncio.sleep(0.01)


async def play():
    """Bring a stack up that many signal at once, and return it with its handle."""
    store, users = MemoryStore(), MemoryUsers()

    async def places():
        return Addresses(api="http://api/v1/%(project)s")

    engine = Engine(store, types=REGISTRY, users=lambda *_: users, addresses=places)
    running = asyncio.create_task(engine.run())
    stack_id = await Stacks(store, engine.call, types=REGISTRY).create(
        "demo", "app", Order(template=TEMPLATE)
    )
    await until(store, stack_id, ("handle", Status.COMPLETE))
    requests = ResourceRequests(store, engine.call, types=REGISTRY)
    signals = [requests.signal("demo", stack_id, "handle", None) for _ in range(COUNT)]
    await asyncio.gather(*signals)
    await until(store, stack_id, ("ready", Status.COMPLETE))
    engine.stop()
    await running
    events = await store.events(stack_id)
    rows = {one.name: one for one in await store.resources(stack_id)}
    return await store.stack(stack_id), rows["handle"], events


def test_every_one_of_many_signals_at_once_counts_once():
    stack, handle, events = asyncio.run(play())
    assert list(handle.metadata) == [str(n + 1) for n in range(COUNT)]
    assert sum(one.action == "SIGNAL" for one in events) == COUNT
    assert stack.details["user_project"] == "users-project"
    assert "http://api/v1/users-project/stacks/app/" in handle.attributes["curl_cli"]
    assert stack.action is Action.CREATE
    assert not any("token of" in str(one) for one in events)


@pytest.mark.parametrize(
    ("result", "details", "reason"),
    [
        ("well", {"a": 1}, "Signal: well"),
        (None, None, "No signal details provided"),
        (None, {}, "Unknown"),
        ("", {"previous": "ok"}, "Unknown"),
        (
            None,
            {"previous": "ok", "current": "alarm", "reason": "hot"},
            "alarm state changed from ok to alarm (hot)",
        ),
    ],
)
def test_what_an_event_says_of_a_signal(result, details, reason):
    assert reason_of(result, details) == reason
