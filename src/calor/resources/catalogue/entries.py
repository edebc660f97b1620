"""How a type stands in a file of the catalogue, and the schema it means."""

from typing import Any

from msgspec import Struct, field

from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Constraint,
    Custom,
    Length,
    Range,
)
from calor.core.schema.model import (
    SHOW,
    SUPPORTED,
    Attribute,
    Kind,
    Move,
    Property,
    Status,
    Support,
    Translation,
    TypeSchema,
)


class Entry(Struct, forbid_unknown_fields=True):
    """Part of a file; a key that nobody knows is an error."""


class Bounds(Entry):
    """The ends of a range."""

    min: float | None = None
    max: float | None = None


class ConstraintEntry(Entry):
    """One constraint: exactly one of the keys is there."""

    length: Bounds | None = None
    range: Bounds | None = None
    allowed_values: tuple[Any, ...] | None = None
    allowed_pattern: str | None = None
    custom_constraint: str | None = None

    def constraint(self) -> Constraint:
        """Return the constraint that is meant."""
        if self.length:
            return Length(low=_whole(self.length.min), high=_whole(self.length.max))
        if self.range:
            return Range(low=_exact(self.range.min), high=_exact(self.range.max))
        if self.allowed_values is not None:
            return AllowedValues(allowed=self.allowed_values)
        if self.allowed_pattern is not None:
            return AllowedPattern(pattern=self.allowed_pattern)
        return Custom(name=self.custom_constraint or "")


class Past(Entry):
    """A status that held once."""

    status: Status
    since: str | None = None


class SupportEntry(Past):
    """A status and those before it, newest first."""

    history: tuple[Past, ...] = ()

    def support(self) -> Support:
        """Return the status with its history behind it."""
        previous = None
        for past in reversed(self.history):
            previous = Support(past.status, past.since, previous=previous)
        return Support(self.status, self.since, previous=previous)


class PropertyEntry(Entry):
    """A property, or what is inside one."""

    type: Kind
    default: Any = None
    required: bool = False
    update_allowed: bool = False
    immutable: bool = False
    implemented: bool = True
    convertible: bool = False
    constraints: tuple[ConstraintEntry, ...] = ()
    fields: "dict[str, PropertyEntry] | None" = field(default=None, name="schema")
    items: "PropertyEntry | None" = None
    support: SupportEntry | None = None

    def property(self) -> Property:
        """Return the property that is meant."""
        return Property(
            kind=self.type,
            default=self.default,
            required=self.required,
            update_allowed=self.update_allowed,
            immutable=self.immutable,
            implemented=self.implemented,
            convertible=self.convertible,
            constraints=tuple(one.constraint() for one in self.constraints),
            fields=_properties(self.fields) if self.fields is not None else None,
            items=self.items.property() if self.items else None,
            support=_support(self.support),
        )


class AttributeEntry(Entry):
    """An attribute."""

    type: Kind
    cache: str = "cache_local"
    support: SupportEntry | None = None

    def attribute(self) -> Attribute:
        """Return the attribute that is meant."""
        live = self.cache == "cache_none"
        return Attribute(kind=self.type, live=live, support=_support(self.support))


class TranslationEntry(Entry):
    """A translation rule."""

    op: Move
    path: tuple[str, ...]
    source: tuple[str, ...] = field(default=(), name="from")
    inside: str = field(default="", name="field")
    lookup: str = ""

    def translation(self) -> Translation:
        """Return the rule that is meant."""
        return Translation(
            move=self.op,
            path=self.path,
            source=self.source,
            field=self.inside,
            lookup=self.lookup,
        )


class TypeEntry(Entry):
    """A resource type."""

    properties: dict[str, PropertyEntry] = {}
    attributes: dict[str, AttributeEntry] = {}
    update_policy: dict[str, PropertyEntry] = {}
    translation: tuple[TranslationEntry, ...] = ()
    support: SupportEntry | None = None
    service: str | None = None
    required_extension: str | None = None
    placeholder: bool = False
    open_attributes: bool = False
    inner_resources: bool = False
    member: str | None = None
    deletion_policy_snapshot: bool = False
    becomes: tuple[str, ...] = ()

    def schema(self, name: str) -> TypeSchema:
        """Return the type as the language sees it."""
        support = _support(self.support)
        attributes = {name: one.attribute() for name, one in self.attributes.items()}
        shown = {} if support.status is Status.HIDDEN else {"show": SHOW}
        return TypeSchema(
            name=name,
            properties=_properties(self.properties),
            attributes=shown | attributes,
            update_policy=_properties(self.update_policy),
            translations=tuple(one.translation() for one in self.translation),
            support=support,
            placeholder=self.placeholder,
            open_attributes=self.open_attributes,
            inner_resources=self.inner_resources,
            member=self.member,
            can_snapshot=self.deletion_policy_snapshot,
            becomes=self.becomes,
            service=self.service,
            extension=self.required_extension,
        )


def _properties(entries: dict[str, PropertyEntry]) -> dict[str, Property]:
    return {name: one.property() for name, one in entries.items()}


def _support(entry: SupportEntry | None) -> Support:
    return entry.support() if entry else SUPPORTED


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _exact(number: float | None) -> float | None:
    """Keep whole numbers whole, so that they are quoted without a fraction."""
    return int(number) if number is not None and number.is_integer() else number
