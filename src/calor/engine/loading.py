"""Load trees from the store, ready to be worked on or looked at."""

from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass, field
from typing import TypeAlias

from calor.core.errors import NotFound
from calor.core.template.scope import Yaql
from calor.core.values import Value
from calor.engine.children import state_of
from calor.engine.clock import Clock
from calor.engine.configs import StoredConfigs
from calor.engine.hands import CurrentCloud
from calor.engine.here import World
from calor.engine.kinds import Kinds
from calor.engine.limits import Limits
from calor.engine.rows import here_of
from calor.engine.stack import LiveStack
from calor.engine.tree import Library, LiveTree, texts_of
from calor.plugin.addresses import Addresses
from calor.plugin.cloud import Cloud, NoCloud
from calor.plugin.nested import StackResource
from calor.plugin.resource import Random
from calor.plugin.stack_users import NoStackUsers, StackUsers
from calor.store.port import Store
from calor.store.records import CredentialRecord, ResourceRecord, StackRecord

Clouds: TypeAlias = Callable[[str, CredentialRecord | None], Cloud]
"""Returns the cloud of a project, as whoever a stored credential stands for."""


def no_clouds(_project: str, _credential: CredentialRecord | None) -> Cloud:
    """Return that there is none."""
    return NoCloud()


UsersOf: TypeAlias = Callable[[str, str], StackUsers]
"""Returns the users that a tree makes, by the project and the id of its root stack."""


def no_users(_project: str, _root_id: str) -> StackUsers:
    """Return that there can be none."""
    return NoStackUsers()


FindAddresses: TypeAlias = Callable[[], Awaitable[Addresses]]
"""Finds the addresses that those outside are given."""


async def no_addresses() -> Addresses:
    """Return that nobody knows any."""
    return Addresses()


@dataclass(frozen=True, slots=True)
class Outside:
    """What is seen from here of everything else."""

    clouds: Clouds = no_clouds
    addresses: FindAddresses = no_addresses


@dataclass(frozen=True, slots=True)
class Workshop:
    """What is needed to make a live tree of stored records."""

    store: Store
    kinds: Kinds
    library: Library
    _: KW_ONLY
    clock: Clock
    random: Random
    run_yaql: Yaql
    limits: Limits = field(default_factory=Limits)
    clouds: Clouds = no_clouds
    users: UsersOf = no_users
    addresses: FindAddresses = no_addresses

    async def load(self, root_id: str) -> LiveTree:
        """Load a root stack with all below it."""
        stored = await self.store.tree(root_id)
        tree = await self.empty(stored.stacks[0])
        for (row_id, key), value in stored.secrets.items():
            tree.secrets.setdefault(row_id, {})[key] = value
        rows: dict[str, dict[str, ResourceRecord]] = {one.id: {} for one in stored.stacks}
        for row in stored.resources:
            rows[row.stack_id][row.id] = row
        for record in stored.stacks:
            await self.fetch(record)
            tree.add(LiveStack(record, tree.goal(record), rows[record.id]))
        for stack in tree.stacks.values():
            stack.choose_rows()
        tree.mail.extend(stored.commands)
        return tree

    async def empty(self, root: StackRecord) -> LiveTree:
        """Return a tree in which there is nothing yet."""
        return LiveTree(
            world=await self._world(root),
            kinds=self.kinds,
            library=self.library,
            child_attribute=child_attribute,
            run_yaql=self.run_yaql,
            limits=self.limits,
        )

    async def _world(self, root: StackRecord) -> World:
        cloud = CurrentCloud(await self._cloud(root))

        async def change_hands(newest: StackRecord) -> None:
            cloud.now = await self._cloud(newest)

        return World(
            self.clock,
            self.random,
            StoredConfigs(self.store, self.clock, root.project),
            cloud,
            self.users(root.project, root.id),
            change_hands,
            await self.addresses(),
        )

    async def _cloud(self, root: StackRecord) -> Cloud:
        if root.credential_id is None:
            return self.clouds(root.project, None)
        try:
            credential = await self.store.credentials.get(root.credential_id)
        except NotFound:  # the stack is deleted, and was about to be left for good
            return self.clouds(root.project, None)
        return self.clouds(root.project, credential)

    async def fetch(self, record: StackRecord) -> None:
        """Have the texts of a stack at hand."""
        for digest in texts_of(record):
            if digest not in self.library.texts:
                self.library.texts[digest] = await self.store.text(digest)


def child_attribute(tree: LiveTree, row: ResourceRecord, path: tuple[Value, ...]) -> Value:
    """Ask the type of a row for an attribute that comes from its child stack."""
    stack = tree.stacks[row.stack_id]
    child = state_of(tree, row)
    definition = stack.goal.resources.get(row.name)
    if child is None or definition is None:
        return None
    registry = stack.goal.environment.registry
    kind = tree.kinds.find(registry, definition.type, row.name, stack.goal.scope.files)
    resource = kind.make(row.properties)
    if not isinstance(resource, StackResource):
        return None
    return resource.child_attribute(here_of(tree, stack, row), child, path)
