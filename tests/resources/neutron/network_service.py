"""A network service in memory, with the fields of the real one."""

from typing import Any

from calor.core.errors import CloudConflict, CloudNotFound, CloudRefused
from calor.plugin.cloud import Request
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
SUBNET = {
    **SHARED,
    "network_id": None,
    "cidr": None,
    "subnetpool_id": None,
    "prefixlen": None,
    "ip_version": 4,
    "dns_nameservers": [],
    "gateway_ip": "10.0.0.1",
    "enable_dhcp": True,
    "allocation_pools": [],
    "host_routes": [],
    "ipv6_ra_mode": None,
    "ipv6_address_mode": None,
    "segment_id": None,
}
PORT: dict[str, Any] = {
    **SHARED,
    "status": "DOWN",
    "network_id": None,
    "admin_state_up": True,
    "fixed_ips": [{"subnet_id": "s1", "ip_address": "10.0.0.7"}],
    "mac_address": "fa:16:3e:00:00:01",
    "device_id": "",
    "device_owner": "",
    "security_groups": ["default-group"],
    "allowed_address_pairs": [],
    "binding:vnic_type": "normal",
    "binding:profile": {},
    "port_security_enabled": True,
    "qos_policy_id": None,
    "dns_name": "",
    "dns_assignment": [],
    "propagate_uplink_status": True,
}
ROUTER = {
    **SHARED,
    "status": "ACTIVE",
    "admin_state_up": True,
    "external_gateway_info": None,
    "distributed": False,
    "ha": False,
    "availability_zone_hints": [],
}
FLOATING_IP = {
    "description": "",
    "tenant_id": PROJECT,
    "status": "DOWN",
    "floating_network_id": None,
    "subnet_id": None,
    "port_id": None,
    "fixed_ip_address": None,
    "floating_ip_address": "172.24.4.7",
    "router_id": None,
    "dns_name": "",
    "dns_domain": "",
}
GROUP = {**SHARED, "stateful": True, "security_group_rules": []}
OUTWARD = {"direction": "egress", "protocol": None, "remote_ip_prefix": None}

RULES = "/v2.0/security-group-rules"


class NetworkService(MemoryCloud):
    """A network service: what is plugged in, and who may pass, is more than a collection."""

    def _answer(self, request: Request) -> Any:
        if request.path.startswith(RULES):
            return self._rule(request)
        if request.path.endswith("_router_interface"):
            return self._interface(request)
        answer = super()._answer(request)
        if (request.method, request.path) == ("POST", "/v2.0/security-groups"):
            rules = [{**OUTWARD, "id": f"out{one}", "ethertype": f"IPv{one}"} for one in (4, 6)]
            answer["security_group"]["security_group_rules"] = rules
        return answer

    def _rule(self, request: Request) -> Any:
        groups = self.collections["/v2.0/security-groups"].things
        if request.method == "DELETE":
            gone = request.path.rpartition("/")[2]
            for group in groups.values():
                kept = [one for one in group["security_group_rules"] if one["id"] != gone]
                group["security_group_rules"] = kept
            return None
        for number, rule in enumerate(request.body["security_group_rules"]):
            name = {"icmpv6": "ipv6-icmp"}.get(rule.get("protocol"), rule.get("protocol"))
            there = groups[rule["security_group_id"]]["security_group_rules"]
            made = {**rule, "protocol": name}
            if any({**one, "id": 0} == {**made, "id": 0} for one in there):
                raise CloudConflict("this rule is there")
            there.append({**made, "id": f"rule{len(self.requests)}.{number}"})
        return None

    def _interface(self, request: Request) -> Any:
        _, _, _, router, verb = request.path.split("/")
        if router not in self.collections["/v2.0/routers"].things:
            raise CloudNotFound(f"there is no router {router}")
        ports = self.collections["/v2.0/ports"].things
        ((key, value),) = request.body.items()
        name = value if key == "port_id" else f"port-of-{value}"
        if verb.startswith("remove"):
            if name not in ports or ports[name]["device_id"] != router:
                raise CloudNotFound(f"{router} has no interface {value}")
            ports.pop(name)
        elif key == "port_id":
            ports[name]["device_id"] = router
        elif name in ports:
            raise CloudRefused(f"{router} already has a port on {value}")
        else:
            put(self, "neutron.port", name, device_id=router, fixed_ips=[{"subnet_id": value}])
        return {}


def collection(entity: str, fields: dict[str, Any], *fixed: str, plural: str = "") -> Collection:
    return Collection(plural or f"{entity}s", entity, dict(fields), frozenset(fixed))


def a_network_service() -> NetworkService:
    """Return a network service with nothing in it but a default security group."""
    collections = {
        "networks": collection("network", NETWORK, "tenant_id", "availability_zone_hints"),
        "subnets": collection("subnet", SUBNET, "network_id", "cidr", "ip_version"),
        "ports": collection("port", PORT, "network_id"),
        "routers": collection("router", ROUTER, "tenant_id"),
        "floatingips": collection("floatingip", FLOATING_IP, "dns_name", "dns_domain"),
        "security-groups": collection("security_group", GROUP),
        "qos/policies": collection("policy", SHARED, plural="policies"),
        "subnetpools": collection("subnetpool", SHARED),
        "segments": collection("segment", SHARED),
    }
    paths = {f"/v2.0/{path}": one for path, one in collections.items()}
    kinds = {f"neutron.{one.entity}": path for path, one in paths.items()}
    kinds |= {
        "neutron.qos_policy": "/v2.0/qos/policies",
        "neutron.subnet_pool": "/v2.0/subnetpools",
    }
    service = NetworkService(paths, kinds)
    put(service, "neutron.security_group", "default-group", name="default")
    return service


def put(cloud: MemoryCloud, kind: str, thing_id: str, **fields: Any) -> dict[str, Any]:
    """Put something there that nobody has asked for."""
    found = cloud.collections[cloud.kinds[kind]]
    made_at = {"created_at": "1970-01-01T00:16:41Z"}
    thing = {**found.defaults, **made_at, "id": thing_id, "name": thing_id, **fields}
    found.things[thing_id] = thing
    return thing


def things(cloud: MemoryCloud, kind: str) -> list[dict[str, Any]]:
    """Return all objects of a kind."""
    return list(cloud.collections[cloud.kinds[kind]].things.values())
