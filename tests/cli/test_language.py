import json


def test_types_are_listed(calor):
    assert "OS::Heat::TestResource" in calor("types").stdout


def test_a_type_is_shown_with_properties_and_attributes(calor):
    shown = calor("types", "OS::Heat::None").stdout
    assert "size      integer  yes" in shown
    assert "show       All there is." in shown
    assert json.loads(calor("types", "OS::Heat::None", "-o", "json").stdout)["properties"]


def test_a_type_comes_as_a_template(calor):
    assert calor("types", "X", "--template", "cfn").stdout.startswith("kind: cfn\n")
    assert "needs the RESOURCE_TYPE" in calor("types", "--template", "cfn", expect=2).stderr


def test_functions_are_listed_by_version(calor):
    assert "heat_template_version.2021-04-16" in calor("functions").stdout
    for version in ("2021-04-16", "heat_template_version.2021-04-16"):
        assert "get_attr  An attribute." in calor("functions", version).stdout


def test_an_unknown_version_is_told(calor):
    assert calor("functions", "2021", expect=1).stderr == "Error: no version 2021\n"
