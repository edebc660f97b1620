"""The network types in a real cloud: made together, looked at, changed, replaced, deleted."""

import uuid

import pytest
import yaml

from calor.core.errors import CalorError, CloudNotFound, CloudUnavailable
from calor.core.state import Action
from tests.openstack.stacks import real

TEMPLATE = """
heat_template_version: 2021-04-16
resources:
  net:
    type: OS::Neutron::Net
    properties:
      name: PREFIX-net
      port_security_enabled: false
      dns_domain: one.example.org.
      tags: [one, two]
      value_specs: {mtu: 1400}
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: {get_resource: net}
      cidr: 10.7.0.0/24
      dns_nameservers: [10.7.0.53]
      gateway_ip: 10.7.0.1
      allocation_pools: [{start: 10.7.0.10, end: 10.7.0.99}]
      host_routes: [{destination: 10.8.0.0/24, nexthop: 10.7.0.2}]
      tags: [three]
  v6:
    type: OS::Neutron::Subnet
    properties:
      network: {get_resource: net}
      name: PREFIX-six
      cidr: 2001:db8:7::/64
      ip_version: 6
      ipv6_ra_mode: dhcpv6-stateful
      ipv6_address_mode: dhcpv6-stateful
      gateway_ip: null
  group:
    type: OS::Neutron::SecurityGroup
    properties:
      description: who may come in
      rules:
        - {protocol: tcp, port_range_min: 22, port_range_max: 22, remote_ip_prefix: 10.0.0.0/8}
        - {protocol: icmpv6, ethertype: IPv6}
        - {remote_mode: remote_group_id, protocol: udp}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_resource: subnet}, ip_address: 10.7.0.20}]
      port_security_enabled: true
      security_groups: [{get_resource: group}]
      allowed_address_pairs: [{ip_address: 10.7.1.0/24}]
      dns_name: web
      tags: [four]
  bare:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}, no_fixed_ips: true}
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public}
      tags: [five]
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  plug:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: v6}}]}
  plugged:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, port: {get_resource: plug}}
  address:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: public, port_id: {get_resource: port}}
outputs:
  net: {value: {get_attr: [net, show]}}
  status: {value: {get_attr: [net, status]}}
  mtu: {value: {get_attr: [net, mtu]}}
  segments: {value: {get_attr: [net, segments]}}
  pools: {value: {get_attr: [subnet, allocation_pools]}}
  gateway: {value: {get_attr: [v6, gateway_ip]}}
  fixed: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}
  subnets: {value: {get_attr: [port, subnets, 0, cidr]}}
  network: {value: {get_attr: [port, network, name]}}
  floating: {value: {get_attr: [address, floating_ip_address]}}
  behind: {value: {get_attr: [address, fixed_ip_address]}}
  leads_to: {value: {get_attr: [address, port_id]}}
  external: {value: {get_attr: [router, external_gateway_info, network_id]}}
"""

CHANGES = {
    "net": {
        "name": None,
        "admin_state_up": False,
        "port_security_enabled": True,
        "dns_domain": "two.example.org.",
        "tags": ["six"],
        "value_specs": {"mtu": 1300},
    },
    "subnet": {
        "name": "PREFIX-other",
        "dns_nameservers": ["10.7.0.54", "10.7.0.55"],
        "enable_dhcp": False,
        "gateway_ip": "10.7.0.1",
        "allocation_pools": [{"start": "10.7.0.10", "end": "10.7.0.120"}],
        "host_routes": [],
        "tags": [],
    },
    "group": {
        "name": "PREFIX-group",
        "description": "someone else",
        "rules": [
            {"protocol": "6", "port_range_min": 80, "port_range_max": 81},
            {"protocol": "icmpv6", "ethertype": "IPv6"},
            {"direction": "egress", "protocol": "udp"},
        ],
    },
    "port": {
        "name": "PREFIX-port",
        "admin_state_up": False,
        "fixed_ips": [{"subnet": {"get_resource": "subnet"}, "ip_address": "10.7.0.20"}],
        "security_groups": None,
        "allowed_address_pairs": [],
        "dns_name": "mail",
        "device_id": "something",
        "device_owner": "acme:none",
        "binding:vnic_type": "direct",
        "tags": ["seven", "eight"],
    },
    "router": {"name": "PREFIX-router", "admin_state_up": False, "tags": []},
    "address": {"port_id": None},
}


