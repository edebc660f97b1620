import pytest

from calor.resources.on_demand import OnDemand

PLACES = {"Sample::Subnet": "tests.plugin.samples:Subnet", "Sample::Lost": "tests.nowhere:Lost"}


def test_a_type_is_imported_when_it_is_asked_for():
    types = OnDemand(PLACES)
    assert types["Sample::Subnet"].type_name == "Sample::Subnet"
    assert list(types) == list(PLACES)
    assert len(types) == 2
    with pytest.raises(ImportError):
        types["Sample::Lost"]


def test_a_strange_name_is_a_missing_key():
    assert OnDemand(PLACES).get("Sample::Strange") is None
