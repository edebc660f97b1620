"""Servers in a real cloud: made, looked at, changed, suspended, copied, replaced, deleted."""

import uuid

import pytest
import yaml

from calor.core.errors import CalorError, CloudNotFound, CloudUnavailable
from calor.core.state import Action
from calor.engine.snapshots import Snapshots
from tests.openstack.stacks import real
from tests.resources.registry import TYPES

TEMPLATE = """
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.9.0.0/24}
  other: {type: OS::Neutron::Net}
  other_subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: other}, cidr: 10.10.0.0/24}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: subnet}}]}
  key: {type: OS::Nova::KeyPair, properties: {name: PREFIX}}
  volume: {type: OS::Cinder::Volume, properties: {size: 1}}
  config:
    type: OS::Heat::SoftwareConfig
    properties: {config: "echo hello"}
  server:
    type: OS::Nova::Server
    properties:
      name: PREFIX-server
      image: cirros
      flavor: m1.nano
      key_name: {get_resource: key}
      networks:
        - {port: {get_resource: port}}
        - {network: {get_resource: other}}
        - {subnet: {get_resource: subnet}, fixed_ip: 10.9.0.50}
      metadata: {one: "1", many: [1, 2]}
      tags: [a, b]
      config_drive: true
      diskConfig: AUTO
      admin_pass: secret
      user_data_format: RAW
      user_data: {get_resource: config}
      scheduler_hints: {different: here}
  plain:
    type: OS::Nova::Server
    depends_on: [subnet, other_subnet]
    properties:
      flavor: m1.nano
      networks:
        - {network: {get_resource: net}, port_extra_properties: {port_security_enabled: true}}
      block_device_mapping_v2:
        - {image: cirros, volume_size: 1, delete_on_termination: true}
  attachment:
    type: OS::Cinder::VolumeAttachment
    properties: {instance_uuid: {get_resource: server}, volume_id: {get_resource: volume}}
outputs:
  server: {value: {get_attr: [server, show]}}
  addresses: {value: {get_attr: [server, addresses]}}
  networks: {value: {get_attr: [server, networks]}}
  first: {value: {get_attr: [server, first_address]}}
  name: {value: {get_attr: [server, name]}}
  tags: {value: {get_attr: [server, tags]}}
  console: {value: {get_attr: [server, console_urls, novnc]}}
  agent: {value: {get_attr: [server, os_collect_config]}}
"""

CHANGES = {
    "name": "PREFIX-other",
    "flavor": "m1.tiny",
    "metadata": {"two": "2"},
    "tags": ["c"],
    "networks": [
        {"port": {"get_resource": "port"}},
        {"subnet": {"get_resource": "other_subnet"}},
        {"network": {"get_resource": "other"}},
    ],
}


@pytest.fixture
def prefix():
    return f"compute-helper-{uuid.uuid4().hex[:8]}"


@pytest.fixture
async def cloud(tmp_path):
    async with real(tmp_path / "calor.db", "demo", "demo") as opened:
        yield opened


def template(prefix, **changes):
    wanted = yaml.safe_load(TEMPLATE.replace("PREFIX", prefix))
    given = yaml.safe_load(yaml.safe_dump(changes).replace("PREFIX", prefix))
    wanted["resources"]["server"]["properties"].update(given)
    return yaml.safe_dump(wanted)


async def shown(cloud, server_id):
    return (await cloud.get("compute", f"/servers/{server_id}"))["server"]


async def ports_of(cloud, server_id):
    return (await cloud.get("network", "/v2.0/ports", device_id=server_id))["ports"]


async def test_a_server_with_all_that_belongs_to_it(cloud, prefix):
    stack_id = await cloud.create(prefix, template(prefix))
    try:
        ids = await cloud.ids(stack_id)
        await check_created(cloud, stack_id, ids, prefix)
        await cloud.act(stack_id, Action.CHECK)
        await cloud.update(stack_id, template(prefix, **CHANGES))
        assert await cloud.ids(stack_id) == ids
        await check_updated(cloud, ids, prefix)
        await cloud.act(stack_id, Action.SUSPEND)
        assert (await shown(cloud, ids["server"]))["status"] == "SUSPENDED"
        await cloud.act(stack_id, Action.RESUME)
        assert (await shown(cloud, ids["server"]))["status"] == "ACTIVE"
        # Its port goes over to the one that replaces it.
        await cloud.update(stack_id, template(prefix, **CHANGES, user_data="echo bye"))
        after = await cloud.ids(stack_id)
        assert {one for one in ids if after[one] != ids[one]} == {"server"}
        port = (await cloud.get("network", f"/v2.0/ports/{ids['port']}"))["port"]
        assert port["device_id"] == after["server"]
    finally:
        await cloud.act(stack_id, Action.DELETE)
    with pytest.raises(CloudNotFound):
        await shown(cloud, after["server"])
    left = (await cloud.get("network", "/v2.0/ports"))["ports"]
    assert [one for one in left if one["description"].startswith(prefix)] == []


