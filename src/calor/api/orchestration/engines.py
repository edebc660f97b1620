"""The engines that do the work, and which build of the service this is."""

from datetime import UTC, datetime
from typing import Any, Final

from calor.api.call import Answer, Call, answer
from calor.api.faults import NoEngine
from calor.api.orchestration.answers import Build, Engines
from calor.api.route import Route
from calor.engine.engine import BEAT
from calor.store.records import EngineRecord

MISSED: Final = 86_400.0
"""The seconds for which an engine that has died is listed as down."""


async def index(call: Call) -> Answer:
    """List the engines that were seen, but for those that have gone for good."""
    desk = call.services.desks.stacks
    now, patience = desk.clock.now(), desk.store.lease_seconds
    engines = [one for one in await desk.store.engines() if is_missed(one, now)]
    shown = [_shown(one, now, patience) for one in engines]
    if not any(one["status"] == "up" for one in shown):
        raise NoEngine("no engine is running: start one with calor engine")
    return answer({"services": shown})


async def build_info(call: Call) -> Answer:
    """Tell which build this is."""
    revision = {"revision": call.services.settings.revision}
    return answer({"api": revision, "engine": revision})


def is_missed(engine: EngineRecord, now: float) -> bool:
    """Return whether anybody expects an engine to be there: not one that was stopped."""
    return engine.stopped_at is None and now - engine.seen_at <= MISSED


def is_alive(engine: EngineRecord, now: float, patience: float) -> bool:
    """Return whether an engine has given a sign of life lately."""
    return engine.stopped_at is None and now - engine.seen_at <= patience


def _shown(engine: EngineRecord, now: float, patience: float) -> dict[str, Any]:
    return {
        "id": engine.id,
        "binary": "heat-engine",
        "engine_id": engine.id,
        "host": engine.host,
        "hostname": engine.host,
        "topic": "engine",
        "report_interval": max(1, round(BEAT)),
        "created_at": _moment(engine.started_at),
        "updated_at": _moment(engine.seen_at),
        "deleted_at": _moment(engine.stopped_at),
        "status": "up" if is_alive(engine, now, patience) else "down",
    }


def _moment(seconds: float | None) -> str | None:
    """Return a time in the form that this list alone has."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")


ROUTES: Final = (
    Route(
        method="GET",
        path="/v1/{project}/services",
        policy="service:index",
        handle=index,
        summary="List engines.",
        returns=Engines,
        answers="Every engine, and for a day those that have died; 503 if none is up.",
    ),
    Route(
        method="GET",
        path="/v1/{project}/build_info",
        policy="build_info:build_info",
        handle=build_info,
        summary="Show which build this is.",
        returns=Build,
        answers="The revision of the API and of the engine.",
    ),
)
