"""openstacksdk: every method of its orchestration proxy, and of the layer above it."""

import openstack
import pytest
from openstack import exceptions
from openstack.cloud._orchestration import OrchestrationCloudMixin
from openstack.orchestration.v1._proxy import Proxy

from tests.clients.openstack_command import until
from tests.clients.samples import SIMPLE, UNKNOWN, written
from tests.clients.shown import Recorded, Table, methods_of

pytestmark = pytest.mark.filterwarnings("ignore")

METHODS = Table(methods_of(Proxy) | methods_of(OrchestrationCloudMixin, "cloud."))
shows = METHODS.shows


@pytest.fixture
def cloud(session, demo, ran, tmp_path, monkeypatch):
    """The layer for people who want few words."""
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    region = demo["OS_REGION_NAME"]
    with openstack.connection.Connection(session=session, region_name=region) as connection:
        yield Recorded(connection, ran, "cloud.")


@pytest.fixture
def heat(cloud, ran):
    return Recorded(cloud.orchestration, ran)


@pytest.fixture
def made(heat):
    """Make stacks."""

    def made(name, **more):
        stack = heat.create_stack(name=name, template=SIMPLE, **more)
        return heat.wait_for_status(stack, "CREATE_COMPLETE", ["CREATE_FAILED"], 0.1, 60)

    return made


def test_every_method_is_shown_by_a_test():
    assert METHODS.tests.keys() == METHODS.known


@shows(
    "cloud.create_stack",
    "cloud.get_stack",
    "cloud.list_stacks",
    "cloud.search_stacks",
    "cloud.update_stack",
    "cloud.delete_stack",
    "cloud.get_template_contents",
)
def test_the_life_of_a_stack_in_few_words(cloud):
    stack = cloud.create_stack("few", template_file="parent.yaml", wait=True, tags=["sdk"])
    assert (stack.name, stack.status, stack.tags) == ("few", "CREATE_COMPLETE", ["sdk"])
    assert cloud.get_stack("few").id == stack.id
    assert "few" in [one.name for one in cloud.list_stacks(tags=["sdk"])]
    assert [one.id for one in cloud.search_stacks("few")] == [stack.id]
    _, template = cloud.get_template_contents(template_file="simple.yaml")
    assert template["resources"].keys() == {"first", "second"}
    updated = cloud.update_stack("few", template_file="simple.yaml", wait=True, word="new")
    assert (updated.status, updated.parameters["word"]) == ("UPDATE_COMPLETE", "new")
    assert cloud.delete_stack("few", wait=True)
    assert cloud.get_stack("few") is None
    assert not cloud.delete_stack("few")


@shows(
    "create_stack",
    "find_stack",
    "get_stack",
    "stacks",
    "update_stack",
    "delete_stack",
    "wait_for_status",
    "wait_for_delete",
    "read_env_and_templates",
)
def test_the_life_of_a_stack(heat):
    parts = heat.read_env_and_templates(template_file="simple.yaml", environment_files=["env.yaml"])
    told = heat.create_stack(preview=True, name="sdk", **parts)
    assert told.name == "sdk"
    stack = heat.create_stack(name="sdk", **parts)
    heat.wait_for_status(stack, "CREATE_COMPLETE", ["CREATE_FAILED"], 0.1, 60)
    assert heat.find_stack("sdk").id == stack.id
    assert heat.find_stack("no-such-stack") is None
    assert heat.get_stack(stack.id).parameters["word"] == "from the environment"
    assert stack.id in [one.id for one in heat.stacks(limit=1)]
    previewed = heat.update_stack("sdk", preview=True, template=SIMPLE, parameters={"word": "x"})
    assert previewed is not None
    heat.update_stack(stack.id, template=SIMPLE, parameters={"word": "x"})
    found = heat.wait_for_status(heat.get_stack("sdk"), "UPDATE_COMPLETE", [], 0.1, 60)
    heat.delete_stack(found)
    heat.wait_for_delete(found, 0.1, 60)


@shows(
    "get_stack_template",
    "get_stack_environment",
    "get_stack_files",
    "resources",
    "stack_events",
)
def test_what_a_stack_is_made_of(heat, made):
    stack = made("inside", parameters={"word": "given"})
    template = heat.get_stack_template(stack)
    assert template.resources.keys() == {"first", "second"}
    assert heat.get_stack_environment(stack).parameters == {"word": "given"}
    assert not heat.get_stack_files(stack)
    assert {one.name for one in heat.resources(stack)} == {"first", "second"}
    assert [one.status for one in heat.resources(stack, name="first")] == ["CREATE_COMPLETE"]
    assert len(list(heat.stack_events(stack))) == 6
    assert len(list(heat.stack_events(stack, resource_name="first"))) == 2


@shows("suspend_stack", "resume_stack", "check_stack", "export_stack", "abandon_stack")
def test_actions(heat, made):
    stack = made("moving")
    for name in ("suspend", "resume", "check"):
        getattr(heat, f"{name}_stack")(stack)
        stack = heat.get_stack(stack.id)
        stack = heat.wait_for_status(stack, f"{name.upper()}_COMPLETE", [], 0.1, 60)
    assert heat.export_stack(stack)["name"] == "moving"
    assert heat.abandon_stack(stack)["name"] == "moving"
    until(lambda: heat.find_stack("moving"), lambda found: found is None)


@shows("validate_template", "get_template_contents")
def test_templates(heat):
    _, template = heat.get_template_contents(template_file="simple.yaml")
    told = heat.validate_template(
        template, environment={"parameters": {"word": "x"}}, ignore_errors="99001"
    )
    assert told.parameters.keys() == {"word", "secret"}
    with pytest.raises(exceptions.BadRequestException, match="OS::Heat::Nothing"):
        heat.validate_template(UNKNOWN)


@shows(
    "create_software_config",
    "software_configs",
    "get_software_config",
    "delete_software_config",
    "create_software_deployment",
    "software_deployments",
    "get_software_deployment",
    "update_software_deployment",
    "delete_software_deployment",
)
def test_software(heat):
    config = heat.create_software_config(name="c", group="script", config="true", options={"a": 1})
    assert heat.get_software_config(config.id).config == "true"
    assert config.id in [one.id for one in heat.software_configs()]
    deployment = heat.create_software_deployment(
        config_id=config.id, server_id="s-2", action="CREATE", status="IN_PROGRESS"
    )
    assert [one.id for one in heat.software_deployments(server_id="s-2")] == [deployment.id]
    heat.update_software_deployment(deployment, status="COMPLETE", output_values={"x": 1})
    shown = heat.get_software_deployment(deployment.id)
    assert (shown.status, shown.output_values) == ("COMPLETE", {"x": 1})
    heat.delete_software_deployment(deployment)
    heat.delete_software_config(config)
    with pytest.raises(exceptions.NotFoundException):
        heat.get_software_config(config.id)
