"""The one resource that a type's method works on."""

import base64
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from dataclasses import dataclass, field
from urllib.parse import quote

from calor.core.state import Action
from calor.core.values import Value
from calor.engine.clock import Clock
from calor.plugin.addresses import Addresses
from calor.plugin.cloud import Cloud, NoCloud
from calor.plugin.resource import Configs, Random, Sibling
from calor.plugin.scaling import Adjustment
from calor.plugin.stack_users import NoStackUsers, StackUsers
from calor.store.records import StackRecord

SUFFIX = 12


async def nobody_else(_: StackRecord) -> None:
    """Stay with the credential that is there."""


@dataclass(frozen=True, slots=True)
class World:
    """What lies outside the engine and is the same for every resource."""

    clock: Clock
    random: Random
    configs: Configs
    cloud: Cloud = field(default_factory=NoCloud)
    """The cloud, as whoever the tree belongs to."""
    stack_users: StackUsers = field(default_factory=NoStackUsers)
    change_hands: Callable[[StackRecord], Awaitable[None]] = nobody_else
    """Has the cloud be that of the root stack's newest credential."""
    addresses: Addresses = field(default_factory=Addresses)


def no_sibling(_: str) -> None:
    """Find nothing, as there is no other resource."""


@dataclass(slots=True, kw_only=True)
class LiveHere:
    """What a type's methods see; what they leave in `data` and `secrets` is saved."""

    world: World
    id: str
    name: str
    stack_name: str
    stack_id: str
    project: str
    physical_id: str | None
    action: Action
    created_at: float
    started_at: float
    data: MutableMapping[str, Value] = field(default_factory=dict)
    secrets: MutableMapping[str, str] = field(default_factory=dict)
    metadata: MutableMapping[str, Value] = field(default_factory=dict)
    user_project: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    write_environment: Callable[[], Mapping[str, Value]] = dict
    replaces: str | None = None
    signal_id: str = ""
    adjustments: list[tuple[str, Adjustment]] = field(default_factory=list)
    """What groups are asked for, and by which reference."""
    update_policy: Mapping[str, Value] = field(default_factory=dict)
    reads: Collection[tuple[Value, ...]] = ()
    timeout: float = 3600.0
    find_sibling: Callable[[str], Sibling | None] = no_sibling

    given_metadata: Mapping[str, Value] = field(init=False)
    """The metadata before anybody changed them here."""
    random: Random = field(init=False)
    configs: Configs = field(init=False)
    cloud: Cloud = field(init=False)
    stack_users: StackUsers = field(init=False)
    addresses: Addresses = field(init=False)

    def __post_init__(self) -> None:
        self.random, self.configs = self.world.random, self.world.configs
        self.cloud, self.stack_users = self.world.cloud, self.world.stack_users
        self.addresses = self.world.addresses
        self.given_metadata = dict(self.metadata)

    def now(self) -> float:
        """Return the time, in seconds since 1970."""
        return self.world.clock.now()

    def physical_name(self, limit: int = 255) -> str:
        """Return a name for the physical thing that is the same at every call."""
        return physical_name(self.stack_name, self.name, self.id, limit)

    def environment(self) -> Mapping[str, Value]:
        """Return the environment of the stack, as it can be given to another."""
        return self.write_environment()

    def sibling(self, reference_id: str) -> Sibling | None:
        """Return the resource of the same stack to which a reference gives this."""
        return self.find_sibling(reference_id)

    @property
    def path(self) -> str:
        """The way to the resource from its project, as it stands in an address."""
        stack = f"stacks/{quote(self.stack_name, safe='')}/{self.stack_id}"
        return f"{stack}/resources/{quote(self.name, safe='')}"

    def adjust(self, reference_id: str, adjustment: Adjustment) -> None:
        """Have a group of the same stack change its size, once the signal is carried out."""
        self.adjustments.append((reference_id, adjustment))


def physical_name(stack: str, resource: str, resource_id: str, limit: int = 255) -> str:
    """Return the generated name; one that is too long keeps its first two letters and its end."""
    name = f"{stack}-{resource}-{short_id(resource_id)}"
    return name if len(name) <= limit else f"{name[:2]}-{name[3 - limit :]}"


def short_id(resource_id: str) -> str:
    """Return twelve letters and digits that stand for the sixty random bits of a uuid's time."""
    bits = uuid.UUID(resource_id).time << 4
    return base64.b32encode(bits.to_bytes(8, "big"))[:SUFFIX].decode().lower()
