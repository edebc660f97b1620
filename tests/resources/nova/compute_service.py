"""A compute service in memory, with the networks and images that servers need.

It refuses what the real one refuses at the same microversion.  What takes time
takes one look here: a state that passes is seen once.
"""

import re
from collections.abc import Mapping
from typing import Any

from calor.core.errors import CloudConflict, CloudNotFound, CloudRefused
from calor.plugin.cloud import Request, Shelf
from tests.resources.cloud import Collection, Thing
from tests.resources.neutron.network_service import NetworkService, a_network_service, put

TASK = "OS-EXT-STS:task_state"
FIELDS = {
    "name",
    "description",
    "imageRef",
    "flavorRef",
    "key_name",
    "availability_zone",
    "config_drive",
    "OS-DCF:diskConfig",
    "adminPass",
    "metadata",
    "user_data",
    "security_groups",
    "personality",
    "block_device_mapping",
    "block_device_mapping_v2",
    "networks",
}
PASSING = {"BUILD": "ACTIVE", "RESIZE": "VERIFY_RESIZE", "REBUILD": "ACTIVE"}
REBUILT = {"imageRef", "metadata", "adminPass", "preserve_ephemeral", "personality", "user_data"}


def version_of(request: Request) -> tuple[int, ...]:
    return tuple(int(one) for one in (request.microversion or "2.1").split("."))


