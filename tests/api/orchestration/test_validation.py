"""Validating templates over the API."""

import pytest

from calor.engine.limits import Limits
from tests.api.serving import serving

TEMPLATE = {
    "heat_template_version": "2021-04-16",
    "description": "A shop.",
    "parameter_groups": [{"label": "All", "parameters": ["size", "key"]}],
    "parameters": {
        "size": {
            "type": "number",
            "description": "How many.",
            "default": 2,
            "constraints": [{"range": {"min": 1, "max": 9}, "description": "few"}],
        },
        "key": {"type": "string", "hidden": True, "label": "Secret", "tags": ["a"]},
    },
    "resources": {
        "one": {
            "type": "OS::Heat::RandomString",
            "properties": {"length": {"get_param": "size"}, "salt": {"get_param": "key"}},
        }
    },
}
CHILD = """
heat_template_version: 2018-08-31
description: A part.
parameters:
  length: {type: number, default: 3}
  salt: {type: string}
resources:
  it: {type: OS::Heat::RandomString, properties: {length: {get_param: length}}}
outputs:
  value: {value: {get_param: salt}}
"""
PARENT = {
    "heat_template_version": "2018-08-31",
    "resources": {
        "first": {"type": "OS::Heat::RandomString"},
        "part": {
            "type": "part.yaml",
            "properties": {"length": 7, "salt": {"get_attr": ["first", "value"]}},
        },
    },
}


async def validated(service, query="", **body):
    answer = await service.post(f"/validate{query}", body)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_template_tells_what_it_asks_for():
    async with serving() as service:
        found = await validated(service, template=TEMPLATE)
        assert found["Description"] == "A shop."
        assert found["Parameters"]["size"] == {
            "Type": "Number",
            "Description": "How many.",
            "NoEcho": "false",
            "Label": "size",
            "Default": 2,
            "MinValue": 1,
            "MaxValue": 9,
            "ConstraintDescription": "few",
        }
        assert found["Parameters"]["key"] == {
            "Type": "String",
            "Description": "",
            "NoEcho": "true",
            "Label": "Secret",
            "Tags": ["a"],
        }
        assert found["ParameterGroups"] == [{"label": "All", "parameters": ["size", "key"]}]
        assert found["Environment"] == {
            "resource_registry": {"resources": {}},
            "parameters": {},
            "parameter_defaults": {},
            "event_sinks": [],
        }
        assert "NestedParameters" not in found


async def test_values_and_defaults_of_an_environment_are_told():
    async with serving() as service:
        environment = {"parameters": {"size": 4}, "parameter_defaults": {"key": "k"}}
        found = await validated(service, template=TEMPLATE, environment=environment)
        assert found["Parameters"]["size"]["Value"] == 4
        assert found["Parameters"]["key"]["Default"] == "k"
        assert found["Environment"]["parameters"] == {"size": 4}


async def test_parameters_of_templates_inside_are_told_if_asked_for():
    async with serving() as service:
        body = {"template": PARENT, "files": {"part.yaml": CHILD}}
        assert "NestedParameters" not in await validated(service, **body)
        found = await validated(service, "?show_nested=true", **body)
        registry = {"part.yaml": "part.yaml", "resources": {}}
        assert found["Environment"]["resource_registry"] == registry
        part = found["NestedParameters"]["part"]
        assert (part["Type"], part["Description"]) == ("part.yaml", "A part.")
        assert part["Parameters"]["length"]["Value"] == 7
        assert "Value" not in part["Parameters"]["salt"], "nobody knows it yet"


async def test_the_same_template_is_not_looked_at_twice_and_another_one_is():
    async with serving() as service:
        first = await validated(service, template=TEMPLATE)
        assert await validated(service, template=TEMPLATE) == first
        other = {**TEMPLATE, "description": "Another shop."}
        assert (await validated(service, template=other))["Description"] == "Another shop."


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"template": {"heat_template_version": "2018-08-31", "resources": {"a": {"type": "No"}}}},
        {"template": {"resources": {}}},
        {"template": "]["},
        {"template": TEMPLATE, "environment": {"parameters": {"size": 99}}},
        {"template": TEMPLATE, "environment": {"paramters": {}}},
        {"template": 3},
    ],
)
async def test_a_mistake_is_told(body):
    async with serving() as service:
        for _ in range(2):
            refused = await service.post("/validate", body)
            assert refused.status_code == 400
            assert refused.json()["error"]["message"]


async def test_only_errors_that_exist_can_be_ignored():
    async with serving() as service:
        await validated(service, "?ignore_errors=99001", template=TEMPLATE)
        refused = await service.post("/validate?ignore_errors=99001,5", {"template": TEMPLATE})
        assert refused.status_code == 400


async def test_a_template_with_too_many_resources_is_refused():
    async with serving(limits=Limits(resources_per_tree=0)) as service:
        assert (await service.post("/validate", {"template": TEMPLATE})).status_code == 400
