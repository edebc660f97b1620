import pytest

from calor.plugin.resource import Resource
from calor.resources.aws import TYPES
from calor.resources.catalogue.catalogue import TYPES as KNOWN


@pytest.mark.parametrize("name", TYPES)
def test_a_type_has_the_name_it_is_found_by(name):
    assert issubclass(TYPES[name], Resource)
    assert TYPES[name].type_name == name


def test_no_type_is_declared_twice():
    assert not set(TYPES) & set(KNOWN)
