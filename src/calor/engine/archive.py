"""What stacks were made of, read once and kept for as long as people ask for it often."""

import json
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVar

from calor.core.document.parse import parse_document
from calor.core.errors import CalorError
from calor.core.graph import Graph
from calor.core.source import Report
from calor.core.template.checks.request import OPERATOR, KnownTypes
from calor.core.template.environment.environment import Environment, read_environment
from calor.core.template.parameters.pseudo import StackIdentity, pseudo_parameters
from calor.core.template.parameters.values import MASK, in_file, masked, settle
from calor.core.template.reader import read_template
from calor.core.template.scope import StackScope
from calor.core.template.template import Template
from calor.core.values import UNKNOWN, Value
from calor.engine.kinds import Kinds
from calor.engine.stack import goal_of
from calor.engine.texts import decode
from calor.engine.tree import arn_of
from calor.store.port import Store
from calor.store.records import StackRecord

MOST: Final = 2 << 20
"""How many bytes of text may stand behind what is kept; read, they take ten times as much."""
LEAST: Final = 1000

T = TypeVar("T")


class Kept(Generic[T]):
    """Values by key; those that nobody asked for longest go when there are too many."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._weight = most, 0
        self._items: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()

    def get(self, key: Hashable) -> T | None:
        """Return a value, if it is still there."""
        if key not in self._items:
            return None
        self._items.move_to_end(key)
        return self._items[key][0]

    def put(self, key: Hashable, value: T, weight: int) -> T:
        """Keep a value and return it."""
        self._weight += weight + LEAST
        self._weight -= self._items.pop(key, (value, 0))[1]
        self._items[key] = value, weight + LEAST
        while self._weight > self._most and len(self._items) > 1:
            self._weight -= self._items.popitem(last=False)[1][1]
        return value


@dataclass(frozen=True, slots=True)
class Reading:
    """A stack's template with the values it was given."""

    template: Template
    environment: Environment
    files: Mapping[str, str]
    parameters: Mapping[str, Value]
    """Pseudo parameters are among them."""

    def scope(self) -> StackScope:
        """Return the scope in which nothing is known of the resources."""
        return StackScope(template=self.template, parameters=self.parameters, files=self.files)

    def shown_parameters(self) -> dict[str, str]:
        """Return the parameters as text, those that are hidden as asterisks."""
        shown = masked(self.template.parameters, self.parameters)
        return {name: as_text(value) for name, value in shown.items() if value is not UNKNOWN}

    def shown_environment(self) -> dict[str, Any]:
        """Return the environment as it may be seen."""
        told, declared = self.environment.to_dict(), self.template.parameters
        secret = set(self.environment.encrypted_param_names)
        for section in ("parameters", "parameter_defaults"):
            values = masked(declared, told[section])
            told[section] = {
                name: MASK if name in secret else value for name, value in values.items()
            }
        return told


class Archive:
    """Everything that was read."""

    def __init__(self) -> None:
        self._templates: Kept[Template] = Kept()
        self._readings: Kept[Reading] = Kept()
        self._users: Kept[Mapping[str, list[str]]] = Kept()

    async def reading(self, store: Store, record: StackRecord) -> Reading:
        """Return what a stack was last to be."""
        key = (record.id, record.template, record.environment, record.files)
        found = self._readings.get(key)
        if found is not None:
            return found
        template = await self._template(store, record.template)
        environment, files = await store.text(record.environment), await store.text(record.files)
        read = _read(record, template, decode(environment), decode(files))
        return self._readings.put(key, read, len(environment) + len(files))

    async def users(
        self, store: Store, record: StackRecord, kinds: Kinds
    ) -> Mapping[str, list[str]]:
        """Return the names of those that need a resource, for each that is needed."""
        key = (record.id, record.template, record.environment)
        found = self._users.get(key)
        if found is not None:
            return found
        read = await self.reading(store, record)
        registry = read.environment.registry.under(OPERATOR, KnownTypes(kinds.types))
        schema_of = partial(kinds.schema, registry)
        goal = goal_of(read.template, read.environment, read.scope(), schema_of)
        users = users_of(goal.graph)
        return self._users.put(key, users, 100 * len(read.template.resources))

    async def _template(self, store: Store, digest: str) -> Template:
        found = self._templates.get(digest)
        if found is not None:
            return found
        text = await store.text(digest)
        template = read_template(parse_document(text, digest), Report())
        if template is None:
            raise CalorError("a stored template cannot be read")
        return self._templates.put(digest, template, len(text))


def _read(
    record: StackRecord,
    template: Template,
    environment: Mapping[str, Any],
    files: Mapping[str, str],
) -> Reading:
    given = read_environment(environment, Report())
    settled = settle(
        template.parameters,
        given.parameters,
        given.parameter_defaults,
        in_file(Report()),
        partial=True,
    )
    identity = StackIdentity(
        name=record.name, id=record.id, arn=arn_of(record), project_id=record.project
    )
    pseudo = pseudo_parameters(template.dialect.language, identity)
    return Reading(template, given, files, {**pseudo, **settled})


def users_of(graph: Graph) -> dict[str, list[str]]:
    """Return who needs each node of a graph that is needed."""
    users: dict[str, list[str]] = {}
    for name, needs in graph.needs.items():
        for needed in needs:
            users.setdefault(needed, []).append(name)
    return users


def as_text(value: Value) -> str:
    """Return the value of a parameter as clients read it."""
    match value:
        case str():
            return value
        case list() if all(isinstance(one, str) for one in value):
            return ",".join(value)
        case dict() | list():
            return json.dumps(value)
        case _:
            return str(value)
