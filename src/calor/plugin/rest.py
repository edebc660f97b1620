"""A resource that is one object in a collection of a REST service: declared, not coded.

    class Net(RestResource):
        type_name = "OS::Neutron::Net"
        shelf = Shelf(service="network", path="/v2.0/networks", key="networks")
        entity = "network"
        attributes: ClassVar = {"status": attr("How it is.")}

        name: str | None = prop("What it is called.", updatable=True, default=None)

From this alone it is created, found again after a crash, updated, checked and
deleted.  Where a service differs, a class variable says so; where a type has more
to do, it overrides one of the small methods.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import fields, replace
from typing import Any, ClassVar, Final, Self
from urllib.parse import quote

from typing_extensions import override

from calor.core.errors import CloudNotFound, ReplaceResource, ResourceFailed, ResourceInError
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin.cloud import Request, Shelf
from calor.plugin.declaration import name_of
from calor.plugin.recognition import alike, signed
from calor.plugin.resource import Here, Progress, Resource
from calor.plugin.wire import given, reworded, worded

UNFINISHED: Final = "unfinished"
"""Noted while an object is there, but not yet all that belongs to it."""


class RestObject(Resource):
    """An object of a service, and how to speak to it."""

    shelf: ClassVar[Shelf]
    """Where the objects are listed, with all details."""
    collection: ClassVar[str | None] = None
    """Where objects are made and found by id, if that is not where they are listed."""
    entity: ClassVar[str | None] = None
    """What one object is called in a body; none if the body is the object."""

    async def call(self, here: Here, method: str, below: str = "", body: Any = None) -> Any:
        """Send a request to the object, or to something below it, and return the reply's body."""
        if here.physical_id is None:
            raise ResourceFailed(f"{here.name} was never created")
        path = f"{_collection(self)}/{quote(here.physical_id, safe='')}{below}"
        reply = await here.cloud.send(_request(self, method, path, body))
        return reply.body

    async def ask(self, here: Here, method: str, body: Any = None) -> Mapping[str, Any]:
        """Send a request to the object and return it as it is then."""
        return _opened(self, await self.call(here, method, body=_wrapped(self, body)))

    async def seen(self, here: Here) -> Mapping[str, Any]:
        """Return the object as it is now."""
        return await self.ask(here, "GET")


class RestResource(RestObject):
    """An object that a service makes of a POST to a collection."""

    update_method: ClassVar[str] = "PUT"
    status_key: ClassVar[str | None] = None
    """Where the object says how it is; without it, what is answered is done."""
    ready: ClassVar[AbstractSet[str]] = frozenset({"ACTIVE"})
    pending: ClassVar[AbstractSet[str]] = frozenset()
    failed: ClassVar[AbstractSet[str]] = frozenset({"ERROR"})
    faults: ClassVar[tuple[str, ...]] = ("fault", "status_reason")
    """Where an object that failed says why: a text, or a map with a `message`."""
    gone_at_once: ClassVar[bool] = False
    """Whether an object is gone when the request to delete it is answered."""
    name_limit: ClassVar[int] = 255
    mark: ClassVar[str | None] = None
    """A field for a text that nobody reads: it tells our objects where their names do not."""
    keys: ClassVar[Mapping[str, str]] = {}
    """The object's own names of attributes, where they differ."""
    apart: ClassVar[AbstractSet[str]] = frozenset()
    """The attributes that are not in the object: `attribute` is asked when somebody reads them."""
    secret_keys: ClassVar[AbstractSet[str]] = frozenset({"adminPass", "password", "secret"})
    """What is never shown of an object."""
    checkable = True

    async def body(self, here: Here) -> dict[str, Any]:
        """Return what to ask for; override it to say more than the properties do."""
        return worded(self) | _own_name(self, here)

    async def changes(self, here: Here, before: Self, changed: AbstractSet[str]) -> dict[str, Any]:
        """Return what to ask for when properties change; nothing means that nothing is asked."""
        body = reworded(self, before, changed)
        return body | _own_name(self, here) if "name" in changed else body

    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        """Bring properties to the object that are no part of it; doing so twice must do no harm."""

    async def order(self, here: Here) -> Request:
        """Return the request that makes the object; override it to say more beside the object."""
        body = await self.body(here)
        if sign := _sign(self, here):
            body[sign[0]] = sign[1]
        return _request(self, "POST", _collection(self), _wrapped(self, body))

    def searched(self, name: str) -> Mapping[str, str]:
        """Return what to ask for to have just the objects with a name listed."""
        return {"name": name}

    @override
    async def create(self, here: Here) -> str | None:
        reply = await here.cloud.send(await self.order(here))
        return await _taken(self, here, _opened(self, reply.body))

    @override
    async def find(self, here: Here) -> str | None:
        if sign := _sign(self, here):
            things = await _listed(self, here, _search(self, sign))
            thing = signed(things, *sign)
        else:
            body = await self.body(here)
            query = self.searched(body["name"]) if "name" in body else {}
            things = await _listed(self, here, query)
            thing = alike(things, body, here, await here.cloud.project())
        return await _taken(self, here, thing) if thing else None

    @override
    async def update(self, here: Here, before: Self, changed: AbstractSet[str]) -> None:
        body = await self.changes(here, before, changed)
        try:
            thing = await self.ask(here, self.update_method if body else "GET", body or None)
        except CloudNotFound as problem:
            raise ReplaceResource(str(problem)) from None
        if _status(self, thing) in self.failed:
            raise ReplaceResource(f"{here.name} is in state {_status(self, thing)}")
        is_unfinished = bool(here.data.get(UNFINISHED))
        await self.finish(here, _names(self) if is_unfinished else changed)
        if is_unfinished:
            here.data[UNFINISHED] = False

    @override
    async def delete(self, here: Here) -> None:
        if here.physical_id is not None:
            with suppress(CloudNotFound):
                await self.call(here, "DELETE")

    @override
    async def check(self, here: Here) -> None:
        try:
            thing = await self.seen(here)
        except CloudNotFound:
            raise ResourceFailed(f"{here.name} ({here.physical_id}) is gone") from None
        if self.status_key and _status(self, thing) not in self.ready:
            raise ResourceFailed(_complaint(self, here, thing))

    @override
    async def progress(self, here: Here) -> Progress:
        is_deletion = here.action is Action.DELETE
        takes_time = not self.gone_at_once if is_deletion else self.status_key
        if here.physical_id is None or not takes_time:
            return True
        thing = await here.cloud.watch(self.shelf, here.physical_id)
        if is_deletion or thing is None:
            if not is_deletion:
                raise ResourceInError(f"{here.name} ({here.physical_id}) has vanished")
            return thing is None
        return _is_ready(self, here, thing)

    @override
    async def show(self, here: Here) -> Mapping[str, Value]:
        if here.physical_id is None:
            return {}
        thing = await self.seen(here)
        kept = {name for name, one in self.attributes.items() if not one.live} - self.apart
        keys = {name: self.keys.get(name, name) for name in kept}
        return {name: thing[key] for name, key in keys.items() if key in thing}

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if here.physical_id is None:
            return None
        thing = await self.seen(here)
        if name == "show":
            return {key: one for key, one in thing.items() if key not in self.secret_keys}
        return thing.get(self.keys.get(name, name))


