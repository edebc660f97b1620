from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from calor.cli.command import COMMANDS, cli


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_module_of_its_name(name):
    command = getattr(import_module(f"calor.cli.{name}"), name)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert CliRunner().invoke(cli, [name, "--help"]).exit_code == 0


def test_the_help_names_every_command():
    shown = CliRunner().invoke(cli, ["-h"]).stdout
    for name, sentence in COMMANDS.items():
        assert name in shown
        assert sentence in shown


def test_an_unknown_command_is_refused():
    result = CliRunner().invoke(cli, ["create"])
    assert result.exit_code == 2
    assert "No such command 'create'" in result.stderr
