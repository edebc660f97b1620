"""Engines and builds over the API."""

import asyncio

from calor.api.orchestration.engines import is_alive
from calor.api.services import ApiSettings
from calor.store.records import EngineRecord
from tests.api.serving import serving


def engine(**more):
    known = {"id": "e", "host": "h", "process": 1, "started_at": 1.0, "seen_at": 100.0}
    return EngineRecord(**known | more)


async def test_engines_are_listed():
    async with serving() as service:
        while not await service.services.desks.store.engines():
            await asyncio.sleep(0.001)
        (shown,) = (await service.get("/services")).json()["services"]
        assert shown["engine_id"] == service.engine.id
        assert (shown["status"], shown["binary"], shown["topic"]) == (
            "up",
            "heat-engine",
            "engine",
        )
        assert shown["deleted_at"] is None
        assert shown["report_interval"] >= 1


async def test_without_an_engine_that_lives_the_service_is_unavailable():
    async with serving(works=False) as service:
        await service.services.desks.store.see_engine(engine())
        refused = await service.get("/services")
        assert refused.status_code == 503


def test_an_engine_lives_if_it_was_seen_lately_and_has_not_stopped():
    assert is_alive(engine(), now=103.0, patience=4.0)
    assert not is_alive(engine(), now=105.0, patience=4.0)
    assert not is_alive(engine(stopped_at=100.0), now=101.0, patience=4.0)


async def test_engines_that_were_stopped_or_died_long_ago_are_not_listed():
    async with serving() as service:
        store, now = service.services.desks.store, service.services.desks.stacks.clock.now()
        while not await store.engines():
            await asyncio.sleep(0.001)
        await store.see_engine(engine(id="stopped", seen_at=now, stopped_at=now))
        await store.see_engine(engine(id="forgotten"))
        await store.see_engine(engine(id="died", seen_at=now - 60))
        shown = (await service.get("/services")).json()["services"]
        states = {one["engine_id"]: one["status"] for one in shown}
        assert states == {service.engine.id: "up", "died": "down"}


async def test_the_build_is_told():
    async with serving(ApiSettings(revision="abc")) as service:
        assert (await service.get("/build_info")).json() == {
            "api": {"revision": "abc"},
            "engine": {"revision": "abc"},
        }
