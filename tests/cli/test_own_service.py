"""The commands against calor's own service: a day in the life of a stack."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from calor.cli.command import cli
from tests.client.real_service import real_service

SHOP = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
resources:
  secret:
    type: OS::Heat::RandomString
    properties: {length: 8}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: size}
      resource_def:
        type: inner.yaml
        properties: {size: {get_param: size}}
outputs:
  secret: {value: {get_attr: [secret, value]}}
"""
INNER = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number}
  fail: {type: boolean, default: false}
resources:
  one:
    type: OS::Heat::TestResource
    properties: {value: {get_param: size}, fail: {get_param: fail}}
"""
WAITS = """\
heat_template_version: 2021-04-16
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  wait:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: handle}, timeout: 600}
"""


@pytest.fixture(scope="module")
def service():
    with real_service() as running:
        yield running


@pytest.fixture
def calor(service, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("shop.yaml").write_text(SHOP)
    Path("inner.yaml").write_text(INNER)

    def run(*words, expect=0):
        env = {"OS_ENDPOINT": service.endpoint, "OS_TOKEN": service.token}
        result = CliRunner(env=env).invoke(cli, list(words))
        assert result.exit_code == expect, result.output
        return result

    return run


def test_a_day_in_the_life_of_a_stack(calor):
    assert "+ create   group/1/one  OS::Heat::TestResource" in calor("plan", "shop.yaml").stdout
    assert "group/1/one  CREATE_COMPLETE" in calor("up", "shop.yaml").stdout
    assert calor("plan", "shop.yaml").stdout == "Nothing changes.\n"
    planned = calor("plan", "shop.yaml", "-P", "size=3", "--detailed-exitcode", expect=2).stdout
    assert "resource_def.properties.size: 2 → 3" in planned
    assert "+ create   group/2/one" in planned
    updated = calor("up", "shop.yaml", "-P", "size=3").stdout
    assert "group/2/one  CREATE_COMPLETE" in updated
    assert re.search(r"Outputs\n  secret  \w{8}\n", updated)
    for action in ("check", "suspend", "resume"):
        assert f"{action.upper()}_COMPLETE" in calor(action, "shop").stdout
    assert "group/2/one" in calor("resources", "shop", "-n", "3").stdout
    assert "Stack shop: DELETE_COMPLETE" in calor("down", "shop").stdout


def test_a_snapshot_is_returned_to(calor):
    calor("up", "shop.yaml", "--name", "kept")
    calor("snapshot", "take", "kept", "first")
    (taken,) = json.loads(calor("snapshot", "list", "kept", "-o", "json").stdout)
    calor("up", "shop.yaml", "--name", "kept", "-P", "size=1")
    assert "RESTORE_COMPLETE" in calor("restore", "kept", taken["id"]).stdout
    assert "group/1/one" in calor("resources", "kept", "-n", "3").stdout


def test_a_stack_changes_hands(calor):
    calor("up", "shop.yaml", "--name", "handed")
    calor("abandon", "handed", "-f", "handed.json")
    assert "ADOPT_COMPLETE" in calor("adopt", "handed.json", "--name", "taken").stdout


def test_a_failure_in_a_file_of_a_group_is_found_there(calor):
    Path("inner.yaml").write_text(INNER.replace("default: false", "default: true"))
    result = calor("up", "shop.yaml", "--name", "fails", expect=3)
    assert "inner.yaml:6:3: error: group/0/one: CREATE_FAILED" in result.stderr
    assert "group/0/one: CREATE_FAILED" in calor("show", "fails").stderr


def test_what_was_rolled_back_is_told_with_its_cause(calor):
    Path("inner.yaml").write_text(INNER.replace("default: false", "default: true"))
    result = calor("up", "shop.yaml", "--name", "back", "--rollback", expect=3)
    assert "Stack back: ROLLBACK_COMPLETE" in result.stdout
    assert "inner.yaml:6:3: error: group/0/one: CREATE_FAILED" in result.stderr


def test_a_mistake_is_shown_where_it_was_made(calor):
    Path("shop.yaml").write_text(SHOP.replace("length:", "lenght:"))
    result = calor("up", "shop.yaml", expect=1)
    assert "shop.yaml:7:18: error: resources.secret.properties.lenght" in result.stderr
    assert "template:1" not in result.stderr


def test_a_parameter_of_the_command_line_is_no_mistake_of_a_file(calor):
    result = calor("up", "shop.yaml", "-P", "sizes=3", expect=1)
    assert result.stderr.startswith("command line: error: parameters.sizes: ")


def test_a_parameter_of_an_environment_is_found_there(calor):
    Path("env.yaml").write_text("parameters:\n  sizes: 3\n")
    result = calor("up", "shop.yaml", "-e", "env.yaml", expect=1)
    assert "env.yaml:2:3: error: parameters.sizes" in result.stderr


def test_what_a_stack_waits_for_is_told_until_it_has_come(calor):
    Path("waits.yaml").write_text(WAITS)
    calor("up", "waits.yaml", "--no-wait")
    while "wait  " not in calor("waiting", "waits").stdout:
        pass
    calor("signal", "waits", "handle", "--data", '{"status": "SUCCESS", "id": "1"}')
    assert "Stack waits: CREATE_COMPLETE" in calor("wait", "waits").stdout
    assert calor("waiting", "waits").stderr == "Nothing waits.\n"


def test_the_language_is_told(calor):
    assert "OS::Heat::RandomString" in calor("types").stdout
    assert "length" in calor("types", "OS::Heat::RandomString").stdout
    assert "get_attr" in calor("functions", "2021-04-16").stdout
