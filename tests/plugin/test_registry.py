import sys
from importlib.metadata import EntryPoint

import pytest

from calor.core.errors import BrokenPlugin
from calor.core.schema.model import TypeSchema
from calor.plugin.declaration import DeclaredType
from calor.plugin.registry import GROUP, TypeRegistry
from calor.plugin.schema import schema_of
from tests.plugin.samples import RandomString, Subnet

HERE = "tests.plugin.test_registry"
SAMPLES = {Subnet.type_name: Subnet, "Sample::Plain": TypeSchema(name="Sample::Plain")}
PLAIN = TypeSchema(name="Sample::Subnet", description="in place of ours")
NEITHER = 5


class Careless(DeclaredType):
    """Has a field without a rule."""

    type_name = "Sample::Careless"
    size: int = 5


def registry(**points):
    made = [
        EntryPoint(name.replace("_", "."), f"{HERE}:{what}", GROUP) for name, what in points.items()
    ]
    return TypeRegistry(made)


def test_a_type_is_found_by_how_its_name_begins():
    found = registry(Sample="SAMPLES")
    assert found.get("Sample::Subnet") is schema_of(Subnet)
    assert found.offer("Sample::Subnet") is Subnet
    assert found.get("Sample::Plain") == SAMPLES["Sample::Plain"]


def test_an_unknown_type_is_none():
    assert registry(Sample="SAMPLES").get("Sample::Nothing") is None
    assert registry(Sample="SAMPLES").get("") is None


def test_the_longest_name_wins_and_falls_back():
    found = registry(Sample="SAMPLES", Sample_Subnet="PLAIN")
    assert found.get("Sample::Subnet") is PLAIN
    assert found.get("Sample::Plain") == SAMPLES["Sample::Plain"]


def test_one_type_alone_may_be_offered():
    assert registry(Sample_RandomString="RandomString").get("Sample::RandomString") == schema_of(
        RandomString
    )


def test_all_names_are_listed_once():
    found = registry(Sample="SAMPLES", Sample_Subnet="PLAIN", Sample_RandomString="RandomString")
    assert found.names() == ["Sample::Plain", "Sample::RandomString", "Sample::Subnet"]


def test_nothing_is_imported_for_another_name():
    module = "wave"
    sys.modules.pop(module, None)
    found = TypeRegistry([EntryPoint("Other", f"{module}:Error", GROUP)])
    assert found.get("Sample::Subnet") is None
    assert module not in sys.modules


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("no.such.module:TYPES", "cannot be loaded"),
        (f"{HERE}:NOTHING", "cannot be loaded"),
        (f"{HERE}:NEITHER", "neither a type nor a map"),
    ],
)
def test_a_broken_plugin_is_named(value, problem):
    found = TypeRegistry([EntryPoint("Sample", value, GROUP)])
    with pytest.raises(BrokenPlugin, match=problem) as caught:
        found.get("Sample::Subnet")
    assert value in str(caught.value)


def test_a_wrong_declaration_is_named():
    with pytest.raises(BrokenPlugin, match="Sample::Careless is declared wrongly: 'size'"):
        registry(Sample="Careless").get("Sample::Careless")


def test_installed_packages_are_asked_by_default():
    assert isinstance(TypeRegistry().names(), list)
