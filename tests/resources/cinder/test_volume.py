"""OS::Cinder::Volume makes, changes, copies and deletes a volume."""

import pytest

from calor.core.errors import (
    CloudConflict,
    CloudUnavailable,
    ReplaceResource,
    ResourceFailed,
    ResourceInError,
)
from calor.resources.cinder.volume import Volume
from tests.resources.cinder.volume_service import a_volume_service, put_volume
from tests.resources.heat.driving import problems
from tests.resources.neutron.network_service import things
from tests.resources.work import Work


@pytest.fixture
def work():
    return Work(a_volume_service(), Volume)


def volume(work):
    return work.cloud.volume(work.physical_id)


def hold(work, server="server"):
    held = {"server_id": server, "device": "/dev/vdc", "attached_at": None}
    volume(work).update(status="in-use", attachments=[held])


def actions(work):
    return [next(iter(body)) for path, body in work.cloud.sent("POST") if path.endswith("action")]


def test_all_properties_reach_the_volume(work):
    work.create(
        name="disk",
        description="data",
        size=3,
        availability_zone="west",
        volume_type="fast",
        metadata={"a": 1},
        image="cirros",
        scheduler_hints={"different_host": "x"},
        read_only=True,
        multiattach=True,
    )
    wanted = {
        "name": "disk",
        "description": "data",
        "size": 3,
        "availability_zone": "west",
        "volume_type": "fast",
        "metadata": {"a": "1"},
        "imageRef": "i1",
        "readonly": True,
    }
    assert volume(work) | wanted == volume(work)
    assert work.cloud.hints == [{"different_host": "x"}]


def test_its_attributes_are_texts_for_the_most_part(work):
    work.create(size=3, metadata={"a": "b"})
    assert work.attributes["size"] == "3"
    assert work.attributes["metadata"] == '{"a": "b"}'
    assert work.attributes["metadata_values"] == {"a": "b"}
    assert work.attributes["encrypted"] == "False"
    assert work.attributes["multiattach"] is False
    assert work.attributes["snapshot_id"] is None
    assert work.attributes["display_name"].startswith("stack-it-")
    assert work.attribute("status") == "available"
    assert work.attribute("attachments_list") == []
    assert work.attribute("attachments") == "[]"
    assert work.attribute("show")["size"] == 3


@pytest.mark.parametrize(
    ("given", "field", "value"),
    [
        ({"snapshot_id": "before"}, "snapshot_id", "s1"),
        ({"source_volid": "v1"}, "source_volid", "v1"),
    ],
)
def test_it_is_made_of_something(work, given, field, value):
    put_volume(work.cloud, "v1")
    work.create(**given)
    assert volume(work)[field] == value


def test_a_backup_is_restored_to_a_new_volume(work):
    work.create(backup_id="yesterday", name="disk", description="old", metadata={"a": "b"})
    assert volume(work)["restored"] == "b1"
    assert (volume(work)["name"], volume(work)["description"]) == ("disk", "old")
    assert volume(work)["metadata"] == {"a": "b"}


def test_name_description_and_metadata_change_at_once(work):
    work.create(size=1, name="disk", description="old")
    work.update(size=1, metadata={"a": "b"})
    assert volume(work)["name"].startswith("stack-it-")
    assert (volume(work)["description"], volume(work)["metadata"]) == ("", {"a": "b"})
    assert actions(work) == []


def test_it_grows_is_retyped_and_made_read_only_in_this_order(work):
    work.create(size=1)
    work.update(size=2, volume_type="fast", read_only=True)
    assert actions(work) == ["os-retype", "os-extend", "os-update_readonly_flag"]
    assert (volume(work)["size"], volume(work)["volume_type"]) == (2, "fast")
    assert volume(work)["readonly"] is True


def test_it_never_shrinks(work):
    work.create(size=2)
    with pytest.raises(ResourceFailed, match="cannot shrink below 2 GB"):
        work.update(size=1)


