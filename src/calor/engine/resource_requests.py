"""Use cases over single resources: mark one as ill or well, signal it, clear a hook."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from calor.core.errors import Conflict, NoSuchResource, NotFound, NotSupported
from calor.core.source import shorten
from calor.core.state import Action, Status
from calor.engine.desk import Desk
from calor.engine.ledger import Ledger
from calor.engine.mail import HOOK, MARK, METADATA, SIGNAL
from calor.engine.signals import refusal
from calor.plugin.resource import Resource
from calor.store.records import ResourceRecord, StackRecord

HOOKS: Final = frozenset(
    f"{when}-{action}" for when in ("pre", "post") for action in ("create", "update", "delete")
)


class ResourceRequests(Desk):
    """The use cases over single resources of a stack."""

    __slots__ = ()

    async def mark(
        self, project: str, stack_id: str, name: str, *, is_healthy: bool, reason: str = ""
    ) -> None:
        """Mark a resource: one that is ill is replaced by the next update."""
        stack, rows = await self._find(project, stack_id, name)
        if any(row.status is Status.IN_PROGRESS for row in rows):
            raise Conflict(f"the resource {shorten(name)} is busy; wait for its end")
        if is_healthy and not any(_is_ill(row) for row in rows):
            return
        body = {"resource": name, "is_healthy": is_healthy, "reason": reason}
        await self.send(Ledger(), stack, MARK, body)

    async def set_metadata(
        self, project: str, stack_id: str, name: str, metadata: Mapping[str, Any]
    ) -> None:
        """Give a resource other metadata."""
        stack, _ = await self._find(project, stack_id, name)
        body = {"resource": name, "metadata": dict(metadata)}
        await self.send(Ledger(), stack, METADATA, body)

    async def signal(
        self, project: str, stack_id: str, name: str, details: Mapping[str, Any] | None
    ) -> None:
        """Signal a resource; it is carried out later, and at least once."""
        if details and "unset_hook" in details:
            await self.clear_hook(project, stack_id, name, str(details["unset_hook"]))
            return
        stack, rows = await self._find(project, stack_id, name)
        row = _addressee(rows)
        kind = self._signalled(row)
        if row.action in kind.silent_during:
            ledger = Ledger()
            ledger.tell_resource(row, self.clock.now(), refusal(row.action))
            await self.store.write(ledger.batch())
            raise NotSupported(f"{refusal(row.action)}: {shorten(name)}")
        body = {"resource": name, "details": None if details is None else dict(details)}
        await self.send(Ledger(), stack, SIGNAL, body)

    def _signalled(self, row: ResourceRecord) -> type[Resource]:
        """Return the type of a resource, if it takes signals."""
        offer = self.types.offer(row.type)
        if isinstance(offer, type) and issubclass(offer, Resource) and offer.takes_signals:
            return offer
        raise NotSupported(f"resources of type {shorten(row.type)} take no signals")

    async def clear_hook(self, project: str, stack_id: str, name: str, hook: str) -> None:
        """Let a resource go on that waits at a hook."""
        stack, rows = await self._find(project, stack_id, name)
        if hook not in HOOKS:
            raise NotSupported(f"there is no hook {shorten(hook)}, but {', '.join(sorted(HOOKS))}")
        mark = [hook, stack.traversal]
        if not any(list(row.notes.get("hook") or ()) == mark for row in rows):
            raise NotSupported(f"the resource {shorten(name)} does not wait at {hook}")
        await self.send(Ledger(), stack, HOOK, {"resource": name, "hook": hook})

    async def name_of(self, stack: StackRecord, word: str) -> str:
        """Return the name of the resource that has this name or physical id."""
        lines = await self.store.list_resources(stack.id)
        if any(line.name == word for line in lines):
            return word
        names = {line.name for line in lines if line.physical_id == word}
        if len(names) > 1:
            raise NotSupported(f"more than one resource has the physical id {shorten(word)}")
        return names.pop() if names else word

    async def _find(
        self, project: str, stack_id: str, name: str
    ) -> tuple[StackRecord, list[ResourceRecord]]:
        stack = await self.live(project, stack_id)
        rows = list(await self.store.resources_named(stack_id, (name,)))
        if not rows:
            message = f"The Resource ({shorten(name)}) could not be found in Stack {stack.name}."
            raise NoSuchResource(message)
        return stack, rows


def _addressee(rows: Sequence[ResourceRecord]) -> ResourceRecord:
    """Return the newest of the resources of a name that something was done to."""
    made = [row for row in rows if row.action is not Action.INIT]
    if not made:
        raise NotFound(f"the resource {shorten(rows[0].name)} was not made yet")
    alive = [row for row in made if row.action is not Action.DELETE]
    return max(alive or made, key=lambda row: row.created_at)


def _is_ill(row: ResourceRecord) -> bool:
    return (row.action, row.status) == (Action.CHECK, Status.FAILED)
