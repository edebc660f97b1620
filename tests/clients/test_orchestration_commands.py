"""`openstack orchestration …`: what the service is and knows."""

import pytest
import yaml

from tests.clients.openstack_command import shows

pytestmark = pytest.mark.filterwarnings("ignore")


@shows("orchestration build info", "orchestration service list")
def test_the_service_tells_what_it_is_and_which_engines_work(openstack, admin, monkeypatch):
    assert openstack("orchestration", "build", "info").keys() == {"api", "engine"}
    assert "service:index" in openstack.fails("orchestration", "service", "list")
    for name, value in admin.items():
        monkeypatch.setenv(name, value)
    (engine,) = openstack("orchestration", "service", "list")
    assert (engine["Binary"], engine["Status"]) == ("heat-engine", "up")


@shows("orchestration template version list", "orchestration template function list")
def test_versions_and_functions_are_listed(openstack):
    versions = openstack("orchestration", "template", "version", "list")
    (rocky,) = [one for one in versions if one["Version"].endswith("2018-08-31")]
    assert rocky["Version"] == "heat_template_version.2018-08-31"
    listing = "orchestration", "template", "function", "list", rocky["Version"]
    plain = {one["Functions"] for one in openstack(*listing)}
    assert {"get_attr", "list_concat", "yaql"} <= plain
    assert "not" not in plain
    assert "not" in {one["Functions"] for one in openstack(*listing, "--with_conditions")}


@shows("orchestration template validate")
def test_a_template_is_validated(openstack, tmp_path):
    validate = "orchestration", "template", "validate", "-t"
    told = openstack(*validate, "simple.yaml", "-e", "env.yaml", "--parameter", "secret=x")
    assert told["Parameters"]["word"]["Type"] == "String"
    assert told["Environment"]["parameters"]["word"] == "from the environment"
    nested = openstack(*validate, "parent.yaml", "--show-nested", "--ignore-errors", "99001")
    assert nested["NestedParameters"]["child"]["Parameters"].keys() == {"word", "secret"}
    (tmp_path / "wrong.yaml").write_text("heat_template_version: 2018-08-31\nresorces: {}\n")
    assert "did you mean 'resources'" in openstack.fails(*validate, "wrong.yaml")


@shows("orchestration resource type list", "orchestration resource type show")
def test_types_are_listed_and_shown(openstack):
    kind = "orchestration", "resource", "type"
    names = [one["Resource Type"] for one in openstack(*kind, "list")]
    assert {"OS::Heat::ResourceGroup", "OS::Heat::RandomString"} <= set(names)
    some = openstack(*kind, "list", "--filter", "name=OS::Heat::Random", "--long")
    assert [one["Resource Type"] for one in some] == ["OS::Heat::RandomString"]
    assert some[0]["Description"]
    schema = openstack(*kind, "show", "OS::Heat::RandomString", "--long")
    assert schema["properties"]["length"]["type"] == "integer"
    for language, section in (("hot", "resources"), ("cfn", "Resources")):
        text = openstack.text(*kind, "show", "OS::Heat::RandomString", "--template-type", language)
        assert "RandomString" in yaml.safe_load(text)[section]
    assert "not found" in openstack.fails(*kind, "show", "OS::Heat::Nothing")
