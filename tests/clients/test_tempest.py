"""heat-tempest-plugin: its API tests, and the functional ones that need no other services."""

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from tests.clients.live import surroundings

API = "heat_tempest_plugin.tests.api.test_heat_api"
FUNCTIONAL = "heat_tempest_plugin.tests.functional"
MODULES = sorted(
    f"{FUNCTIONAL}.{file.name.removesuffix('.py')}"
    for file in files(FUNCTIONAL).iterdir()
    if file.name.startswith("test_")
)

OTHER_SERVICES = {
    "test_create_update_neutron_port": "ports of Neutron",
    "test_create_update_neutron_subnet": "subnets of Neutron",
    "test_create_update_neutron_trunk": "trunks of Neutron",
    "test_encrypted_parameter": "servers of Nova",
    "test_encryption_vol_type": "volume types of Cinder",
    "test_event_sinks": "queues of Zaqar",
    "test_extra_route_set": "routers of Neutron",
    "test_nova_server_networks": "servers of Nova",
    "test_os_wait_condition": "servers of Nova",
    "test_software_config": "servers of Nova",
    "test_waitcondition": "queues of Zaqar",
}
"""Modules all of whose tests need more than Keystone and orchestration."""

EXCLUDED = {
    "test_preview.StackPreviewTest.test_basic_fail": (
        "asks for Heat's words; calor's name the file, the line and the path"
    ),
    "test_preview.StackPreviewTest.test_res_group_with_nested_template": "needs Neutron",
    "test_remote_stack.RemoteStackTest.test_stack_create_bad_region": (
        "asks that the region be looked at before the stack is accepted; the stack fails instead"
    ),
    "test_remote_stack.RemoteStackTest.test_stack_create_with_cloud_credential": (
        "needs a secret of Barbican"
    ),
    "test_remote_stack.RemoteStackTest.test_stack_resource_validation_fail": (
        "asks that the other service validate the template before the stack is accepted"
    ),
    "test_stack_outputs.StackOutputsTest.test_output_error_nested": (
        "makes a stack whose output names a parameter that is not there; calor refuses that"
    ),
    "test_template_validate.StackTemplateValidateTest.test_template_validate_nested_on_multiple": (
        "validates a template that gives a property its type does not have; calor tells of that"
    ),
}
"""Tests of the other modules that do not pass, and why."""

NEEDING = {name for name, why in EXCLUDED.items() if why.startswith("needs")}
"""Those that pass where there is more."""


@pytest.fixture(scope="session")
def configuration(demo, admin, tmp_path_factory):
    """A directory with a tempest.conf for the running service."""
    place = tmp_path_factory.mktemp("tempest")
    (place / "tempest.conf").write_text(f"""
[heat_plugin]
username = {demo["OS_USERNAME"]}
password = {demo["OS_PASSWORD"]}
project_name = {demo["OS_PROJECT_NAME"]}
admin_username = {admin["OS_USERNAME"]}
admin_password = {admin["OS_PASSWORD"]}
admin_project_name = {admin["OS_PROJECT_NAME"]}
auth_url = {demo["OS_AUTH_URL"]}
user_domain_name = {demo["OS_USER_DOMAIN_NAME"]}
project_domain_name = {demo["OS_PROJECT_DOMAIN_NAME"]}
region = {demo["OS_REGION_NAME"]}
hidden_stack_tag = data-processing-cluster
build_interval = 0
build_timeout = 60
[heat_features_enabled]
stack_cancel = true
[service_available]
cinder = false
glance = false
neutron = false
nova = false
swift = false
[oslo_concurrency]
lock_path = {place}
""")
    return place


@pytest.fixture
def outcomes(configuration):
    """Run a module of the plugin and return what became of each of its tests."""

    def run(module):
        variables = {"TEMPEST_CONFIG_DIR": str(configuration), "TEMPEST_CONFIG": "tempest.conf"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.clients.tempest_run", module],
            env=surroundings(**variables),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
        told = [json.loads(line) for line in lines]
        return {name: (how, why) for name, how, why in told}

    return run


def test_the_api_answers_as_the_plugin_expects(outcomes):
    found = outcomes(API)
    assert len(found) >= 47
    assert {name: one for name, one in found.items() if one[0] != "passed"} == {}


@pytest.mark.parametrize(
    "module", [one for one in MODULES if one.rpartition(".")[2] not in OTHER_SERVICES]
)
def test_stacks_behave_as_the_plugin_expects(outcomes, module):
    found = outcomes(module)
    assert found
    wrong = {_short(name): why for name, (how, why) in found.items() if how != "passed"}
    excluded = {name for name in EXCLUDED if name.startswith(module.rpartition(".")[2] + ".")}
    assert "\n".join(why for name, why in wrong.items() if name not in excluded) == ""
    assert wrong.keys() - NEEDING == excluded - NEEDING


def test_what_is_left_out_is_written_down():
    page = (Path(__file__).parents[2] / "docs" / "compatibility.md").read_text()
    for name in EXCLUDED.keys() - NEEDING:
        assert f"`{name.rpartition('.')[2]}`" in page


def _short(name: str) -> str:
    """Return a test's name without where it stands, and without its id."""
    return name.removeprefix(f"{FUNCTIONAL}.").partition("[")[0]
