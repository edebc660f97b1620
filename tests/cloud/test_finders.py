"""Every kind of object that checks and types ask for can be found."""

from calor.cloud.finders import FINDERS
from calor.cloud.services import SERVICES
from calor.plugin import checks
from calor.plugin.registry import TypeRegistry


def test_there_is_a_line_for_every_kind_that_checks_know():
    assert checks.FINDERS - set(FINDERS) == set()


def test_there_is_a_line_for_every_kind_that_properties_name():
    types = TypeRegistry()
    schemas = [types.get(name) for name in types.names()]
    kinds = {one.lookup for schema in schemas if schema for one in schema.translations}
    assert {one for one in kinds if one and "{" not in one} - set(FINDERS) == set()


def test_every_line_names_a_service_that_is_known():
    known = {one.type for one in SERVICES}
    assert {one.service for one in FINDERS.values()} <= known
