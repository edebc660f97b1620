"""OS::Heat::TestResource: waits, fails and is replaced as it is told."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import ClassVar, Final, Self

from typing_extensions import override

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import Value
from calor.plugin import Declared, attr, check, prop, since
from calor.plugin.resource import Here, Progress, Resource

AGES: Final = 3600.0
"""How long to leave a wait alone that only the stack's timeout ends."""

LONGEST: Final = 1e9
"""No wait is longer, so that all of them can be counted."""


class ActionWaits(Declared):
    """How many seconds each action takes; those not given take `wait_secs`."""

    create: float | None = prop("Seconds a creation takes.", default=None, updatable=True)
    update: float | None = prop("Seconds an update takes.", default=None, updatable=True)
    delete: float | None = prop("Seconds a deletion takes.", default=None, updatable=True)


class ResourceForTests(Resource):
    """Keeps a text; for trying out what happens when something is slow or fails."""

    type_name = "OS::Heat::TestResource"
    support = since("5.0.0")
    attributes: ClassVar = {"output": attr("The text that was kept.", None, live=True)}
    checkable = True

    value: str = prop("The text to keep.", default="test_string", updatable=True)
    update_replace: bool = prop("Be replaced when the text changes.", default=False, updatable=True)
    fail: bool = prop("Fail, once the wait is over.", default=False, updatable=True)
    client_name: str = prop("Accepted, and left alone.", default="", updatable=True)
    entity_name: str = prop("Accepted, and left alone.", default="", updatable=True)
    wait_secs: float = prop(
        "Seconds each action takes; with -1 it takes for ever.", default=0, updatable=True
    )
    action_wait_secs: ActionWaits | None = prop(
        "Seconds single actions take.", default=None, updatable=True
    )
    attr_wait_secs: float = prop(
        "Seconds more until the text can be read.",
        default=0,
        updatable=True,
        support=since("6.0.0"),
    )
    constraint_prop_secs: float = prop(
        "Accepted, and left alone.",
        check("test_constr"),
        default=0,
        updatable=True,
        support=since("6.0.0"),
    )
    update_replace_value: str | None = prop(
        "A text whose change always replaces.", default=None, support=since("7.0.0")
    )

    @override
    async def create(self, here: Here) -> str | None:
        here.data["wait"] = self._wait(here.action)
        if self.fail:
            return None
        here.data["value"] = self.value
        return here.physical_name()

    @override
    async def update(self, here: Here, before: Self, changed: AbstractSet[str]) -> None:
        is_other = "value" in changed and bool(self.value)
        here.data["wait"] = self._wait(here.action) if is_other else 0
        if is_other and not self.fail:
            here.data["value"] = self.value

    @override
    async def delete(self, here: Here) -> None:
        here.data["wait"] = self._wait(here.action)

    @override
    async def check(self, here: Here) -> None:
        if here.physical_id is None:
            raise ResourceFailed(f"{here.name} was never created")

    @override
    async def progress(self, here: Here) -> Progress:
        if here.action not in (Action.CREATE, Action.UPDATE, Action.DELETE):
            return True
        wait = float(here.data.get("wait", 0))
        if wait < 0:
            return AGES
        if (left := here.started_at + wait - here.now()) > 0:
            return left
        if self.fail and here.action is not Action.DELETE:
            raise ResourceFailed(f"{here.name} failed, as its property fail told it to")
        return True

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        return here.data.get("value") if name == "output" else None

    @override
    def foretell(self) -> Mapping[str, Value]:
        # An empty text leaves the one before in place, and a failure tells nothing.
        return {"output": self.value} if self.value and not self.fail else {}

    @override
    def must_replace(self, before: Self, changed: AbstractSet[str]) -> bool:
        return "value" in changed and self.update_replace

    def _wait(self, action: Action) -> float:
        waits = self.action_wait_secs
        own: float | None = getattr(waits, action.lower()) if waits else None
        wait = min(self.wait_secs if own is None else own, LONGEST)
        more = 0 if action is Action.DELETE else self.attr_wait_secs
        return -1 if wait < 0 else wait + min(more, LONGEST)
