"""python-heatclient as a library: every method of every manager."""

import pytest
from heatclient import exc
from heatclient.client import Client
from heatclient.v1 import client as version_1

from tests.clients.openstack_command import until
from tests.clients.samples import PARENT, SIMPLE, UNKNOWN, WAITING
from tests.clients.shown import Recorded, Table, methods_of

pytestmark = pytest.mark.filterwarnings("ignore")

MANAGERS = {
    "stacks": version_1.stacks.StackManager,
    "resources": version_1.resources.ResourceManager,
    "resource_types": version_1.resource_types.ResourceTypeManager,
    "events": version_1.events.EventManager,
    "actions": version_1.actions.ActionManager,
    "build_info": version_1.build_info.BuildInfoManager,
    "software_deployments": version_1.software_deployments.SoftwareDeploymentManager,
    "software_configs": version_1.software_configs.SoftwareConfigManager,
    "services": version_1.services.ServiceManager,
    "template_versions": version_1.template_versions.TemplateVersionManager,
}
METHODS = Table({one for name, kind in MANAGERS.items() for one in methods_of(kind, f"{name}.")})
shows = METHODS.shows


class Heat:
    """The client, with managers that note what is asked of them."""

    def __init__(self, session, region, ran):
        where = {"service_type": "orchestration", "region_name": region}
        client = Client("1", session=session, **where)
        for name in MANAGERS:
            setattr(self, name, Recorded(getattr(client, name), ran, f"{name}."))

    def settled(self, stack):
        return until(
            lambda: self.stacks.get(stack, resolve_outputs=False).stack_status,
            lambda one: not one.endswith("IN_PROGRESS"),
        )

    def made(self, name, template=SIMPLE, **more):
        made = self.stacks.create(stack_name=name, template=template, **more)["stack"]
        assert self.settled(made["id"]) == "CREATE_COMPLETE"
        return made["id"]


@pytest.fixture
def heat(session, demo, ran):
    return Heat(session, demo["OS_REGION_NAME"], ran)


def test_every_method_is_shown_by_a_test():
    assert METHODS.tests.keys() == METHODS.known


def test_the_client_has_no_other_managers(session):
    client = Client("1", session=session, service_type="orchestration")
    managers = {name for name, one in vars(client).items() if type(one).__name__.endswith("ager")}
    assert managers == MANAGERS.keys()


@shows(
    "stacks.create",
    "stacks.get",
    "stacks.list",
    "stacks.update",
    "stacks.template",
    "stacks.environment",
    "stacks.files",
    "stacks.output_list",
    "stacks.output_show",
    "stacks.delete",
)
def test_the_life_of_a_stack(heat):
    stack_id = heat.made("alive", parameters={"word": "one"}, tags="a,b", timeout_mins=5)
    stack = heat.stacks.get("alive")
    assert (stack.id, stack.identifier, stack.action) == (stack_id, f"alive/{stack_id}", "CREATE")
    assert [one.stack_name for one in heat.stacks.list(filters={"name": "alive"})] == ["alive"]
    assert [one.id for one in heat.stacks.list(tags="a,b")] == [stack_id]
    assert str(heat.stacks.template("alive")["heat_template_version"]) == "2018-08-31"
    assert heat.stacks.environment("alive")["parameters"] == {"word": "one"}
    assert heat.stacks.files("alive") == {}
    keys = {one["output_key"] for one in heat.stacks.output_list("alive")["outputs"]}
    assert keys == {"said", "chance"}
    assert heat.stacks.output_show("alive", "said")["output"]["output_value"] == "one"
    heat.stacks.update(stack_id, existing=True, parameters={"word": "two"})
    assert heat.settled("alive") == "UPDATE_COMPLETE"
    assert heat.stacks.output_show("alive", "said")["output"]["output_value"] == "two"
    heat.stacks.delete("alive")
    assert heat.settled(stack_id) == "DELETE_COMPLETE"
    with pytest.raises(exc.HTTPNotFound):
        heat.stacks.get("alive")