@pytest.fixture
def prefix():
    return f"typeshelper-{uuid.uuid4().hex[:8]}"


@pytest.fixture
async def cloud(tmp_path):
    async with real(tmp_path / "calor.db") as opened:
        yield opened


def template(prefix, changes=None):
    text = TEMPLATE.replace("PREFIX", prefix)
    wanted = yaml.safe_load(text)
    for name, properties in (changes or {}).items():
        given = wanted["resources"][name].setdefault("properties", {})
        for key, value in properties.items():
            if value is None:
                given.pop(key, None)
            else:
                given[key] = yaml.safe_load(yaml.safe_dump(value).replace("PREFIX", prefix))
    return yaml.safe_dump(wanted)


async def shown(cloud, kind, thing_id):
    body = await cloud.get("network", f"/v2.0/{kind}/{thing_id}")
    return next(iter(body.values()))


async def test_a_network_with_all_that_belongs_to_it(cloud, prefix):
    stack_id = await cloud.create(prefix, template(prefix))
    try:
        ids = await cloud.ids(stack_id)
        await check_created(cloud, stack_id, ids, prefix)
        await cloud.act(stack_id, Action.CHECK)
        await cloud.update(stack_id, template(prefix, CHANGES))
        after = await cloud.ids(stack_id)
        assert after == ids
        await check_updated(cloud, ids, prefix)
        other = {**CHANGES["port"], "mac_address": "fa:16:3e:00:00:77"}
        replaced = {"v6": {"cidr": "2001:db8:8::/64"}, "port": other}
        await cloud.update(stack_id, template(prefix, CHANGES | replaced))
        after = await cloud.ids(stack_id)
        assert {name for name in ids if ids[name] != after[name]} == {"v6", "port"}
        port = await shown(cloud, "ports", after["port"])
        assert port["fixed_ips"][0]["ip_address"] == "10.7.0.20"
        port = await shown(cloud, "ports", ids["plug"])
        assert [one["subnet_id"] for one in port["fixed_ips"]] == [after["v6"]]
    finally:
        await cloud.act(stack_id, Action.DELETE)
    left = await cloud.get("network", "/v2.0/networks")
    assert [one for one in left["networks"] if one["name"].startswith(prefix)] == []
    with pytest.raises(CloudNotFound):
        await shown(cloud, "networks", ids["net"])


async def check_created(cloud, stack_id, ids, prefix):
    outputs = await cloud.outputs(stack_id)
    assert outputs["net"]["id"] == ids["net"]
    assert outputs["net"]["name"] == f"{prefix}-net"
    assert outputs["net"]["tags"] == ["one", "two"]
    assert outputs["net"]["dns_domain"] == "one.example.org."
    assert outputs["net"]["port_security_enabled"] is False
    assert (outputs["status"], outputs["mtu"]) == ("ACTIVE", 1400)
    # Only an administrator sees them.
    assert {one["network_id"] for one in outputs["segments"]} <= {ids["net"]}
    assert outputs["pools"] == [{"start": "10.7.0.10", "end": "10.7.0.99"}]
    assert outputs["gateway"] is None
    assert outputs["fixed"] == outputs["behind"] == "10.7.0.20"
    assert outputs["subnets"] == "10.7.0.0/24"
    assert outputs["network"] == f"{prefix}-net"
    assert outputs["leads_to"] == ids["port"]
    assert outputs["floating"].startswith("172.24.4.")
    assert outputs["external"] is not None
    assert ids["interface"] == f"{ids['router']}:subnet_id={ids['subnet']}"
    assert ids["plugged"] == f"{ids['router']}:port_id={ids['plug']}"
    assert (await shown(cloud, "ports", ids["bare"]))["fixed_ips"] == []
    port = await shown(cloud, "ports", ids["port"])
    assert port["security_groups"] == [ids["group"]]
    assert port["allowed_address_pairs"][0]["ip_address"] == "10.7.1.0/24"
    group = await shown(cloud, "security-groups", ids["group"])
    assert sorted(rule_of(one, ids) for one in group["security_group_rules"]) == [
        "egress IPv4 None",
        "egress IPv6 None",
        "ingress IPv4 tcp 22-22 10.0.0.0/8",
        "ingress IPv4 udp own group",
        "ingress IPv6 ipv6-icmp",
    ]


