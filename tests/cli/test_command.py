import click
import pytest
from click.testing import CliRunner

from calor.cli.command import SECTIONS, LateGroup, cli
from calor.core.errors import CalorError

COMMANDS = {name: entry for entries in SECTIONS.values() for name, entry in entries.items()}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_where_it_is_said_to_be(name):
    command = cli.get_command(click.Context(cli), name)
    assert isinstance(command, click.Command)
    assert command.name == name
    assert CliRunner().invoke(cli, [name, "--help"]).exit_code == 0


def test_the_help_names_every_command_in_its_section():
    shown = CliRunner().invoke(cli, ["-h"]).stdout
    for title, entries in SECTIONS.items():
        section = shown.split(f"{title}:\n")[1].split("\n\n")[0]
        for name, entry in entries.items():
            assert f"  {name} " in section
            assert entry.sentence in section


def test_an_unknown_command_is_refused():
    result = CliRunner().invoke(cli, ["create"])
    assert result.exit_code == 2
    assert "No such command 'create'" in result.stderr


@click.command()
def fail() -> None:
    raise CalorError("it cannot be done")


@click.command()
def obey() -> None:
    raise CalorError("one\x1b[2J\ntwo")


@click.command()
def crash() -> None:
    raise ZeroDivisionError


@pytest.fixture
def extended(monkeypatch):
    monkeypatch.setitem(SECTIONS, "More", {})
    group = LateGroup()
    group.register("More", "fail", f"{__name__}:fail", "Fails.")
    group.register("More", "crash", f"{__name__}:crash", "Crashes.")
    return group


def test_a_command_can_be_added_without_importing_it(extended):
    assert "Fails." in CliRunner().invoke(extended, ["--help"]).stdout


def test_what_is_raised_on_purpose_is_told_in_a_line(extended):
    result = CliRunner().invoke(extended, ["fail"])
    assert (result.exit_code, result.stderr) == (1, "Error: it cannot be done\n")


def test_a_message_cannot_command_the_terminal(extended):
    extended.register("More", "obey", f"{__name__}:obey", "Obeys.")
    assert CliRunner().invoke(extended, ["obey"], color=True).stderr == "Error: one [2J\ntwo\n"


def test_a_bug_is_not_hidden(extended):
    assert isinstance(CliRunner().invoke(extended, ["crash"]).exception, ZeroDivisionError)


def test_no_color_means_no_colour(calor):
    calor("up", "web.yaml")
    assert "\x1b[" in calor("list", color=True).stdout
    assert "\x1b[" not in calor("list", color=True, env={"NO_COLOR": "1"}).stdout