def test_one_that_does_not_grow_is_told(work):
    work.create(size=1)
    work.cloud.fails_to_extend = True
    with pytest.raises(ResourceFailed, match="could not be changed: extend"):
        work.update(size=2)


def test_it_grows_while_a_server_uses_it(work):
    work.create(size=1)
    hold(work)
    work.update(size=2)
    (extension,) = [one for one in work.cloud.requests if one.path.endswith("/action")]
    assert extension.microversion == "3.42"
    assert volume(work)["status"] == "in-use"


def test_older_services_need_it_for_themselves(work):
    work.create(size=1)
    hold(work)
    work.cloud.versions["block-storage"] = "3.27"
    work.update(size=2)
    assert (volume(work)["size"], volume(work)["status"]) == (2, "in-use")
    assert volume(work)["attachments"][0]["device"] == "/dev/vdc"
    assert len(work.cloud.sent("DELETE")) == 1


def test_a_backup_is_restored_while_nobody_uses_the_volume(work):
    work.create(size=1)
    hold(work)
    work.update(size=1, backup_id="yesterday")
    assert volume(work)["restored"] == "b1"
    assert volume(work)["status"] == "in-use"


def test_steps_that_were_taken_are_not_taken_again(work):
    work.create(size=1)
    volume(work)["size"] = 2
    work.data = {"todo": ["extend", "read_only"], "held": []}
    work.update(size=2, read_only=True)
    assert actions(work) == ["os-update_readonly_flag"]


def test_one_that_was_made_while_the_answer_was_lost_is_found_again(work):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(name="disk", size=1, volume_type="t1")
    work.again().create(name="disk", size=1, volume_type="t1")
    assert len(things(work.cloud, "cinder.volume")) == 1


def test_one_that_is_in_use_waits_to_be_deleted(work):
    work.create(size=1)
    hold(work)
    with pytest.raises(CloudConflict, match="is in use"):
        work.delete()
    volume(work).update(status="available", attachments=[])
    work.delete()
    assert things(work.cloud, "cinder.volume") == []


def test_one_that_went_wrong_is_replaced(work):
    work.create(size=1)
    volume(work)["status"] = "error"
    with pytest.raises(ResourceFailed, match="in state error"):
        work.check()
    with pytest.raises(ReplaceResource):
        work.update(size=2)


def test_one_that_cannot_be_deleted_is_told(work):
    work.create(size=1)
    volume(work)["status"] = "error_deleting"
    work.cloud.extra["DELETE", f"/volumes/{work.physical_id}"] = None
    with pytest.raises(ResourceInError, match="cannot be deleted"):
        work.delete()


def test_a_snapshot_is_a_backup(work):
    work.create(size=1)
    work.snapshot()
    backup = work.cloud.collections["/backups"].things[work.data["backup_id"]]
    assert (backup["volume_id"], backup["force"]) == (work.physical_id, True)


def test_a_backup_that_fails_is_told(work):
    work.create(size=1)
    for backup in things(work.cloud, "cinder.backup"):
        backup.update(status="error", fail_reason="no room", volume_id=work.physical_id)
        backup["name"] = f"{volume(work)['name']}-{int(work.clock.now() * 1000)}"
    with pytest.raises(ResourceFailed, match="no room"):
        work.snapshot()


def test_what_is_deleted_can_be_kept(work):
    work.create(size=1)
    work.keeps_snapshot = True
    work.delete()
    assert work.data["backup_id"] != "b1"
    assert things(work.cloud, "cinder.volume") == []


def test_it_is_made_of_one_thing():
    assert problems(Volume, size=1) == problems(Volume, backup_id="b") == []
    assert problems(Volume, snapshot_id="s") == []
    assert problems(Volume) == problems(Volume, image="i")
    assert "give a size" in problems(Volume)[0]
    assert "only one of" in problems(Volume, size=1, image="i", snapshot_id="s")[0]