class ComputeService(NetworkService):
    """Servers, their cards, and copies of them."""

    fails_to_resize = False
    fault: str | None = None
    """Why servers come to nothing."""

    @property
    def servers(self) -> dict[str, Thing]:
        """All servers by their ids."""
        return self.collections["/servers"].things

    @property
    def ports(self) -> dict[str, Thing]:
        """All ports by their ids."""
        return self.collections["/v2.0/ports"].things

    async def watch(self, shelf: Shelf, object_id: str) -> Mapping[str, Any] | None:
        server = self.servers.get(object_id)
        if server is None:
            return None
        seen = dict(server)
        server["status"] = PASSING.get(server["status"], server["status"])
        if server[TASK] == "deleting":
            self._vanish(object_id)
        elif server[TASK] == "image_uploading":
            server[TASK] = None
        return seen

    def _answer(self, request: Request) -> Any:
        if (request.method, request.path) in self.extra:
            return self.extra[request.method, request.path]
        if request.path.startswith("/servers"):
            return self._compute(request, *request.path.split("/")[2:])
        if request.path == "/v2/images":
            things = self.collections["/v2/images"].things.values()
            wanted = request.query.items()
            return {"images": [one for one in things if wanted <= one.items()]}
        answer = super()._answer(request)
        if (request.method, request.path) == ("POST", "/v2.0/ports"):
            for one in answer["port"]["fixed_ips"]:
                one.setdefault("ip_address", f"10.0.1.{len(self.requests)}")
        # The image service does not wrap what it is asked for.
        return answer["image"] if request.path.startswith("/v2/images/") else answer

    def _compute(self, request: Request, server_id: str = "", below: str = "", *rest: str) -> Any:
        if request.method == "POST" and not server_id:
            return {"server": self._boot(request)}
        if server_id == "detail":
            pattern = re.compile(request.query["name"])
            return {
                "servers": [one for one in self.servers.values() if pattern.search(one["name"])]
            }
        if server_id not in self.servers:
            raise CloudNotFound(f"there is no server {server_id}")
        server = self.servers[server_id]
        if below:
            return getattr(self, f"_{below.replace('-', '_')}")(request, server, *rest)
        if request.method == "DELETE":
            server[TASK] = "deleting"
        elif request.method == "PUT":
            server["name"] = request.body["server"]["name"]
        return {"server": server}

    def _boot(self, request: Request) -> Thing:
        asked, version = dict(request.body["server"]), version_of(request)
        known = FIELDS - ({"personality"} if version >= (2, 57) else set())
        if strange := sorted(asked.keys() - known):
            raise CloudRefused(f"unknown: {strange}")
        if version >= (2, 37) and "networks" not in asked:
            raise CloudRefused("networks is required")
        self.now += 1
        server_id = f"server-{len(self.requests)}"
        server = {
            **asked,
            "id": server_id,
            "status": "ERROR" if self.fault else "BUILD",
            "fault": {"message": self.fault},
            TASK: None,
            "created": "1970-01-01T00:16:41Z",
            "flavor": {"id": asked["flavorRef"]},
            "image": {"id": asked["imageRef"]} if asked["imageRef"] else "",
            "tags": [],
            "addresses": {},
            "accessIPv4": "",
            "accessIPv6": "",
            "hints": request.body.get("os:scheduler_hints"),
            "version": request.microversion,
        }
        networks = asked.get("networks", "auto")
        cards = (
            {"auto": [{"uuid": "n1"}], "none": []}.get(networks)
            if isinstance(networks, str)
            else networks
        )
        for card in cards or ():
            if "tag" in card and version < (2, 42):
                raise CloudRefused("unknown: tag")
            self._plug(server, card.get("port"), card.get("uuid"), card.get("fixed_ip"))
        self.servers[server_id] = server
        return {"id": server_id, "adminPass": "generated"}

    def _plug(self, server: Thing, port_id: Any, network: Any = None, address: Any = None) -> Thing:
        if port_id is None:
            port_id = f"nova-port-{len(self.ports)}"
            put(self, "neutron.port", port_id, network_id=network, name="")
            number = 10 + len(self.ports)
            ip = {"subnet_id": f"sub-{network}", "ip_address": address or f"10.0.0.{number}"}
            self.ports[port_id]["fixed_ips"] = [ip]
        port = self.ports[port_id]
        if port["device_id"]:
            raise CloudConflict(f"port {port_id} is in use")
        port["device_id"] = server["id"]
        label = f"name-of-{port['network_id']}"
        for one in port["fixed_ips"]:
            server["addresses"].setdefault(label, []).append({"addr": one["ip_address"]})
        return port

    def _unplug(self, port_id: str) -> None:
        if port_id.startswith("nova-"):
            del self.ports[port_id]
        else:
            self.ports[port_id]["device_id"] = ""

    def cards(self, server_id: str) -> list[str]:
        """Return the ports of a server."""
        return [key for key, one in self.ports.items() if one["device_id"] == server_id]

    def _vanish(self, server_id: str) -> None:
        for port in self.cards(server_id):
            self._unplug(port)
        del self.servers[server_id]

    def _os_interface(self, request: Request, server: Thing, port: str = "") -> Any:
        if request.method == "DELETE":
            if port not in self.cards(server["id"]):
                raise CloudNotFound(port)
            self._unplug(port)
            return None
        if request.method == "POST":
            asked = request.body["interfaceAttachment"]
            assert asked.keys() <= {"port_id", "tag"}
            if "tag" in asked and version_of(request) < (2, 49):
                raise CloudRefused("unknown: tag")
            self._plug(server, asked.get("port_id"), "n1")
            return None
        shown = [self.ports[one] for one in self.cards(server["id"])]
        return {
            "interfaceAttachments": [
                {"port_id": one["id"], "net_id": one["network_id"], "fixed_ips": one["fixed_ips"]}
                for one in shown
            ]
        }

    def _tags(self, request: Request, server: Thing) -> None:
        if server["status"] == "BUILD":
            raise CloudConflict("it is being built")
        server["tags"] = request.body["tags"]

    def _metadata(self, request: Request, server: Thing) -> None:
        assert all(isinstance(one, str) for one in request.body["metadata"].values())
        server["metadata"] = request.body["metadata"]

    def _remote_consoles(self, request: Request, server: Thing) -> Any:
        kind = request.body["remote_console"]["type"]
        if kind != "novnc":
            raise CloudRefused(f"Unavailable console type {kind}.")
        return {"remote_console": {"url": f"https://console/{server['id']}"}}

    def _action(self, request: Request, server: Thing) -> Any:
        ((verb, given),) = request.body.items()
        return getattr(self, f"_do_{verb}")(server, given, version_of(request))

    def _do_resize(self, server: Thing, given: Any, _version: Any) -> None:
        if not self.fails_to_resize:
            server |= {"status": "RESIZE", "flavor": {"id": given["flavorRef"]}}

    def _do_confirmResize(self, server: Thing, _given: Any, _version: Any) -> None:  # noqa: N802
        server["status"] = "ACTIVE"

    def _do_rebuild(self, server: Thing, given: Any, version: Any) -> None:
        refused = {"personality"} if version >= (2, 57) else {"user_data"}
        if strange := given.keys() - (REBUILT - refused):
            raise CloudRefused(f"unknown: {strange}")
        server |= {"status": "REBUILD", "image": {"id": given["imageRef"]}, "rebuilt": given}

    def _do_changePassword(self, server: Thing, given: Any, _version: Any) -> None:  # noqa: N802
        server["adminPass"] = given["adminPass"]

    def _do_suspend(self, server: Thing, _given: Any, _version: Any) -> None:
        server["status"] = "SUSPENDED"

    def _do_resume(self, server: Thing, _given: Any, _version: Any) -> None:
        server["status"] = "ACTIVE"

    def _do_forceDelete(self, server: Thing, _given: Any, _version: Any) -> None:  # noqa: N802
        self._vanish(server["id"])

    def _do_createImage(self, server: Thing, given: Any, version: Any) -> Any:  # noqa: N802
        assert version >= (2, 45)
        image_id = f"image-{len(self.requests)}"
        put(self, "glance.image", image_id, name=given["name"], instance_uuid=server["id"])
        server[TASK] = "image_uploading"
        return {"image_id": image_id}


def a_compute_service() -> ComputeService:
    """Return a compute service with images, flavors, and two networks with a subnet each."""
    around = a_network_service()
    around.collections |= {
        "/servers": Collection("servers", "server", {}),
        "/flavors": Collection("flavors", "flavor", {"name": ""}),
        "/v2/images": Collection("images", "image", {"name": "", "status": "active"}),
        "/v2.0/auto-allocated-topology": Collection("x", "auto_allocated_topology", {}),
    }
    around.kinds |= {"nova.flavor": "/flavors", "glance.image": "/v2/images"}
    service = ComputeService(around.collections, around.kinds)
    for name in ("small", "large"):
        put(service, "nova.flavor", f"f-{name}", name=name)
    for name in ("cirros", "debian"):
        put(service, "glance.image", f"i-{name}", name=name)
    for number in ("1", "2"):
        put(service, "neutron.network", f"n{number}", name=f"name-of-n{number}")
        put(service, "neutron.subnet", f"s{number}", network_id=f"n{number}")
        ips = [{"subnet_id": f"s{number}", "ip_address": f"10.{number}.0.7"}]
        put(service, "neutron.port", f"p{number}", network_id=f"n{number}", fixed_ips=ips)
    put(service, "neutron.floatingip", "fip")
    return service
