"""Key pairs and flavors in a real cloud: made, looked at, changed, replaced, deleted."""

import uuid

import pytest

from calor.core.errors import CloudNotFound
from calor.core.state import Action
from tests.openstack.stacks import real

TEMPLATE = """
heat_template_version: 2021-04-16
resources:
  generated: {type: OS::Nova::KeyPair, properties: {name: PREFIX-a, save_private_key: true}}
  certificate:
    type: OS::Nova::KeyPair
    properties: {name: PREFIX-b, save_private_key: true, type: x509, user: demo}
  imported:
    type: OS::Nova::KeyPair
    properties: {name: PREFIX-c, public_key: {get_attr: [generated, public_key]}}
  flavor:
    type: OS::Nova::Flavor
    properties:
      name: PREFIX
      ram: 64
      vcpus: 1
      disk: 1
      swap: 8
      ephemeral: 1
      rxtx_factor: 2.0
      flavorid: PREFIX-id
      is_public: false
      tenants: [demo]
      extra_specs: {"hw:cpu_policy": shared, "hw:mem_page_size": small}
outputs:
  key: {value: {get_attr: [generated, private_key]}}
  public: {value: {get_attr: [generated, public_key]}}
  certificate: {value: {get_attr: [certificate, private_key]}}
  flavor: {value: {get_attr: [flavor, show]}}
  specs: {value: {get_attr: [flavor, extra_specs]}}
  is_public: {value: {get_attr: [flavor, is_public]}}
"""


@pytest.fixture
def prefix():
    return f"compute-helper-{uuid.uuid4().hex[:8]}"


@pytest.fixture
async def cloud(tmp_path):
    async with real(tmp_path / "calor.db", "admin", "admin") as opened:
        yield opened


async def test_key_pairs_and_flavors(cloud, prefix):
    template = TEMPLATE.replace("PREFIX", prefix)
    stack_id = await cloud.create(prefix, template)
    try:
        outputs = await cloud.outputs(stack_id)
        assert "PRIVATE KEY" in outputs["key"]
        assert outputs["certificate"]
        assert outputs["public"].startswith("ssh-rsa ")
        assert outputs["flavor"]["OS-FLV-EXT-DATA:ephemeral"] == 1
        assert outputs["specs"] == {"hw:cpu_policy": "shared", "hw:mem_page_size": "small"}
        assert outputs["is_public"] is False
        await cloud.act(stack_id, Action.CHECK)
        changed = template.replace("tenants: [demo]", "tenants: [admin]")
        changed = changed.replace("shared", "dedicated").replace(', "hw:mem_page_size": small', "")
        changed = changed.replace(f"{prefix}-a, save", f"{prefix}-d, save")
        await cloud.update(stack_id, changed)
        access = await cloud.get("compute", f"/flavors/{prefix}-id/os-flavor-access")
        admin = await cloud.cloud.project()
        assert [one["tenant_id"] for one in access["flavor_access"]] == [admin]
        specs = await cloud.get("compute", f"/flavors/{prefix}-id/os-extra_specs")
        assert specs["extra_specs"] == {"hw:cpu_policy": "dedicated"}
        # The key that is imported has changed, and its name has not.
        outputs = await cloud.outputs(stack_id)
        pair = await cloud.get("compute", f"/os-keypairs/{prefix}-c")
        assert pair["keypair"]["public_key"] == outputs["public"]
    finally:
        await cloud.act(stack_id, Action.DELETE)
    for path in (f"/flavors/{prefix}-id", f"/os-keypairs/{prefix}-c", f"/os-keypairs/{prefix}-d"):
        with pytest.raises(CloudNotFound):
            await cloud.get("compute", path)
