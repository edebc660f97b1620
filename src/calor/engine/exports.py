"""Use cases that hand stacks over: export, abandon and adopt."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calor.core.errors import InvalidTemplate
from calor.core.source import Problem
from calor.core.state import Action
from calor.engine.adoption import adopted_rows
from calor.engine.documents import document_of
from calor.engine.ledger import Ledger
from calor.engine.orders import Order, overlaid
from calor.engine.service import Stacks
from calor.engine.views import look


class Exports(Stacks):
    """The use cases over stacks as documents."""

    __slots__ = ()

    async def export(self, project: str, stack_id: str) -> dict[str, Any]:
        """Return a stack as a document."""
        await self.live(project, stack_id)
        tree, stack = await look(self, stack_id)
        return document_of(tree, stack)

    async def abandon(self, project: str, stack_id: str) -> dict[str, Any]:
        """Return a stack as a document and forget it, but leave alone what it stands for."""
        record = await self.resting(project, stack_id)
        document = await self.export(project, stack_id)
        record = self.aimed(record, Action.DELETE)
        record = replace(record, details={**record.details, "abandoned": True})
        ledger = Ledger()
        ledger.put_stack(record)
        await self.send(ledger, record)
        return document

    async def adopt(
        self, project: str, name: str, document: Mapping[str, Any], order: Order | None = None
    ) -> str:
        """Accept a stack whose resources exist already, and return its id."""
        order = overlaid(order or Order(), _ordered(document))
        record, ledger = await self.new_stack(project, name, order, Action.ADOPT)
        adopted_rows(record, _resources(document, order), ledger)
        await self.send_new(ledger, record)
        return record.id


def _ordered(document: Mapping[str, Any]) -> Order:
    template = document.get("template")
    if not isinstance(template, Mapping):
        raise InvalidTemplate([Problem("the data of an adopted stack needs a template")])
    return Order(
        template=template,
        environment=_map(document, "environment"),
        files=_map(document, "files"),
    )


def _resources(document: Mapping[str, Any], order: Order) -> dict[str, Any]:
    wanted = (order.template or {}).get("resources") or {}
    known = _map(document, "resources").items()
    return {name: one for name, one in known if name in wanted and isinstance(one, Mapping)}


def _map(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = document.get(key) or {}
    if not isinstance(value, Mapping):
        raise InvalidTemplate([Problem("expected a map in the data of an adopted stack", (key,))])
    return value
