"""OS::Neutron::SecurityGroup makes, changes and deletes a group with its rules."""

import pytest

from calor.core.errors import CloudRefused, CloudUnavailable
from calor.resources.neutron.security_group import SecurityGroup
from tests.resources.heat.driving import problems
from tests.resources.neutron.network_service import a_network_service, put, things
from tests.resources.work import Work

SSH = {"protocol": "tcp", "port_range_min": 22, "port_range_max": 22}
OUT = {"direction": "egress", "protocol": "udp"}


@pytest.fixture
def work():
    return Work(a_network_service(), SecurityGroup)


def group(work):
    return next(one for one in things(work.cloud, "neutron.security_group") if len(one["id"]) > 13)


def rules(work):
    return sorted(
        " ".join(str(one.get(key) or "-") for key in ("direction", "ethertype", "protocol"))
        for one in group(work)["security_group_rules"]
    )


def test_without_rules_it_is_as_the_service_makes_it(work):
    work.create(description="web", stateful=False)
    assert (group(work)["description"], group(work)["stateful"]) == ("web", False)
    assert rules(work) == ["egress IPv4 -", "egress IPv6 -"]
    assert len(work.cloud.sent("POST")) == 1


def test_rules_say_who_comes_in(work):
    put(work.cloud, "neutron.security_group", "g1", name="other")
    work.create(
        rules=[
            {**SSH, "remote_ip_prefix": "10.0.0.0/8", "remote_group_id": "other"},
            {"remote_mode": "remote_group_id", "remote_ip_prefix": "10.0.0.0/8"},
            {"remote_mode": "remote_group_id", "remote_group_id": "other", "description": "x"},
        ]
    )
    own, other = {"remote_group_id": work.physical_id}, {"remote_group_id": "g1"}
    some = {"direction": "ingress", "ethertype": "IPv4", "security_group_id": work.physical_id}
    assert work.cloud.sent("POST")[-1][1]["security_group_rules"] == [
        {**some, **SSH, "remote_ip_prefix": "10.0.0.0/8"},
        {**some, **own},
        {**some, **other, "description": "x"},
    ]
    assert rules(work)[:2] == ["egress IPv4 -", "egress IPv6 -"]


def test_rules_for_what_goes_out_take_the_place_of_the_given_ones(work):
    work.create(rules=[OUT, SSH])
    assert rules(work) == ["egress IPv4 udp", "ingress IPv4 tcp"]


def test_an_update_touches_only_the_rules_that_differ(work):
    v6 = {"ethertype": "IPv6", "protocol": "icmpv6"}
    work.create(rules=[OUT, SSH, v6])
    before = {one["id"] for one in group(work)["security_group_rules"]}
    work.update(rules=[SSH, v6, {"protocol": "6"}])
    assert rules(work) == [
        "egress IPv4 -",
        "egress IPv6 -",
        "ingress IPv4 6",
        "ingress IPv4 tcp",
        "ingress IPv6 ipv6-icmp",
    ]
    assert len(before & {one["id"] for one in group(work)["security_group_rules"]}) == 2
    work.update()
    assert rules(work) == ["egress IPv4 -", "egress IPv6 -"]


@pytest.mark.parametrize("given", [{}, {"name": "web"}])
def test_it_is_found_again_with_or_without_its_rules(work, given):
    work.cloud.loses = 2
    with pytest.raises(CloudUnavailable):
        work.create(**given, rules=[SSH])
    with pytest.raises(CloudUnavailable):
        work.again().create(**given, rules=[SSH])
    work.physical_id = None
    work.again().create(**given, rules=[SSH])
    assert len(things(work.cloud, "neutron.security_group")) == 2
    assert rules(work) == ["egress IPv4 -", "egress IPv6 -", "ingress IPv4 tcp"]


def test_rules_that_were_refused_are_made_by_the_next_update(work):
    work.create(name="web")
    work.cloud.errors = [CloudRefused("no more rules")]
    with pytest.raises(CloudRefused):
        work.update(name="web", rules=[SSH])
    work.resource = SecurityGroup(name="web")
    work.update(name="web", rules=[SSH])
    assert "ingress IPv4 tcp" in rules(work)


def test_nobody_else_is_the_default_group():
    assert problems(SecurityGroup, name="web") == []
    (problem,) = problems(SecurityGroup, name="default")
    assert "default is the name of the group that every project has" in problem
