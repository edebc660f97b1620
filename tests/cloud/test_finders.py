"""Every kind of object that a check asks for can be found."""

from calor.cloud.finders import FINDERS
from calor.cloud.services import SERVICES
from calor.plugin import checks


def test_there_is_a_line_for_every_kind_that_checks_know():
    assert set(FINDERS) == checks.FINDERS


def test_every_line_names_a_service_that_is_known():
    known = {one.type for one in SERVICES}
    assert {one.service for one in FINDERS.values()} <= known
