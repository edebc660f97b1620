"""`openstack software …`: configurations and their deployments."""

import json

import pytest
from heatclient.client import Client
from keystoneauth1.session import Session

from tests.clients.openstack_command import shows

pytestmark = pytest.mark.filterwarnings("ignore")

SERVER = "5a1d0c1f-6d0e-4a54-9c3b-6d3a4d2f0b11"
DEFINITION = """
inputs: [{name: who, default: world}]
outputs: [{name: result}]
options: {mode: fast}
"""


@pytest.fixture
def config(openstack, tmp_path):
    """The id of a configuration."""
    (tmp_path / "hello.sh").write_text("echo hello $who")
    (tmp_path / "definition.yaml").write_text(DEFINITION)
    files = "--config-file", "hello.sh", "--definition-file", "definition.yaml"
    return openstack("software", "config", "create", "hello", "--group", "script", *files)["id"]


@shows(
    "software config create",
    "software config list",
    "software config show",
    "software config delete",
)
def test_a_configuration_is_kept_listed_and_deleted(openstack, config):
    shown = openstack("software", "config", "show", config)
    assert (shown["name"], shown["group"]) == ("hello", "script")
    assert shown["options"] == {"mode": "fast"}
    only = openstack.text("software", "config", "show", config, "--config-only")
    assert only.strip() == "echo hello $who"
    newest = openstack("software", "config", "list", "--limit", "1")
    assert newest[0].keys() == {"id", "name", "group", "creation_time"}
    others = openstack("software", "config", "list", "--marker", newest[0]["id"])
    assert newest[0]["id"] not in [one["id"] for one in others]
    openstack.text("software", "config", "delete", config)
    assert "not found" in openstack.fails("software", "config", "show", config)


@shows(
    "software deployment create",
    "software deployment list",
    "software deployment show",
    "software deployment output show",
    "software deployment metadata show",
    "software deployment delete",
)
def test_a_deployment_goes_to_a_server_and_tells_what_came_of_it(openstack, config, session, demo):
    deployment = "software", "deployment"
    transport = "--signal-transport", "NO_SIGNAL"
    options = "--server", SERVER, "--config", config, "--input-value", "who=me", *transport
    made = openstack(*deployment, "create", "greeting", *options, "--action", "CREATE")
    assert (made["status"], made["action"]) == ("IN_PROGRESS", "CREATE")
    (listed,) = openstack(*deployment, "list", "--server", SERVER, "--long")
    assert listed["id"] == made["id"]
    (told,) = json.loads(openstack.text(*deployment, "metadata", "show", SERVER))
    inputs = {one["name"]: one["value"] for one in told["inputs"]}
    assert (told["config"], inputs["who"]) == ("echo hello $who", "me")
    _finish(session, demo["OS_REGION_NAME"], made["id"])
    shown = openstack(*deployment, "show", made["id"], "--long")
    assert (shown["status"], shown["output_values"]) == ("COMPLETE", {"result": "well"})
    output = *deployment, "output", "show", made["id"]
    assert openstack.text(*output, "result").startswith("output_value:")
    assert openstack.text(*output, "--all", "--long").startswith("output_values:")
    assert "does not exist" in openstack.fails(*output, "nothing")
    openstack.text(*deployment, "delete", made["id"])
    assert "not found" in openstack.fails(*deployment, "show", made["id"])


def _finish(session: Session, region: str, deployment: str) -> None:
    """Tell what came of a deployment, as its server would."""
    where = {"service_type": "orchestration", "region_name": region}
    client = Client("1", session=session, **where)
    client.software_deployments.update(
        deployment, status="COMPLETE", output_values={"result": "well"}
    )
