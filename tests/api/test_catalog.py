"""Types whose service the caller's cloud has not are not offered, and not accepted."""

from dataclasses import replace

import pytest

from calor.api.caller import Caller
from calor.api.catalog import TYPES, has_service
from calor.plugin.registry import TypeRegistry
from tests.api.serving import by_name, serving

SMALL = frozenset({"identity", "orchestration", "volumev3"})
CALLER = Caller(user_id="ann", project_id="p", services=SMALL)
SERVER = {
    "heat_template_version": "2018-08-31",
    "resources": {"it": {"type": "OS::Nova::Server", "properties": {"flavor": "small"}}},
}


async def in_a_small_cloud(headers):
    return replace(await by_name(headers), services=SMALL)


@pytest.mark.parametrize(
    ("service", "expected"),
    [("nova", False), ("cinder", True), ("heat", True), ("keystone", True), ("octavia", False)],
)
def test_a_service_is_there_under_any_of_its_names(service, expected):
    assert has_service(CALLER, service) is expected


def test_whoever_has_no_catalog_is_believed():
    assert has_service(replace(CALLER, services=None), "nova")


def test_every_service_of_a_type_is_known():
    types = TypeRegistry()
    needed = {schema.service for name in types.names() if (schema := types.get(name))}
    assert needed - {None, "heat", "keystone"} <= TYPES.keys()


async def test_only_types_that_can_be_used_are_listed():
    async with serving(authenticate=in_a_small_cloud) as service:
        listed = (await service.get("/resource_types")).json()["resource_types"]
        assert "OS::Heat::Value" in listed
        assert "OS::Cinder::Volume" in listed
        assert "OS::Nova::Server" not in listed


@pytest.mark.parametrize("path", ["/stacks", "/validate"])
async def test_a_template_that_needs_more_than_there_is_is_refused_where_it_is(path):
    async with serving(authenticate=in_a_small_cloud) as service:
        refused = await service.post(path, {"stack_name": "one", "template": SERVER})
        assert refused.status_code == 400
        assert refused.json()["error"]["type"] == "ResourceTypeUnavailable"
        assert "resources.it.type: HEAT-E99001" in refused.json()["error"]["message"]


async def test_a_missing_service_can_be_ignored_when_a_template_is_validated():
    async with serving(authenticate=in_a_small_cloud) as service:
        told = await service.post("/validate?ignore_errors=99001", {"template": SERVER})
        assert told.status_code == 200, told.text


async def test_a_type_that_cannot_be_used_is_not_described():
    async with serving(authenticate=in_a_small_cloud) as service:
        refused = await service.get("/resource_types/OS::Nova::Server")
        assert refused.status_code == 400
        assert "HEAT-E99001" in refused.text
