"""Resources wait for each other where their types say so, though nobody has written it."""

from functools import partial

import pytest
import yaml

from calor.core.document.parse import parse_document
from calor.core.source import Report
from calor.core.template.environment.environment import read_environment
from calor.core.template.reader import read_template
from calor.core.template.scope import StackScope
from calor.engine.kinds import Kinds
from calor.engine.stack import goal_of
from tests.resources.registry import TYPES

KINDS = {
    "port": "OS::Neutron::Port",
    "subnet": "OS::Neutron::Subnet",
    "router": "OS::Neutron::Router",
    "gateway": "OS::Neutron::RouterGateway",
    "interface": "OS::Neutron::RouterInterface",
    "address": "OS::Neutron::FloatingIP",
    "net": "OS::Neutron::Net",
}


def ref(name):
    return {"get_resource": name}


def needs(resources, registry=None, **parameters):
    """Return what each resource waits for; a resource's type follows from its name."""
    sections = {
        name: {"type": KINDS.get(name.rstrip("0123456789"), name), **section}
        for name, section in resources.items()
    }
    document = {
        "heat_template_version": "2021-04-16",
        "parameters": {name: {"type": "string"} for name in parameters},
        "resources": sections,
    }
    report = Report()
    template = read_template(parse_document(yaml.safe_dump(document), "t.yaml"), report)
    assert template is not None, report.errors
    environment = read_environment({"resource_registry": registry or {}}, report)
    scope = StackScope(template=template, parameters=parameters)
    schema_of = partial(Kinds(TYPES).schema, environment.registry)
    graph = goal_of(template, environment, scope, schema_of).graph
    return {name: sorted(needed) for name, needed in graph.needs.items()}


def of(network, **more):
    return {"properties": {"network": network, **more}}


def test_a_port_waits_for_all_subnets_of_its_network_and_for_no_other():
    found = needs(
        {
            "net1": {},
            "net2": {},
            "port1": of(ref("net1")),
            "port2": {"properties": {"network_id": ref("net2")}},
            "subnet1": of(ref("net1")),
            "subnet2": {"properties": {"network_id": {"get_attr": ["net1", "id"]}}},
            "subnet3": of(ref("net2")),
        }
    )
    assert found["port1"] == ["net1", "subnet1", "subnet2"]
    assert found["port2"] == ["net2", "subnet3"]


def test_a_network_may_be_named_by_a_parameter():
    found = needs({"port": of({"get_param": "a"}), "subnet1": of("x"), "subnet2": of("y")}, a="x")
    assert found["port"] == ["subnet1"]


def test_a_type_may_go_by_another_name():
    found = needs({"port": of("x"), "My::Net": of("x")}, {"My::Net": "OS::Neutron::Subnet"})
    assert found["port"] == ["My::Net"]


def test_a_router_waits_for_the_subnets_of_its_external_network():
    gateway = {"properties": {"external_gateway_info": {"network": ref("net")}}}
    assert needs({"net": {}, "router": gateway, "subnet": of(ref("net"))})["router"] == [
        "net",
        "subnet",
    ]


@pytest.mark.parametrize("fixed_ips", [[{"subnet": ref("subnet1")}], None])
def test_a_floating_address_waits_until_its_port_can_be_reached(fixed_ips):
    found = needs(
        {
            "subnet1": of("x"),
            "subnet2": of("x"),
            "port": of("x", fixed_ips=fixed_ips) if fixed_ips else of("x"),
            "router": {"properties": {"external_gateway_info": {"network": "public"}}},
            "gateway": {"properties": {"router_id": ref("router"), "network": "public"}},
            "interface1": {"properties": {"router": ref("router"), "subnet": ref("subnet1")}},
            "interface2": {"properties": {"router": ref("router"), "subnet_id": ref("subnet2")}},
            "address": {"properties": {"floating_network": "public", "port_id": ref("port")}},
        }
    )
    reached_by = ["interface1"] if fixed_ips else ["interface1", "interface2"]
    assert found["address"] == ["gateway", *reached_by, "port", "router"]


def test_an_address_without_a_port_waits_for_no_interface():
    found = needs(
        {
            "interface": {"properties": {"router": "r", "subnet": "s"}},
            "address": {"properties": {"floating_network": "public"}},
        }
    )
    assert found["address"] == []


def test_what_is_written_goes_before_what_is_not():
    found = needs({"port": of("x"), "subnet": {**of("x"), "depends_on": "port"}})
    assert found == {"port": [], "subnet": ["port"]}


def test_two_that_would_wait_for_each_other_do_not():
    found = needs(
        {
            "port1": of("x"),
            "port2": of("y"),
            "subnet1": {**of("x"), "depends_on": "port2"},
            "subnet2": {**of("y"), "depends_on": "port1"},
        }
    )
    assert found["subnet1"] == ["port2"]
    assert found["subnet2"] == ["port1"]
    assert found["port1"] == found["port2"] == []


def test_what_exists_outside_of_the_stack_waits_for_nothing():
    port = {**of("x"), "external_id": "abc"}
    assert needs({"port": port, "subnet": of("x")})["port"] == []
