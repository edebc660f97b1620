import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from calor.cli.command import cli

YAML_TEXT = "heat_template_version: 2018-08-31 # which\n# all\nresources: {}\n"


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "web.yaml").write_text(YAML_TEXT)
    return lambda *words, stdin=None: CliRunner().invoke(cli, ["convert", *words], input=stdin)


def test_yaml_becomes_json_and_lost_comments_are_told(run):
    result = run("web.yaml")
    assert result.exit_code == 0
    expected = {"heat_template_version": "2018-08-31", "resources": {}}
    assert json.loads(result.stdout) == expected
    assert result.stderr == "note: 2 comments were left out; --to jsonc would keep them\n"


def test_the_ending_of_the_output_decides_the_format(run, tmp_path):
    result = run("web.yaml", "-o", "web.jsonc")
    assert result.output == ""
    assert "// which" in (tmp_path / "web.jsonc").read_text()


def test_stdin_and_stdout_are_a_dash(run):
    result = run("-", "-o", "-", stdin='{"a": "yes"}')
    assert result.stdout == "a: 'yes'\n"


def test_a_format_can_be_asked_for(run):
    assert run("web.yaml", "--to", "yaml").stdout.startswith(
        "heat_template_version: '2018-08-31' #"
    )


@pytest.mark.parametrize(
    ("words", "stdin", "told"),
    [
        (["-"], "a: [", "Error: <stdin>:"),
        (["none.yaml"], None, "Error: cannot read none.yaml: there is no such file"),
        (["."], None, "Error: cannot read .: it is a folder"),
        (["web.yaml", "-o", "no/such/folder"], None, "Error: cannot write no/such/folder"),
    ],
)
def test_what_goes_wrong_is_told(run, words, stdin, told):
    result = run(*words, stdin=stdin)
    assert result.exit_code == 1
    assert result.stderr.startswith(told)


def test_the_command_line_starts_without_what_only_conversion_needs():
    code = "import sys, calor.cli.command; print({'yaml', 'ruamel', 'yaql'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"
