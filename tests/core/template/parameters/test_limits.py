from calor.core.source import Report
from calor.core.template.parameters.declaration import ParameterKind
from calor.core.template.parameters.limits import APPLIES, BUILDS, Builder


def test_every_constraint_that_applies_to_something_can_be_built():
    assert set(APPLIES) == set(BUILDS)


def test_a_bound_that_is_null_is_none():
    report = Report()
    found = Builder(ParameterKind.NUMBER, report).range({"min": None, "max": 1}, ("min", "max"), ())
    assert found
    assert found.problem(-5, lambda *_: None) is None
    assert report.problems == []
