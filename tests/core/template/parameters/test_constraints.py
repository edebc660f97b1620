import pytest

from calor.core.schema.constraints import (
    AllowedPattern,
    AllowedValues,
    Custom,
    Length,
    Modulo,
    Range,
)
from calor.core.source import Report
from calor.core.template.parameters.constraints import ConstraintReader
from calor.core.template.parameters.declaration import (
    CFN,
    HOT_2013_05_23,
    HOT_2018_03_02,
    ParameterKind,
)

HOT = HOT_2018_03_02


def read(kind, section, rules=HOT):
    report = Report()
    reader = ConstraintReader(ParameterKind(kind), rules, report)
    found = reader.read_hot(section, ("constraints",))
    return found, [str(problem) for problem in report.problems]


@pytest.mark.parametrize(
    ("kind", "written", "constraint"),
    [
        ("string", {"length": {"min": 1, "max": "2"}}, Length(low=1, high=2)),
        ("json", {"length": {"max": 2}}, Length(high=2)),
        ("number", {"range": {"min": "1.5"}}, Range(low=1.5)),
        ("number", {"modulo": {"step": 2, "offset": 1.0}}, Modulo(step=2, offset=1)),
        ("number", {"allowed_values": ["1", 2]}, AllowedValues(allowed=(1, 2))),
        ("comma_delimited_list", {"allowed_values": [1]}, AllowedValues(allowed=("1",))),
        ("boolean", {"allowed_values": ["yes"]}, AllowedValues(allowed=(True,))),
        ("string", {"allowed_pattern": "[a-z]+"}, AllowedPattern(pattern="[a-z]+")),
        ("string", {"custom_constraint": "nova.flavor"}, Custom(name="nova.flavor")),
        (
            "string",
            {"length": {"min": 8}, "description": "too short"},
            Length(low=8, description="too short"),
        ),
    ],
)
def test_each_constraint_is_read(kind, written, constraint):
    assert read(kind, [written]) == ((constraint,), [])


@pytest.mark.parametrize(
    ("kind", "section", "problem"),
    [
        ("string", {}, "constraints: constraints must be a list, not a map"),
        ("string", ["x"], "constraints[0]: a constraint must be a map, not a string"),
        ("string", [{}], "constraints[0]: the entry has no constraint in it"),
        ("string", [{"description": "x"}], "constraints[0]: the entry has no constraint in it"),
        ("string", [{"lenght": {}}], "constraints[0].lenght: unknown constraint 'lenght'; did you"),
        (
            "number",
            [{"range": {"min": 1}, "modulo": {"step": 2, "offset": 0}}],
            "constraints[0]: one entry has range and modulo; write an entry each",
        ),
        ("number", [{"range": {"min": "x"}}], "constraints[0].range.min: expected a number"),
        ("number", [{"range": {"mim": 1, "max": 2}}], "constraints[0].range.mim: unknown key"),
        ("number", [{"range": {}}], "constraints[0].range: needs min or max"),
        ("number", [{"range": 5}], "constraints[0].range: expected {min: number, max: number}"),
        ("string", [{"length": {"min": 1.5}}], "constraints[0].length.min: expected a whole"),
        ("string", [{"range": {"min": 1}}], "constraints[0].range: range does not apply to a str"),
        ("json", [{"allowed_values": []}], "constraints[0].allowed_values: allowed_values does"),
        ("number", [{"allowed_values": [1, "x"]}], "constraints[0].allowed_values[1]: expected a"),
        ("string", [{"allowed_values": "a"}], "constraints[0].allowed_values: expected a list"),
        ("string", [{"allowed_pattern": "("}], "constraints[0].allowed_pattern: the text '('"),
        ("string", [{"allowed_pattern": "(" * 3000}], "constraints[0].allowed_pattern: the patt"),
        ("string", [{"allowed_pattern": "a" * 5000}], "constraints[0].allowed_pattern: the patt"),
        ("string", [{"allowed_pattern": 5}], "constraints[0].allowed_pattern: expected a regular"),
        ("string", [{"custom_constraint": 5}], "constraints[0].custom_constraint: expected the n"),
        ("string", [{"length": {"min": 1}, "description": []}], "constraints[0].description: des"),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(kind, section, problem):
    _, [found] = read(kind, section)
    assert found.startswith(problem)


@pytest.mark.parametrize(
    ("step", "offset", "problem"),
    [
        (2, None, "needs both"),
        (1.5, 0, "whole numbers"),
        (0, 0, "must not be 0"),
        (2, 2, "smaller than step"),
        (2, -1, "same sign"),
    ],
)
def test_modulo_needs_sense_in_it(step, offset, problem):
    found, [message] = read("number", [{"modulo": {"step": step, "offset": offset}}])
    assert found == ()
    assert problem in message


def test_modulo_came_with_a_later_version():
    section = [{"modulo": {"step": 2, "offset": 0}}]
    assert "2017-02-24 has it" in read("number", section, HOT_2013_05_23)[1][0]


def test_cloudformation_writes_constraints_as_keys():
    report = Report()
    reader = ConstraintReader(ParameterKind.NUMBER, CFN, report)
    found = reader.read_cfn({"MinValue": "1", "MaxValue": 9, "AllowedValues": ["2"]}, ("P",))
    assert found == (Range(low=1, high=9), AllowedValues(allowed=(2,)))
    reader.read_cfn({"MaxLength": 5, "MinValue": "x"}, ("P",))
    assert [str(one).split(":")[0] for one in report.problems] == ["P.MinValue", "P.MaxLength"]
