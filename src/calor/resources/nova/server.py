"""OS::Nova::Server: made, changed step by step, suspended, copied, deleted."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, Final, Self

from typing_extensions import override

from calor.core.errors import CloudNotFound, ResourceFailed, ResourceInError
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin import Here, Progress, Request
from calor.resources.nova.attributes import (
    addresses_of,
    consoles_of,
    consoles_read,
    first_address_of,
    networks_of,
)
from calor.resources.nova.booting import body_of, hints_of, microversion_of, texts
from calor.resources.nova.calls import act
from calor.resources.nova.changing import stages_of
from calor.resources.nova.declared_server import CONFIG, DeclaredServer
from calor.resources.nova.images import begin_image, is_copied
from calor.resources.nova.metadata import AGENT, follow_template, note_template
from calor.resources.nova.ports import marked_ports, note_ports, remove_ports
from calor.resources.nova.stages import TODO, Scene, go_on
from calor.resources.nova.succession import clear_way, give_back
from calor.resources.nova.transport import end_transport, set_transport
from calor.resources.nova.user_data import user_data_of

WAITS: Final = "waits_for_ports"
BUSY: Final = frozenset(
    {
        "BUILD",
        "HARD_REBOOT",
        "MIGRATING",
        "PASSWORD",
        "REBOOT",
        "REBUILD",
        "RESIZE",
        "REVERT_RESIZE",
    }
)
STILL: Final = frozenset({"PAUSED", "RESCUE", "SHUTOFF", "SUSPENDED", "VERIFY_RESIZE"})


class Server(DeclaredServer):
    """A server."""

    type_name = "OS::Nova::Server"
    failed = frozenset({"ERROR", "DELETED", "SOFT_DELETED"})

    @override
    async def body(self, here: Here) -> dict[str, Any]:
        note_template(here)
        if self.user_data_format == CONFIG:
            await set_transport(here, self)
        user_data = await user_data_of(here, self)
        name = self.name or here.physical_name(self.name_limit)
        return {"name": name, **await body_of(here, self, user_data)}

    @override
    async def order(self, here: Here) -> Request:
        request = await super().order(here)
        hints = {"os:scheduler_hints": found} if (found := hints_of(self)) else {}
        return replace(request, body={**request.body, **hints}, microversion=microversion_of(self))

    @override
    def searched(self, name: str) -> Mapping[str, str]:
        # The service takes it for a regular expression.
        return {"name": f"^{re.escape(name)}$"}

    @override
    async def create(self, here: Here) -> str | None:
        if not await clear_way(here, self.networks or ()):
            here.data[WAITS] = True
            return None
        return await super().create(here)

    @override
    async def finish(self, here: Here, names: AbstractSet[str]) -> None:
        if here.action is not Action.CREATE:
            return
        here.data[TODO] = [{"step": "tag"}] if self.tags else []
        if any(one.needs_port for one in self.networks or ()):
            note_ports(here, [str(one["id"]) for one in await marked_ports(here)])

    @override
    async def changes(self, here: Here, before: Self, changed: AbstractSet[str]) -> dict[str, Any]:
        name = self.name or here.physical_name(self.name_limit)
        return {"name": name} if "name" in changed else {}

    @override
    async def update(self, here: Here, before: Self, changed: AbstractSet[str]) -> None:
        await super().update(here, before, changed)
        if "metadata" in changed:
            await self.call(here, "PUT", "/metadata", {"metadata": texts(self.metadata)})
        follow_template(here, keeps_agent=self.user_data_format == CONFIG)
        is_told = AGENT in here.metadata and "software_config_transport" not in changed
        if self.user_data_format == CONFIG and not is_told:
            await set_transport(here, self)
        here.data[TODO] = await stages_of(here, self, before, changed)

    @override
    async def delete(self, here: Here) -> None:
        if self.user_data_format == CONFIG:
            await end_transport(here)
        if here.physical_id is None:
            await remove_ports(here, self.networks or ())
            await give_back(here)
        await super().delete(here)

    @override
    async def suspend(self, here: Here) -> None:
        if (await _present(self, here))["status"] != "SUSPENDED":
            await act(here, {"suspend": None})

    @override
    async def resume(self, here: Here) -> None:
        if (await _present(self, here))["status"] != "ACTIVE":
            await act(here, {"resume": None})

    @override
    async def snapshot(self, here: Here) -> None:
        await begin_image(here)

    @override
    async def progress(self, here: Here) -> Progress:
        if here.action is Action.CREATE and here.physical_id is None:
            return await self._make_late(here)
        server = await here.cloud.watch(self.shelf, here.physical_id or "")
        if here.action is Action.DELETE:
            return await _is_gone(self, here, server)
        if here.action is Action.SNAPSHOT:
            return await is_copied(here, server)
        if here.action is Action.CHECK:
            return True
        if server is None:
            raise ResourceInError(f"{here.name} ({here.physical_id}) has vanished")
        return await self._has_arrived(here, server)

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        if name == "os_collect_config":
            return here.metadata.get(AGENT) or {}
        if here.physical_id is None or name not in self.apart | {"show"}:
            return await super().attribute(here, name)
        if name == "show":
            shown = await super().attribute(here, name)
            return {"os_collect_config": here.metadata.get(AGENT) or {}, **shown}
        if name == "console_urls":
            return await consoles_of(here, here.physical_id, consoles_read(here.reads))
        server = await self.ask(here, "GET")
        if name == "first_address":
            return first_address_of(server)
        tell = addresses_of if name == "addresses" else networks_of
        return await tell(here, server)

    async def _make_late(self, here: Here) -> bool:
        """Make the server once its ports are free, unless an engine before has done so."""
        if await clear_way(here, self.networks or ()):
            here.physical_id = await self.find(here) or await super().create(here)
            here.data[WAITS] = False
        return False

    async def _has_arrived(self, here: Here, server: Mapping[str, Any]) -> bool:
        """Say whether a server is where it was sent, and take it there step by step."""
        status = server["status"]
        if status in self.failed:
            where = f"{here.name} ({here.physical_id}) is in state {status}"
            raise ResourceInError(f"{where}: {_fault(server)}")
        if status not in BUSY | STILL | {"ACTIVE"}:
            raise ResourceFailed(f"{here.name} ({here.physical_id}) is in state {status}")
        if here.action is Action.SUSPEND:
            return bool(status == "SUSPENDED")
        if here.action is Action.UPDATE and status not in BUSY:
            return await go_on(Scene(here, self, server))
        if status != "ACTIVE":
            return False
        return here.action is Action.RESUME or await go_on(Scene(here, self, server))


async def _is_gone(server: Server, here: Here, present: Mapping[str, Any] | None) -> bool:
    """Say whether a server is gone, and remove its ports then."""
    if present is None or present["status"] == "DELETED":
        await remove_ports(here, server.networks or ())
        await give_back(here)
        return True
    if present["status"] == "SOFT_DELETED":
        await act(here, {"forceDelete": None})
    elif present["status"] == "ERROR" and not present.get("OS-EXT-STS:task_state"):
        raise ResourceInError(
            f"{here.name} ({here.physical_id}) cannot be deleted: {_fault(present)}"
        )
    return False


async def _present(server: Server, here: Here) -> Mapping[str, Any]:
    if here.physical_id is None:
        raise ResourceFailed(f"{here.name} was never made")
    try:
        return await server.ask(here, "GET")
    except CloudNotFound:
        raise ResourceFailed(f"{here.name} ({here.physical_id}) is gone") from None


def _fault(server: Mapping[str, Any]) -> str:
    return str((server.get("fault") or {}).get("message") or "nobody knows why")
