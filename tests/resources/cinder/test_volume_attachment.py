"""OS::Cinder::VolumeAttachment plugs a volume into a server."""

import pytest

from calor.core.errors import CloudUnavailable, ResourceFailed
from calor.resources.cinder.volume_attachment import VolumeAttachment
from tests.resources.cinder.volume_service import a_volume_service, put_volume
from tests.resources.work import Work


@pytest.fixture
def work():
    cloud = a_volume_service()
    put_volume(cloud, "v1")
    put_volume(cloud, "v2")
    return Work(cloud, VolumeAttachment)


def holders(work):
    held = {one: work.cloud.volume(one)["attachments"] for one in ("v1", "v2")}
    return {
        key: [(one["server_id"], one["device"]) for one in some]
        for key, some in held.items()
        if some
    }


def test_a_volume_is_plugged_in_and_unplugged(work):
    work.create(instance_uuid="web", volume_id="v1", mountpoint="/dev/vdd")
    assert holders(work) == {"v1": [("web", "/dev/vdd")]}
    assert (work.physical_id, work.reference_id) == ("v1", "v1")
    assert work.cloud.volume("v1")["status"] == "in-use"
    work.delete()
    assert work.cloud.volume("v1")["status"] == "available"


def test_other_ends_are_put_together_once_the_old_ones_are_apart(work):
    work.create(instance_uuid="web", volume_id="v1")
    work.update(instance_uuid="mail", volume_id="v2")
    assert holders(work) == {"v2": [("mail", "/dev/vdb")]}
    assert work.physical_id == "v2"
    work.update(instance_uuid="mail", volume_id="v2", mountpoint="/dev/vdx")
    assert holders(work) == {"v2": [("mail", "/dev/vdx")]}


def test_one_that_was_made_while_the_answer_was_lost_is_found_again(work):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(instance_uuid="web", volume_id="v1")
    work.again().create(instance_uuid="web", volume_id="v1")
    assert len(work.cloud.sent("POST")) == 1


def test_what_somebody_else_has_plugged_in_stays(work):
    put_volume(work.cloud, "v3", "web")
    work.cloud.loses = 0
    work.resource = None
    with pytest.raises(Exception, match="in-use"):
        work.again().create(instance_uuid="web", volume_id="v3")
    work.delete()
    assert work.cloud.volume("v3")["status"] == "in-use"


def test_a_volume_that_went_wrong_is_told(work):
    work.cloud.extra["POST", "/servers/web/os-volume_attachments"] = {
        "volumeAttachment": {"id": "v1"}
    }
    work.cloud.volume("v1")["status"] = "error"
    with pytest.raises(ResourceFailed, match="in state error"):
        work.create(instance_uuid="web", volume_id="v1")


def test_a_volume_that_is_gone_needs_no_unplugging(work):
    work.create(instance_uuid="web", volume_id="v1")
    del work.cloud.collections["/volumes"].things["v1"]
    work.delete()
