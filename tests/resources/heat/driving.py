"""Bring resource types up without an engine: a clock that is set, chance that repeats itself."""

import asyncio
import json
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass, field
from random import Random
from string import ascii_lowercase
from typing import Any
from uuid import UUID

from calor.core.errors import NotFound
from calor.core.schema.properties import check_properties
from calor.core.schema.typed import typed_properties
from calor.core.source import Severity
from calor.core.state import Action, Status
from calor.plugin.addresses import Addresses
from calor.plugin.cloud import Cloud, NoCloud
from calor.plugin.nested import Child, Member, StackResource
from calor.plugin.resource import Configs, Resource, Sibling
from calor.plugin.resource import Random as Chance
from calor.plugin.scaling import Adjustment
from calor.plugin.schema import build, schema_of
from calor.plugin.stack_users import NoStackUsers, StackUsers

MOST_PHASES = 1000


@dataclass
class MemoryConfigs:
    """Keeps configurations in memory; whoever comes first under an id wins."""

    kept: dict[str, Mapping[str, Any]] = field(default_factory=dict)

    async def create(self, config_id, body):
        self.kept.setdefault(config_id, json.loads(json.dumps(body)))

    async def show(self, config_id):
        if config_id not in self.kept:
            raise NotFound(config_id)
        return self.kept[config_id]

    async def delete(self, config_id):
        self.kept.pop(config_id, None)


@dataclass
class MemoryHere:
    """A resource in memory."""

    id: str = str(UUID(int=7 << 64, version=4))
    name: str = "it"
    stack_name: str = "stack"
    physical_id: str | None = None
    replaces: str | None = None
    action: Action = Action.INIT
    created_at: float = 0.0
    started_at: float = 0.0
    timeout: float = 3600.0
    update_policy: Mapping[str, Any] = field(default_factory=dict)
    reads: Collection[tuple[Any, ...]] = ()
    data: MutableMapping[str, Any] = field(default_factory=dict)
    secrets: MutableMapping[str, str] = field(default_factory=dict)
    metadata: MutableMapping[str, Any] = field(default_factory=dict)
    signal_id: str = "signal/1"
    adjustments: list[tuple[str, Adjustment]] = field(default_factory=list)
    random: Chance = field(default_factory=lambda: Random(1))
    configs: Configs = field(default_factory=MemoryConfigs)
    cloud: Cloud = field(default_factory=NoCloud)
    stack_users: StackUsers = field(default_factory=NoStackUsers)
    files: Mapping[str, str] = field(default_factory=dict)
    user_project: str | None = None
    addresses: Addresses = field(default_factory=Addresses)
    project: str = "owner"
    clock: float = 1000.0
    siblings: dict[str, Sibling] = field(default_factory=dict)

    def now(self):
        return self.clock

    def physical_name(self, limit=255):
        return f"{self.stack_name}-{self.name}-{self.id[:8]}"[-limit:]

    def environment(self):
        return {"parameter_defaults": {"size": 3}}

    def sibling(self, reference_id):
        return self.siblings.get(reference_id)

    @property
    def path(self):
        return f"stacks/{self.stack_name}/1/resources/{self.name}"

    def adjust(self, reference_id, adjustment):
        self.adjustments.append((reference_id, adjustment))

    def begin(self, action):
        self.clock += 1
        self.action, self.started_at = action, self.clock

    def save(self):
        """Keep only what would survive the engine's death."""
        self.data = json.loads(json.dumps(self.data))
        self.secrets = dict(self.secrets)


def made(kind: type[Resource], **given: Any) -> Any:
    """Return a resource of a type with checked properties, which must be right."""
    noted: list[str] = []

    def note(severity, path, message, hint):
        if severity is Severity.ERROR:
            noted.append(f"{path}: {message}")

    resource = build(kind, typed_properties(schema_of(kind), given, note))
    assert noted == []
    return resource


def problems(kind: type[Resource], **given: Any) -> list[str]:
    """Return what is wrong with properties that are each right by themselves."""
    return list(made(kind, **given).problems())


def policy_of(kind: type[Resource], **given: Any) -> dict[str, Any]:
    """Return a checked update policy."""
    return check_properties(schema_of(kind).update_policy, given, lambda *_: None)


def run(here: MemoryHere, resource: Resource, action: Action, before: Any = None) -> float:
    """Carry an action out to its end and return how many seconds it took."""
    here.begin(action)
    asyncio.run(_begin(here, resource, before))
    here.save()
    while (left := asyncio.run(resource.progress(here))) is not True:
        assert isinstance(left, float), "a wait whose end is not known"
        assert left > 0, "a wait for nothing"
        here.clock += left
    return here.clock - here.started_at


