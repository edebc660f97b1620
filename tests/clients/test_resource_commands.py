"""`openstack stack …`: resources, events, hooks and failures."""

import pytest

from tests.clients.openstack_command import shows, until

pytestmark = pytest.mark.filterwarnings("ignore")


@shows("stack resource list", "stack resource show", "stack resource metadata")
def test_resources_are_listed_and_shown(openstack):
    openstack.create("full", "parent.yaml")
    (child,) = openstack("stack", "resource", "list", "full")
    assert (child["resource_name"], child["resource_status"]) == ("child", "CREATE_COMPLETE")
    deep = openstack("stack", "resource", "list", "full", "-n", "2")
    assert {one["resource_name"] for one in deep} == {"child", "first", "second"}
    stacks = {one["resource_name"]: one["stack_name"] for one in deep}
    assert (stacks["child"], stacks["first"].startswith("full-child-")) == ("full", True)
    inner = child["physical_resource_id"]
    only = openstack("stack", "resource", "list", inner, "--filter", "type=OS::Heat::RandomString")
    assert [one["resource_name"] for one in only] == ["second"]
    assert openstack("stack", "resource", "list", inner, "--filter", "status=FAILED") == []
    assert openstack("stack", "resource", "list", inner, "--long")[0]["stack_name"]
    drawing = openstack.text("stack", "resource", "list", "full", "-n", "2", "-f", "dot")
    assert drawing.startswith("digraph")
    shown = openstack("stack", "resource", "show", inner, "first", "--with-attr", "output")
    assert shown["attributes"]["output"] == "hey"
    assert shown["required_by"] == ["second"]
    metadata = openstack("stack", "resource", "metadata", inner, "first")
    assert metadata == {"colour": "red"}
    assert "not found" in openstack.fails("stack", "resource", "show", "full", "nothing")


@shows("stack resource mark unhealthy")
def test_a_resource_that_is_marked_as_ill_is_replaced_by_the_next_update(openstack):
    openstack.create("ill", "simple.yaml")
    show = "stack", "resource", "show", "ill", "second"
    before = openstack(*show)["physical_resource_id"]
    mark = "stack", "resource", "mark", "unhealthy", "ill", "second"
    openstack.text(*mark, "it looks pale")
    ill = openstack(*show)
    assert (ill["resource_status"], ill["resource_status_reason"]) == (
        "CHECK_FAILED",
        "it looks pale",
    )
    openstack.text(*mark, "--reset")
    assert openstack(*show)["resource_status"] == "CHECK_COMPLETE"
    openstack.text(*mark)
    openstack("stack", "update", "ill", "--existing")
    assert openstack.settled("ill") == "UPDATE_COMPLETE"
    assert openstack(*show)["physical_resource_id"] != before


@shows("stack resource signal")
def test_a_signal_ends_what_waits_for_it(openstack, tmp_path):
    openstack("stack", "create", "waits", "-t", "waiting.yaml")
    until(
        lambda: openstack("stack", "resource", "list", "waits", "--filter", "status=IN_PROGRESS"),
        lambda rows: "condition" in [one["resource_name"] for one in rows],
    )
    (tmp_path / "data.json").write_text('{"id": "7", "data": "done", "status": "SUCCESS"}')
    openstack.text("stack", "resource", "signal", "waits", "handle", "--data-file", "data.json")
    assert openstack.settled("waits") == "CREATE_COMPLETE"
    told = openstack("stack", "output", "show", "waits", "data")["output_value"]
    assert told == '{"7": "done"}'


@shows("stack event list", "stack event show")
def test_events_are_listed_and_shown(openstack):
    openstack.create("eventful", "parent.yaml")
    log = openstack.text("stack", "event", "list", "eventful")
    assert "[eventful.child]: CREATE_COMPLETE" in log
    listing = "stack", "event", "list", "eventful"
    events = openstack(*listing)
    assert [one["resource_name"] for one in events] == ["eventful", "child", "child", "eventful"]
    mine = openstack(*listing, "--resource", "child", "--sort", ":desc")
    assert [one["resource_status"] for one in mine] == ["CREATE_COMPLETE", "CREATE_IN_PROGRESS"]
    assert len(openstack(*listing, "--limit", "2")) == 2
    rest = openstack(*listing, "--marker", events[1]["id"])
    assert [one["id"] for one in rest] == [one["id"] for one in events[2:]]
    done = openstack(*listing, "--filter", "resource_status=COMPLETE", "--nested-depth", "2")
    assert {"first", "second", "child"} <= {one["resource_name"] for one in done}
    shown = openstack("stack", "event", "show", "eventful", "child", mine[0]["id"])
    assert (shown["resource_name"], shown["resource_status"]) == ("child", "CREATE_COMPLETE")
    assert shown["resource_type"].endswith("child.yaml")


@shows("stack hook poll", "stack hook clear")
def test_a_resource_waits_at_a_hook_until_it_is_cleared(openstack):
    pre_create = "--pre-create", "second"
    openstack("stack", "create", "hooked", "-t", "simple.yaml", *pre_create)
    poll = "stack", "hook", "poll", "hooked"
    (waiting,) = until(lambda: openstack(*poll), bool)
    assert waiting["Resource Name"] == "second"
    openstack.text("stack", "hook", "clear", "hooked", "second", "--pre-create")
    assert openstack.settled("hooked") == "CREATE_COMPLETE"
    change = "stack", "update", "hooked", "-t", "simple.yaml", "--parameter", "word=new"
    openstack(*change, "--pre-update", "first")
    until(lambda: openstack(*poll), bool)
    openstack.text("stack", "hook", "clear", "hooked", "--pre-update", "first")
    assert openstack.settled("hooked") == "UPDATE_COMPLETE"


@shows("stack failures list")
def test_failures_are_told_with_the_way_to_them(openstack):
    openstack("stack", "create", "fails", "-t", "failing.yaml")
    assert openstack.settled("fails") == "CREATE_FAILED"
    said = openstack.text("stack", "failures", "list", "fails", "--long")
    assert said.startswith("fails.child.bad:\n  resource_type: OS::Heat::TestResource\n")
    assert "status: CREATE_FAILED" in said
