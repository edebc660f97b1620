"""A compute service in memory that has key pairs and flavors."""

from dataclasses import dataclass, field, replace
from typing import Any

from calor.core.errors import CloudConflict, CloudNotFound, CloudRefused
from calor.plugin.cloud import Request
from tests.resources.cloud import PROJECT, Collection, MemoryCloud, Thing
from tests.resources.neutron.network_service import put

FLAVOR: Thing = {
    "name": "",
    "description": None,
    "ram": None,
    "vcpus": None,
    "disk": 0,
    "swap": 0,
    "OS-FLV-EXT-DATA:ephemeral": 0,
    "os-flavor-access:is_public": True,
    "rxtx_factor": 1.0,
}
KEY_FIELDS = {"name", "public_key", "type", "user_id"}


@dataclass
class KeyService(MemoryCloud):
    """Key pairs go by their names; flavors have specifications and projects that use them."""

    pairs: dict[str, Thing] = field(default_factory=dict)
    specs: dict[str, Thing] = field(default_factory=dict)
    access: dict[str, list[str]] = field(default_factory=dict)

    def _answer(self, request: Request) -> Any:
        if request.path.startswith("/os-keypairs"):
            return self._pair(request)
        if request.path == "/flavors/detail":
            assert request.query == {"is_public": "None"}
            return super()._answer(replace(request, path="/flavors", query={}))
        parts = request.path.split("/")
        if request.path.startswith("/flavors/") and len(parts) > 3:
            return self._below(request, parts[2], parts[3:])
        if request.path == "/flavors" and request.method == "POST":
            return self._flavor(request)
        return super()._answer(request)

    def _pair(self, request: Request) -> Any:
        assert request.microversion == "2.10"
        name = request.path.removeprefix("/os-keypairs").lstrip("/")
        if request.method == "POST":
            asked = request.body["keypair"]
            if strange := asked.keys() - KEY_FIELDS:
                raise CloudRefused(f"unknown: {strange}")
            if asked["name"] in self.pairs:
                raise CloudConflict(f"{asked['name']} is there")
            made = {"type": "ssh", "public_key": "a certificate", **asked}
            self.pairs[asked["name"]] = {**made, **self._made()}
            secret = {} if "public_key" in asked else {"private_key": "made there"}
            return {"keypair": {**made, **secret}}
        pair = self.pairs.get(name)
        if pair is None or request.query.get("user_id") != pair.get("user_id"):
            raise CloudNotFound(name)
        if request.method == "DELETE":
            del self.pairs[name]
            return None
        return {"keypair": pair}

    def _made(self) -> Thing:
        return {"created_at": "1970-01-01T00:16:41.000000", "id": len(self.requests)}

    def _flavor(self, request: Request) -> Any:
        asked = dict(request.body["flavor"])
        given = asked.pop("id", None)
        made = super()._answer(replace(request, body={"flavor": asked}))["flavor"]
        if given:
            things = self.collections["/flavors"].things
            things[given] = things.pop(made["id"]) | {"id": given}
            made = things[given]
        self.specs[made["id"]], self.access[made["id"]] = {}, []
        return {"flavor": made}

    def _below(self, request: Request, flavor: str, parts: list[str]) -> Any:
        if parts == ["os-flavor-access"]:
            return {"flavor_access": [{"tenant_id": one} for one in self.access[flavor]]}
        if parts == ["action"]:
            ((verb, given),) = request.body.items()
            change = {"addTenantAccess": "append", "removeTenantAccess": "remove"}[verb]
            getattr(self.access[flavor], change)(given["tenant"])
            return None
        assert parts[0] == "os-extra_specs"
        if request.method == "POST":
            self.specs[flavor] |= request.body["extra_specs"]
        elif request.method == "DELETE":
            del self.specs[flavor][parts[1]]
        return {"extra_specs": self.specs[flavor]}

    async def watch(self, shelf, object_id):
        return self.collections[shelf.path.removesuffix("/detail")].things.get(object_id)


def a_key_service() -> KeyService:
    """Return a compute service, beside projects and users."""
    collections = {
        "/flavors": Collection("flavors", "flavor", FLAVOR),
        "/projects": Collection("projects", "project", {"name": ""}),
        "/users": Collection("users", "user", {"name": ""}),
    }
    kinds = {"keystone.project": "/projects", "keystone.user": "/users", "flavor": "/flavors"}
    service = KeyService(collections, kinds)
    put(service, "keystone.project", "p1", name="shop")
    put(service, "keystone.project", PROJECT, name="own")
    put(service, "keystone.user", "u1", name="joe")
    return service
