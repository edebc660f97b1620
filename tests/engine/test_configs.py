"""Software configurations are kept for a project."""

import pytest

from calor.core.errors import NotFound
from calor.engine.clock import SystemClock
from calor.engine.configs import StoredConfigs
from calor.store.memory import MemoryStore

BODY = {
    "name": "setup",
    "group": "script",
    "config": "#!/bin/sh",
    "inputs": [{"name": "a"}],
    "outputs": [{"name": "b"}],
    "options": {"c": 1},
}


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def configs(store):
    return StoredConfigs(store, SystemClock(), "demo")


async def test_what_was_kept_is_shown(configs):
    await configs.create("1", BODY)
    assert await configs.show("1") == BODY


async def test_what_was_not_given_is_empty(configs):
    await configs.create("1", {"config": None})
    assert await configs.show("1") == {
        "name": "",
        "group": "",
        "config": "",
        "inputs": [],
        "outputs": [],
        "options": {},
    }


async def test_keeping_and_forgetting_twice_does_no_harm(configs):
    await configs.create("1", BODY)
    await configs.create("1", {**BODY, "name": "again"})
    assert (await configs.show("1"))["name"] == "setup"
    await configs.delete("1")
    await configs.delete("1")
    with pytest.raises(NotFound):
        await configs.show("1")


async def test_those_of_another_project_are_not_there(configs, store):
    other = StoredConfigs(store, SystemClock(), "other")
    await configs.create("1", BODY)
    with pytest.raises(NotFound):
        await other.show("1")
    await other.delete("1")
    assert await configs.show("1") == BODY
