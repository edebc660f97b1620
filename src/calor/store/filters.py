"""What a reader of stacks and events may ask for."""

from dataclasses import dataclass
from enum import StrEnum


class StackKey(StrEnum):
    """What stacks can be sorted by."""

    NAME = "name"
    STATUS = "status"
    CREATED = "created_at"
    UPDATED = "updated_at"


@dataclass(frozen=True, slots=True)
class Order:
    """One key to sort stacks by; a stack that was never updated comes before all that were."""

    key: StackKey
    descending: bool = False


NEWEST_FIRST = (Order(StackKey.CREATED, descending=True),)


@dataclass(frozen=True, slots=True, kw_only=True)
class StackFilter:
    """Which stacks, in which order, from where on and how many; an empty tuple asks for nothing."""

    project: str | None = None
    names: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    """It has all of these."""
    tags_any: tuple[str, ...] = ()
    """It has one of these."""
    not_tags: tuple[str, ...] = ()
    """It has not all of these."""
    not_tags_any: tuple[str, ...] = ()
    """It has none of these."""
    hidden_tags: tuple[str, ...] = ()
    """It has none of these, either: the tags that hide a stack, for whoever may not see those."""
    show_deleted: bool = False
    show_nested: bool = False
    """Also children; implied by asking for an owner, a parent or a root."""
    owner_id: str | None = None
    parent_id: str | None = None
    root_id: str | None = None
    order: tuple[Order, ...] = NEWEST_FIRST
    """Ties are broken by id, ascending."""
    marker: str | None = None
    """The id of the stack after which to go on."""
    limit: int | None = None

    @property
    def only_roots(self) -> bool:
        """Whether children are left out."""
        return not (self.show_nested or self.owner_id or self.parent_id or self.root_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFilter:
    """Which events: of one stack, of some, or of a whole tree if a root is given."""

    stack_id: str | None = None
    stack_ids: tuple[str, ...] | None = None
    """Of any of these stacks."""
    root_id: str | None = None
    resource_names: tuple[str, ...] = ()
    resource_types: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    descending: bool = False
    after: int = 0
    """Only events with a higher number, a lower one if the newest come first; 0 for all."""
    marker: str | None = None
    """The id of the event after which to go on, in place of its number."""
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge has removed."""

    stacks: int = 0
    resources: int = 0
    events: int = 0
    texts: int = 0
