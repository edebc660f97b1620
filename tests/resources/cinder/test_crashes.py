"""Whenever an engine dies, another one goes on with the volume."""

import pytest

from calor.core.state import Action
from calor.resources.cinder.volume import Volume
from calor.resources.cinder.volume_attachment import VolumeAttachment
from tests.resources.cinder.volume_service import a_volume_service, put_volume
from tests.resources.crashing import survive
from tests.resources.heat.driving import made
from tests.resources.neutron.network_service import things
from tests.resources.work import Work

FIRST = {"name": "disk", "size": 1, "read_only": True}
SECOND = {
    "name": "data",
    "size": 2,
    "read_only": False,
    "volume_type": "fast",
    "metadata": {"a": "b"},
    "backup_id": "yesterday",
}
MOST = 14


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("at", range(1, MOST))
def test_a_volume_survives(at, is_after):
    work = Work(a_volume_service(), Volume)
    deaths = survive(work, Action.CREATE, made(Volume, **FIRST), at, is_after=is_after)
    (volume,) = things(work.cloud, "cinder.volume")
    assert (volume["id"], volume["readonly"]) == (work.physical_id, True)
    held = {"server_id": "web", "device": "/dev/vdc", "attached_at": None}
    volume.update(status="in-use", attachments=[held])
    deaths += survive(work, Action.UPDATE, made(Volume, **SECOND), at, is_after=is_after)
    wanted = {"name": "data", "size": 2, "readonly": False, "volume_type": "fast"}
    wanted |= {"metadata": {"a": "b"}, "restored": "b1", "status": "in-use"}
    assert volume | wanted == volume
    assert volume["attachments"][0]["server_id"] == "web"
    volume.update(status="available", attachments=[])
    deaths += survive(work, Action.DELETE, work.resource, at, is_after=is_after)
    assert things(work.cloud, "cinder.volume") == []
    assert deaths or at > 1


@pytest.mark.parametrize("is_after", [False, True])
@pytest.mark.parametrize("at", range(1, 4))
def test_an_attachment_survives(at, is_after):
    work = Work(a_volume_service(), VolumeAttachment)
    put_volume(work.cloud, "v1")
    put_volume(work.cloud, "v2")
    first = made(VolumeAttachment, instance_uuid="web", volume_id="v1")
    survive(work, Action.CREATE, first, at, is_after=is_after)
    assert work.cloud.volume("v1")["attachments"][0]["server_id"] == "web"
    second = made(VolumeAttachment, instance_uuid="mail", volume_id="v2")
    survive(work, Action.UPDATE, second, at, is_after=is_after)
    assert work.cloud.volume("v1")["status"] == "available"
    assert work.cloud.volume("v2")["attachments"][0]["server_id"] == "mail"
    survive(work, Action.DELETE, second, at, is_after=is_after)
    assert work.cloud.volume("v2")["status"] == "available"
