"""A network service in memory, with the fields of the real one."""

from typing import Any

from tests.resources.cloud import PROJECT, Collection, MemoryCloud

SHARED = {"name": "", "description": "", "tenant_id": PROJECT, "tags": []}

NETWORK = {
    **SHARED,
    "status": "ACTIVE",
    "admin_state_up": True,
    "shared": False,
    "port_security_enabled": True,
    "qos_policy_id": None,
    "dns_domain": "",
    "mtu": 1450,
    "l2_adjacency": True,
    "subnets": [],
    "availability_zone_hints": [],
    "router:external": False,
    "segments": [],
}


def collection(entity: str, fields: dict[str, Any], *fixed: str, plural: str = "") -> Collection:
    return Collection(plural or f"{entity}s", entity, fields, frozenset(fixed))


def a_network_service() -> MemoryCloud:
    collections = [
        collection("network", NETWORK, "tenant_id", "availability_zone_hints"),
        collection("policy", SHARED, plural="policies"),
    ]
    paths = {f"/v2.0/{one.key}".replace("policies", "qos/policies"): one for one in collections}
    kinds = {f"neutron.{one.entity}": path for path, one in paths.items()}
    return MemoryCloud(paths, {**kinds, "neutron.qos_policy": "/v2.0/qos/policies"})


def put(cloud: MemoryCloud, kind: str, thing_id: str, **fields: Any) -> dict[str, Any]:
    """Put something there that nobody has asked for."""
    things = cloud.collections[cloud.kinds[kind]]
    things.things[thing_id] = {**things.defaults, "id": thing_id, "name": thing_id, **fields}
    return things.things[thing_id]


def things(cloud: MemoryCloud, kind: str) -> list[dict[str, Any]]:
    """Return all objects of a kind."""
    return list(cloud.collections[cloud.kinds[kind]].things.values())
