"""A cloud in memory: collections behind `Cloud.send` that act as the real services do.

It is strict: a field that an object does not have is refused, as is a path nobody
knows.  It can be told to act and then lose its answer, or to answer with an error.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias

from calor.core.errors import (
    CloudConflict,
    CloudError,
    CloudNotFound,
    CloudRefused,
    CloudUnavailable,
)
from calor.plugin.cloud import Reply, Request, Shelf

Thing: TypeAlias = dict[str, Any]

PROJECT = "11112222333344445555666677778888"
READ_ONLY = {"id", "status", "project_id", "created_at"}


@dataclass
class Collection:
    """The objects of one kind."""

    key: str
    entity: str
    defaults: Thing
    """All fields of an object, and what they are where nobody says."""
    fixed: frozenset[str] = frozenset()
    """What cannot be changed once it is there."""
    things: dict[str, Thing] = field(default_factory=dict)


@dataclass
class MemoryCloud:
    """A cloud whose collections are found by their paths."""

    collections: dict[str, Collection]
    kinds: dict[str, str] = field(default_factory=dict)
    """The path at which things of a kind such as `neutron.network` are."""
    now: float = 1000.0
    requests: list[Request] = field(default_factory=list)
    loses: int = 0
    """So many more answers are lost, once what was asked for is done."""
    errors: list[CloudError] = field(default_factory=list)
    """What is answered next, with nothing done."""
    refuses: str = ""
    """How the paths end at which everything is refused."""
    versions: dict[str, str] = field(default_factory=dict)
    """The highest microversions, where they are not just what is asked for."""
    extra: dict[tuple[str, str], Any] = field(default_factory=dict)
    """Answers to whatever is no collection, by method and path."""

    async def send(self, request: Request) -> Reply:
        self.requests.append(request)
        if self.errors and request.method != "GET":
            raise self.errors.pop(0)
        if self.refuses and request.path.endswith(self.refuses):
            raise CloudRefused(f"{request.method} {request.path} is refused", status=400)
        body = self._answer(request)
        if self.loses and request.method != "GET":
            self.loses -= 1
            raise CloudUnavailable("the answer was lost")
        return Reply(200, json.loads(json.dumps(body)))

    async def find(self, kind: str, name_or_id: str) -> str:
        things = self.collections[self.kinds[kind]].things
        if name_or_id in things:
            return name_or_id
        found = [one["id"] for one in things.values() if one.get("name") == name_or_id]
        if not found:
            raise CloudNotFound(f"there is no {kind} {name_or_id!r}")
        if len(found) > 1:
            raise CloudRefused(f"several {kind} are called {name_or_id!r}")
        return str(found[0])

    async def watch(self, shelf: Shelf, object_id: str) -> Mapping[str, Any] | None:
        return self.collections[shelf.path].things.get(object_id)

    async def project(self) -> str:
        return PROJECT

    async def region(self) -> str | None:
        return "here"

    async def microversion(self, service: str, most: str) -> str | None:
        return self.versions.get(service, most)

    def sent(self, method: str) -> list[tuple[str, Any]]:
        """Return the paths and bodies of all requests with a method."""
        return [(one.path, one.body) for one in self.requests if one.method == method]

    def _answer(self, request: Request) -> Any:
        if (request.method, request.path) in self.extra:
            return self.extra[request.method, request.path]
        for path, collection in self.collections.items():
            if request.path == path:
                return self._whole(collection, request)
            if found := re.fullmatch(f"{re.escape(path)}/([^/]+)(/tags)?", request.path):
                return self._one(collection, request, found)
        raise CloudNotFound(f"nobody knows {request.method} {request.path}")

    def _whole(self, collection: Collection, request: Request) -> Any:
        if request.method == "GET":
            return {collection.key: _filtered(collection, request.query)}
        assert request.method == "POST"
        self.now += 1
        thing = {**collection.defaults, **_checked(collection, request, collection.defaults)}
        made_at = datetime.fromtimestamp(self.now, UTC).isoformat()
        thing |= {"id": f"{collection.entity}-{len(self.requests)}", "created_at": made_at}
        thing.setdefault("project_id", PROJECT)
        collection.things[thing["id"]] = thing
        return {collection.entity: thing}

    def _one(self, collection: Collection, request: Request, found: re.Match[str]) -> Any:
        thing = collection.things.get(found[1])
        if thing is None:
            raise CloudNotFound(f"there is no {collection.entity} {found[1]!r}")
        if found[2]:
            thing["tags"] = request.body["tags"]
        elif request.method == "DELETE":
            if thing.get("in_use"):
                raise CloudConflict(f"{found[1]} is in use")
            del collection.things[found[1]]
            return None
        elif request.method != "GET":
            thing |= _checked(collection, request, set(collection.defaults) - collection.fixed)
        return {collection.entity: thing}


def _filtered(collection: Collection, query: Mapping[str, str]) -> list[Thing]:
    return [
        one
        for one in collection.things.values()
        if all(str(one[key]) == value for key, value in query.items())
    ]


def _checked(collection: Collection, request: Request, known: Any) -> Thing:
    """Return what was asked for; a field that is not known, or cannot be set, is refused."""
    asked = dict(request.body[collection.entity])
    strange = sorted(key for key in asked if key not in known or key in READ_ONLY)
    if strange:
        raise CloudRefused(f"unrecognized attributes: {', '.join(strange)}", status=400)
    return asked
