"""OS::Heat::Stack: a stack of its own, made through the orchestration API, here or elsewhere."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, ClassVar, Self

from typing_extensions import override

from calor.core.errors import CloudNotFound, ResourceInError
from calor.core.state import Action
from calor.core.values import Value, has_unknown
from calor.plugin import Declared, attr, prop, since
from calor.plugin.resource import Here, Progress, Resource
from calor.resources.heat.remote_api import RemoteApi, is_as_before


class Context(Declared):
    """Where the stack is made, and as whom."""

    region_name: str | None = prop("The region.", default=None)
    credential_secret_id: str | None = prop(
        "A secret with the credential for another cloud.",
        default=None,
        updatable=True,
        support=since("12.0.0"),
    )
    ca_cert: str | None = prop(
        "The certificate of whoever vouches for another cloud.",
        default=None,
        updatable=True,
        support=since("12.0.0"),
    )
    insecure: bool = prop(
        "Trust another cloud whatever it shows.",
        default=False,
        updatable=True,
        support=since("12.0.0"),
    )


class RemoteStack(Resource):
    """A stack that lives on its own; what is done to this resource is done to it."""

    type_name = "OS::Heat::Stack"
    service = "heat"
    checkable = True
    always_updates = True
    attributes: ClassVar = {
        "stack_name": attr("The name of the stack."),
        "outputs": attr("The outputs of the stack.", dict),
    }

    context: Context | None = prop("Where, and as whom.", default=None, updatable=True)
    template: str = prop("The template, as a text.", updatable=True)
    timeout: int | None = prop("Minutes that an action may take.", default=None, updatable=True)
    parameters: dict[str, Any] = prop("Its parameters.", default={}, updatable=True)

    @override
    async def create(self, here: Here) -> str | None:
        body = {"stack_name": here.physical_name(), **self._order(here)}
        made = await self._api(here).send("POST", "/stacks", body)
        return str(made["stack"]["id"])

    @override
    async def find(self, here: Here) -> str | None:
        name = here.physical_name()
        found = await self._api(here).send("GET", "/stacks", name=name)
        ids = [str(one["id"]) for one in found["stacks"] if one["stack_name"] == name]
        return ids[0] if ids else None

    @override
    async def update(self, here: Here, before: Self, changed: AbstractSet[str]) -> None:
        api = self._api(here)
        await api.remember()
        await api.send("PUT", api.path, self._order(here))

    @override
    async def delete(self, here: Here) -> None:
        api = self._api(here)
        if here.physical_id is not None:
            try:
                await api.send("DELETE", api.path)
            except CloudNotFound:
                return

    @override
    async def suspend(self, here: Here) -> None:
        await self._api(here).act()

    @override
    async def resume(self, here: Here) -> None:
        await self._api(here).act()

    @override
    async def check(self, here: Here) -> None:
        await self._api(here).act()

    @override
    async def snapshot(self, here: Here) -> None:
        api = self._api(here)
        await api.remember()
        made = await api.send("POST", f"{api.path}/snapshots", {})
        here.data["snapshot_id"] = made["id"]

    @override
    async def progress(self, here: Here) -> Progress:
        try:
            stack = await self._api(here).stack()
        except CloudNotFound:
            if here.action is Action.DELETE:
                return True
            raise
        action, _, status = str(stack["stack_status"]).partition("_")
        if action != here.action or status == "IN_PROGRESS" or is_as_before(here, stack):
            return False
        if status == "FAILED":
            raise ResourceInError(f"{stack['stack_status']}: {stack['stack_status_reason']}")
        return True

    @override
    async def show(self, here: Here) -> Mapping[str, Value]:
        stack = await self._api(here).stack()
        outputs = {one["output_key"]: one.get("output_value") for one in stack.get("outputs") or ()}
        return {"stack_name": stack["stack_name"], "outputs": outputs}

    @override
    def reference_id(self, here: Here) -> Value:
        return here.physical_id

    @override
    def must_replace(self, before: Self, changed: AbstractSet[str]) -> bool:
        return "context" in changed and _region(self.context) != _region(before.context)

    @override
    def problems(self) -> Iterable[str]:
        context = self.context
        if context is None or has_unknown(context):
            return
        if context.credential_secret_id or context.ca_cert or context.insecure:
            yield "context: only region_name can be used yet; other clouds cannot be reached"

    def _api(self, here: Here) -> RemoteApi:
        return RemoteApi(here, _region(self.context))

    def _order(self, here: Here) -> dict[str, Value]:
        """Return what the stack is to be made of."""
        environment = {**here.environment(), "parameters": self.parameters}
        return {
            "template": self.template,
            "parameters": self.parameters,
            "environment": environment,
            "files": dict(here.files),
            "disable_rollback": True,
            **({"timeout_mins": self.timeout} if self.timeout is not None else {}),
        }


def _region(context: Context | None) -> str | None:
    return context.region_name if context else None
