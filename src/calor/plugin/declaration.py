"""Declare a resource type: typed, documented, validated properties as dataclass fields."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import MISSING, Field, dataclass, field
from typing import Any, ClassVar, TypedDict, dataclass_transform

from typing_extensions import Unpack, override

from calor.core.schema.constraints import Constraint
from calor.core.schema.model import (
    SUPPORTED,
    After,
    Attribute,
    Kind,
    Status,
    Support,
    Translation,
)

KINDS: dict[type, Kind] = {
    str: Kind.STRING,
    int: Kind.INTEGER,
    float: Kind.NUMBER,
    bool: Kind.BOOLEAN,
    dict: Kind.MAP,
    list: Kind.LIST,
    tuple: Kind.LIST,
}
"""The kind of value by its Python type."""


FORMER = Support(Status.HIDDEN)


@dataclass(frozen=True, slots=True)
class Old:
    """A property's former name, and how far it is still supported."""

    name: str
    support: Support = FORMER


class Details(TypedDict, total=False):
    """What may be said of a property beside what it means."""

    updatable: bool
    """A change needs no replacement."""
    immutable: bool
    """A change is refused."""
    implemented: bool
    """Known by name alone: giving it is an error."""
    name: str
    """The name in templates, where Python cannot spell it."""
    wire: str
    """The cloud's own name, where it differs."""
    finds: str
    """The kind of object, such as `neutron.network`, whose name or id the value is."""
    unchecked: bool
    """Whether that object exists is not asked for beforehand."""
    aside: bool
    """Not part of the object in the cloud: the type itself sees to it."""
    spread: bool
    """A map whose keys are the object's own."""
    was: Old
    """A former name that keeps working."""
    support: Support


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Everything calor knows of one property beside its Python type."""

    doc: str
    constraints: tuple[Constraint, ...] = ()
    updatable: bool = False
    immutable: bool = False
    implemented: bool = True
    name: str | None = None
    wire: str | None = None
    finds: str | None = None
    unchecked: bool = False
    aside: bool = False
    spread: bool = False
    was: Old | None = None
    support: Support = SUPPORTED


def prop(
    doc: str, *constraints: Constraint, default: Any = MISSING, **details: Unpack[Details]
) -> Any:
    """Declare a property; without a default it is required, and None stands for no value."""
    metadata = {"rule": Rule(doc=doc, constraints=constraints, **details)}
    if isinstance(default, dict | list):
        return field(default_factory=lambda: deepcopy(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def attr(
    doc: str, kind: type | None = str, *, live: bool = False, support: Support = SUPPORTED
) -> Attribute:
    """Declare an attribute; a live one is asked for each time, `kind=None` leaves it open."""
    known = KINDS[kind] if kind else Kind.UNDECLARED
    return Attribute(kind=known, description=doc, live=live, support=support)


def since(release: str) -> Support:
    """Say since which release something is there."""
    return Support(since=release)


def deprecated(
    release: str, message: str | None = None, previous: Support | None = None
) -> Support:
    """Say that something will go, since when that is known, and what to use instead."""
    return Support(Status.DEPRECATED, release, message, previous)


def hidden(release: str, message: str | None = None, previous: Support | None = None) -> Support:
    """Say that something is accepted but no longer offered."""
    return Support(Status.HIDDEN, release, message, previous)


@dataclass(frozen=True, kw_only=True)
@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(prop,))
class Declared:
    """A frozen, keyword-only dataclass whose fields are all made with `prop`."""

    @override
    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)


class DeclaredType(Declared):
    """A resource type: its properties as fields, the rest as class variables."""

    type_name: ClassVar[str]
    attributes: ClassVar[Mapping[str, Attribute]] = {}
    update_policy: ClassVar[type[Declared] | None] = None
    translations: ClassVar[tuple[Translation, ...]] = ()
    after: ClassVar[tuple[After, ...]] = ()
    support: ClassVar[Support] = SUPPORTED
    placeholder: ClassVar[bool] = False
    open_attributes: ClassVar[bool] = False
    member: ClassVar[str | None] = None
    can_snapshot: ClassVar[bool] = False
    copies: ClassVar[Mapping[str, str]] = {}
    """The properties by which a copy is restored, and where `here.data` says which it is."""
    becomes: ClassVar[tuple[str, ...]] = ()
    service: ClassVar[str | None] = None
    extension: ClassVar[str | None] = None


def rule_of(declared: Field[Any]) -> Rule:
    """Return the rule a field was declared with."""
    rule = declared.metadata.get("rule")
    if not isinstance(rule, Rule):
        raise TypeError(f"{declared.name!r} is not declared with prop(...)")
    return rule


def name_of(declared: Field[Any]) -> str:
    """Return the name of a field in templates."""
    return rule_of(declared).name or declared.name
