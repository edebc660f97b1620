"""Whenever an engine dies, another one goes on: nothing is doubled, nothing is left."""

import pytest

from calor.core.state import Action
from calor.resources.nova.server import Server
from tests.resources.crashing import survive
from tests.resources.heat.driving import made
from tests.resources.nova.compute_service import a_compute_service
from tests.resources.work import Work

FIRST = {
    "name": "web",
    "image": "cirros",
    "flavor": "small",
    "user_data_format": "RAW",
    "tags": ["a"],
    "networks": [{"port": "p1"}, {"subnet": "s2"}, {"network": "n1"}],
}
SECOND = {
    **FIRST,
    "name": "mail",
    "image": "debian",
    "flavor": "large",
    "tags": ["b"],
    "metadata": {"a": "b"},
    "networks": [{"port": "p2"}, {"subnet": "s1"}, {"network": "n1"}],
}
MOST = 30


def check(work, wanted):
    (server,) = work.cloud.servers.values()
    assert (server["id"], server["name"]) == (work.physical_id, wanted["name"])
    assert (server["status"], server["tags"]) == ("ACTIVE", wanted["tags"])
    assert server["flavor"]["id"] == f"f-{wanted['flavor']}"
    assert server["image"]["id"] == f"i-{wanted['image']}"
    cards = [work.cloud.ports[one] for one in work.cloud.cards(server["id"])]
    assert len(cards) == 3
    made_ports = [one["id"] for one in work.cloud.ports.values() if "-port-" in one["name"]]
    assert sorted(made_ports) == sorted(work.data["internal_ports"])
    assert set(made_ports) < {one["id"] for one in cards}


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("at", range(1, MOST))
def test_an_engine_may_die_at_any_request(at, is_after):
    deaths = 0
    work = Work(a_compute_service(), Server)
    deaths += survive(work, Action.CREATE, made(Server, **FIRST), at, is_after=is_after)
    check(work, FIRST)
    deaths += survive(work, Action.UPDATE, made(Server, **SECOND), at, is_after=is_after)
    check(work, SECOND)
    deaths += survive(work, Action.DELETE, work.resource, at, is_after=is_after)
    assert work.cloud.servers == {}
    assert sorted(work.cloud.ports) == ["p1", "p2"]
    assert deaths <= 3
    assert deaths or at > 3