@shows("stacks.list")
def test_a_long_list_is_read_page_by_page(heat):
    for number in range(5):
        heat.made(f"page-{number}", tags="page")
    pages = heat.stacks.list(tags="page", page_size=2, sort_keys="stack_name", sort_dir="asc")
    assert [one.stack_name for one in pages] == [f"page-{number}" for number in range(5)]
    assert len(list(heat.stacks.list(tags="page", limit=3))) == 3


@shows("stacks.preview", "stacks.preview_update", "stacks.validate")
def test_what_would_be_is_told(heat):
    told = heat.stacks.preview(stack_name="maybe", template=SIMPLE)
    assert [one["resource_name"] for one in told.resources] == ["first", "second"]
    stack_id = heat.made("maybe")
    changes = heat.stacks.preview_update(stack_id, existing=True, parameters={"word": "new"})
    updated = changes["resource_changes"]["updated"]
    assert [one["resource_name"] for one in updated] == ["first"]
    told = heat.stacks.validate(
        template=PARENT, files={"child.yaml": SIMPLE}, show_nested=True, ignore_errors="99001"
    )
    assert told["NestedParameters"]["child"]["Type"] == "child.yaml"
    with pytest.raises(exc.HTTPBadRequest, match="OS::Heat::Nothing"):
        heat.stacks.validate(template=UNKNOWN)


@shows("stacks.export", "stacks.abandon")
def test_a_stack_is_exported_and_abandoned(heat):
    stack_id = heat.made("leaving")
    assert heat.stacks.export(stack_id)["id"] == stack_id
    assert heat.stacks.abandon("leaving")["name"] == "leaving"
    assert heat.settled(stack_id) == "DELETE_COMPLETE"


@shows(
    "stacks.snapshot",
    "stacks.snapshot_show",
    "stacks.snapshot_list",
    "stacks.restore",
    "stacks.snapshot_delete",
)
def test_snapshots(heat):
    heat.made("shot")
    taken = heat.stacks.snapshot("shot", name="first")
    assert heat.settled("shot") == "SNAPSHOT_COMPLETE"
    assert heat.stacks.snapshot_show("shot", taken["id"])["snapshot"]["name"] == "first"
    heat.stacks.restore("shot", taken["id"])
    assert heat.settled("shot") == "RESTORE_COMPLETE"
    heat.stacks.snapshot_delete("shot", taken["id"])
    until(lambda: heat.stacks.snapshot_list("shot")["snapshots"], lambda found: found == [])


@shows("actions.suspend", "actions.resume", "actions.check")
def test_actions(heat):
    heat.made("acting")
    for name in ("suspend", "resume", "check"):
        getattr(heat.actions, name)("acting")
        assert heat.settled("acting") == f"{name.upper()}_COMPLETE"


@shows("actions.cancel_update", "actions.cancel_without_rollback")
def test_updates_are_cancelled(heat):
    heat.made("undecided")
    hook = {"resource_registry": {"resources": {"first": {"hooks": "pre-update"}}}}
    change = {"template": SIMPLE, "environment": hook}
    heat.stacks.update("undecided", **change, parameters={"word": "a"})
    heat.actions.cancel_update("undecided")
    assert heat.settled("undecided") == "ROLLBACK_COMPLETE"
    heat.stacks.update("undecided", **change, parameters={"word": "b"})
    heat.actions.cancel_without_rollback("undecided")
    assert heat.settled("undecided") == "UPDATE_FAILED"


