"""Templates made of resource types."""

from calor.api.orchestration.type_template import cfn_template, hot_template
from calor.core.schema.constraints import AllowedPattern, AllowedValues, Custom, Length, Range
from calor.core.schema.model import Attribute, Kind, Property, TypeSchema

TYPE = TypeSchema(
    name="Acme::Space::Rocket",
    properties={
        "name": Property(
            kind=Kind.STRING,
            description="Its name.",
            constraints=(Length(low=1, high=9), AllowedPattern(pattern="[a-z]+")),
        ),
        "stages": Property(kind=Kind.INTEGER, default=2, constraints=(Range(low=1),)),
        "crew": Property(kind=Kind.LIST, constraints=(Custom(name="acme.person"),)),
        "reusable": Property(kind=Kind.BOOLEAN),
        "fuel": Property(kind=Kind.STRING, constraints=(AllowedValues(allowed=("hot", "cold")),)),
    },
    attributes={"height": Attribute(description="How high it is.")},
)


def test_hot_parameters_mirror_properties_and_outputs_attributes():
    made = hot_template(TYPE, "Acme::Old")
    assert made["parameters"]["name"] == {
        "type": "string",
        "description": "Its name.",
        "constraints": [{"length": {"min": 1, "max": 9}}, {"allowed_pattern": "[a-z]+"}],
    }
    assert made["parameters"]["stages"]["default"] == 2
    assert "constraints" not in made["parameters"]["crew"], "nobody else knows that check"
    assert made["resources"]["Rocket"]["type"] == "Acme::Old"
    assert made["resources"]["Rocket"]["properties"]["crew"] == {"get_param": "crew"}
    assert made["outputs"]["height"] == {
        "value": {"get_attr": ["Rocket", "height"]},
        "description": "How high it is.",
    }
    assert made["outputs"]["OS::stack_id"] == {"value": {"get_resource": "Rocket"}}


def test_cfn_parameters_mirror_properties_and_outputs_attributes():
    made = cfn_template(TYPE, TYPE.name)
    parameters = made["Parameters"]
    assert (parameters["name"]["MinLength"], parameters["name"]["MaxLength"]) == (1, 9)
    assert parameters["name"]["AllowedPattern"] == "[a-z]+"
    assert (parameters["stages"]["Type"], parameters["stages"]["MinValue"]) == ("Number", 1)
    assert parameters["reusable"]["AllowedValues"] == ["True", "true", "False", "false"]
    assert parameters["fuel"]["AllowedValues"] == ["hot", "cold"]
    properties = made["Resources"]["Rocket"]["Properties"]
    assert properties["crew"] == {"Ref": "crew"}
    assert made["Outputs"]["OS::stack_id"] == {"Value": {"Ref": "Rocket"}}


def test_a_list_of_maps_is_given_as_json():
    maps = Property(kind=Kind.LIST, items=Property(kind=Kind.MAP))
    schema = TypeSchema(name="A::B", properties={"ports": maps})
    assert hot_template(schema, "A::B")["parameters"]["ports"]["type"] == "json"
    assert cfn_template(schema, "A::B")["Parameters"]["ports"]["Type"] == "Json"
