"""A template that does nothing but pass everything on to one resource: a start for authors."""

from collections.abc import Mapping
from typing import Any, Final, cast

from calor.api.orchestration.type_schema import Known, bounds, visible
from calor.core.schema.constraints import AllowedPattern, AllowedValues, Length, Range
from calor.core.schema.model import Attribute, Kind, Property, TypeSchema
from calor.core.values import Value

HOT_KINDS: Final[Mapping[Kind, str]] = {
    Kind.INTEGER: "number",
    Kind.NUMBER: "number",
    Kind.BOOLEAN: "boolean",
    Kind.MAP: "json",
    Kind.LIST: "comma_delimited_list",
}
CFN_KINDS: Final[Mapping[Kind, str]] = {
    Kind.INTEGER: "Number",
    Kind.NUMBER: "Number",
    Kind.BOOLEAN: "Boolean",
    Kind.MAP: "Json",
    Kind.LIST: "CommaDelimitedList",
}
STACK_ID: Final = "OS::stack_id"


def hot_template(schema: TypeSchema, name: str) -> dict[str, Any]:
    """Return a HOT template whose parameters and outputs are those of a type."""
    key = _key_of(schema)
    properties, outputs = _parts(schema)
    shown = {
        one: {"value": {"get_attr": [key, one]}, "description": each.description}
        for one, each in outputs.items()
    }
    return {
        "heat_template_version": "2016-10-14",
        "description": _description(key),
        "parameters": {one: _hot_parameter(each) for one, each in properties.items()},
        "resources": {
            key: {"type": name, "properties": {one: {"get_param": one} for one in properties}}
        },
        "outputs": {**shown, STACK_ID: {"value": {"get_resource": key}}},
    }


def cfn_template(schema: TypeSchema, name: str) -> dict[str, Any]:
    """Return a CloudFormation template whose parameters and outputs are those of a type."""
    key = _key_of(schema)
    properties, outputs = _parts(schema)
    shown = {
        one: {"Value": {"Fn::GetAtt": [key, one]}, "Description": each.description}
        for one, each in outputs.items()
    }
    return {
        "HeatTemplateFormatVersion": "2012-12-12",
        "Description": _description(key),
        "Parameters": {one: _cfn_parameter(each) for one, each in properties.items()},
        "Resources": {key: {"Type": name, "Properties": {one: {"Ref": one} for one in properties}}},
        "Outputs": {**shown, STACK_ID: {"Value": {"Ref": key}}},
    }


def _key_of(schema: TypeSchema) -> str:
    return schema.name.rpartition("::")[2]


def _description(key: str) -> str:
    return f"Initial template of {key}"


def _parts(schema: TypeSchema) -> tuple[Mapping[str, Property], Mapping[str, Attribute]]:
    properties = {name: one for name, one in visible(schema.properties).items() if one.implemented}
    return properties, visible(schema.attributes)


def _kind_of(one: Property) -> Kind:
    """Return the kind of a parameter's values: commas cannot stand between maps."""
    if one.kind is Kind.LIST and one.items is not None and one.items.kind is Kind.MAP:
        return Kind.MAP
    return one.kind


def _default_of(one: Property) -> Value:
    """Return the default; a list whose default is an empty map means an empty list."""
    return [] if one.kind is Kind.LIST and one.default == {} else one.default


def _hot_parameter(one: Property) -> dict[str, Any]:
    shown: dict[str, Any] = {"type": HOT_KINDS.get(_kind_of(one), "string")}
    shown["description"] = one.description
    if (default := _default_of(one)) is not None:
        shown["default"] = default
    demands = [demand for each in one.constraints if (demand := _hot_demand(cast("Known", each)))]
    return {**shown, "constraints": demands} if demands else shown


def _hot_demand(constraint: Known) -> dict[str, Any]:
    match constraint:
        case Length(low=low, high=high):
            return {"length": bounds(low, high)}
        case Range(low=low, high=high):
            return {"range": bounds(low, high)}
        case AllowedValues(allowed=allowed):
            return {"allowed_values": list(allowed)}
        case AllowedPattern(pattern=pattern):
            return {"allowed_pattern": pattern}
        case _:
            return {}


def _cfn_parameter(one: Property) -> dict[str, Any]:
    shown: dict[str, Any] = {"Type": CFN_KINDS.get(_kind_of(one), "String")}
    shown["Description"] = one.description
    if (default := _default_of(one)) is not None:
        shown["Default"] = default
    for each in one.constraints:
        shown |= _cfn_demand(cast("Known", each))
    if one.kind is Kind.BOOLEAN:
        shown["AllowedValues"] = ["True", "true", "False", "false"]
    return shown


def _cfn_demand(constraint: Known) -> dict[str, Any]:
    match constraint:
        case Length(low=low, high=high):
            return {f"{name.title()}Length": one for name, one in bounds(low, high).items()}
        case Range(low=low, high=high):
            return {f"{name.title()}Value": one for name, one in bounds(low, high).items()}
        case AllowedValues(allowed=allowed):
            return {"AllowedValues": list(allowed)}
        case AllowedPattern(pattern=pattern):
            return {"AllowedPattern": pattern}
        case _:
            return {}
