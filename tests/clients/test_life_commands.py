"""`openstack stack …`: what can be done to a stack without a new template."""

import json
from pathlib import Path

import pytest

from tests.clients.openstack_command import shows, until

pytestmark = pytest.mark.filterwarnings("ignore")


@shows("stack suspend", "stack resume", "stack check")
def test_stacks_are_suspended_resumed_and_checked(openstack):
    for name in ("s1", "s2"):
        openstack.create(name, "simple.yaml")
    for action in ("suspend", "resume", "check"):
        rows = openstack("stack", action, "s1", "s2")
        assert [one["Stack Name"] for one in rows] == ["s1", "s2"]
        for name in ("s1", "s2"):
            assert openstack.settled(name) == f"{action.upper()}_COMPLETE"
    openstack("stack", "suspend", "s1", "--wait")
    assert openstack.settled("s1") == "SUSPEND_COMPLETE"
    assert "Stack not found" in openstack.fails("stack", "resume", "nowhere")


@shows("stack cancel")
def test_an_update_is_cancelled_with_and_without_rolling_back(openstack):
    openstack.create("busy", "simple.yaml")
    change = "stack", "update", "busy", "-t", "simple.yaml", "--pre-update", "first"
    openstack(*change, "--parameter", "word=one")
    openstack("stack", "cancel", "busy")
    assert openstack.settled("busy") == "ROLLBACK_COMPLETE"
    openstack(*change, "--parameter", "word=two")
    openstack("stack", "cancel", "busy", "--no-rollback")
    assert openstack.settled("busy") == "UPDATE_FAILED"
    assert "not in cancelable state" in openstack.fails("stack", "cancel", "busy")


@shows("stack export", "stack abandon", "stack adopt")
def test_a_stack_is_exported_abandoned_and_adopted(openstack):
    openstack.create("wandering", "simple.yaml")
    exported = openstack("stack", "export", "wandering")
    assert exported["resources"].keys() == {"first", "second"}
    openstack.text("stack", "export", "wandering", "--output-file", "exported.json")
    assert json.loads(Path("exported.json").read_text())["name"] == "wandering"
    openstack.text("stack", "abandon", "wandering", "--output-file", "kept.json")
    assert openstack.settled(exported["id"]) == "DELETE_COMPLETE"
    openstack("stack", "adopt", "settled", "--adopt-file", "kept.json")
    assert openstack.settled("settled") == "ADOPT_COMPLETE"
    before = json.loads(Path("kept.json").read_text())["resources"]
    now = openstack("stack", "resource", "show", "settled", "second")
    assert now["physical_resource_id"] == before["second"]["resource_id"]


@shows(
    "stack snapshot create",
    "stack snapshot list",
    "stack snapshot show",
    "stack snapshot restore",
    "stack snapshot delete",
)
def test_a_snapshot_is_taken_restored_and_deleted(openstack):
    openstack.create("pictured", "simple.yaml", "--parameter", "word=then")
    snapshot = "stack", "snapshot"
    taken = openstack(*snapshot, "create", "pictured", "--name", "holiday")
    assert taken["name"] == "holiday"
    assert openstack.settled("pictured") == "SNAPSHOT_COMPLETE"
    (listed,) = openstack(*snapshot, "list", "pictured")
    assert (listed["id"], listed["name"]) == (taken["ID"], "holiday")
    assert listed["status"] == "COMPLETE"
    shown = openstack(*snapshot, "show", "pictured", taken["ID"])["snapshot"]
    assert shown["data"]["resources"].keys() == {"first", "second"}
    openstack("stack", "update", "pictured", "--existing", "--parameter", "word=now")
    assert openstack.settled("pictured") == "UPDATE_COMPLETE"
    openstack.text(*snapshot, "restore", "pictured", taken["ID"])
    assert openstack.settled("pictured") == "RESTORE_COMPLETE"
    assert openstack("stack", "output", "show", "pictured", "said")["output_value"] == "then"
    openstack.text(*snapshot, "delete", "pictured", taken["ID"], "--yes")
    until(lambda: openstack.run(*snapshot, "show", "pictured", taken["ID"])[0], bool)
    assert openstack(*snapshot, "list", "pictured") == []
