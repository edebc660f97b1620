"""The description of the API for programs."""

import json
import re

import msgspec
import pytest

from calor.api.discovery.openapi import describe, tag_of
from calor.api.discovery.words import FIELDS, PLACES
from calor.api.orchestration.table import TABLE
from tests.api.serving import serving

DOCUMENT = describe(TABLE.routes, "http://calor.test")
OPERATIONS = [
    pytest.param(path, method, one, id=f"{method} {path}")
    for path, methods in DOCUMENT["paths"].items()
    for method, one in methods.items()
]


async def test_it_is_served_to_anybody_and_is_json():
    async with serving() as service:
        told = await service.client.get("/openapi.json", headers={"X-Auth-Token": ""})
        assert told.json() == json.loads(msgspec.json.encode(DOCUMENT))
        assert told.json()["openapi"] == "3.1.0"


def test_every_route_is_in_it():
    told = {(method.upper(), path) for path, some in DOCUMENT["paths"].items() for method in some}
    shapes = {(method, re.sub(r"\{\w+\}", "{}", path)) for method, path in told}
    for route in TABLE.routes:
        assert (route.method, re.sub(r"\{\w+\*?\}", "{}", route.path)) in shapes, route.path


@pytest.mark.parametrize(("path", "method", "one"), OPERATIONS)
def test_every_place_and_query_is_told(path, method, one):
    places = re.findall(r"\{(\w+)\}", path)
    assert [each["name"] for each in one["parameters"] if each["in"] == "path"] == places
    for each in one["parameters"]:
        assert each["description"], each["name"]


def test_every_place_of_a_path_has_words():
    places = {one for route in TABLE.routes for one in re.findall(r"\{(\w+)\*?\}", route.path)}
    assert places - set(PLACES) == set()


def test_every_field_of_a_body_has_words():
    named = {
        name
        for schema in DOCUMENT["components"]["schemas"].values()
        for name in schema.get("properties", {})
    }
    assert named - set(FIELDS) == set()


def test_names_of_operations_are_told_apart():
    names = [one.values[2]["operationId"] for one in OPERATIONS]
    assert len(names) == len(set(names))


def test_every_reference_leads_somewhere():
    text = json.dumps(json.loads(msgspec.json.encode(DOCUMENT)))
    found = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert found <= set(DOCUMENT["components"]["schemas"])
    assert "ErrorBody" in found


def test_refusals_are_told():
    made = DOCUMENT["paths"]["/v1/{project}/software_configs"]["post"]
    assert {"200", "400", "401", "403", "404", "409", "429", "503"} == set(made["responses"])
    assert made["security"] == [{"token": []}]
    assert made["x-policy"] == ["software_configs:create"]
    health = DOCUMENT["paths"]["/healthcheck"]["get"]
    assert set(health["responses"]) == {"200", "503"}
    assert health["security"] == []


def test_what_can_be_followed_has_two_types():
    events = DOCUMENT["paths"]["/v1/{project}/stacks/{stack_name}/{stack_id}/events"]["get"]
    assert set(events["responses"]["200"]["content"]) == {"application/json", "text/event-stream"}


def test_a_route_belongs_to_the_last_thing_it_names():
    assert tag_of("/v1/{project}/stacks/{stack_name}/{stack_id}/events") == "events"
    assert tag_of("/v1/{project}/stacks/{stack_name}/{stack_id}/template") == "stacks"
    assert tag_of("/metrics") == "service"
