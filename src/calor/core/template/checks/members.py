"""Members of groups: a resource definition that is the value of a property."""

from collections.abc import Mapping

from calor.core.schema.model import TypeSchema
from calor.core.template.template import ResourceDefinition
from calor.core.values import Value

FIRST = "0"
"""What a member is called; any would do to check the definition that all share."""


def member(schema: TypeSchema, values: Mapping[str, Value]) -> ResourceDefinition | None:
    """Return the definition that the members of a group have; none without a group or members."""
    definition = values.get(schema.member) if schema.member else None
    if not isinstance(definition, dict) or values.get("count") == 0:
        return None
    name = definition.get("type")
    if not isinstance(name, str):
        return None
    index = values.get("index_var")
    return ResourceDefinition(
        name=FIRST,
        type=name,
        properties=_first(_or_empty(definition.get("properties")), index),
        metadata=_or_empty(definition.get("metadata")),
    )


def _or_empty(value: Value) -> Value:
    return {} if value is None else value


def _first(value: Value, index: Value) -> Value:
    """Return a value as the first member has it: with 0 for the index."""
    match value:
        case str() if isinstance(index, str) and index:
            return value.replace(index, FIRST)
        case dict():
            return {key: _first(one, index) for key, one in value.items()}
        case list():
            return [_first(one, index) for one in value]
        case _:
            return value
