"""A resource that is an object of a REST service needs nothing but its declaration."""

from typing import Any, ClassVar

import pytest

from calor.core.errors import (
    CloudConflict,
    CloudRefused,
    CloudUnavailable,
    ReplaceResource,
    ResourceFailed,
    ResourceInError,
)
from calor.plugin import RestResource, Shelf, attr, prop
from tests.resources.cloud import Collection, MemoryCloud
from tests.resources.work import Work


class Disk(RestResource):
    """A disk in an invented service."""

    type_name = "Acme::Disk"
    shelf = Shelf(service="disk", path="/disks", key="disks")
    entity = "disk"
    status_key: ClassVar[str | None] = "status"
    pending = frozenset({"BUILD"})
    attributes: ClassVar = {
        "bytes": attr("How much is on it.", int, live=True),
        "size": attr("How large it is.", int),
        "state": attr("How it is."),
    }
    keys: ClassVar = {"state": "status"}

    name: str | None = prop("What it is called.", updatable=True, default=None)
    size: int = prop("How large it is.", default=1)
    owner: str | None = prop(
        "Whose it is.", finds="user", wire="owner_id", updatable=True, default=None
    )
    labels: tuple[str, ...] | None = prop("Labels.", aside=True, updatable=True, default=None)
    more: dict[str, Any] = prop("More.", spread=True, updatable=True, default={})

    async def finish(self, here, names):
        if "labels" in names:
            await self.call(here, "PUT", "/tags", {"tags": list(self.labels or ())})


class MarkedDisk(Disk):
    """A disk that can be told by its note."""

    mark = "note"


@pytest.fixture
def cloud():
    fields = {"name": "", "size": 1, "owner_id": None, "note": "", "tags": [], "bytes": 5}
    disks = Collection("disks", "disk", {**fields, "password": "x", "status": "ACTIVE"})
    users = Collection("users", "user", {}, things={"u1": {"id": "u1", "name": "ann"}})
    return MemoryCloud({"/disks": disks, "/users": users}, {"user": "/users"})


@pytest.fixture
def work(cloud):
    return Work(cloud, Disk)


def disks(work):
    return list(work.cloud.collections["/disks"].things.values())


def test_a_body_is_made_of_the_properties_and_a_generated_name(work):
    work.create(size=3, owner="ann", more={"note": "n"})
    body = {"size": 3, "owner_id": "u1", "note": "n", "name": disks(work)[0]["name"]}
    assert work.cloud.sent("POST") == [("/disks", {"disk": body})]
    assert body["name"].startswith("stack-it-")
    assert work.physical_id == work.reference_id == disks(work)[0]["id"]


def test_attributes_are_kept_apart_from_the_live_ones(work):
    work.create()
    assert work.attributes == {"size": 1, "state": "ACTIVE"}
    assert work.attribute("bytes") == 5


def test_all_is_shown_but_what_is_secret(work):
    work.create()
    shown = work.attribute("show")
    assert shown["status"] == "ACTIVE"
    assert "password" not in shown


def test_what_is_no_part_of_the_object_follows_it(work):
    work.create(labels=["a"])
    assert disks(work)[0]["tags"] == ["a"]
    work.update(labels=["b", "c"])
    assert disks(work)[0]["tags"] == ["b", "c"]
    work.update()
    assert disks(work)[0]["tags"] == []


def test_an_update_tells_only_what_has_changed(work):
    work.create(name="a", owner="ann").update(name="b", more={"note": "n"})
    changes = {"name": "b", "owner_id": None, "note": "n"}
    assert work.cloud.sent("PUT") == [(f"/disks/{work.physical_id}", {"disk": changes})]


def test_a_name_that_was_taken_away_is_generated(work):
    work.create(name="a").update()
    assert disks(work)[0]["name"].startswith("stack-it-")


def test_what_is_gone_is_replaced_rather_than_updated(work):
    work.create()
    del work.cloud.collections["/disks"].things[work.physical_id]
    with pytest.raises(ReplaceResource):
        work.update(name="b")


@pytest.mark.parametrize("given", [{}, {"name": "b"}])
def test_what_is_in_error_is_replaced_rather_than_updated(work, given):
    work.create()
    disks(work)[0]["status"] = "ERROR"
    with pytest.raises(ReplaceResource, match="in state ERROR"):
        work.update(**given)


def test_deleting_twice_does_no_harm(work):
    work.create().delete()
    assert disks(work) == []
    work.delete()