async def check_created(cloud, stack_id, ids, prefix):
    outputs = await cloud.outputs(stack_id)
    assert outputs["server"]["id"] == ids["server"]
    assert outputs["name"] == f"{prefix}-server"
    assert sorted(outputs["tags"]) == ["a", "b"]
    assert outputs["server"]["metadata"] == {"one": "1", "many": "[1, 2]"}
    assert (outputs["server"]["key_name"], outputs["server"]["config_drive"]) == (prefix, "True")
    assert sorted(map(len, outputs["networks"].values())) == [1, 1, 2, 2]
    assert outputs["networks"][ids["net"]][1] == "10.9.0.50"
    by_port = {one["port"]: one for one in outputs["addresses"][ids["net"]]}
    assert by_port[ids["port"]]["version"] == 4
    assert by_port[ids["port"]]["subnets"][0]["cidr"] == "10.9.0.0/24"
    assert by_port[ids["port"]]["network"]["id"] == ids["net"]
    assert outputs["first"].startswith("10.")
    assert outputs["agent"] == {}
    assert "console" in outputs["console"]
    volume = (await cloud.get("block-storage", f"/volumes/{ids['volume']}"))["volume"]
    assert volume["attachments"][0]["server_id"] == ids["server"]
    plain = await shown(cloud, ids["plain"])
    assert plain["image"] == ""
    (port,) = await ports_of(cloud, ids["plain"])
    assert port["description"] == plain["name"]


async def check_updated(cloud, ids, prefix):
    server = await shown(cloud, ids["server"])
    tiny = await cloud.cloud.find("nova.flavor", "m1.tiny")
    assert (server["name"], server["status"]) == (f"{prefix}-other", "ACTIVE")
    assert server["metadata"] == {"two": "2"}
    assert server["flavor"]["id"] == tiny
    ports = await ports_of(cloud, ids["server"])
    assert ids["port"] in [one["id"] for one in ports]
    assert sorted(one["network_id"] for one in ports) == sorted(
        [ids["net"], ids["other"], ids["other"]]
    )


SMALL = """
heat_template_version: 2021-04-16
resources:
  server:
    type: OS::Nova::Server
    deletion_policy: POLICY
    properties:
      name: PREFIX
      image: cirros
      flavor: m1.nano
      networks: [{subnet: private-subnet}]
      user_data_format: SOFTWARE_CONFIG
      user_data: "#!/bin/sh"
      software_config_transport: POLL_SERVER_HEAT
"""


class Forgetful:
    """A cloud whose first answers to requests that make something are lost."""

    def __init__(self, cloud):
        self._cloud, self.lost = cloud, set()

    def __getattr__(self, name):
        return getattr(self._cloud, name)

    async def send(self, request):
        reply = await self._cloud.send(request)
        if request.method == "POST" and request.path not in self.lost:
            self.lost.add(request.path)
            raise CloudUnavailable(f"the answer to {request.method} {request.path} was lost")
        return reply


def small(prefix, policy="Delete"):
    return SMALL.replace("PREFIX", prefix).replace("POLICY", policy)


async def test_nothing_is_left_of_what_was_made_while_the_answer_was_lost(cloud, prefix):
    forgetful = Forgetful(cloud.cloud)
    cloud.local.engine.clouds = lambda *_: forgetful
    with pytest.raises(CalorError, match="was lost"):
        await cloud.create(prefix, small(prefix), keep=True)
    stack = await cloud.local.store.stack_named("p", prefix)
    with pytest.raises(CalorError, match="was lost"):
        await cloud.update(stack.id, small(prefix))
    assert forgetful.lost == {"/v2.0/ports", "/servers"}
    found = await cloud.get("compute", "/servers/detail", name=prefix)
    assert len(found["servers"]) == 1
    await cloud.act(stack.id, Action.DELETE)
    found = await cloud.get("compute", "/servers/detail", name=prefix)
    assert found["servers"] == []
    assert await marked(cloud, prefix) == []


