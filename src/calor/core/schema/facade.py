"""A template in a resource type's place: parameters are properties, outputs attributes."""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from calor.core.schema.constraints import Constraint
from calor.core.schema.model import Attribute, Kind, Property, TypeSchema

KINDS: Final = {
    "string": Kind.STRING,
    "number": Kind.NUMBER,
    "comma_delimited_list": Kind.LIST,
    "json": Kind.MAP,
    "boolean": Kind.BOOLEAN,
}
"""The kind of a property by the type of the parameter it fills."""

FILLED_BY: Final = {Kind.INTEGER: Kind.NUMBER}
"""Parameters know no whole numbers: a template takes them as numbers."""


class Parameter(Protocol):
    """What is asked of a child template's parameter."""

    @property
    def kind(self) -> str:
        """`string`, `number`, `comma_delimited_list`, `json` or `boolean`."""

    @property
    def description(self) -> str:
        """What the author says of it."""

    @property
    def has_default(self) -> bool:
        """Whether it may be left out."""

    @property
    def hidden(self) -> bool:
        """Whether its value must not be shown."""

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What a value must fulfil."""


def template_schema(
    name: str,
    parameters: Mapping[str, Parameter],
    outputs: Mapping[str, str | None] | Iterable[str],
    description: str = "",
) -> TypeSchema:
    """Return a template as a resource type; outputs may come with descriptions."""
    described = outputs if isinstance(outputs, Mapping) else dict.fromkeys(outputs)
    return TypeSchema(
        name=name,
        description=description,
        properties=properties_from_parameters(parameters),
        attributes={
            output: Attribute(description=text or "") for output, text in described.items()
        },
        inner_resources=True,
    )


def properties_from_parameters(parameters: Mapping[str, Parameter]) -> dict[str, Property]:
    """Return the properties of a template resource; the child decides what an update does."""
    return {name: _property(one) for name, one in parameters.items()}


def facade_problems(native: TypeSchema, template: TypeSchema) -> list[str]:
    """Return why a template cannot stand in a native type's place, if it cannot."""
    return [
        *_property_problems(native, template),
        *(
            f"the parameter {name!r} has no default, but {native.name} has no such property"
            for name, one in template.properties.items()
            if one.required and name not in native.properties
        ),
        *(
            f"the attribute {name!r} of {native.name} is not among the outputs"
            for name in native.attributes
            if name not in template.attributes and name != "show"
        ),
    ]


def _property(parameter: Parameter) -> Property:
    kind = KINDS.get(parameter.kind, Kind.MAP)
    return Property(
        kind=kind,
        description=parameter.description,
        required=not parameter.has_default,
        update_allowed=True,
        convertible=kind in (Kind.LIST, Kind.MAP),
        hidden=parameter.hidden,
        constraints=parameter.constraints,
    )


def _property_problems(native: TypeSchema, template: TypeSchema) -> Iterable[str]:
    for name, one in native.properties.items():
        stand_in = template.properties.get(name)
        if stand_in is None:
            if one.required:
                yield f"the required property {name!r} of {native.name} has no parameter"
        elif one.kind is not Kind.ANY and stand_in.kind is not (
            wanted := FILLED_BY.get(one.kind, one.kind)
        ):
            yield (
                f"the property {name!r} of {native.name} takes a {wanted.lower()}, "
                f"but the parameter takes a {stand_in.kind.lower()}"
            )