async def _begin(here, resource, before):
    match here.action:
        case Action.CREATE:
            here.physical_id = await resource.create(here)
        case Action.UPDATE:
            names = schema_of(type(resource)).properties
            changed = {
                one for one in names if getattr(resource, one, None) != getattr(before, one, None)
            }
            await resource.update(here, before, changed)
        case Action.DELETE:
            await resource.delete(here)
        case Action.SUSPEND:
            await resource.suspend(here)
        case Action.RESUME:
            await resource.resume(here)
        case _:
            await resource.check(here)


def shown(here: MemoryHere, resource: Resource) -> dict[str, Any]:
    """Return all attributes but those of live ones."""
    return dict(asyncio.run(resource.show(here)))


def attribute(here: MemoryHere, resource: Resource, name: str) -> Any:
    """Return a live attribute."""
    return asyncio.run(resource.attribute(here, name))


@dataclass
class Stack:
    """A child stack in which everything that is asked for comes true at once."""

    here: MemoryHere = field(default_factory=MemoryHere)
    members: dict[str, Member] = field(default_factory=dict)
    template: dict[str, Any] = field(default_factory=dict)
    exists: bool = False

    def child(self, phases: int = 0) -> Child | None:
        """Return the child as it is now, in no order that means anything."""
        if not self.exists:
            return None
        members = sorted(self.members.values(), key=lambda one: one.name[::-1])
        return Child(members=tuple(members), outputs=self.outputs(), phases=phases)

    def outputs(self) -> dict[str, Any]:
        """Return the outputs; an attribute reads as `name.attribute`."""
        found = _either(self.template, "outputs")
        return {name: self._resolve(_either(one, "value")) for name, one in found.items()}

    def roll_out(self, group: StackResource, action: Action) -> list[str]:
        """Carry an action of a group out and return what each phase does.

        `a` is left alone, `[a]` is changed, `+a` is made, `-a` is removed.
        """
        self.here.begin(action)
        lines: list[str] = []
        while (phase := self._ask(group, len(lines))) is not None:
            lines.append(self.apply(phase))
            assert len(lines) < MOST_PHASES
        return lines

    def fail(self, *names: str) -> None:
        """Let members fail."""
        for name in names:
            one = self.members[name]
            self.members[name] = _member(name, one.definition, one.created_at, Status.FAILED)

    def _ask(self, group, phases):
        phase = group.next_phase(self.here, self.child(phases))
        self.here.save()
        again = group.next_phase(self.here, self.child(phases))
        assert again == phase, "an engine that dies after saving would do something else"
        return phase

    def apply(self, phase):
        """Let a phase come true and return what it does."""
        self.here.clock += 1
        self.exists, self.template = True, json.loads(json.dumps(phase.template))
        wanted = _either(self.template, "resources")
        line = [_mark(name, self.members.get(name), one) for name, one in wanted.items()]
        line += [f"-{name}" for name in self.members if name not in wanted]
        self.members = {name: self._member(name, one) for name, one in wanted.items()}
        pause = f"after {phase.pause:g}s: " if phase.pause else ""
        return pause + " ".join(line)

    def _member(self, name, definition):
        before = self.members.get(name)
        return _member(name, definition, before.created_at if before else self.here.clock)

    def _resolve(self, value):
        match value:
            case {"get_resource": name} | {"Ref": name}:
                return f"ref-{name}"
            case {"get_attr": [name, *steps]} | {"Fn::GetAtt": [name, *steps]}:
                return f"{name}.{'.'.join(map(str, steps))}"
            case dict():
                return {key: self._resolve(one) for key, one in value.items()}
            case _:
                return value


class Scaling(Stack):
    """A child stack whose members are called a, b, c in the order of their coming."""

    def __init__(self):
        super().__init__()
        self.known = []

    def roll_out(self, group, action):
        lines = super().roll_out(group, action)
        self.known += sorted(set(self.members) - set(self.known))
        return [" ".join(sorted(self._called(line).split(" "), key=_letters)) for line in lines]

    def called(self, letter):
        return self.known[ascii_lowercase.index(letter)]

    def _called(self, line):
        for name, letter in zip(self.known, ascii_lowercase, strict=False):
            line = line.replace(name, letter)
        return line


def _letters(word):
    return (not word.startswith("after"), not word.endswith(":"), word.strip("[]+-"))


def _either(section, key):
    """Return what HOT or CloudFormation has under a key."""
    return section[key] if key in section else section.get(key.capitalize(), {})


def _member(name, definition, created_at, status=Status.COMPLETE):
    return Member(
        name=name,
        definition=definition,
        action=Action.CREATE,
        status=status,
        created_at=created_at,
        reference_id=f"ref-{name}",
        attributes={"kept": {"inside": name}},
    )


def _mark(name, before, definition):
    if before is None:
        return f"+{name}"
    is_same = before.definition == definition and before.status is Status.COMPLETE
    return name if is_same else f"[{name}]"