async def marked(cloud, prefix):
    ports = (await cloud.get("network", "/v2.0/ports"))["ports"]
    return [one["id"] for one in ports if one["description"].startswith(prefix)]


async def test_a_server_goes_back_to_its_snapshot_and_is_kept_when_it_is_deleted(cloud, prefix):
    stack_id = await cloud.create(prefix, small(prefix, "Snapshot"))
    images = []
    try:
        ids = await cloud.ids(stack_id)
        snapshots = Snapshots(cloud.local.store, cloud.local.engine.call, types=TYPES)
        snapshot_id = await snapshots.take("p", stack_id)
        await cloud.complete(stack_id)
        await snapshots.restore("p", stack_id, snapshot_id)
        await cloud.complete(stack_id)
        assert await cloud.ids(stack_id) == ids
        (row,) = (await cloud.local.store.tree(stack_id)).resources
        taken = row.notes["data"]["snapshot_image_id"]
        assert (await shown(cloud, ids["server"]))["image"]["id"] == taken
    finally:
        await cloud.act(stack_id, Action.DELETE)
        listed = await cloud.get("image", "/v2/images", instance_uuid=ids["server"])
        images = [one["id"] for one in listed["images"]]
        for one in images:
            await cloud.send("image", "DELETE", f"/v2/images/{one}")
    assert len(images) == 2
    assert taken in images
    assert await marked(cloud, prefix) == []


MANY = """
heat_template_version: 2021-04-16
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: 1, image: cirros}}
  data: {type: OS::Cinder::Volume, properties: {size: 1}}
  group: {type: OS::Neutron::SecurityGroup, properties: {rules: [{protocol: tcp}]}}
  net: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.11.0.0/24}
  router:
    type: OS::Neutron::Router
    properties: {external_gateway_info: {network: public}}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: {get_resource: router}, subnet: {get_resource: subnet}}
  address:
    type: OS::Neutron::FloatingIP
    depends_on: interface
    properties: {floating_network: public}
  from_volume:
    type: OS::Nova::Server
    properties:
      flavor: m1.nano
      block_device_mapping: [{device_name: vda, volume_id: {get_resource: volume}}]
      networks: [{allocate_network: none}]
  server:
    type: OS::Nova::Server
    depends_on: interface
    properties:
      image: IMAGE
      flavor: m1.nano
      security_groups: [{get_resource: group}]
      user_data: USER_DATA
      user_data_update_policy: REBUILD
      networks:
        - subnet: {get_resource: subnet}
          tag: front
          floating_ip: {get_resource: address}
          port_extra_properties:
            port_security_enabled: true
            allowed_address_pairs: [{ip_address: PAIR}]
  attachment:
    type: OS::Cinder::VolumeAttachment
    properties: {instance_uuid: {get_resource: HOLDER}, volume_id: {get_resource: data}}
outputs:
  addresses: {value: {get_attr: [server, addresses, {get_resource: net}]}}
"""


def many(image, user_data, pair, holder):
    text = MANY.replace("IMAGE", image).replace("USER_DATA", user_data)
    return text.replace("PAIR", pair).replace("HOLDER", holder)


async def test_servers_of_all_kinds(cloud, prefix):
    cirros = await cloud.cloud.find("glance.image", "cirros")
    stack_id = await cloud.create(prefix, many("cirros", "one", "10.12.0.0/24", "server"))
    try:
        ids = await cloud.ids(stack_id)
        assert await ports_of(cloud, ids["from_volume"]) == []
        (port,) = await ports_of(cloud, ids["server"])
        assert port["security_groups"] == [ids["group"]]
        outputs = await cloud.outputs(stack_id)
        kinds = {one["OS-EXT-IPS:type"]: one["addr"] for one in outputs["addresses"]}
        assert kinds["floating"].startswith("172.24.4.")
        await cloud.update(stack_id, many("cirros", "two", "10.13.0.0/24", "from_volume"))
        assert await cloud.ids(stack_id) == ids
        (after,) = await ports_of(cloud, ids["server"])
        assert after["id"] == port["id"]
        assert after["allowed_address_pairs"][0]["ip_address"] == "10.13.0.0/24"
        volume = (await cloud.get("block-storage", f"/volumes/{ids['data']}"))["volume"]
        assert volume["attachments"][0]["server_id"] == ids["from_volume"]
        assert (await shown(cloud, ids["server"]))["image"]["id"] == cirros
    finally:
        await cloud.act(stack_id, Action.DELETE)
    assert await marked(cloud, prefix) == []
