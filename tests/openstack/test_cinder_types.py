"""The volume types in a real cloud: made, looked at, changed, plugged in, deleted."""

import uuid

import pytest

from calor.core.errors import CloudNotFound
from calor.core.state import Action
from tests.openstack.stacks import real

TEMPLATE = """
heat_template_version: 2021-04-16
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      name: PREFIX-volume
      description: one
      size: 1
      metadata: {a: b}
      volume_type: __DEFAULT__
      read_only: true
      scheduler_hints: {different_host: 8c19174f-4220-44f0-824a-cd1eeef10287}
  copy:
    type: OS::Cinder::Volume
    properties: {source_volid: {get_resource: volume}}
  of_image:
    type: OS::Cinder::Volume
    properties: {image: cirros, size: 1}
outputs:
  volume: {value: {get_attr: [volume, show]}}
  size: {value: {get_attr: [volume, size]}}
  metadata: {value: {get_attr: [volume, metadata_values]}}
  name: {value: {get_attr: [volume, display_name]}}
  source: {value: {get_attr: [copy, source_volid]}}
  bootable: {value: {get_attr: [of_image, bootable]}}
  status: {value: {get_attr: [volume, status]}}
"""


@pytest.fixture
def prefix():
    return f"compute-helper-{uuid.uuid4().hex[:8]}"


@pytest.fixture
async def cloud(tmp_path):
    async with real(tmp_path / "calor.db", "demo", "demo") as opened:
        yield opened


async def shown(cloud, volume_id):
    return (await cloud.get("block-storage", f"/volumes/{volume_id}"))["volume"]


async def test_volumes(cloud, prefix):
    template = TEMPLATE.replace("PREFIX", prefix)
    stack_id = await cloud.create(prefix, template)
    try:
        ids = await cloud.ids(stack_id)
        outputs = await cloud.outputs(stack_id)
        assert outputs["volume"]["id"] == ids["volume"]
        assert (outputs["size"], outputs["status"]) == ("1", "available")
        assert outputs["metadata"] == {"a": "b", "readonly": "True"}
        assert (outputs["name"], outputs["source"]) == (f"{prefix}-volume", ids["volume"])
        assert outputs["bootable"] == "true"
        await cloud.act(stack_id, Action.CHECK)
        changed = template.replace("size: 1\n", "size: 2\n").replace("{a: b}", "{c: d}")
        changed = changed.replace("description: one", "description: two")
        changed = changed.replace("read_only: true", "read_only: false")
        await cloud.update(stack_id, changed)
        assert await cloud.ids(stack_id) == ids
        volume = await shown(cloud, ids["volume"])
        assert (volume["size"], volume["description"]) == (2, "two")
        assert volume["metadata"] == {"c": "d", "readonly": "False"}
    finally:
        await cloud.act(stack_id, Action.DELETE)
    for one in ids.values():
        with pytest.raises(CloudNotFound):
            await shown(cloud, one)
