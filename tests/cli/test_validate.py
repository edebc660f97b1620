import json

import pytest
from click.testing import CliRunner

from calor.cli.command import cli

GOOD = """\
heat_template_version: 2021-04-16
description: A word.
parameters:
  length: {type: number, default: 12}
  key: {type: string, hidden: true, default: sesame}
  open: {type: string}
resources:
  word:
    type: OS::Heat::RandomString
    properties: {length: {get_param: length}, salt: {get_param: key}}
  other: {type: OS::Heat::RandomString, depends_on: word, metadata: {a: {get_param: open}}}
outputs:
  word: {description: The word., value: {get_attr: [word, value]}}
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def validate(*words, **files):
        for name, text in files.items():
            (tmp_path / f"{name}.yaml").write_text(text)
        return CliRunner().invoke(cli, ["validate", *words])

    return validate


def test_a_valid_template_is_summed_up(run):
    result = run("t.yaml", t=GOOD)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert (
        result.stdout
        == """\
t.yaml is valid (heat_template_version 2021-04-16).
  Parameters (3)
    length  number                12
    key     string                '******'
    open    string                no value yet
  Resources (2)
       2 x OS::Heat::RandomString
  Outputs (1)
    word
"""
    )


def test_problems_are_shown_with_their_lines(run):
    result = run("t.yaml", t=GOOD.replace("length: {get_param", "lenght: {get_param"))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert (
        result.stderr
        == """\
t.yaml:10:18: error: resources.word.properties.lenght: unknown property 'lenght'; \
did you mean 'length'?
   10 |     properties: {lenght: {get_param: length}, salt: {get_param: key}}
      |                  ^
t.yaml has 1 error.
"""
    )


def test_warnings_do_no_harm(run):
    result = run("t.yaml", t=GOOD.replace("salt: {get_param: key}", "salt: x"))
    assert result.exit_code == 0
    assert "warning: parameters.key: the parameter 'key' is never used" in result.stderr


def test_errors_and_warnings_are_counted(run):
    result = run("t.yaml", t=GOOD.replace("get_param: length", "get_param: key").replace("12", "x"))
    assert result.stderr.endswith("t.yaml has 2 errors and 1 warning.\n")


def test_the_result_as_json(run):
    result = run("t.yaml", "--json", "-P", "open=5", t=GOOD)
    found = json.loads(result.stdout)
    assert found["valid"] is True
    assert found["problems"] == []
    assert found["parameters"]["key"]["value"] == "******"
    assert found["parameters"]["open"]["value"] == "5"
    assert found["resources"]["other"] == {"type": "OS::Heat::RandomString", "needs": ["word"]}
    assert found["outputs"] == {"word": "The word."}


def test_problems_as_json(run):
    result = run("t.yaml", "--json", t=GOOD.replace("depends_on: word", "depends_on: wrod"))
    assert result.exit_code == 1
    [problem] = json.loads(result.stdout)["problems"]
    assert problem == {
        "severity": "error",
        "message": "there is no resource 'wrod'",
        "hint": "did you mean 'word'?",
        "path": "resources.other.depends_on",
        "file": "t.yaml",
        "line": 11,
        "column": 41,
    }


def test_numbers_beyond_a_machine_word_can_be_shown(run):
    text = GOOD.replace("default: 12", f"default: {10**30}")
    assert json.loads(run("t.yaml", "--json", t=text).stdout)["problems"]


def test_environments_and_parameters_are_taken(run):
    result = run(
        "t.yaml", "-e", "e.yaml", "-P", "open=a=b", t=GOOD, e="parameters: {length: many}\n"
    )
    assert "e.yaml:1:14: error: parameters.length: expected a number, got the text 'many'" in (
        result.stderr
    )
    assert "    1 | parameters: {length: many}" in result.stderr


def test_what_is_wrong_with_the_command_line_is_told_first(run):
    result = run("t.yaml", "-P", "length=many;opne=5", t=GOOD.replace("sesame", "{}"))
    assert result.stderr.startswith("command line: error: parameters.opne: the template has no")


@pytest.mark.parametrize("given", ["length", "=5"])
def test_a_parameter_must_have_the_form_key_value(run, given):
    result = run("t.yaml", "-P", given, t=GOOD)
    assert result.exit_code == 2
    assert "is not of the form KEY=VALUE" in result.stderr


def test_nested_stacks_are_counted(run):
    parent = "heat_template_version: 2021-04-16\nresources: {a: {type: c.yaml}}\n"
    child = "heat_template_version: 2021-04-16\nresources: {b: {type: OS::Heat::None}}\n"
    result = run("t.yaml", t=parent, c=child)
    assert "  Resources (1, and 1 in nested stacks)\n" in result.stdout
    found = json.loads(run("t.yaml", "--json").stdout)
    assert list(found["resources"]["a"]["stack"]["resources"]) == ["b"]


def test_a_file_that_is_not_there_is_told_where_it_is_named(run):
    parent = "heat_template_version: 2021-04-16\nresources: {a: {type: %s}}\n"
    result = run("t.yaml", t=parent % "c.yaml")
    assert "t.yaml:2:17: error: resources.a.type: cannot read 'c.yaml'" in result.stderr
    result = run("t.yaml", t=parent % "A::B.yaml")
    assert "resources.a.type: the template 'A::B.yaml' cannot be found" in result.stderr
