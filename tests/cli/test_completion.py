import pytest
from click.testing import CliRunner

from calor.cli.command import cli


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_gets_its_script(calor, shell):
    assert "_CALOR_COMPLETE" in calor("completion", shell).stdout


def completed(words, **env):
    text = {"_CALOR_COMPLETE": "bash_complete", "COMP_WORDS": words, **env}
    text["COMP_CWORD"] = str(len(words.split()))
    return CliRunner(env=text).invoke(cli, [], prog_name="calor").stdout.split()


def test_names_of_stacks_are_completed(calor, service):
    calor("up", "web.yaml")
    named = {"OS_ENDPOINT": service.endpoint, "OS_TOKEN": "good"}
    assert completed("calor show", **named) == ["plain,web"]


def test_where_nobody_can_be_asked_nothing_is_said(tmp_path):
    assert completed("calor show", CALOR_DATA_DIR=str(tmp_path)) == []
    assert completed("calor show", OS_ENDPOINT="http://127.0.0.1:1") == []
