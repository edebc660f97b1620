"""What calor knows of a resource type without asking anyone: plain, frozen data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from calor.core.schema.constraints import Constraint
from calor.core.values import Value

INNER: Final = "resource."
"""What an attribute's name starts with if it reaches into a stack behind the resource."""


class Kind(StrEnum):
    """The kinds of property and attribute values."""

    STRING = "String"
    INTEGER = "Integer"
    NUMBER = "Number"
    BOOLEAN = "Boolean"
    MAP = "Map"
    LIST = "List"
    ANY = "Any"
    UNDECLARED = "Unknown"


class Status(StrEnum):
    """How far a type, property or attribute is supported."""

    SUPPORTED = "SUPPORTED"
    DEPRECATED = "DEPRECATED"
    UNSUPPORTED = "UNSUPPORTED"
    HIDDEN = "HIDDEN"


@dataclass(frozen=True, slots=True)
class Support:
    """A status, since which release it holds, and what to use instead."""

    status: Status = Status.SUPPORTED
    since: str | None = None
    message: str | None = None
    previous: "Support | None" = None


SUPPORTED = Support()


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """One property of a resource type, or one field or item inside it."""

    kind: Kind
    description: str = ""
    default: Value = None
    required: bool = False
    update_allowed: bool = False
    immutable: bool = False
    implemented: bool = True
    convertible: bool = False
    """Text and lists are taken for maps and lists: so it is with a child template's parameters."""
    hidden: bool = False
    """No message quotes its value."""
    constraints: tuple[Constraint, ...] = ()
    fields: Mapping[str, "Property"] | None = None
    """The fields of a map; none means that any key will do."""
    items: "Property | None" = None
    """The items of a list; none means that anything will do."""
    support: Support = SUPPORTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One attribute of a resource type."""

    kind: Kind = Kind.UNDECLARED
    description: str = ""
    live: bool = False
    """Ask the cloud each time instead of keeping the value with the resource."""
    support: Support = SUPPORTED


SHOW = Attribute(
    kind=Kind.MAP, live=True, description="Everything the cloud says about the resource."
)
"""Every type that is not hidden has this attribute, under the name `show`."""


class Move(StrEnum):
    """What a translation rule does."""

    REPLACE = "replace"
    ADD = "add"
    DELETE = "delete"
    RESOLVE = "resolve"


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """A rule that keeps old property names working, or finds an id by a name.

    `path` is the property that is written to, in every item where the way leads
    through a list.  The value comes from `source`, a path that starts in the map
    where the last step of `path` stands, so `("network",)` from `("network_id",)`;
    what is added to a list of maps becomes the `field` of a new one.
    `lookup` names the kind of object (`neutron.network`) whose name is resolved to
    its id; `{object_type}` in it stands for the value of that property.
    """

    move: Move
    path: tuple[str, ...]
    source: tuple[str, ...] = ()
    field: str = ""
    lookup: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class After:
    """A dependency that nobody writes: on all resources of a type that name the same object.

    Those are meant whose property `theirs` is the same as our `own`; with
    `through`, as `own` of the resources of that type that we refer to.  Where
    such a one does not say it, any may be meant.
    """

    type: str
    theirs: tuple[str, ...]
    own: tuple[str, ...]
    through: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeSchema:
    """A resource type as the language sees it."""

    name: str
    description: str = ""
    properties: Mapping[str, Property] = field(default_factory=dict)
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    update_policy: Mapping[str, Property] = field(default_factory=dict)
    translations: tuple[Translation, ...] = ()
    after: tuple[After, ...] = ()
    support: Support = SUPPORTED
    placeholder: bool = False
    """Accepts any property and attribute and does nothing, for the sake of old templates."""
    open_attributes: bool = False
    """Has attributes beyond the declared ones, such as those of a group's members."""
    can_snapshot: bool = False
    """Takes `deletion_policy: Snapshot`."""
    inner_resources: bool = False
    """Lets others reach into it: `resource.name.attribute`, as a template does."""
    member: str | None = None
    """The property that holds the definition of a group's members."""
    becomes: tuple[str, ...] = ()
    """The types a resource of this type may turn into without being replaced."""
    service: str | None = None
    """The cloud's service that must be there."""
    extension: str | None = None
    """The extensions of that service that must be there."""

    def has_attribute(self, name: str) -> bool:
        """Return whether a resource of this type may be asked for an attribute."""
        return (
            name in self.attributes
            or self.open_attributes
            or self.placeholder
            or (self.inner_resources and str(name).startswith(INNER))
        )
