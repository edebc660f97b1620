"""Commands that need more than the API."""

import pytest
from click.testing import CliRunner

from calor.cli.command import cli
from calor.main import COMMANDS, register_commands
from calor.main.all_in_one import Addresses, all_in_one
from calor.main.data_directory import DataDirectory

register_commands()


def run(*words):
    return CliRunner().invoke(cli, words)


@pytest.fixture
def conf(tmp_path):
    file = tmp_path / "heat.conf"
    file.write_text(
        f"[DEFAULT]\nauth_encryption_key = {'k' * 32}\n"
        f"[database]\nconnection = sqlite:///{tmp_path}/heat.db\n"
    )
    return str(file)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_tells_what_it_does(name):
    assert run(name, "--help").exit_code == 0


def test_a_database_is_brought_up_to_date_and_looked_after(conf):
    assert run("manage", "db", "upgrade", "--config-file", conf).output.endswith("up to date\n")
    assert run("manage", "purge", "--days", "0", "--config-file", conf).output == (
        "0 stacks were removed\n"
    )
    assert run("manage", "reseal", "--config-file", conf).output == (
        "0 secrets were encrypted anew\n"
    )
    assert run("manage", "services", "--config-file", conf).exit_code == 0


def test_a_database_that_was_not_prepared_is_told_so(conf):
    refused = run("manage", "purge", "--config-file", conf)
    assert refused.exit_code == 1
    assert "calor manage db upgrade" in refused.output


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("", "no database is named"),
        ("[database]\nconnection = sqlite:////tmp/x.db\n", "auth_encryption_key"),
        ("[DEFAULT]\nmax_stacks_per_tenant = many\n", "max_stacks_per_tenant"),
    ],
)
def test_a_configuration_that_lacks_something_is_told_what(tmp_path, lines, told):
    file = tmp_path / "heat.conf"
    file.write_text(lines)
    for command in ("api", "engine"):
        refused = run(command, "--config-file", str(file))
        assert refused.exit_code == 1
        assert told in refused.output


def test_a_directory_without_a_cloud_is_told_how_to_get_one(tmp_path):
    refused = run("env", "--data-dir", str(tmp_path))
    assert refused.exit_code == 1
    assert "calor serve" in refused.output


async def test_whoever_asks_for_a_service_that_has_ended_is_told_so(tmp_path):
    async with all_in_one(DataDirectory.at(tmp_path), Addresses(port=0, cloud_port=0)):
        assert run("env", "--data-dir", str(tmp_path)).stderr == ""
    told = run("env", "--data-dir", str(tmp_path))
    assert told.exit_code == 0
    assert "nothing answers at http://127.0.0.1:" in told.stderr
    assert "export OS_AUTH_URL=" in told.stdout
    assert "nothing" not in told.stdout