class QuickDisk(Disk):
    """A disk that is gone when its deletion is answered."""

    status_key = None
    gone_at_once = True


class Unwatched(MemoryCloud):
    """A cloud in which nobody has to wait."""

    async def watch(self, shelf, object_id):
        raise AssertionError


def test_what_is_gone_at_once_is_not_waited_for(cloud):
    work = Work(Unwatched(cloud.collections), QuickDisk)
    work.create().delete()
    assert disks(work) == []


def test_what_was_never_made_is_not_deleted(work):
    work.resource = Disk()
    assert work.delete().cloud.sent("DELETE") == []


def test_a_deletion_that_the_service_is_too_busy_for_is_tried_again(work):
    work.create()
    work.cloud.errors = [CloudConflict("in use")]
    work.delete()
    assert disks(work) == []


def test_a_conflict_that_does_not_end_is_told(work):
    work.create()
    disks(work)[0]["in_use"] = True
    with pytest.raises(CloudConflict, match="in use"):
        work.delete()


def test_what_goes_wrong_by_itself_is_made_anew_and_the_first_reason_told(work):
    work.cloud.collections["/disks"].defaults |= {
        "status": "ERROR",
        "fault": {"message": "no room"},
    }
    with pytest.raises(ResourceInError, match=r"it \(disk-\d+\) is in state ERROR: no room"):
        work.create()
    assert len(work.cloud.sent("POST")) == 3
    assert len(disks(work)) == 1


def test_a_state_that_nobody_knows_is_told(work):
    work.cloud.collections["/disks"].defaults["status"] = "STRANGE"
    with pytest.raises(ResourceFailed, match="state STRANGE, which nobody knows"):
        work.create()


def test_a_check_looks_whether_it_is_there_and_sound(work):
    work.create().check()
    disks(work)[0]["status"] = "BUILD"
    with pytest.raises(ResourceFailed, match="state BUILD"):
        work.check()
    work.delete()
    with pytest.raises(ResourceFailed, match="gone"):
        work.check()


def test_what_was_refused_is_told(work):
    with pytest.raises(CloudRefused, match="unrecognized attributes: strange"):
        work.create(more={"strange": 1})


@pytest.mark.parametrize(
    ("kind", "given"), [(Disk, {}), (Disk, {"name": "a"}), (MarkedDisk, {"name": "a"})]
)
def test_what_was_made_while_the_answer_was_lost_is_found_again(cloud, kind, given):
    work = Work(cloud, kind)
    cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(**given, labels=["x"])
    assert work.physical_id is None
    work.again().create(**given, labels=["x"])
    assert len(cloud.sent("POST")) == 1
    assert work.physical_id == disks(work)[0]["id"]
    assert disks(work)[0]["tags"] == ["x"]


@pytest.mark.parametrize("given", [{}, {"name": "a"}])
def test_what_was_made_while_the_answer_was_lost_is_deleted(work, given):
    work.cloud.loses = 1
    with pytest.raises(CloudUnavailable):
        work.create(**given)
    work.delete()
    assert disks(work) == []


def test_what_somebody_else_called_the_same_is_left_alone(cloud):
    other = Work(cloud, MarkedDisk, number=8).create(name="a")
    mine = Work(cloud, MarkedDisk).again().create(name="a")
    assert mine.physical_id != other.physical_id
    mine.resource, mine.physical_id = MarkedDisk(name="b"), None
    mine.delete()
    assert other.physical_id in {one["id"] for one in disks(mine)}


def test_what_could_not_be_finished_is_finished_by_the_next_update(work):
    refused = {"name": "a", "labels": ["x"]}
    work.cloud.refuses = "/tags"
    with pytest.raises(CloudRefused):
        work.create(**refused)
    assert work.physical_id == disks(work)[0]["id"]
    work.cloud.refuses = ""
    work.update(**refused)
    assert disks(work)[0]["tags"] == ["x"]
    assert not work.data["unfinished"]


def test_what_was_never_made_is_not_sound(work):
    work.resource = Disk()
    with pytest.raises(ResourceFailed, match="it was never created"):
        work.check()


def test_an_id_is_never_taken_for_a_path(work):
    work.resource, work.physical_id = Disk(), "../users/u1"
    with pytest.raises(ResourceFailed, match="gone"):
        work.check()
    assert work.cloud.requests[-1].path == "/disks/..%2Fusers%2Fu1"