def _collection(resource: RestObject) -> str:
    return resource.collection or resource.shelf.path


def _request(resource: RestObject, method: str, path: str, body: Any) -> Request:
    shelf = resource.shelf
    return Request(
        service=shelf.service,
        method=method,
        path=path,
        body=body,
        microversion=shelf.microversion,
    )


def _wrapped(resource: RestObject, body: Any) -> Any:
    return {resource.entity: body} if body is not None and resource.entity else body


def _opened(resource: RestObject, body: Any) -> Mapping[str, Any]:
    found = body.get(resource.entity) if body and resource.entity else body
    return found or {}


async def _listed(
    resource: RestResource, here: Here, query: Mapping[str, str]
) -> list[Mapping[str, Any]]:
    request = replace(_request(resource, "GET", resource.shelf.path, None), query=query)
    reply = await here.cloud.send(request)
    found: list[Mapping[str, Any]] = (reply.body or {}).get(resource.shelf.key) or []
    return found


async def _taken(resource: RestResource, here: Here, thing: Mapping[str, Any]) -> str:
    """Make an object the resource's own; what is to be deleted needs nothing more."""
    here.physical_id = found = str(thing[resource.shelf.id_key])
    if here.action is not Action.DELETE:
        here.data[UNFINISHED] = True
        await resource.finish(here, _names(resource))
        del here.data[UNFINISHED]
    return found


def _own_name(resource: RestResource, here: Here) -> dict[str, str]:
    """Return a name for an object whose author gave none, where it can have one."""
    is_unnamed = getattr(resource, "name", "") is None
    return {"name": here.physical_name(resource.name_limit)} if is_unnamed else {}


def _sign(resource: RestResource, here: Here) -> tuple[str, str] | None:
    """Return the field by which the object is known again, and what stands there."""
    if own := _own_name(resource, here):
        return "name", own["name"]
    if resource.mark and resource.mark not in given(resource):
        return resource.mark, here.physical_name()
    return None


def _search(resource: RestResource, sign: tuple[str, str]) -> Mapping[str, str]:
    """Return how to list what may carry a sign; a name is understood by every service."""
    name = sign[1] if sign[0] == "name" else getattr(resource, "name", None)
    return resource.searched(name) if name else dict([sign])


def _names(resource: RestResource) -> set[str]:
    """Return the properties that say something: a new object has nothing to be emptied."""
    said = {name_of(one): getattr(resource, one.name) for one in fields(resource)}
    return {name for name, value in said.items() if value not in (None, (), {})}


def _status(resource: RestResource, thing: Mapping[str, Any]) -> str | None:
    status = thing.get(resource.status_key) if resource.status_key else None
    return None if status is None else str(status)


def _is_ready(resource: RestResource, here: Here, thing: Mapping[str, Any]) -> bool:
    status = _status(resource, thing)
    if status in resource.ready or status in resource.pending:
        return status in resource.ready
    if status in resource.failed:
        raise ResourceInError(_complaint(resource, here, thing))
    raise ResourceFailed(f"{_complaint(resource, here, thing)}, which nobody knows")


def _complaint(resource: RestResource, here: Here, thing: Mapping[str, Any]) -> str:
    said = next((thing[key] for key in resource.faults if thing.get(key)), "")
    said = said.get("message") if isinstance(said, Mapping) else said
    where = f"{here.name} ({here.physical_id}) is in state {_status(resource, thing)}"
    return f"{where}: {said}" if said else where
