"""How a resource type is realised: what the engine asks of it, and what it may ask back.

An instance is a plain value: the properties as the template wants them.  It
holds no state and no client; every method is given `here`, the one resource it
works on.  Each of `create`, `update`, `delete` and so on only *begins*: it
returns at once, and `progress` says when the change has taken effect.  The
engine may die between any two calls and another one goes on, so everything to
be remembered goes into `here`, which is saved with the resource.
"""

from collections.abc import Collection, Iterable, Mapping, MutableMapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import ClassVar, Final, Protocol, Self, TypeAlias

from calor.core.state import Action
from calor.core.values import Value
from calor.plugin.addresses import Addresses
from calor.plugin.cloud import Cloud
from calor.plugin.declaration import DeclaredType
from calor.plugin.scaling import Adjustment
from calor.plugin.stack_users import StackUsers

Progress: TypeAlias = bool | float
"""True once a change has taken effect; seconds to wait before asking again, where they are
known; else False."""

SILENCE: Final = frozenset({Action.SUSPEND, Action.DELETE})
"""What is done to a resource while it takes no signals, and what was done last."""


class Random(Protocol):
    """A source of chance that nobody can guess."""

    def choice(self, choices: str, /) -> str:
        """Return one of some characters."""

    def shuffle(self, items: list[str], /) -> None:
        """Put items into any order."""

    def uniform(self, low: float, high: float, /) -> float:
        """Return a number between two others."""


class Configs(Protocol):
    """The software configurations that calor keeps itself."""

    async def create(self, config_id: str, body: Mapping[str, Value]) -> None:
        """Keep a configuration under an id of the caller's; doing so twice does no harm."""

    async def show(self, config_id: str) -> Mapping[str, Value]:
        """Return a configuration; `NotFound` if there is none."""

    async def delete(self, config_id: str) -> None:
        """Forget a configuration, if it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sibling:
    """Another resource of the same stack, as it was last made or changed."""

    type: str
    properties: Mapping[str, Value] = field(default_factory=dict)
    metadata: Mapping[str, Value] = field(default_factory=dict)
    """The metadata of its definition, whatever was set since."""
    present_metadata: Mapping[str, Value] = field(default_factory=dict)
    """Its metadata as it is now."""


class Here(Protocol):
    """The resource a method works on, and the world as it may see it."""

    id: str
    """A uuid of this incarnation of the resource."""
    name: str
    """Its name in the template."""
    stack_name: str
    physical_id: str | None
    replaces: str | None
    """The physical id of what this one replaces, which is still there and may be in the way."""
    action: Action
    created_at: float
    """When this incarnation was first thought of; nothing of it was in the cloud before."""
    started_at: float
    """When the present action began; the same for as long as it lasts, on whatever engine."""
    timeout: float
    """How many seconds an action of the stack may take."""
    update_policy: Mapping[str, Value]
    """The resource's update policy, checked and with its defaults."""
    reads: Collection[tuple[Value, ...]]
    """The attributes that others read: each the path behind the resource's name."""
    data: MutableMapping[str, Value]
    """Kept with the resource, shown to nobody."""
    secrets: MutableMapping[str, str]
    """Kept with the resource, encrypted."""
    metadata: MutableMapping[str, Value]
    """The resource's metadata, for users and servers to read; keys that are changed are saved."""
    random: Random
    configs: Configs
    cloud: Cloud
    stack_users: StackUsers
    files: Mapping[str, str]
    """The files that came with the stack."""
    user_project: str | None
    """The project in which the stack has users; whoever makes one says so here."""
    addresses: Addresses
    project: str
    """The project that the stack belongs to."""

    @property
    def path(self) -> str:
        """The way to the resource from its project, as it stands in an address."""

    def now(self) -> float:
        """Return the time, in seconds since 1970."""

    def physical_name(self, limit: int = 255) -> str:
        """Return a name for the physical thing that is the same at every call."""

    def environment(self) -> Mapping[str, Value]:
        """Return the environment of the stack, as it can be given to another."""

    def sibling(self, reference_id: str) -> Sibling | None:
        """Return the resource of the same stack to which a reference gives this."""


