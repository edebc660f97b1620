"""What a server goes through when it is changed, one step after the other.

The steps that are left are noted with the resource, each with what it needs.  A
step looks first whether there is anything to do, so that going through it twice
does no harm.
"""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from calor.core.errors import CloudConflict, CloudNotFound, ResourceFailed
from calor.plugin import Here
from calor.resources.nova.booting import encoded, files, texts
from calor.resources.nova.calls import COMPUTE, act, compute
from calor.resources.nova.declared_server import DeclaredServer
from calor.resources.nova.interfaces import cards_of
from calor.resources.nova.ports import PORTS, remove_port
from calor.resources.nova.user_data import user_data_of

TODO, BEGUN = "todo", "begun"
TASK: Final = "OS-EXT-STS:task_state"
CARRIES_USER_DATA: Final = "2.57"
TAGS_CARDS: Final = "2.49"

Stage: TypeAlias = MutableMapping[str, Any]
"""A step with what it needs; `begun` says that it was begun."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A server at rest, and what it is to become."""

    here: Here
    wanted: DeclaredServer
    server: Mapping[str, Any]

    @property
    def is_busy(self) -> bool:
        """Whether the service is at it."""
        return bool(self.server.get(TASK))

    async def ports(self) -> list[str]:
        """Return the ports of the server's cards."""
        return [one.port for one in await cards_of(self.here, self.server["id"])]


Step: TypeAlias = Callable[[Scene, Stage], Awaitable[bool]]
"""Does what is left to do, and returns whether nothing was."""


async def go_on(scene: Scene) -> bool:
    """Take the next step of a server; return whether there is none."""
    todo = [dict(one) for one in scene.here.data.get(TODO) or ()]
    if not todo:
        return True
    is_done = await STEPS[todo[0]["step"]](scene, todo[0])
    scene.here.data[TODO] = todo[1:] if is_done else todo
    return is_done and len(todo) == 1


async def _tag(scene: Scene, _stage: Stage) -> bool:
    tags = list(scene.wanted.tags or ())
    await compute(scene.here, "PUT", f"/servers/{scene.server['id']}/tags", {"tags": tags})
    return True


async def _detach(scene: Scene, stage: Stage) -> bool:
    here, port = scene.here, stage["port"]
    if port in await scene.ports():
        if not stage.get(BEGUN):
            path = f"/servers/{scene.server['id']}/os-interface/{port}"
            with suppress(CloudNotFound):
                await compute(here, "DELETE", path)
        stage[BEGUN] = True
        return False
    if port in (here.data.get(PORTS) or ()):
        await remove_port(here, port)
    return True


async def _attach(scene: Scene, stage: Stage) -> bool:
    port, tag = stage.get("port"), stage.get("tag")
    if port is None and stage.get(BEGUN):
        return True
    if port is not None and port in await scene.ports():
        return True
    if not stage.get(BEGUN):
        asked = ({"port_id": port} if port else {}) | ({"tag": tag} if tag else {})
        path = f"/servers/{scene.server['id']}/os-interface"
        body, version = {"interfaceAttachment": asked}, TAGS_CARDS if tag else COMPUTE
        await compute(scene.here, "POST", path, body, version)
        stage[BEGUN] = True
    return False


async def _resize(scene: Scene, stage: Stage) -> bool:
    here, flavor = scene.here, scene.wanted.flavor
    if scene.server["status"] == "VERIFY_RESIZE":
        # Another engine may have confirmed it a moment ago.
        with suppress(CloudConflict):
            await act(here, {"confirmResize": None})
        return False
    if scene.is_busy:
        return False
    if scene.server["flavor"].get("id") == flavor:
        return True
    if stage.get(BEGUN):
        raise ResourceFailed(f"{here.name} ({here.physical_id}) could not be resized to {flavor}")
    await act(here, {"resize": {"flavorRef": flavor}})
    stage[BEGUN] = True
    return False


async def _rebuild(scene: Scene, stage: Stage) -> bool:
    if scene.is_busy or stage.get(BEGUN):
        return not scene.is_busy
    if not stage.get("user_data") and _image(scene.server) == scene.wanted.image:
        return True
    version = CARRIES_USER_DATA if stage.get("user_data") else COMPUTE
    body = await _rebuilt(scene, with_user_data=bool(stage.get("user_data")))
    await act(scene.here, {"rebuild": body}, version)
    stage[BEGUN] = True
    return False


async def _rebuilt(scene: Scene, *, with_user_data: bool) -> dict[str, Any]:
    wanted = scene.wanted
    keeps = wanted.image_update_policy == "REBUILD_PRESERVE_EPHEMERAL"
    body: dict[str, Any] = {
        "imageRef": wanted.image or _image(scene.server),
        "metadata": texts(wanted.metadata) or None,
        "adminPass": wanted.admin_pass or None,
        "preserve_ephemeral": True if keeps else None,
        "personality": None if with_user_data else files(wanted.personality) or None,
    }
    if with_user_data:
        body["user_data"] = encoded(await user_data_of(scene.here, wanted))
    return {key: one for key, one in body.items() if one is not None}


def _image(server: Mapping[str, Any]) -> str | None:
    """Return the image of a server; one that starts from a volume has none."""
    return (server.get("image") or {}).get("id")


async def _password(scene: Scene, _stage: Stage) -> bool:
    await act(scene.here, {"changePassword": {"adminPass": scene.wanted.admin_pass or ""}})
    return True


STEPS: Final[Mapping[str, Step]] = {
    "tag": _tag,
    "detach": _detach,
    "attach": _attach,
    "resize": _resize,
    "rebuild": _rebuild,
    "password": _password,
}
