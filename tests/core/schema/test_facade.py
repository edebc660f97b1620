from dataclasses import dataclass

from calor.core.schema.constraints import Constraint, Length
from calor.core.schema.facade import facade_problems, properties_from_parameters, template_schema
from calor.core.schema.model import SHOW, Attribute, Kind, Property, TypeSchema


@dataclass(frozen=True)
class Parameter:
    kind: str = "string"
    description: str = ""
    has_default: bool = True
    constraints: tuple[Constraint, ...] = ()
    hidden: bool = False


NATIVE = TypeSchema(
    name="OS::Native",
    properties={
        "size": Property(kind=Kind.INTEGER, required=True),
        "name": Property(kind=Kind.STRING),
        "value": Property(kind=Kind.ANY),
    },
    attributes={"show": SHOW, "address": Attribute()},
)


def template(outputs=("show", "address"), **parameters):
    return template_schema("web.yaml", parameters, outputs)


def test_parameters_become_properties():
    known = properties_from_parameters(
        {
            "name": Parameter("string", "a name", False, (Length(low=1),)),
            "list": Parameter("comma_delimited_list"),
            "map": Parameter("json"),
            "flag": Parameter("boolean"),
            "count": Parameter("number"),
        }
    )
    assert known["name"] == Property(
        kind=Kind.STRING,
        description="a name",
        required=True,
        update_allowed=True,
        constraints=(Length(low=1),),
    )
    assert [one.kind for one in known.values()] == [
        Kind.STRING,
        Kind.LIST,
        Kind.MAP,
        Kind.BOOLEAN,
        Kind.NUMBER,
    ]
    assert [name for name, one in known.items() if one.convertible] == ["list", "map"]
    assert all(one.update_allowed for one in known.values())


def test_outputs_become_attributes_and_members_can_be_reached():
    schema = template_schema("web.yaml", {}, {"url": "where it is"}, "A web server")
    assert schema.attributes == {"url": Attribute(description="where it is")}
    assert schema.has_attribute("resource.server.addresses")
    assert not schema.has_attribute("address")
    assert schema.description == "A web server"


def test_a_fitting_template_has_no_problems():
    fitting = template(size=Parameter("number"), name=Parameter(), value=Parameter())
    assert facade_problems(NATIVE, fitting) == []
    assert facade_problems(NATIVE, template(size=Parameter("number"), more=Parameter())) == []


def test_every_misfit_is_named():
    misfit = template((), name=Parameter("json"), more=Parameter(has_default=False))
    assert facade_problems(NATIVE, misfit) == [
        "the required property 'size' of OS::Native has no parameter",
        "the property 'name' of OS::Native takes a string, but the parameter takes a map",
        "the parameter 'more' has no default, but OS::Native has no such property",
        "the attribute 'address' of OS::Native is not among the outputs",
    ]
