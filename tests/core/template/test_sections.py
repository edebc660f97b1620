from calor.core.source import GUESSES, Report
from calor.core.template.sections import Section, check_keys, closest


def test_only_maps_are_entries():
    report = Report()
    section = Section(("resources",), {"a": {"type": "X"}, "b": 5, "c": None})
    assert [name for name, _, _ in section.entries("a resource", report)] == ["a"]
    assert [str(one) for one in report.problems] == [
        "resources.b: a resource must be a map, not a number",
        "resources.c: a resource must be a map, not a null",
    ]


def test_the_closest_key_is_named_or_else_all():
    assert closest("tpye", ["type", "value"]) == "did you mean 'type'?"
    assert closest("zzz", ["value", "type"]) == "known are type, value"


def test_guessing_ends_where_there_are_many_mistakes():
    report = Report()
    check_keys([f"tpye{n}" for n in range(GUESSES * 2)], ["type0"], (), "key", report)
    assert report.problems[GUESSES - 1].hint
    assert report.problems[GUESSES].hint is None
