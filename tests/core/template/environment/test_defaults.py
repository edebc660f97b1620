from calor.core.source import Report
from calor.core.template.environment.defaults import DEFAULT_ENTRIES
from calor.core.template.environment.section import read_registry


def test_the_default_entries_are_a_registry():
    report = Report()
    layer = read_registry(dict(DEFAULT_ENTRIES), report, is_users=False)
    assert layer.entries == DEFAULT_ENTRIES
    assert report.problems == []
