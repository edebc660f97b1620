"""What stands behind the name of a type."""

from importlib.metadata import EntryPoint

import pytest

from calor.core.source import Report
from calor.core.template.checks.request import OPERATOR, KnownTypes
from calor.core.template.environment.environment import read_environment
from calor.engine.kinds import Kinds, NotRunnable, Placeholder, TemplateResource
from calor.plugin.registry import TypeRegistry
from tests.engine.types import Line

TYPES = TypeRegistry(
    [
        EntryPoint("OS", "calor.resources.catalogue.catalogue:TYPES", "types"),
        EntryPoint("Test", "tests.engine.types:TYPES", "types"),
    ]
)
CHILD = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
outputs:
  total: {value: 1, description: All of it.}
"""


def find(type_name, files=(), **environment):
    registry = read_environment(environment, Report()).registry
    registry = registry.under(OPERATOR, KnownTypes(TYPES))
    return Kinds(TYPES).find(registry, type_name, "one", dict(files))


def test_a_type_of_a_plugin_is_made_by_its_class():
    kind = find("Test::Line")
    assert kind.make({"value": "a"}) == Line(value="a")
    assert kind.schema.name == "Test::Line"


def test_a_mapping_leads_to_another_type():
    kind = find("My::Line", resource_registry={"My::Line": "Test::Line"})
    assert isinstance(kind.make({}), Line)


def test_a_template_is_a_type_with_its_parameters_and_outputs():
    kind = find("child.yaml", {"child.yaml": CHILD})
    assert set(kind.schema.properties) == {"size"}
    assert "total" in kind.schema.attributes
    child = kind.make({"size": 2})
    assert isinstance(child, TemplateResource)
    assert child.parameters == {"size": 2}
    assert child.template["outputs"]["total"]["value"] == 1


def test_what_is_kept_for_old_templates_does_nothing():
    name = next(name for name in TYPES.names() if (one := TYPES.get(name)) and one.placeholder)
    assert isinstance(find(name).make({}), Placeholder)


def test_a_type_that_is_only_declared_cannot_be_made():
    kind = find("OS::Zun::Container")
    with pytest.raises(NotRunnable, match="OS::Zun::Container cannot be brought up yet"):
        kind.make({})


@pytest.mark.parametrize(
    ("name", "files", "problem"),
    [
        ("Acme::Nothing", {}, "Acme::Nothing"),
        ("child.yaml", {}, "there is no file 'child.yaml'"),
        ("child.yaml", {"child.yaml": "a: 1"}, "'child.yaml' is not a template"),
    ],
)
def test_what_is_not_there_is_named(name, files, problem):
    with pytest.raises(NotRunnable, match=problem):
        find(name, files)
