"""A cloud in the same process: slow, busy, faulty on demand, and strict about order."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any, Literal, TypeAlias

from calor.core.errors import CalorError, CloudConflict, ResourceFailed

FaultKind: TypeAlias = Literal["refuse", "fail", "lose", "cut", "error"]
"""Busy; refused for good; made, but the reply is lost (and whoever asked may try again, or may
not); made, but it ends in error."""

SPOILT = "bad"
"""A value that the cloud refuses, whenever it is asked for."""

ENDLESS = "slow"
"""A value that takes longer than anybody waits."""


@dataclass(frozen=True)
class Thing:
    """An object of the cloud."""

    id: str
    token: str
    """The id of the resource that made it, by which it is found again."""
    name: str
    values: Mapping[str, Any]
    needs: tuple[str, ...]
    made_at: float
    built_at: float
    ready_at: float
    is_broken: bool = False
    is_suspended: bool = False
    gone_at: float | None = None


@dataclass(frozen=True)
class Fault:
    """What goes wrong: at the so-manieth call of a verb on things of a name."""

    verb: str
    name: str
    number: int
    kind: FaultKind


When: TypeAlias = Literal["before", "after", "stall"]
Point: TypeAlias = Callable[[When, str], Awaitable[None]]
"""Called right before and right after the cloud acts."""


@dataclass
class Cloud:
    """All objects, what was asked for, and what should never have been."""

    faults: frozenset[Fault] = frozenset()
    build_seconds: float = 0.4
    latency: float = 0.01
    chance: Random | None = None
    things: dict[str, Thing] = field(default_factory=dict)
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    history: list[tuple[float, str, str, str]] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)
    numbers: "count[int]" = field(default_factory=lambda: count(1))

    def copied(self, faults: frozenset[Fault]) -> "Cloud":
        """Return the same objects as a cloud of its own, with other faults."""
        return Cloud(
            faults=faults,
            build_seconds=self.build_seconds,
            latency=self.latency,
            things=dict(self.things),
            numbers=count(1000),
        )

    def present(self) -> list[Thing]:
        """Return what is there now."""
        now = asyncio.get_running_loop().time()
        return [one for one in self.things.values() if not _is_gone(one, now)]

    def note(self, verb: str, thing: Thing) -> None:
        """Remember what was done."""
        now = asyncio.get_running_loop().time()
        self.history.append((now, verb, thing.name, thing.id))


def _is_gone(thing: Thing, now: float) -> bool:
    return thing.gone_at is not None and thing.gone_at <= now


@dataclass
class Link:
    """The way of one engine to the cloud; it ends when the engine dies."""

    cloud: Cloud
    point: Point

    async def create(self, token: str, name: str, values: Mapping[str, Any]) -> str:
        fault = await self._asked("create", name)
        cloud, now = self.cloud, _now()
        _refuse(fault, values)
        needs = tuple(values.get("needs") or ())
        for need in needs:
            other = cloud.things.get(need)
            if other is None or _is_gone(other, now) or other.built_at > now or other.is_broken:
                cloud.wrongs.append(f"{name} was made before {need}, which it needs")
        ready_at = now + (1e6 if values.get("value") == ENDLESS else self._takes())
        thing = Thing(
            id=f"thing-{next(cloud.numbers)}",
            token=token,
            name=name,
            values=dict(values),
            needs=needs,
            made_at=now,
            built_at=ready_at,
            ready_at=ready_at,
            is_broken=fault == "error",
        )
        cloud.things[thing.id] = thing
        cloud.note("create", thing)
        await self._answered("create", name, fault)
        return thing.id

    async def find(self, token: str, name: str) -> str | None:
        await self._asked("find", name)
        found = [one.id for one in self.cloud.present() if one.token == token]
        if len(found) > 1:
            self.cloud.wrongs.append(f"{name} was made more than once")
        await self._answered("find", name, None)
        return found[0] if found else None

    async def update(self, thing_id: str, values: Mapping[str, Any]) -> None:
        name = self._name(thing_id)
        fault = await self._asked("update", name)
        _refuse(fault, values)
        thing = self._thing(thing_id)
        needs = tuple(values.get("needs") or ())
        thing = replace(
            thing,
            values=dict(values),
            needs=needs,
            ready_at=_now() + self._takes(),
            is_broken=fault == "error",
        )
        self.cloud.things[thing_id] = thing
        self.cloud.note("update", thing)
        await self._answered("update", name, fault)

    async def suspend(self, thing_id: str, *, is_suspended: bool) -> None:
        name, verb = self._name(thing_id), "suspend" if is_suspended else "resume"
        fault = await self._asked(verb, name)
        _refuse(fault, {})
        thing = replace(self._thing(thing_id), is_suspended=is_suspended)
        self.cloud.things[thing_id] = thing
        self.cloud.note(verb, thing)
        await self._answered(verb, name, fault)

    async def delete(self, thing_id: str) -> None:
        name = self._name(thing_id)
        fault = await self._asked("delete", name)
        _refuse(fault, {})
        thing = self.cloud.things.get(thing_id)
        if thing is not None and thing.gone_at is None:
            users = [one.name for one in self.cloud.present() if thing_id in one.needs]
            if users:
                self.cloud.wrongs.append(f"{name} was deleted before {users}, which need it")
            thing = replace(thing, gone_at=_now() + self._takes())
            self.cloud.things[thing_id] = thing
            self.cloud.note("delete", thing)
        await self._answered("delete", name, fault)

    async def state(self, thing_id: str) -> tuple[str, float]:
        """Return the state of an object, and for how long it will stay so."""
        await self._asked("state", self._name(thing_id))
        thing, now = self.cloud.things.get(thing_id), _now()
        await self._answered("state", self._name(thing_id), None)
        if thing is None or _is_gone(thing, now):
            return "gone", 0.0
        if thing.gone_at is not None:
            return "going", thing.gone_at - now
        if thing.ready_at > now:
            return "building", thing.ready_at - now
        return ("error" if thing.is_broken else "active"), 0.0

    async def show(self, thing_id: str) -> Mapping[str, Any]:
        await self._asked("show", self._name(thing_id))
        values = self._thing(thing_id).values
        await self._answered("show", self._name(thing_id), None)
        return values

    def _takes(self) -> float:
        chance = self.cloud.chance
        return self.cloud.build_seconds * (chance.uniform(0.1, 5.0) if chance else 1.0)

    def _name(self, thing_id: str) -> str:
        thing = self.cloud.things.get(thing_id)
        return thing.name if thing else thing_id

    def _thing(self, thing_id: str) -> Thing:
        thing = self.cloud.things.get(thing_id)
        if thing is None or _is_gone(thing, _now()):
            raise ResourceFailed(f"there is no thing {thing_id}")
        return thing

    async def _asked(self, verb: str, name: str) -> FaultKind | None:
        await self.point("before", f"{verb} {name}")
        await asyncio.sleep(self.cloud.latency)
        calls = self.cloud.calls
        calls[verb, name] += 1
        for fault in self.cloud.faults:
            if (fault.verb, fault.name, fault.number) == (verb, name, calls[verb, name]):
                return fault.kind
        return None

    async def _answered(self, verb: str, name: str, fault: FaultKind | None) -> None:
        await self.point("after", f"{verb} {name}")
        if fault == "lose":
            raise CloudConflict(f"no reply to {verb}")
        if fault == "cut":
            raise CalorError(f"no reply to {verb}")


def _refuse(fault: FaultKind | None, values: Mapping[str, Any]) -> None:
    if fault == "refuse":
        raise CloudConflict("the cloud is busy")
    if fault == "fail" or values.get("value") == SPOILT:
        raise ResourceFailed("the cloud refuses that")


def _now() -> float:
    return asyncio.get_running_loop().time()


LINK: ContextVar[Link] = ContextVar("link")
"""The cloud as seen by the engine whose task this is."""
