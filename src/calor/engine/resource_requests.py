"""Use cases over single resources: mark one as ill or well, set its metadata, clear a hook."""

from collections.abc import Mapping
from typing import Any, Final

from calor.core.errors import Conflict, NoSuchResource, NotSupported
from calor.core.source import shorten
from calor.core.state import Action, Status
from calor.core.template.checks.request import OPERATOR, KnownTypes
from calor.engine.desk import Desk
from calor.engine.kinds import Kinds, NotRunnable
from calor.engine.ledger import Ledger
from calor.engine.mail import HOOK, MARK, METADATA, SIGNAL
from calor.engine.stack import best_rows
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

    async def clear_hook(self, project: str, stack_id: str, name: str, hook: str) -> None:
        """Let a resource go on that waits at a hook."""
        stack, rows = await self._find(project, stack_id, name)
        if hook not in HOOKS:
            raise NotSupported(f"there is no hook {shorten(hook)}, but {', '.join(sorted(HOOKS))}")
        mark = [hook, stack.traversal]
        if not any(list(row.notes.get("hook") or ()) == mark for row in rows):
            raise NotSupported(f"the resource {shorten(name)} does not wait at {hook}")
        await self.send(Ledger(), stack, HOOK, {"resource": name, "hook": hook})

    async def signal(
        self, project: str, stack_id: str, name: str, details: Mapping[str, Any]
    ) -> None:
        """Tell a resource something that its type knows what to do with."""
        stack, rows = await self._find(project, stack_id, name)
        row = best_rows(stack, rows)[name]
        if row.action in (Action.SUSPEND, Action.DELETE):
            raise NotSupported(f"a resource at {row.action} cannot be signalled")
        if row.action is Action.INIT and row.physical_id is None:
            raise NoSuchResource(f"The Resource ({shorten(name)}) is not available.")
        if not await self._takes_signals(stack, row):
            raise NotSupported(f"resources of type {row.type} cannot be signalled")
        await self.send(Ledger(), stack, SIGNAL, {"resource": name, "details": dict(details)})

    async def _takes_signals(self, stack: StackRecord, row: ResourceRecord) -> bool:
        read = await self.archive.reading(self.store, stack)
        registry = read.environment.registry.under(OPERATOR, KnownTypes(self.types))
        try:
            kind = Kinds(self.types).find(registry, row.type, row.name, read.files)
        except NotRunnable:
            return False
        return kind.made_by is not None and kind.made_by.takes_signals

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


def _is_ill(row: ResourceRecord) -> bool:
    return (row.action, row.status) == (Action.CHECK, Status.FAILED)
