"""Versions, health and figures."""

import pytest

from calor.core.errors import StoreUnavailable
from calor.store.memory import MemoryStore
from tests.api.serving import PROJECT, serving

ALIEN = "application/vnd.openstack.orchestration-"


class Unreachable(MemoryStore):
    """A store that has gone away."""

    async def engines(self):
        raise StoreUnavailable("gone")


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/", {}),
        ("GET", "/versions", {}),
        ("GET", "/v2", {}),
        ("GET", "/v1.1/p1/stacks", {}),
        ("POST", "/v3/p1/stacks", {}),
        ("GET", "/p1/stacks", {"Accept": f"{ALIEN}v2.0"}),
    ],
)
async def test_whoever_asks_for_no_version_or_a_wrong_one_is_told_which_there_are(
    method, path, headers
):
    async with serving() as service:
        told = await service.client.request(method, path, headers=headers)
        assert told.status_code == 300
        assert told.json() == {
            "versions": [
                {
                    "id": "v1.0",
                    "status": "CURRENT",
                    "links": [{"rel": "self", "href": "http://calor.test/v1/"}],
                }
            ]
        }


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        (f"/v1/{PROJECT}/build_info", {}),
        (f"/v1.0/{PROJECT}/build_info", {}),
        (f"/{PROJECT}/build_info", {"Accept": f"{ALIEN}v1.0"}),
        (f"/{PROJECT}/build_info", {"Accept": f"{ALIEN}v1"}),
        ("/healthcheck", {"Accept": f"{ALIEN}v1"}),
    ],
)
async def test_a_version_has_several_names(path, headers):
    async with serving() as service:
        assert (await service.client.get(path, headers=headers)).status_code == 200


@pytest.mark.parametrize("path", [f"/{PROJECT}/stacks", "/v1", "/v1/", "/nix", "/v1x/p1/stacks"])
async def test_what_is_nowhere_is_not_found(path):
    async with serving() as service:
        assert (await service.client.get(path)).status_code == 404


async def test_every_known_path_tells_how_it_can_be_asked():
    async with serving() as service:
        told = await service.client.options(f"/v1/{PROJECT}/software_configs")
        assert (told.status_code, told.headers["allow"]) == (204, "GET, OPTIONS, POST")
        assert (await service.client.options("/v1/nix/nix/nix/nix")).status_code == 404


async def test_health_is_told_to_anybody_in_text_or_json():
    async with serving() as service:
        text = await service.client.get("/healthcheck", headers={"X-Auth-Token": ""})
        assert (text.status_code, text.text) == (200, "OK\n")
        told = await service.client.get("/healthcheck", headers={"Accept": "application/json"})
        assert told.json() == {"detailed": False, "reasons": ["OK"]}
        assert (await service.client.head("/healthcheck")).status_code == 200


async def test_without_the_store_nothing_is_well():
    async with serving(store=Unreachable(), works=False) as service:
        told = await service.client.get("/healthcheck")
        assert (told.status_code, told.text) == (503, "the store cannot be reached\n")


async def test_figures_are_told_to_anybody():
    async with serving() as service:
        await service.get("/build_info")
        told = await service.client.get("/metrics", headers={"X-Auth-Token": ""})
        assert told.status_code == 200
        assert (
            'calor_api_requests_total{method="GET",route="/v1/{project}/build_info",status="200"}'
            " 1.0" in told.text
        )
        assert "calor_engine_trees 0.0" in told.text