@shows(
    "resources.list",
    "resources.get",
    "resources.metadata",
    "resources.mark_unhealthy",
    "resources.generate_template",
)
def test_resources(heat):
    heat.made("parts", PARENT, files={"child.yaml": SIMPLE})
    found = heat.resources.list("parts", nested_depth=1, with_detail=True)
    assert {one.resource_name for one in found} == {"child", "first", "second"}
    (first,) = heat.resources.list("parts", nested_depth=1, filters={"name": "first"})
    assert first.stack_name.startswith("parts-child-")
    child = heat.resources.get("parts", "child").physical_resource_id
    shown = heat.resources.get(child, "first", with_attr=["output"])
    assert shown.attributes["output"] == "hey"
    assert heat.resources.metadata(child, "first") == {"colour": "red"}
    heat.resources.mark_unhealthy(child, "first", True, "ill")
    assert heat.resources.get(child, "first").resource_status == "CHECK_FAILED"
    assert "Resources" in heat.resources.generate_template("OS::Heat::RandomString")


@shows("resources.signal", "events.list", "events.get")
def test_signals_and_events(heat):
    heat.stacks.create(stack_name="signalled", template=WAITING)
    until(
        lambda: [one.resource_name for one in heat.events.list("signalled")],
        lambda names: "condition" in names,
    )
    heat.resources.signal("signalled", "handle", data={"status": "SUCCESS", "data": "x"})
    assert heat.settled("signalled") == "CREATE_COMPLETE"
    events = heat.events.list("signalled", resource_name="condition", sort_dir="asc")
    states = [one.resource_status for one in events]
    assert (states[0], states[-1]) == ("CREATE_IN_PROGRESS", "CREATE_COMPLETE")
    assert heat.events.get("signalled", "condition", events[0].id).id == events[0].id
    deep = heat.events.list("signalled", nested_depth=3, limit=2)
    assert len(deep) == 2


@shows(
    "software_configs.create",
    "software_configs.get",
    "software_configs.list",
    "software_configs.delete",
    "software_deployments.create",
    "software_deployments.get",
    "software_deployments.list",
    "software_deployments.metadata",
    "software_deployments.update",
    "software_deployments.delete",
)
def test_software(heat):
    config = heat.software_configs.create(name="c", group="script", config="true")
    assert heat.software_configs.get(config.id).config == "true"
    assert config.id in [one.id for one in heat.software_configs.list(limit=1000)]
    made = heat.software_deployments.create(
        config_id=config.id, server_id="s-1", action="CREATE", status="IN_PROGRESS"
    )
    assert [one.id for one in heat.software_deployments.list(server_id="s-1")] == [made.id]
    (told,) = heat.software_deployments.metadata("s-1")
    assert (told["id"], told["config"]) == (config.id, "true")
    heat.software_deployments.update(made.id, status="COMPLETE", status_reason="done")
    assert heat.software_deployments.get(made.id).status == "COMPLETE"
    heat.software_deployments.delete(made.id)
    heat.software_configs.delete(config.id)
    with pytest.raises(exc.HTTPNotFound):
        heat.software_configs.get(config.id)


@shows(
    "resource_types.list",
    "resource_types.get",
    "resource_types.generate_template",
    "template_versions.list",
    "template_versions.get",
    "build_info.build_info",
    "services.list",
)
def test_what_the_service_knows(heat):
    names = [one.resource_type for one in heat.resource_types.list(filters={"name": "OS::Heat"})]
    assert "OS::Heat::RandomString" in names
    described = heat.resource_types.list(filters={"name": "RandomString"}, with_description=True)
    assert all(one.description for one in described)
    assert "length" in heat.resource_types.get("OS::Heat::RandomString", True)["properties"]
    template = heat.resource_types.generate_template("OS::Heat::RandomString", "hot")
    assert template["heat_template_version"] == "2016-10-14"
    versions = [one.version for one in heat.template_versions.list()]
    assert "heat_template_version.2021-04-16" in versions
    functions = heat.template_versions.get(versions[-1], with_condition_func=True)
    assert all(one.functions and one.description for one in functions)
    assert heat.build_info.build_info().keys() == {"api", "engine"}
    with pytest.raises(exc.HTTPForbidden):
        heat.services.list()
