"""OS::Neutron::Router makes, changes and deletes a router."""

import pytest

from calor.core.errors import CloudConflict
from calor.resources.neutron.router import Router
from tests.resources.heat.driving import problems
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.work import Work


@pytest.fixture
def work():
    cloud = a_network_service()
    put(cloud, "neutron.network", "n1", name="public")
    put(cloud, "neutron.subnet", "s1", name="sub")
    return Work(cloud, Router)


def router(work):
    (one,) = things(work.cloud, "neutron.router")
    return one


def test_all_properties_reach_the_router(work):
    work.create(
        name="r",
        admin_state_up=False,
        distributed=False,
        ha=True,
        availability_zone_hints=["nova"],
        tenant_id="other",
        tags=["a"],
        external_gateway_info={
            "network": "public",
            "enable_snat": False,
            "external_fixed_ips": [{"subnet": "sub", "ip_address": "172.24.4.9"}],
        },
    )
    address = {"subnet_id": "s1", "ip_address": "172.24.4.9"}
    gateway = {"network_id": "n1", "enable_snat": False, "external_fixed_ips": [address]}
    wanted = {
        "name": "r",
        "admin_state_up": False,
        "distributed": False,
        "ha": True,
        "availability_zone_hints": ["nova"],
        "tenant_id": "other",
        "tags": ["a"],
        "external_gateway_info": gateway,
    }
    assert router(work) | wanted == router(work)
    assert work.attributes["external_gateway_info"] == gateway


def test_a_gateway_comes_and_goes(work):
    work.create().update(external_gateway_info={"network": "public"})
    assert router(work)["external_gateway_info"] == {"network_id": "n1"}
    work.update()
    assert router(work)["external_gateway_info"] == {}


@pytest.mark.parametrize("given", [{"l3_agent_ids": ["new"]}, {"l3_agent_id": "new"}])
def test_another_agent_serves_it(work, given):
    work.create()
    path = f"/v2.0/routers/{work.physical_id}/l3-agents"
    work.cloud.extra = {
        ("GET", path): {"agents": [{"id": "old"}]},
        ("DELETE", f"/v2.0/agents/old/l3-routers/{work.physical_id}"): None,
        ("POST", "/v2.0/agents/new/l3-routers"): None,
    }
    work.update(**given)
    assert len(work.cloud.sent("DELETE")) == 1
    assert work.cloud.sent("POST")[-1] == (
        "/v2.0/agents/new/l3-routers",
        {"router_id": work.physical_id},
    )


def test_an_agent_that_cannot_serve_it_is_told(work):
    path = "/v2.0/routers/router-1/l3-agents"
    work.cloud.extra = {("GET", path): {"agents": []}}
    work.create()
    work.cloud.extra = {("GET", f"/v2.0/routers/{work.physical_id}/l3-agents"): {"agents": []}}
    work.cloud.errors = [CloudConflict("hosted elsewhere")]
    with pytest.raises(CloudConflict, match="hosted elsewhere"):
        work.update(l3_agent_ids=["new"])


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"distributed": True, "l3_agent_ids": ["a"]}, "a distributed router runs everywhere"),
        ({"distributed": True, "ha": True}, "distributed and ha cannot both be given"),
        ({"l3_agent_ids": ["a", "b"]}, "only a router with ha can have several agents"),
    ],
)
def test_properties_must_fit_together(given, problem):
    (found,) = problems(Router, **given)
    assert problem in found


def test_a_router_with_ha_may_have_several_agents():
    assert problems(Router, ha=True, l3_agent_ids=["a", "b"]) == []