class Signalled(Here, Protocol):
    """A resource that was sent a signal."""

    signal_id: str
    """The same however often a signal is carried out, and never that of another signal."""

    def adjust(self, reference_id: str, adjustment: Adjustment) -> None:
        """Have a group of the same stack change its size, once `signal` has returned.

        Whether it does is for the group to say; if it does not, nobody is told of the signal.
        """


class Hearer(DeclaredType):
    """What a type has to do with signals; most have nothing to do with them."""

    takes_signals: ClassVar[bool] = False
    """Whether `signal` does anything."""
    silent_during: ClassVar[AbstractSet[Action]] = SILENCE
    """The actions during and after which signals are refused."""
    heeds_signals: ClassVar[bool] = False
    """Whether it looks again at once when it was signalled, or something that it refers to."""

    async def signal(self, here: Signalled, details: Mapping[str, Value] | None) -> str | None:
        """Carry out a signal and return what is to be told of it, if anything.

        One at a time is carried out for a resource, in the order of their coming, whatever else is
        being done to it.  What is left in `here` is saved in one step with the fact that the
        signal was carried out: after a crash either both are there, or it is carried out again.
        So only what was done elsewhere may be done twice; `here.signal_id` tells it apart.
        """
        return None


class Readable(Hearer):
    """What others may read of a resource."""

    async def show(self, here: Here) -> Mapping[str, Value]:
        """Return the attributes, without the live ones."""
        return {}

    async def attribute(self, here: Here, name: str) -> Value:
        """Return a live attribute."""
        return None

    def foretell(self) -> Mapping[str, Value]:
        """Return the attributes that follow from the properties alone."""
        return {}

    def reference_id(self, here: Here) -> Value:
        """Return what `get_resource` gives."""
        return here.physical_id or here.name


class Resource(Readable):
    """A resource type that can be brought up.

    What is not overridden has nothing to do: the state moves on at once, and a
    change of any property that is not `updatable` replaces the resource.
    """

    checkable: ClassVar[bool] = False
    """Whether `check` looks at anything."""
    follows_metadata: ClassVar[bool] = False
    """Whether new metadata in the template replaces what was set since."""
    rests_on_metadata: ClassVar[bool] = False
    """Whether new metadata in the template replaces the resource."""
    makes_way: ClassVar[bool] = False
    """Whether it lets go of something before another takes its place."""
    survives_failure: ClassVar[bool] = False
    """Whether one that failed is updated; `update` looks first if there is anything to keep."""
    always_updates: ClassVar[bool] = False
    """Whether each update of the stack updates it, although nothing has changed."""

    async def create(self, here: Here) -> str | None:
        """Begin creation and return the physical id.

        May be called again after a crash.  A type whose object could then exist
        twice looks for it in `find` first.
        """
        return here.id

    async def find(self, here: Here) -> str | None:
        """Return the physical id of what an interrupted `create` may have left."""
        return None

    async def update(self, here: Here, before: Self, changed: AbstractSet[str]) -> None:
        """Begin to bring properties to their new values; `ReplaceResource` if that cannot be."""

    async def delete(self, here: Here) -> None:
        """Begin deletion; a thing already gone is a success."""

    async def snapshot(self, here: Here) -> None:
        """Begin to copy what is in the thing; where the copy is goes into `here.data`."""

    async def make_way(self, here: Here) -> None:
        """Let go of what one that replaces it may need; doing so twice does no harm."""

    async def take_back(self, here: Here, shown: Mapping[str, Value]) -> None:
        """Have again what it let go of, as the attributes were then."""

    async def suspend(self, here: Here) -> None:
        """Begin to suspend."""

    async def resume(self, here: Here) -> None:
        """Begin to resume."""

    async def check(self, here: Here) -> None:
        """Look whether the thing is as it should be; an error says why not."""

    async def progress(self, here: Here) -> Progress:
        """Say whether what was begun (`here.action`) has taken effect.

        What takes several steps notes in `here.data` how far it is, and is told so after a crash.
        """
        return True

    def problems(self) -> Iterable[str]:
        """Return what is wrong with these properties taken together."""
        return ()

    def must_replace(self, before: Self, changed: AbstractSet[str]) -> bool:
        """Return whether a change replaces although every property could be updated."""
        return False