async def check_updated(cloud, ids, prefix):
    net = await shown(cloud, "networks", ids["net"])
    assert net["name"].startswith(f"{prefix}-net-")
    assert (net["admin_state_up"], net["port_security_enabled"]) == (False, True)
    assert (net["dns_domain"], net["tags"], net["mtu"]) == ("two.example.org.", ["six"], 1300)
    subnet = await shown(cloud, "subnets", ids["subnet"])
    assert subnet["name"] == f"{prefix}-other"
    assert subnet["dns_nameservers"] == ["10.7.0.54", "10.7.0.55"]
    assert (subnet["enable_dhcp"], subnet["host_routes"], subnet["tags"]) == (False, [], [])
    assert subnet["allocation_pools"] == [{"start": "10.7.0.10", "end": "10.7.0.120"}]
    group = await shown(cloud, "security-groups", ids["group"])
    assert (group["name"], group["description"]) == (f"{prefix}-group", "someone else")
    assert sorted(rule_of(one, ids) for one in group["security_group_rules"]) == [
        "egress IPv4 udp",
        "ingress IPv4 6 80-81",
        "ingress IPv6 ipv6-icmp",
    ]
    port = await shown(cloud, "ports", ids["port"])
    assert (port["name"], port["admin_state_up"]) == (f"{prefix}-port", False)
    assert port["allowed_address_pairs"] == []
    assert (port["device_id"], port["device_owner"]) == ("something", "acme:none")
    assert sorted(port["tags"]) == ["eight", "seven"]
    assert port["security_groups"] != [ids["group"]]
    assert len(port["security_groups"]) == 1
    assert port["fixed_ips"][0]["ip_address"] == "10.7.0.20"
    assert port["binding:vnic_type"] == "direct"
    router = await shown(cloud, "routers", ids["router"])
    assert (router["name"], router["admin_state_up"]) == (f"{prefix}-router", False)
    address = await shown(cloud, "floatingips", ids["address"])
    assert address["port_id"] is None


def rule_of(rule, ids):
    words = [rule["direction"], rule["ethertype"], str(rule["protocol"])]
    if rule["port_range_min"] is not None:
        words.append(f"{rule['port_range_min']}-{rule['port_range_max']}")
    if rule["remote_ip_prefix"]:
        words.append(rule["remote_ip_prefix"])
    if rule["remote_group_id"]:
        words.append("own group" if rule["remote_group_id"] == ids["group"] else "other group")
    return " ".join(words)


class Forgetful:
    """A cloud whose first answers to requests that make something are lost."""

    def __init__(self, cloud):
        self._cloud, self.lost = cloud, set()

    def __getattr__(self, name):
        return getattr(self._cloud, name)

    async def send(self, request):
        reply = await self._cloud.send(request)
        if request.method in ("POST", "PUT") and request.path not in self.lost:
            self.lost.add(request.path)
            raise CloudUnavailable(f"the answer to {request.method} {request.path} was lost")
        return reply


NAMED = """
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net, properties: {name: PREFIX}}
  group:
    type: OS::Neutron::SecurityGroup
    properties: {name: PREFIX, description: ours, rules: [{protocol: tcp}]}
  address: {type: OS::Neutron::FloatingIP, properties: {floating_network: public}}
"""


async def test_nothing_is_left_of_what_was_made_while_the_answer_was_lost(cloud, prefix):
    cloud.local.engine.clouds = lambda *_: Forgetful(cloud.cloud)
    with pytest.raises(CalorError, match="was lost"):
        await cloud.create(prefix, NAMED.replace("PREFIX", prefix), keep=True)
    record = await cloud.local.store.stack_named("p", prefix)
    made = await cloud.get("network", "/v2.0/networks", name=prefix)
    assert len(made["networks"]) == 1
    await cloud.act(record.id, Action.DELETE)
    for kind in ("networks", "security-groups"):
        (left,) = (await cloud.get("network", f"/v2.0/{kind}", name=prefix)).values()
        assert left == []
    addresses = (await cloud.get("network", "/v2.0/floatingips"))["floatingips"]
    assert [one for one in addresses if one["description"].startswith(prefix)] == []


