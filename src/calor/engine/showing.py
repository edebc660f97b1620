"""The attributes of resources as they are at this moment, for people to see."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from calor.core.errors import CalorError
from calor.core.state import Action
from calor.core.values import Value
from calor.engine.rows import here_of
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.store.records import ResourceRecord

LOG = logging.getLogger(__name__)

SHOW: Final = "show"
SECONDS: Final = 30.0
"""A cloud that takes longer has nothing to show."""


@dataclass(frozen=True, slots=True)
class Showing:
    """A stack whose resources can be looked at."""

    tree: LiveTree
    stack: LiveStack

    def description(self, row_id: str) -> str:
        """Return what the template says a resource is for."""
        row = self.stack.rows.get(row_id)
        definition = self.stack.goal.template.resources.get(row.name) if row else None
        return definition.description if definition else ""

    async def attributes(self, row_id: str, wanted: Collection[str] = ()) -> dict[str, Any]:
        """Return what the cloud shows of a resource, else all its attributes; more if wanted."""
        row = self.stack.rows.get(row_id)
        if row is None or row.action in (Action.INIT, Action.DELETE):
            return {}
        try:
            async with asyncio.timeout(SECONDS):
                return await self._read(row, wanted)
        except (CalorError, TimeoutError) as problem:
            LOG.warning("the attributes of %s cannot be read: %s", row.name, problem)
        except Exception:
            LOG.exception("the attributes of %s cannot be read", row.name)
        return {name: one for name, one in row.attributes.items() if name != SHOW}

    async def _read(self, row: ResourceRecord, wanted: Collection[str]) -> dict[str, Any]:
        registry = self.stack.goal.environment.registry
        files = self.stack.goal.scope.files
        kind = self.tree.kinds.find(registry, row.type, row.name, files)
        names = dict.fromkeys([*(one for one in kind.schema.attributes if one != SHOW), *wanted])
        if self.tree.child_of(row.id) is not None:
            return {name: self._of_child(row, name) for name in names}
        resource, here = kind.make(row.properties), here_of(self.tree, self.stack, row)
        show = await resource.attribute(here, SHOW)
        if isinstance(show, Mapping):
            known, names = dict(show), dict.fromkeys([*show, *wanted])
        else:
            known = dict(await resource.show(here))
        for name in names:
            if name not in known:
                known[name] = await resource.attribute(here, name)
        return {name: known[name] for name in names}

    def _of_child(self, row: ResourceRecord, name: str) -> Value:
        try:
            return self.tree.ask_child(row, (name,))
        except CalorError:
            return None  # it takes more than a name to read it