ADMINISTERED = """
heat_template_version: 2021-04-16
resources:
  net:
    type: OS::Neutron::Net
    properties: {shared: true, tenant_id: PROJECT, qos_policy: PREFIX, dhcp_agent_ids: []}
  subnet:
    type: OS::Neutron::Subnet
    properties:
      network: {get_resource: net}
      tenant_id: PROJECT
      subnetpool: PREFIX
      prefixlen: 28
  other: {type: OS::Neutron::Net}
  held:
    type: OS::Neutron::Subnet
    properties:
      network: {get_resource: other}
      cidr: 10.6.0.0/24
      segment: {get_attr: [other, segments, 0, id]}
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      qos_policy: PREFIX
      mac_address: "fa:16:3e:77:77:77"
      value_specs: {description: one}
  router:
    type: OS::Neutron::Router
    properties:
      ha: true
      tenant_id: PROJECT
      l3_agent_ids: []
      external_gateway_info:
        network: public
        enable_snat: false
        external_fixed_ips: [{subnet: public-subnet}]
outputs:
  segments: {value: {get_attr: [other, segments]}}
"""

MANAGED = {"policies": "/v2.0/qos/policies", "subnetpools": "/v2.0/subnetpools"}


@pytest.fixture
async def admin(tmp_path, prefix):
    """What only an administrator can make, for a stack to use it."""
    async with real(tmp_path / "admin.db", "admin", "admin") as opened:
        policy = {"policy": {"name": prefix}}
        await opened.send("network", "POST", MANAGED["policies"], body=policy)
        pool = {"name": prefix, "prefixes": ["10.5.0.0/24"]}
        await opened.send("network", "POST", MANAGED["subnetpools"], body={"subnetpool": pool})
        yield opened
        for key, path in MANAGED.items():
            for one in (await opened.get("network", path, name=prefix))[key]:
                await opened.send("network", "DELETE", f"{path}/{one['id']}")


async def test_what_only_an_administrator_may_ask_for(admin, prefix):
    owner = (await admin.get("identity", "/v3/projects", name="demo"))["projects"][0]["id"]
    policies = (await admin.get("network", MANAGED["policies"], name=prefix))["policies"]
    text = ADMINISTERED.replace("PREFIX", prefix).replace("PROJECT", owner)
    stack_id = await admin.create(prefix, text)
    try:
        ids = await admin.ids(stack_id)
        segments = (await admin.outputs(stack_id))["segments"]
        await check_administered(admin, ids, owner, policies[0]["id"])
        held = await shown(admin, "subnets", ids["held"])
        assert [held["segment_id"]] == [one["id"] for one in segments]
        await admin.update(stack_id, less(text))
        assert await admin.ids(stack_id) == ids
        net = await shown(admin, "networks", ids["net"])
        assert net["qos_policy_id"] is None
        port = await shown(admin, "ports", ids["port"])
        assert (port["qos_policy_id"], port["description"]) == (None, "two")
        assert (await shown(admin, "routers", ids["router"]))["external_gateway_info"] is None
    finally:
        await admin.act(stack_id, Action.DELETE)


def less(text):
    """Take away what can be taken away."""
    wanted = yaml.safe_load(text)
    net, port, router = (
        wanted["resources"][one]["properties"] for one in ("net", "port", "router")
    )
    del net["qos_policy"], port["qos_policy"], router["external_gateway_info"]
    port["value_specs"] = {"description": "two"}
    return yaml.safe_dump(wanted)


async def check_administered(admin, ids, owner, policy):
    net = await shown(admin, "networks", ids["net"])
    assert (net["shared"], net["tenant_id"], net["qos_policy_id"]) == (True, owner, policy)
    subnet = await shown(admin, "subnets", ids["subnet"])
    assert (subnet["cidr"], subnet["project_id"]) == ("10.5.0.0/28", owner)
    port = await shown(admin, "ports", ids["port"])
    assert (port["qos_policy_id"], port["mac_address"]) == (policy, "fa:16:3e:77:77:77")
    assert port["description"] == "one"
    router = await shown(admin, "routers", ids["router"])
    assert (router["ha"], router["project_id"]) == (True, owner)
    assert router["external_gateway_info"]["enable_snat"] is False
